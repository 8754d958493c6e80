/** `bdf`: backward differentiation formulas of variable order in Nordsieck form. */

export type { BdfSystem, CorrectorHistory } from './bdf-system.ts'
export { BdfStepper } from './method.ts'
export { createBdf } from './ode-system.ts'
