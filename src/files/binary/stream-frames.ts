/**
 * The stream format, version 2, little-endian: the 8 letters `VARIOSTR`, version (u32), 0 (u32), and frames. A frame
 * has a
 * head of 16 bytes, kind (u32), number of its time axis (u32), length of what follows in bytes (u32), checksum of these
 * 12 bytes and of what follows (u32, `checksumOfBytes`), and then, filled up to a multiple of 8 bytes with spaces,
 *
 * - `ABOUT` and `END`: JSON `{ attributes, warnings, signals }`, of which the last one counts. `signals` are records as
 *   in
 *   JSON files, of everything outside of rows: parameters, aliases, constants. `END` is the last frame.
 * - `SEGMENT`: JSON `{ axis, unit, signals: [{ name, kind, type, unit, info, size, valueNames }] }`: from here on rows of this axis
 *   have these signals.
 * - `ROWS`: doubles, rows of the time and the values of all signals of the segment.
 *
 * A truncated stream is read up to its last complete frame.
 */
import { VarioError } from '../../base/index.ts'
import { checksumOfBytes } from './checksum.ts'
import { assertFormatVersion } from './format-version.ts'

export const FRAMES = { ABOUT: 1, SEGMENT: 2, ROWS: 3, END: 4 } as const

const MAGIC = 'VARIOSTR'
const VERSION = 2
/** Length of the start of a stream, and of the head of a frame [byte]. */
export const STREAM_HEAD = 16
export const FRAME_HEAD = 16
/** Position of the checksum in the head of a frame [byte]. */
const CHECKSUM = 12
/** Maximum length of written frames: a larger length is damage [byte]. */
const MAX_FRAME = 2 ** 30

/** The head of a frame. */
export interface FrameHead {
  readonly kind: number
  /** Number of the time axis. */
  readonly axis: number
  /** Length of the content [byte]. */
  readonly length: number
  /** Checksum of the preceding head and of the content. */
  readonly checksum: number
  /** Checksum of the head alone. */
  readonly headSum: number
}

/** The start of a stream. */
export function createStreamHead(): Uint8Array {
  const bytes = new Uint8Array(STREAM_HEAD)
  for (let i = 0; i < MAGIC.length; i++) bytes[i] = MAGIC.charCodeAt(i)
  new DataView(bytes.buffer).setUint32(8, VERSION, true)
  return bytes
}

/**
 * Checks the start of a stream.
 * @throws VarioError 'RESULT_FORMAT'
 */
export function checkStreamHead(bytes: Uint8Array): void {
  const magic = String.fromCharCode(...bytes.subarray(0, MAGIC.length))
  if (bytes.length < STREAM_HEAD || magic !== MAGIC)
    throw new VarioError(
      'RESULT_FORMAT',
      `The stream of results: expected ${MAGIC} at its start, got other bytes.`,
    )
  const version = new DataView(bytes.buffer, bytes.byteOffset).getUint32(8, true)
  assertFormatVersion(version, VERSION)
}

/** A frame with space for `length` bytes [byte]; its content starts at FRAME_HEAD. */
export function createFrame(kind: number, axis: number, length: number): Uint8Array {
  const padded = Math.ceil(length / 8) * 8
  const bytes = new Uint8Array(FRAME_HEAD + padded).fill(0x20, FRAME_HEAD + length)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, kind, true)
  view.setUint32(4, axis, true)
  view.setUint32(8, padded, true)
  return bytes
}

/** Stores the checksum of a complete frame. */
export function sealFrame(frame: Uint8Array): Uint8Array {
  const headSum = checksumOfBytes(frame.subarray(0, CHECKSUM))
  const checksum = checksumOfBytes(frame.subarray(FRAME_HEAD), headSum)
  new DataView(frame.buffer).setUint32(CHECKSUM, checksum, true)
  return frame
}

/**
 * Compares the content of a frame with its checksum.
 * @throws VarioError 'RESULT_FORMAT' if it was changed
 */
export function checkFrame({ checksum, headSum }: FrameHead, content: Uint8Array): void {
  if (checksumOfBytes(content, headSum) === checksum) return
  throw new VarioError(
    'RESULT_FORMAT',
    'stream of results: expected the checksum of a frame, got another one. Write it again.',
  )
}

/**
 * The head of the frame at `offset`.
 * @throws VarioError 'RESULT_FORMAT' if it is invalid
 */
export function parseFrameHead(bytes: Uint8Array, offset: number): FrameHead {
  const view = new DataView(bytes.buffer, bytes.byteOffset + offset, FRAME_HEAD)
  const [kind, axis, length, checksum] = [0, 4, 8, CHECKSUM].map((i) => view.getUint32(i, true))
  const isKnown = Object.values<number>(FRAMES).includes(kind)
  if (!isKnown || length > MAX_FRAME || length % 8 !== 0)
    throw new VarioError('RESULT_FORMAT', 'The stream of results is damaged: expected the head of a frame.')
  return { kind, axis, length, checksum, headSum: checksumOfBytes(bytes.subarray(offset, offset + CHECKSUM)) }
}
