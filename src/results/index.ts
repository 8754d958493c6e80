export { readBinary, writeBinary } from './binary.ts'
export type { NewConstant, SignalDescription } from './create-signal.ts'
export { readCsv } from './csv-read.ts'
export { type CsvOptions, writeCsv } from './csv-write.ts'
export type { Side } from './interpolate.ts'
export { joinTables, type PartTable } from './join-tables.ts'
export { readJson, writeJson } from './json.ts'
export type { Diagram, DiagramOptions, PlotLayout, PlotRow } from './plot/layout.ts'
export { type PlotOptions, plotSvg } from './plot/plot-svg.ts'
export { plotText, type TextPlotOptions } from './plot/plot-text.ts'
export type { SignalDeclaration } from './segments.ts'
export type { Signal, SignalData, SignalHeader, SignalKind, SignalType, TimeAxis } from './signal.ts'
export { SignalRecorder } from './signal-recorder.ts'
export {
  type Attribute,
  type Attributes,
  type LazySignal,
  type NewAlias,
  type NewSignal,
  type NewTime,
  type RunWarning,
  SignalTable,
  type TimedKind,
} from './signal-table.ts'
export type { SummaryOptions } from './summary.ts'
