/** The Jacobian of a model, its pattern, and linearization. */
export { RunTolerances } from './inner-tolerances.ts'
export { createJacobian, type Evaluate } from './jacobian.ts'
export { type Linearization, linearizeAt } from './linearize.ts'
export { findGroupPattern } from './state-pattern.ts'
