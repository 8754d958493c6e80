/** One run: its loop of steps, its segments, and its islands. */

export { describeSource } from './describe-source.ts'
export { DividedModel } from './divided-model.ts'
export { retranslate } from './retranslate.ts'
export { SimulationRun } from './simulation-run.ts'
export { StepLoop } from './step-loop.ts'
