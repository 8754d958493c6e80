/**
 * A checksum of everything else in a file: the letters `VARIOSUM`, and the number (u32, little-endian). It stands where
 * the format has room that its library does not look at. The libraries read some files with changed bytes for ever: one
 * in some hundred of HDF5, few of Parquet. Files that another program has written anew have no such thing, and are read
 * as they are.
 */
import { VarioError } from '../../base/index.ts'
import { checksumOfBytes, encodeText } from '../../results/index.ts'

const MAGIC = encodeText('VARIOSUM')
export const SEAL_LENGTH = MAGIC.length + 4

/** @param checksum of all bytes before it and behind it */
export function createSeal(checksum: number): Uint8Array {
  const seal = new Uint8Array(SEAL_LENGTH)
  seal.set(MAGIC)
  new DataView(seal.buffer).setUint32(MAGIC.length, checksum, true)
  return seal
}

/** Whether a seal stands at a place of the file. */
export function hasSeal(bytes: Uint8Array, place: number): boolean {
  return place >= 0 && MAGIC.every((letter, i) => bytes[place + i] === letter)
}

/** @throws VarioError 'RESULT_FORMAT' if the bytes around the seal are not those that were written */
export function checkSeal(bytes: Uint8Array, place: number, format: string): void {
  const end = place + SEAL_LENGTH
  const checksum = checksumOfBytes(bytes.subarray(end), checksumOfBytes(bytes.subarray(0, place)))
  const view = new DataView(bytes.buffer, bytes.byteOffset + place + MAGIC.length, 4)
  if (view.getUint32(0, true) === checksum) return
  throw new VarioError(
    'RESULT_FORMAT',
    `The ${format} file is damaged: it is not the one that was written (checksum).`,
  )
}
