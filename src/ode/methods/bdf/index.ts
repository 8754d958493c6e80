/** `bdf`: backward differentiation formulas of variable order in Nordsieck form. */

export type { BdfAttempt, BdfSystem } from './bdf-system.ts'
export { BdfStepper } from './method.ts'
export { createBdf, OdeBdf } from './ode-system.ts'
export { BdfCorrector, type Renewal } from './step.ts'
