/** A run from the command line: settings, progress, interruption, what is said at its end. */
export { Progress } from './progress.ts'
export { parseSettings } from './settings.ts'
export { type ModelRun, runModel, type RunRequest } from './run-model.ts'
export { readRunOptions, splitNames } from './run-options.ts'
export { describeRun, printRun, type RunDescription } from './summary.ts'
