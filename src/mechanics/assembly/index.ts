/** Configurations of mechanisms: joints move until gaps are closed. */
export { approachGuess, type GuessProblem } from './approach-guess.ts'
export { closeGaps } from './close-gaps.ts'
export { computeFrameJacobian } from './frame-jacobian.ts'
export { type LoopSizes, measureReach, measureSizes } from './loop-sizes.ts'
export { computeRowJacobian } from './row-jacobian.ts'
export { type SearchProblem, searchConfiguration } from './search-configuration.ts'
