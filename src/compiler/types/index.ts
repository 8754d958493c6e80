/** Types of expressions: numbers, Booleans and texts are not mixed. */
export { assertNumericSystems } from './assert-numeric-systems.ts'
export { checkTypes } from './check-types.ts'
