import { InputError } from '../base/index.ts'
import { addSegments } from './add-segments.ts'
import type { RowChunk, RowSink, Segment, SignalDeclaration } from './rows.ts'
import { countElements } from './signal.ts'
import { SignalTable } from './signal-table.ts'

/** Rows of the first chunk of a segment; every further chunk has twice as many. */
const FIRST_CHUNK_ROWS = 64
/** Numbers of the largest chunk (1 MB), unless `FIRST_CHUNK_ROWS` rows take more. */
const MAX_CHUNK_LENGTH = 131_072
/** Rows of at least this length are copied by the system. */
const LONG_ROW = 200

/**
 * Collects the points of a simulation, segment by segment, and creates a table from them. Signals appear, disappear and
 * change their sizes from segment to segment; where a signal or an element does not exist, it is missing.
 *
 * Points of another clock go to a separate recorder, with another `axis`, that finishes into the same table.
 */
export class SignalRecorder {
  readonly #axis: string
  readonly #unit: string
  readonly #segments: Segment[] = []
  readonly #columns = new Map<string, number>()
  /** The current chunk, its width, and its used and available rows. */
  #chunk = new Float64Array(0)
  #width = 0
  #row = 0
  #capacity = 0
  #lastTime = Number.NEGATIVE_INFINITY
  #nPoint = 0
  readonly #sink: RowSink | undefined

  /**
   * @param options name and unit of the time axis, default: `time` in [s]; and a sink for the rows, default: the
   * recorder keeps them
   */
  constructor(options: { readonly axis?: string; readonly unit?: string; readonly sink?: RowSink } = {}) {
    this.#axis = options.axis ?? 'time'
    this.#unit = options.unit ?? 's'
    this.#sink = options.sink
  }

  /** Number of points so far. */
  get nPoint(): number {
    return this.#nPoint
  }

  /**
   * Starts a segment with its signals. Returns the number of columns of its rows. Equal declarations continue the last
   * segment: a thousand changes of structure need no extra memory if the recorded signals stay the same.
   */
  startSegment(declarations: readonly SignalDeclaration[]): number {
    const last = this.#segments.at(-1)
    if (last !== undefined && areSame(last.declarations, declarations)) return last.nColumn
    this.#closeChunk()
    this.#columns.clear()
    let nColumn = 0
    for (const { name, size = [] } of declarations) {
      if (this.#columns.has(name)) throw new InputError('startSegment', 'every name once', name)
      this.#columns.set(name, nColumn)
      nColumn += countElements(size)
    }
    this.#segments.push({ declarations: [...declarations], nColumn, chunks: [] })
    this.#width = nColumn + 1
    this.#sink?.startSegment(declarations)
    return nColumn
  }

  /** First column of a signal in the rows of the current segment. */
  columnOf(name: string): number {
    const column = this.#columns.get(name)
    if (column === undefined) throw new InputError('columnOf', 'a signal of the current segment', name)
    return column
  }

  /**
   * Appends a point: the time, and the values of all signals in the order of their declaration. At an event, append the
   * point before and the point after it, with the same time.
   * @param t time in the unit of the axis, not before the last point
   * @param row values in the units of the signals (at least nColumn; the rest is ignored); copied
   */
  appendRow(t: number, row: Float64Array): void {
    const nColumn = this.#width - 1
    if (!(t >= this.#lastTime) || row.length < nColumn || nColumn < 0) this.#refuse(t, row)
    if (this.#row === this.#capacity) this.#openChunk()
    const chunk = this.#chunk
    let p = this.#row * this.#width
    chunk[p++] = t
    // 5 % of the run of the RC ladder of 300 cells (npm run bench -- simulation)
    if (nColumn >= LONG_ROW && row.length === nColumn) chunk.set(row, p)
    else for (let k = 0; k < nColumn; k++) chunk[p + k] = row[k]
    this.#row++
    this.#nPoint++
    this.#lastTime = t
  }

  /** Appends rows that are elsewhere, as `appendRow` would one by one. */
  appendChunk(chunk: RowChunk, lastTime: number): void {
    this.#closeChunk()
    this.#segments.at(-1)!.chunks.push(chunk)
    this.#nPoint += chunk.nRow
    this.#lastTime = lastTime
  }

  /** Passes all new rows to the sink. */
  flush(): void {
    if (this.#sink === undefined || this.#row === 0) return
    this.#sink.takeRows(this.#chunk.subarray(0, this.#row * this.#width))
    this.#row = 0
  }

  /** Adds axis and signals to a table in their present state; the recorder continues. */
  addTo(table: SignalTable): SignalTable {
    const chunk = this.#chunk
    const nRow = this.#row
    const last = this.#segments.length - 1
    const segments = this.#segments.map(
      (segment, i): Segment => ({
        ...segment,
        chunks: [...segment.chunks, ...(i === last && nRow > 0 ? [{ nRow, load: () => chunk }] : [])],
      }),
    )
    addSegments(table, segments, this.#axis, this.#unit)
    return table
  }

  /**
   * Creates a table of the points, or adds its axis and signals to an existing table. Aliases and parameters are added
   * to the table afterwards. Resets the recorder.
   */
  finish(table: SignalTable = new SignalTable()): SignalTable {
    this.#closeChunk()
    addSegments(table, this.#segments.splice(0), this.#axis, this.#unit)
    this.#columns.clear()
    this.#width = 0
    this.#nPoint = 0
    this.#lastTime = Number.NEGATIVE_INFINITY
    return table
  }

  #openChunk(): void {
    if (this.#sink !== undefined && this.#capacity > 0) {
      this.flush()
      return
    }
    const before = this.#capacity
    this.#closeChunk()
    const most = Math.max(FIRST_CHUNK_ROWS, Math.floor(MAX_CHUNK_LENGTH / this.#width))
    this.#capacity = before === 0 ? FIRST_CHUNK_ROWS : Math.min(2 * before, most)
    this.#chunk = new Float64Array(this.#capacity * this.#width)
  }

  #closeChunk(): void {
    this.flush()
    const segment = this.#segments.at(-1)
    if (segment !== undefined && this.#row > 0) {
      // the rows live as long as the table: release unused space
      const isFull = this.#row === this.#capacity
      const rows = isFull ? this.#chunk : this.#chunk.slice(0, this.#row * this.#width)
      segment.chunks.push({ nRow: this.#row, load: () => rows })
    }
    this.#chunk = new Float64Array(0)
    this.#row = 0
    this.#capacity = 0
  }

  #refuse(t: number, row: Float64Array): never {
    if (this.#width === 0) throw new InputError('appendRow', 'a segment: call startSegment first', 'none')
    const nColumn = this.#width - 1
    if (row.length < nColumn) throw new InputError('appendRow.row', `at least ${nColumn} values`, row)
    throw new InputError('appendRow.t', `a time >= ${this.#lastTime}`, t)
  }
}

function areSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i])
}
