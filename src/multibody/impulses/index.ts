/** Impulses: forces of no duration, which let all velocities of the model jump, at impacts and at locks. */
export { Impacts } from './impacts.ts'
export { ImpulseTotals } from './impulse-totals.ts'
export { lockPlastically } from './lock-impulse.ts'
