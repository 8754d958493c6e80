/** Configurations of mechanisms: joints move until gaps are closed. */
export { closeGaps } from './close-gaps.ts'
export { computeRowJacobian } from './row-jacobian.ts'
export { type SearchProblem, searchConfiguration } from './search-configuration.ts'
