/**
 * A checksum behind the end of an HDF5 file: the letters `VARIOSUM`, and the checksum of everything before them (u32,
 * little-endian). The library does not look there, and must not see what is damaged: of files with changed bytes it read
 * one in some hundred for ever. Files that another program has written anew have no such thing, and are read as they are.
 */
import { VarioError } from '../../base/index.ts'
import { checksumOfBytes, encodeText, joinBytes } from '../../results/index.ts'

const MAGIC = encodeText('VARIOSUM')
const LENGTH = MAGIC.length + 4

export function appendSeal(bytes: Uint8Array): Uint8Array {
  const seal = new Uint8Array(LENGTH)
  seal.set(MAGIC)
  new DataView(seal.buffer).setUint32(MAGIC.length, checksumOfBytes(bytes), true)
  return joinBytes([bytes, seal])
}

/** @throws VarioError 'RESULT_FORMAT' if the bytes are not those that were written */
export function checkSeal(bytes: Uint8Array): void {
  const end = bytes.length - LENGTH
  if (end < 0 || !MAGIC.every((letter, i) => bytes[end + i] === letter)) return
  const view = new DataView(bytes.buffer, bytes.byteOffset + end + MAGIC.length, 4)
  if (view.getUint32(0, true) === checksumOfBytes(bytes.subarray(0, end))) return
  throw new VarioError(
    'RESULT_FORMAT',
    'The HDF5 file is damaged: it is not the one that was written (checksum).',
  )
}
