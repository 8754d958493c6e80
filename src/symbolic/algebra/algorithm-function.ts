import type { FunctionInfo } from '../functions.ts'
import type { Algorithm } from './algorithm.ts'

/** The text behind a function, and the functions that it may call. */
export interface AlgorithmFunction {
  readonly algorithm: Algorithm
  readonly functions: ReadonlyMap<string, FunctionInfo>
  readonly nInputs: number
  /** True for a derivative, whose calls leave out arguments in both halves. */
  readonly isDerivative: boolean
}

const algorithms = new WeakMap<object, AlgorithmFunction>()

/** Remembers the text of a function that interprets it, so that generated code can take its place. */
export function rememberAlgorithm(evaluate: FunctionInfo['evaluate'], source: AlgorithmFunction): void {
  algorithms.set(evaluate, source)
}

/** The text of a function by `defineFunction`; undefined for other functions. */
export function algorithmOf(evaluate: object): AlgorithmFunction | undefined {
  return algorithms.get(evaluate)
}
