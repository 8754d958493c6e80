/** Results at output points, and warnings about them. */
export { OutputPoints } from './output-points.ts'
export { addParameters, ResultRecorder, signalName } from './result-recorder.ts'
