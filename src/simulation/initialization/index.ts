/** Start values that satisfy the equations and `init`; static equilibrium. */
export {
  createMerge,
  type Equilibrium,
  type EquilibriumOptions,
  mergeTrees,
  searchRest,
} from './equilibrium.ts'
export { InitialValues } from './initial-values.ts'
export { checkInit, fulfilConstraints } from './solve-init.ts'
