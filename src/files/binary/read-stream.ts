import { VarioError } from '../../base/index.ts'
import type { SignalTable } from '../../results/index.ts'
import { decodeText } from './bytes.ts'
import { StreamAssembler } from './stream-assembler.ts'
import {
  checkFrame,
  checkStreamHead,
  FRAME_HEAD,
  FRAMES,
  type FrameHead,
  parseFrameHead,
  STREAM_HEAD,
} from './stream-frames.ts'
import { decodeRows } from './stream-reader.ts'

/** Bytes with random access, in memory or on disk. */
export interface RandomAccess {
  /** Number of bytes. */
  readonly size: number
  read(start: number, length: number): Uint8Array
  /** True if it may exceed the memory. */
  readonly isStored?: boolean
}

/**
 * The table of a stream of results. Only the positions of rows are kept: the rows are read again when values of a
 * signal are requested, so that a file may exceed the memory. A truncated stream is read up to its last frame, with a
 * warning.
 */
export function readStream(file: RandomAccess): SignalTable {
  checkStreamHead(file.read(0, Math.min(STREAM_HEAD, file.size)))
  const assembler = new StreamAssembler()
  let lastTime = Number.NaN
  for (let next = STREAM_HEAD; next + FRAME_HEAD <= file.size; ) {
    const frame = parseFrameHead(file.read(next, FRAME_HEAD), 0)
    const start = next + FRAME_HEAD
    next = start + frame.length
    if (next > file.size) break
    if (frame.kind === FRAMES.ROWS) lastTime = addRows(assembler, file, frame, start) ?? lastTime
    else assembler.addJson(frame.kind, frame.axis, decodeText(readFrame(file, frame, start)))
  }
  if (assembler.isComplete) return assembler.createTable()
  const message = 'The stream of results was truncated before the end of its run.'
  return assembler.createTable([{ code: 'CUT_OFF', message, time: lastTime }])
}

function readFrame(file: RandomAccess, frame: FrameHead, start: number): Uint8Array {
  const content = file.read(start, frame.length)
  checkFrame(frame, content)
  return content
}

/** Adds rows that are read on demand; returns the last of their times. */
function addRows(
  assembler: StreamAssembler,
  file: RandomAccess,
  frame: FrameHead,
  start: number,
): number | undefined {
  const { axis, length } = frame
  const width = assembler.widthOf(axis)
  const nRow = length / 8 / width
  if (!Number.isInteger(nRow)) {
    const message = `stream of results: expected rows of ${width} numbers, got ${length / 8} numbers. Write it again.`
    throw new VarioError('RESULT_FORMAT', message)
  }
  if (nRow === 0) return undefined
  const [lastTime] = decodeRows(file.read(start + length - 8 * width, 8))
  const load = () => decodeRows(readFrame(file, frame, start))
  assembler.addRows(axis, { nRow, load, isStored: file.isStored ?? false }, lastTime)
  return lastTime
}
