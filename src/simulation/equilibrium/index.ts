/** Static equilibrium: states of rest, and their stability. */
export { createStart, type Equilibrium, type EquilibriumOptions, mergeTrees } from './equilibrium.ts'
export { searchRest } from './search-rest.ts'
