/** Impulses: what forces that act for no time do to all velocities of the model. */
export { Impacts } from './impacts.ts'
export type { ImpulseTotals } from './impulse-totals.ts'
export { ModelResponse } from './model-response.ts'
