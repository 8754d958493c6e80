/** A run from the command line: settings, progress, interruption, what is said at its end. */
export { type ModelRun, runModel, withSettings } from './run-model.ts'
export { readRunOptions, splitNames } from './run-options.ts'
export { describeRun, printRun } from './summary.ts'
