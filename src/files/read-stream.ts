import { VarioError } from '../base/index.ts'
import {
  checkStreamHead,
  decodeRows,
  decodeText,
  FRAME_HEAD,
  FRAMES,
  parseFrameHead,
  type SignalTable,
  STREAM_HEAD,
  StreamAssembler,
} from '../results/index.ts'

/** Bytes of which any part can be read, in memory or on disk. */
export interface RandomAccess {
  /** Number of bytes. */
  readonly size: number
  read(start: number, length: number): Uint8Array
  /** Whether it may be larger than the memory. */
  readonly isStored?: boolean
}

/**
 * The table of a stream of results. Of rows only their places are kept: they are read again when values of a signal are
 * asked for, so that a file may be larger than the memory. A stream that was cut off is read up to its last frame.
 */
export function readStream(file: RandomAccess): SignalTable {
  checkStreamHead(file.read(0, Math.min(STREAM_HEAD, file.size)))
  const assembler = new StreamAssembler()
  for (let next = STREAM_HEAD; next + FRAME_HEAD <= file.size; ) {
    const { kind, axis, length } = parseFrameHead(file.read(next, FRAME_HEAD), 0)
    const start = next + FRAME_HEAD
    next = start + length
    if (next > file.size) break
    if (kind === FRAMES.ROWS) addRows(assembler, file, axis, start, length)
    else assembler.addJson(kind, axis, decodeText(file.read(start, length)))
  }
  return assembler.createTable()
}

function addRows(
  assembler: StreamAssembler,
  file: RandomAccess,
  axis: number,
  start: number,
  length: number,
): void {
  const width = assembler.widthOf(axis)
  const nRow = length / 8 / width
  if (!Number.isInteger(nRow)) {
    const reason = `rows do not have ${width} numbers`
    throw new VarioError('RESULT_FORMAT', `The stream of results is damaged: ${reason}.`)
  }
  if (nRow === 0) return
  const [lastTime] = decodeRows(file.read(start + length - 8 * width, 8))
  const load = () => decodeRows(file.read(start, length))
  assembler.addRows(axis, { nRow, load, isStored: file.isStored ?? false }, lastTime)
}
