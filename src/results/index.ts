/** Signals of a run: table, files, diagrams. */
export { RunWarnings, type Warn } from './attributes/index.ts'
export { readBinary, readCsv, readJson, writeBinary, writeCsv, writeJson } from './files/index.ts'
export { plot, plotSvg, plotText } from './plot/index.ts'
export { type RowSink, type SignalDeclaration, SignalRecorder } from './recording/index.ts'
export { StreamReader, StreamWriter } from './stream/index.ts'
export {
  type Attribute,
  type Attributes,
  type IslandTable,
  joinTables,
  type NewAttributes,
  SignalTable,
  type TimedKind,
} from './table/index.ts'
