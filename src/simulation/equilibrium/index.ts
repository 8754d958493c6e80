/** Static equilibrium: states of rest, and whether they are stable. */
export { createStart, type Equilibrium, type EquilibriumOptions, mergeTrees } from './equilibrium.ts'
export { searchRest } from './search-rest.ts'
