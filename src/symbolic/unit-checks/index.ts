/** Inference of units; checks of units, temperatures and calls. */
export { checkCalls } from './check-calls.ts'
export { checkTemperatures } from './check-temperatures.ts'
export { checkEquationUnits, type InferredUnit, inferUnit, type UnitOf } from './unit-inference.ts'
