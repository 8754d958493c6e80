/** Signals of a run: recording, table, diagrams. */

export {
  type Curve,
  createCurves,
  type PlotLayout,
  parseLayout,
  plot,
  plotSvg,
  plotText,
} from './plot/index.ts'
export {
  type RowChunk,
  type RowSink,
  RunWarnings,
  type SignalDeclaration,
  SignalRecorder,
  type Warn,
} from './recording/index.ts'
export {
  type ActionRecord,
  type Attribute,
  type Attributes,
  type ContactRecord,
  countElements,
  type ImpactRecord,
  type IslandTable,
  joinTables,
  type NewAttributes,
  type RunWarning,
  type SegmentAttributes,
  type SegmentTree,
  SIGNAL_KINDS,
  SIGNAL_TYPES,
  type Signal,
  type SignalKind,
  SignalTable,
  type SignalType,
  splitIndices,
  type TimedKind,
} from './table/index.ts'
