/** Functions written as algorithms, with loops and local variables: parsing, calls, derivatives of the text. */
export { type Algorithm, type AlgorithmStatement, type AlgorithmVariable, variablesOf } from './algorithm.ts'
export { type AlgorithmFunction, algorithmOf, rememberAlgorithm } from './algorithm-function.ts'
export { differentiateAlgorithm, rateName } from './differentiate-algorithm.ts'
export { findUndeclared, parseAlgorithm } from './parse-algorithm.ts'
export { MAX_REPETITIONS, runAlgorithm } from './run-algorithm.ts'
