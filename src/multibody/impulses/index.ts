/** Impulses: forces of no duration, which let all velocities of the model jump. */
export { Impacts } from './impacts.ts'
export { ImpulseTotals } from './impulse-totals.ts'
export { ModelResponse } from './model-response.ts'
