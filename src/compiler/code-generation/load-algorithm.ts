import {
  type AlgorithmFunction,
  algorithmOf,
  applyFunction,
  BUILTINS,
  copyArray,
  countRange,
  createMatrix,
  dataOf,
  type EvaluatedValue,
  type EvaluationContext,
  evaluate,
  type FunctionInfo,
  isMatrix,
  isNumeric,
  MAX_REPETITIONS,
  power,
} from '../../symbolic/index.ts'
import { type AlgorithmCode, emitAlgorithm } from './algorithm-emitter.ts'

type Evaluate = (...args: (EvaluatedValue | undefined)[]) => EvaluatedValue

/** Ends generated code whose assumptions do not hold: the interpreter takes over. */
class Leave extends Error {}
const LEAVE = new Leave('The interpreter takes over.')

/** Functions with generated code, by the function that interprets the same text. */
const loaded = new WeakMap<object, Evaluate>()

/**
 * The function with generated code instead of interpretation, if it was made from a text by `defineFunction`; otherwise the
 * value unchanged. The results are equal to the last bit. Code is generated at the first call.
 */
export function loadAlgorithm<T>(entry: T): T | Evaluate {
  if (typeof entry !== 'function') return entry
  const source = algorithmOf(entry)
  if (source === undefined) return entry
  const known = loaded.get(entry)
  if (known !== undefined) return known
  const interpret = entry as unknown as Evaluate
  let compiled: Evaluate | null | undefined
  const run: Evaluate = (...args) => {
    if (compiled === undefined) compiled = load(source)
    if (
      compiled === null ||
      args.length > source.nInputs ||
      (source.isDerivative && args.length < source.nInputs)
    )
      return interpret(...args)
    try {
      return compiled(...args)
    } catch (error) {
      if (error !== LEAVE) throw error
      return interpret(...args)
    }
  }
  loaded.set(entry, run)
  return run
}

function load({ algorithm, functions }: AlgorithmFunction): Evaluate | null {
  const code = emitAlgorithm(algorithm)
  if (code === null) return null
  const compiled = new Function(`return ${code.source}\n//# sourceURL=vario/functions/${algorithm.name}.js`)()
  return (compiled as (...args: unknown[]) => EvaluatedValue).bind(null, createServices(code, functions))
}

/** The services that the code calls as `s`. */
function createServices({ exprs, calls }: AlgorithmCode, functions: ReadonlyMap<string, FunctionInfo>) {
  const leave = (): never => {
    throw LEAVE
  }
  const is = {
    number: (value: unknown): value is number => typeof value === 'number',
    boolean: (value: unknown): value is boolean => typeof value === 'boolean',
    vector: (value: unknown): value is Float64Array => value instanceof Float64Array,
    matrix: isMatrix,
  }
  const builtins = Object.fromEntries(Array.from(BUILTINS, ([name, info]) => [name, info.evaluate]))
  return {
    ...{ is, leave, power, countRange, createMatrix, dataOf, builtins, copy: copyArray },
    maxRepetitions: MAX_REPETITIONS,
    number: (value: unknown): number => (typeof value === 'number' ? value : leave()),
    boolean: (value: unknown): boolean => (typeof value === 'boolean' ? value : leave()),
    vector: (value: unknown): Float64Array => (value instanceof Float64Array ? value : leave()),
    matrix: (value: unknown) => (isMatrix(value) ? value : leave()),
    numbersOf: (value: unknown): Float64Array => (isNumeric(value) ? dataOf(value) : leave()),
    /** Position of an element, counted from 0. */
    at: (subscript: number, size: number): number =>
      subscript >= 1 && subscript <= size && Number.isInteger(subscript) ? subscript - 1 : leave(),
    assign: (
      present: EvaluatedValue,
      value: EvaluatedValue,
      isRight: (value: unknown) => boolean,
    ): EvaluatedValue => {
      if (typeof value === 'number' && isNumeric(present)) {
        dataOf(present).fill(value)
        return present
      }
      return isRight(value) ? copyArray(value) : leave()
    },
    evaluate: (k: number, lookup: EvaluationContext['lookup']): EvaluatedValue =>
      evaluate(exprs[k], { lookup, functions, spreadsNumbers: true }),
    calls: calls.map((name) => createCall(name, functions)),
  }
}

/** A call of a function that is found when it is called: it may be registered later, or again. */
function createCall(name: string, functions: ReadonlyMap<string, FunctionInfo>): Evaluate {
  let info: FunctionInfo | undefined
  let direct: Evaluate | null = null
  return (...args) => {
    const found = functions.get(name)
    if (found === undefined) throw LEAVE
    if (found !== info) {
      info = found
      direct = found.shape === 'like' ? null : (loadAlgorithm(found.evaluate) as Evaluate)
    }
    return direct === null ? applyFunction(found, args as EvaluatedValue[]) : direct(...args)
  }
}
