/**
 * Points of a Sobol sequence with the direction numbers of Joe and Kuo, by index in the order of the Gray code
 * [Antonov, Saleev 1979], with 32 bits. Scrambled points
 * keep the structure of the net and are uniform each [Owen 1995]: the random permutations of digits come from a hash
 * of the higher digits [Laine, Karras 2011; Burley 2020].
 */
import { JOE_KUO_NUMBERS } from './joe-kuo-numbers.ts'
import { RandomNumbers, STREAM } from './random-numbers.ts'

const BITS = 32
const TWO_32 = 2 ** 32
/** Limit of the table. */
export const MAX_SOBOL_DIMENSION = 512
/** Points that 32 bits distinguish. */
export const MAX_SOBOL_POINTS = TWO_32

let entries: readonly string[] | undefined

/** The 32 direction numbers of a dimension from 0, as fractions of 2^32. */
function createDirections(dimension: number): Uint32Array {
  const v = new Uint32Array(BITS)
  if (dimension === 0) {
    for (let k = 0; k < BITS; k++) v[k] = 2 ** (BITS - 1 - k)
    return v
  }
  entries ??= JOE_KUO_NUMBERS.trim().split(/\s+/)
  const [code, numbers] = entries[dimension - 1].split(':')
  const polynomial = Number.parseInt(code, 36)
  const m = numbers.split(',').map((text) => Number.parseInt(text, 36))
  const s = m.length
  for (let k = 0; k < BITS; k++) {
    if (k < s) {
      v[k] = m[k] * 2 ** (BITS - 1 - k)
      continue
    }
    // v[k] = a1 v[k-1] ^ … ^ a(s-1) v[k-s+1] ^ v[k-s] ^ v[k-s]/2^s
    let value = v[k - s] ^ (v[k - s] >>> s)
    for (let j = 1; j < s; j++) if ((polynomial >>> (s - j)) & 1) value ^= v[k - j]
    v[k] = value >>> 0
  }
  return v
}

/** A sequence of points in the unit cube. */
export class SobolSequence {
  private readonly directions: readonly Uint32Array[]
  private readonly keys: readonly number[] | null

  /** @param seed of the scrambling; null: the plain sequence, whose first point is 0 */
  constructor(nDimension: number, seed: number | null) {
    this.directions = Array.from({ length: nDimension }, (_, k) => createDirections(k))
    if (seed === null) this.keys = null
    else {
      const random = new RandomNumbers(seed, STREAM.scramble)
      this.keys = this.directions.map((_, k) => random.word(0, k))
    }
  }

  /** A coordinate of a point, both from 0: in [0, 1) for the plain sequence, otherwise in (0, 1). */
  coordinate(index: number, dimension: number): number {
    const v = this.directions[dimension]
    let x = 0
    const gray = (index ^ (index >>> 1)) >>> 0
    for (let k = 0, rest = gray; rest > 0; k++, rest >>>= 1) if ((rest & 1) === 1) x ^= v[k]
    if (this.keys === null) return (x >>> 0) / TWO_32
    // the middle of the smallest interval: never 0
    return (scramble(x, this.keys[dimension]) + 0.5) / TWO_32
  }
}

/** Nested uniform scrambling: each digit is changed by a function of the digits above it. */
function scramble(x: number, key: number): number {
  return reverseBits(permuteUpwards(reverseBits(x), key))
}

/** A bijection of 32-bit integers in which a bit depends on those below it alone. */
function permuteUpwards(x: number, key: number): number {
  let y = (x ^ Math.imul(x, 0x3d20adea)) >>> 0
  y = (y + key) >>> 0
  y = Math.imul(y, (key >>> 16) | 1) >>> 0
  y = (y ^ Math.imul(y, 0x05526c56)) >>> 0
  y = (y ^ Math.imul(y, 0x53a22864)) >>> 0
  return y
}

function reverseBits(x: number): number {
  let y = x
  y = ((y >>> 1) & 0x55555555) | ((y & 0x55555555) << 1)
  y = ((y >>> 2) & 0x33333333) | ((y & 0x33333333) << 2)
  y = ((y >>> 4) & 0x0f0f0f0f) | ((y & 0x0f0f0f0f) << 4)
  y = ((y >>> 8) & 0x00ff00ff) | ((y & 0x00ff00ff) << 8)
  return ((y >>> 16) | (y << 16)) >>> 0
}
