/** A run from the command line: settings, progress, interruption, summary. */
export { type ModelRun, runModel, withSettings } from './run-model.ts'
export { RUN_OPTIONS, readRunOptions, splitNames } from './run-options.ts'
export { describeRun, printRun } from './summary.ts'
