import { VarioError } from '../../base/index.ts'
import type { SignalTable } from '../../results/index.ts'
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

declare const TextDecoder: new () => { decode(bytes: Uint8Array): string }

/** Reads a stream of results as its bytes arrive. */
export class StreamReader {
  private readonly assembler = new StreamAssembler()
  private waiting: Uint8Array[] = []
  private nWaiting = 0
  private hasHead = false
  private frame: FrameHead | null = null

  /** True after the end of the stream. */
  get isComplete(): boolean {
    return this.assembler.isComplete
  }

  /** Adds the next bytes, in pieces of any size. */
  push(bytes: Uint8Array): void {
    this.waiting.push(bytes)
    this.nWaiting += bytes.length
    if (!this.hasHead) {
      if (this.nWaiting < STREAM_HEAD) return
      checkStreamHead(this.take(STREAM_HEAD))
      this.hasHead = true
    }
    for (;;) {
      if (this.frame === null) {
        if (this.nWaiting < FRAME_HEAD) return
        this.frame = parseFrameHead(this.take(FRAME_HEAD), 0)
      }
      if (this.nWaiting < this.frame.length) return
      const frame = this.frame
      this.frame = null
      const content = this.take(frame.length)
      checkFrame(frame, content)
      this.read(frame.kind, frame.axis, content)
    }
  }

  /** A table of the data received so far; later pieces do not change it. */
  table(): SignalTable {
    return this.assembler.createTable()
  }

  private read(kind: number, axis: number, bytes: Uint8Array): void {
    if (kind !== FRAMES.ROWS) {
      this.assembler.addJson(kind, axis, new TextDecoder().decode(bytes))
      return
    }
    const rows = decodeRows(bytes)
    const width = this.assembler.widthOf(axis)
    if (width === 0 || rows.length % width !== 0)
      throw new VarioError(
        'RESULT_FORMAT',
        `stream of results: expected rows of ${width} numbers, got ${rows.length} numbers. Write it again.`,
      )
    const nRow = rows.length / width
    if (nRow > 0) this.assembler.addRows(axis, { nRow, load: () => rows }, rows[rows.length - width])
  }

  /** The first `n` of the pending bytes, in a new array. */
  private take(n: number): Uint8Array {
    const bytes = new Uint8Array(n)
    let filled = 0
    while (filled < n) {
      const first = this.waiting[0]
      const part = first.subarray(0, n - filled)
      bytes.set(part, filled)
      filled += part.length
      if (part.length === first.length) this.waiting.shift()
      else this.waiting[0] = first.subarray(part.length)
    }
    this.nWaiting -= n
    return bytes
  }
}

/** The numbers of a frame of rows. */
export function decodeRows(bytes: Uint8Array): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const rows = new Float64Array(bytes.length / 8)
  for (let i = 0; i < rows.length; i++) rows[i] = view.getFloat64(8 * i, true)
  return rows
}
