/** Static equilibrium: states of rest, and whether they are stable. */
export { createStart, type Equilibrium, type EquilibriumOptions, mergeTrees } from './equilibrium.ts'
export { findRest, type RestProblem } from './find-rest.ts'
