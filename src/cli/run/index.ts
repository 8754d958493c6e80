/** A run from the command line: settings, progress, interruption, what is said at its end. */
export { Progress } from './progress.ts'
export { type ModelRun, type RunRequest, runModel, withSettings } from './run-model.ts'
export { readRunOptions, splitNames } from './run-options.ts'
export { parseSettings } from './settings.ts'
export { describeRun, printRun, type RunDescription } from './summary.ts'
