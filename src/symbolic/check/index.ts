/** Units, temperatures and calls are checked. */
export { checkCalls } from './check-calls.ts'
export { checkTemperatures } from './check-temperatures.ts'
export { checkEquationUnits, type InferredUnit, inferUnit, type UnitOf } from './units.ts'
