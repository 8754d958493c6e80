/** Signals and their table: names, values, interpolation, summary. */

export type { SignalDescription } from './create-signal.ts'
export { type IslandTable, joinTables } from './join-tables.ts'
export type {
  ActionRecord,
  ContactRecord,
  ImpactRecord,
  SegmentAttributes,
  SegmentTree,
} from './run-records.ts'
export {
  countElements,
  SIGNAL_KINDS,
  SIGNAL_TYPES,
  Signal,
  type SignalData,
  type SignalKind,
  type SignalType,
} from './signal.ts'
export { splitIndices } from './signal-name.ts'
export { type RunWarning, SignalTable, type TimedKind } from './signal-table.ts'
export type { Attribute, Attributes, NewAttributes } from './table-attributes.ts'
