/** Parts common to all methods: the right-hand side, first steps, landing on a time. */

export { DefectWatch, type EvaluateDefect } from './defect-watch.ts'
export { findBlindLanding, findLanding, LANDING_MARGIN } from './find-landing.ts'
export { findNonFinite, RightHandSide } from './right-hand-side.ts'
export { StepProjection } from './step-projection.ts'
export { computeFirstStep, fitStep, type StartPoint, smallestStep } from './step-size.ts'
export type { Stepper, StepperOptions } from './stepper.ts'
