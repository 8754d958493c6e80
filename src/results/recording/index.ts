/** Recording of signals during a run. */
export type { RowChunk, RowSink, SignalDeclaration } from './rows.ts'
export { SignalRecorder } from './signal-recorder.ts'
