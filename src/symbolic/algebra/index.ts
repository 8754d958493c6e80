/** Derivatives, simplification and solving of expressions, and of functions that are written as algorithms. */
export { type Algorithm, type AlgorithmStatement, type AlgorithmVariable, variablesOf } from './algorithm.ts'
export { type AlgorithmFunction, algorithmOf, rememberAlgorithm } from './algorithm-function.ts'
export type { ShapeContext } from './array-shape.ts'
export {
  BooleanArrays,
  hasBooleanArrays,
  isBooleanCall,
  isBooleanReduction,
  isNumberExpr,
} from './boolean-arrays.ts'
export {
  type DifferentiationContext,
  differentiateAlong,
  differentiateTime,
  expandDerivatives,
  hasDerivative,
  partial,
} from './differentiate.ts'
export { differentiateAlgorithm, rateName } from './differentiate-algorithm.ts'
export { type LinearSolution, linearFactor, solveFor } from './linear-factor.ts'
export { lowerAlgorithm } from './lower-algorithm.ts'
export { findUndeclared, parseAlgorithm, type RecordField } from './parse-algorithm.ts'
export { MAX_REPETITIONS, runAlgorithm } from './run-algorithm.ts'
export { simplify } from './simplify.ts'
