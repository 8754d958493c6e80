/** Signals of a run: table, files, diagrams. */
export { RunWarnings, type Warn } from './attributes/index.ts'
export {
  bytesOfDoubles,
  checksumOfBytes,
  createTable,
  damagedHeader,
  decodeText,
  doublesAt,
  encodeText,
  joinBytes,
  parseHeader,
  printBinaryPieces,
  printCsvPieces,
  printHeader,
  printJsonPieces,
  readBinary,
  readCsv,
  readJson,
  type StoredSignal,
  writeBinary,
  writeCsv,
  writeJson,
} from './files/index.ts'
export {
  type Curve,
  createCurves,
  type PlotLayout,
  parseLayout,
  plot,
  plotSvg,
  plotText,
} from './plot/index.ts'
export { SignalRecorder } from './recording/index.ts'
export {
  checkFrame,
  checkStreamHead,
  decodeRows,
  FRAME_HEAD,
  FRAMES,
  type FrameHead,
  parseFrameHead,
  STREAM_HEAD,
  StreamAssembler,
  StreamReader,
  StreamWriter,
} from './stream/index.ts'
export {
  type Attribute,
  type Attributes,
  countElements,
  type IslandTable,
  joinTables,
  type NewAttributes,
  type Signal,
  SignalTable,
  type TimedKind,
} from './table/index.ts'
