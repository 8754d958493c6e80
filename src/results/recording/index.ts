/** Recording of signals while a run goes on. */
export type { RowChunk, RowSink, SignalDeclaration } from './rows.ts'
export { SignalRecorder } from './signal-recorder.ts'
