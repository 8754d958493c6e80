/** The Jacobian of a model, its pattern, and linearization. */
export { RunTolerances } from './inner-tolerances.ts'
export { type Linearization, linearizeAt } from './linearize-at.ts'
export { createJacobian, type Evaluate } from './state-jacobian.ts'
export { findGroupPattern, needsPattern, type StatePattern } from './state-pattern.ts'
