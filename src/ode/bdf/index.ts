/** `bdf`: backward differentiation formulas of variable order in Nordsieck form. */

export { BdfStepper } from './bdf.ts'
export { BdfCorrector, type Renewal } from './bdf-newton.ts'
export { createBdf, OdeBdf } from './bdf-of-ode.ts'
export type { BdfAttempt, BdfSystem } from './bdf-system.ts'
