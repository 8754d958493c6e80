/** `bdf`: backward differentiation formulas of variable order in Nordsieck form. */
export { BdfStepper } from './bdf-stepper.ts'
export type { BdfSystem, CorrectorHistory } from './bdf-system.ts'
export { createBdf } from './ode-system.ts'
