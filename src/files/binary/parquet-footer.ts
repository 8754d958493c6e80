import { hasSeal, SEAL_LENGTH } from './seal.ts'

/** Type and number of the first field of the metadata. */
const FIRST_BYTE = 0x15

/** Start of the metadata of a Parquet file: before its length (u32, little-endian) and the last four letters. */
export function findFooter(bytes: Uint8Array): number {
  const end = bytes.length - 8
  if (end < 0) return -1
  return end - new DataView(bytes.buffer, bytes.byteOffset + end, 4).getUint32(0, true)
}

/**
 * Position of the seal of a file: before the metadata, wherever these start if their length is damaged; -1 without a
 * seal.
 */
export function findSeal(bytes: Uint8Array): number {
  const expected = findFooter(bytes) - SEAL_LENGTH
  if (hasSeal(bytes, expected)) return expected
  for (let place = bytes.length - SEAL_LENGTH - 1; place >= 0; place--) {
    if (hasSeal(bytes, place) && bytes[place + SEAL_LENGTH] === FIRST_BYTE) return place
  }
  return -1
}
