/** One run: its loop of steps, its segments, and its islands. */
export { DividedModel } from './divided-model.ts'
export { retranslate } from './retranslate.ts'
export { StepLoop } from './step-loop.ts'
