/** Rows of signals as they are recorded. */
import type { SignalDescription, TimedKind } from '../table/index.ts'

/** A signal of one segment of a simulation. An array takes `nElement` neighboring columns, row-major. */
export interface SignalDeclaration extends SignalDescription {
  /** Default: variable. */
  readonly kind?: TimedKind
}

/** Some rows of a segment, which may be somewhere else until they are needed. */
export interface RowChunk {
  readonly nRow: number
  /** Rows of 1 + nColumn numbers: time and values (at least nRow × (1 + nColumn)). */
  load(): Float64Array
  /** Whether they are on disk, because there may be more than the memory holds. */
  readonly isStored?: boolean
}

/** Rows of one segment. */
export interface Segment {
  readonly declarations: readonly SignalDeclaration[]
  readonly nColumn: number
  readonly chunks: RowChunk[]
}

/** Takes the rows of a recorder that does not keep them. */
export interface RowSink {
  /** A segment begins, with these signals. */
  startSegment(declarations: readonly SignalDeclaration[]): void
  /** Rows of time and values one after the other; the array is used again afterwards. */
  takeRows(rows: Float64Array): void
}
