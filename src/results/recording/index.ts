/** Recording of signals and warnings during a run. */
export type { RowChunk, RowSink, SignalDeclaration } from './rows.ts'
export { type NewWarning, RunWarnings, type Warn } from './run-warnings.ts'
export { SignalRecorder } from './signal-recorder.ts'
