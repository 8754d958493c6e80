/** Impulses: forces of no duration, which let all velocities of the model jump, at impacts and at locks. */
export { Impacts, ImpulseTotals } from './impacts.ts'
export { lockPlastically } from './lock-impulse.ts'
