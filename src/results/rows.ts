/** Rows of recorded signals. */
import type { SignalDescription } from './create-signal.ts'
import type { TimedKind } from './signal-table.ts'

/** A signal of one segment of a simulation. An array occupies `nElement` adjacent columns, row-major. */
export interface SignalDeclaration extends SignalDescription {
  /** Default: variable. */
  readonly kind?: TimedKind
}

/** Some rows of a segment, which may be elsewhere until they are needed. */
export interface RowChunk {
  readonly nRow: number
  /** Rows of 1 + nColumn numbers: time and values (at least nRow × (1 + nColumn)). */
  load(): Float64Array
  /** True if they are on disk, because they may exceed the memory. */
  readonly isStored?: boolean
}

/** Rows of one segment. */
export interface Segment {
  readonly declarations: readonly SignalDeclaration[]
  readonly nColumn: number
  readonly chunks: RowChunk[]
}

/** Sink for the rows of a recorder that does not keep them. */
export interface RowSink {
  /** Starts a segment with these signals. */
  startSegment(declarations: readonly SignalDeclaration[]): void
  /** Rows of time and values in sequence; the array is reused afterwards. */
  takeRows(rows: Float64Array): void
}
