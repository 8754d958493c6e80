/**
 * Checksums in files, of a header and of the values of every signal: FNV-1a with 32 bits [Fowler, Noll, Vo],
 *
 *   h ← (h xor w) · 16777619   for every word w, from h = 2166136261,
 *
 * over bytes for texts, over the 32-bit words of doubles (low one first) for values. Every step is a bijection of h and
 * of w: a difference in one word is always detected.
 */
import type { RecordData } from './signal-records.ts'

const START = 0x811c9dc5
const FACTOR = 0x01000193
/** All NaN have the same bits here, because not every machine keeps the bits of a NaN. */
const NAN_HIGH = 0x7ff80000

const [LOW, HIGH] = new Uint32Array(Float64Array.of(1).buffer)[1] === 0 ? [1, 0] : [0, 1]

export function checksumOfBytes(bytes: Uint8Array, from: number = START): number {
  let h = from
  for (let i = 0; i < bytes.length; i++) h = Math.imul(h ^ bytes[i], FACTOR)
  return h >>> 0
}

/** Checksum of all values, then of the mask if there is one. */
export function checksumOfData({ values, missing }: RecordData): number {
  const words = new Uint32Array(values.buffer, values.byteOffset, 2 * values.length)
  let h = START
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i])) {
      h = Math.imul(h, FACTOR)
      h = Math.imul(h ^ NAN_HIGH, FACTOR)
    } else {
      h = Math.imul(h ^ words[2 * i + LOW], FACTOR)
      h = Math.imul(h ^ words[2 * i + HIGH], FACTOR)
    }
  }
  return missing === undefined ? h >>> 0 : checksumOfBytes(missing, h)
}
