/** Signals of a run: tables of names and values, interpolation, recording, summary; diagrams. */
export type { NewConstant, SignalDescription } from './create-signal.ts'
export type { Side } from './interpolate.ts'
export { type IslandTable, joinTables } from './join-tables.ts'
export {
  COLORS,
  type Curve,
  createCurves,
  createNameTicks,
  createRange,
  type Diagram,
  type DiagramOptions,
  drawPanels,
  type Panel,
  type PanelMark,
  type PictureOptions,
  type PlotLayout,
  type PlotOptions,
  type PlotRow,
  parseLayout,
  plot,
  plotSvg,
  plotText,
  type Range,
  type TextPlotOptions,
  writeTextFile,
} from './plot/index.ts'
export type { SummaryOptions } from './print-summary.ts'
export type { RowChunk, RowSink, SignalDeclaration } from './rows.ts'
export type {
  ActionRecord,
  ContactRecord,
  ImpactRecord,
  SegmentAttributes,
  SegmentTree,
} from './run-records.ts'
export { type NewWarning, RunWarnings, type Warn } from './run-warnings.ts'
export {
  countElements,
  SIGNAL_KINDS,
  SIGNAL_TYPES,
  Signal,
  type SignalData,
  type SignalHeader,
  type SignalKind,
  type SignalType,
  type TimeAxis,
} from './signal.ts'
export { splitIndices } from './signal-name.ts'
export { SignalRecorder } from './signal-recorder.ts'
export { findSlope } from './signal-slope.ts'
export {
  type LazySignal,
  type NewAlias,
  type NewSignal,
  type NewTime,
  type RunWarning,
  SignalTable,
  type TimedKind,
} from './signal-table.ts'
export type { Attribute, Attributes, NewAttributes } from './table-attributes.ts'
