/** Records results at output points, and warns of suspicious values. */
export { OutputPoints } from './output-points.ts'
export { ResultRecorder } from './result-recorder.ts'
export { addParameters, signalName } from './signal-names.ts'
export { warnOfOpenEnds, warnOfParameters, warnOfRedundancies } from './value-warnings.ts'
