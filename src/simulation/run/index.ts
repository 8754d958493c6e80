/** A simulation run: the step loop, segments, and islands. */

export { describeSource } from './describe-source.ts'
export { DividedModel } from './divided-model.ts'
export type { DividedRun } from './divided-run.ts'
export { findHomotopyStart } from './homotopy-start.ts'
export { retranslate } from './retranslate.ts'
export { SimulationRun } from './simulation-run.ts'
export { StepLoop } from './step-loop.ts'
