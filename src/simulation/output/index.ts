/** Records results at output points, and warns of suspicious values. */
export { addParameters } from './add-parameters.ts'
export { OutputPoints } from './output-points.ts'
export { ResultRecorder } from './result-recorder.ts'
export { signalName } from './signal-names.ts'
export { warnOfParameters } from './warn-of-parameters.ts'
