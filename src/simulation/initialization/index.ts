/** Start values that satisfy the equations and `init`; static equilibrium. */
export {
  createStart,
  type Equilibrium,
  type EquilibriumOptions,
  mergeTrees,
  searchRest,
} from './equilibrium.ts'
export { checkInit, fulfilConstraints, solveInit } from './solve-init.ts'
