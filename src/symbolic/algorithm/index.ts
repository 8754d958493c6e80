/** Functions written as algorithms, with loops and local variables: parsing, calls, derivatives of the text. */
export { type Algorithm, type AlgorithmVariable, variablesOf } from './algorithm.ts'
export { differentiateAlgorithm, rateName } from './differentiate-algorithm.ts'
export { findUndeclared, parseAlgorithm } from './parse-algorithm.ts'
export { runAlgorithm } from './run-algorithm.ts'
