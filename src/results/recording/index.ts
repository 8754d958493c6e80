/** Recording of signals while a run goes on. */
export { SignalRecorder } from './signal-recorder.ts'
