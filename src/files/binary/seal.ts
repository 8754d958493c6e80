/**
 * A checksum of everything else in a file: the letters `VARIOSUM`, and the number (u32, little-endian). It is in a part
 * of the file that the library of the format ignores. The libraries never stop reading some files with changed bytes:
 * one in a few hundred of HDF5, few of Parquet. Files that another program has rewritten lack the seal, and are read
 * without a check.
 */
import { VarioError } from '../../base/index.ts'
import { encodeText } from './bytes.ts'
import { checksumOfBytes } from './checksum.ts'

const MAGIC = encodeText('VARIOSUM')
export const SEAL_LENGTH = MAGIC.length + 4

/** @param checksum of all bytes before and after the seal */
export function createSeal(checksum: number): Uint8Array {
  const seal = new Uint8Array(SEAL_LENGTH)
  seal.set(MAGIC)
  new DataView(seal.buffer).setUint32(MAGIC.length, checksum, true)
  return seal
}

/** True if a position of the file holds a seal. */
export function hasSeal(bytes: Uint8Array, place: number): boolean {
  return place >= 0 && MAGIC.every((letter, i) => bytes[place + i] === letter)
}

/** @throws VarioError 'RESULT_FORMAT' if the bytes around the seal have changed */
export function checkSeal(bytes: Uint8Array, place: number, format: string): void {
  const end = place + SEAL_LENGTH
  const checksum = checksumOfBytes(bytes.subarray(end), checksumOfBytes(bytes.subarray(0, place)))
  const view = new DataView(bytes.buffer, bytes.byteOffset + place + MAGIC.length, 4)
  if (view.getUint32(0, true) === checksum) return
  throw new VarioError(
    'RESULT_FORMAT',
    `${format} file: expected its checksum, got another one. The file is damaged: write it again.`,
  )
}
