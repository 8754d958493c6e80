/** Arrays of Booleans: lists in expressions of parameters, the numbers 0 and 1 in the store and in functions. */
import { describe, VarioError } from '../../base/index.ts'
import {
  dataOf,
  type EvaluatedValue,
  type FunctionInfo,
  hasBooleanArrays,
  isMatrix,
  isNumeric,
} from '../../symbolic/index.ts'

/** The Booleans of a vector or of rows as numbers; undefined for other values. */
export function numbersOfBooleans(value: EvaluatedValue): EvaluatedValue | undefined {
  if (isNumeric(value)) return dataOf(value).every((x) => x === 0 || x === 1) ? value : undefined
  if (!Array.isArray(value)) return undefined
  const isOfBooleans = (list: unknown): list is boolean[] =>
    Array.isArray(list) && list.every((each) => typeof each === 'boolean')
  if (isOfBooleans(value)) return Float64Array.from(value, Number)
  const [first] = value
  if (!value.every((row) => isOfBooleans(row) && row.length === first.length)) return undefined
  return { rows: value.length, cols: first.length, data: Float64Array.from(value.flat(), Number) }
}

/** The functions for expressions of parameters: those with arrays of Booleans take and return lists. */
export function withBooleanLists(
  functions: ReadonlyMap<string, FunctionInfo>,
): ReadonlyMap<string, FunctionInfo> {
  if (![...functions.values()].some(hasBooleanArrays)) return functions
  return new Map(
    Array.from(functions, ([name, info]) => [name, hasBooleanArrays(info) ? withLists(info) : info]),
  )
}

function withLists(info: FunctionInfo): FunctionInfo {
  const { name, inputs = [], booleans = [], results = 1 } = info
  const evaluate = (...args: EvaluatedValue[]): unknown => {
    const numbers = args.map((arg, k) => {
      const isEmpty = isNumeric(arg) && dataOf(arg).length === 0
      if ((inputs[k]?.booleans ?? 0) === 0 || isEmpty) return arg
      const found = isNumeric(arg) ? undefined : numbersOfBooleans(arg)
      if (found !== undefined) return found
      const message = `${name}: expected an array of Booleans for ${inputs[k].name}, got ${describe(isMatrix(arg) ? arg.data : arg)}. Write true and false.`
      throw new VarioError('EVALUATION', message, { function: name, argument: inputs[k].name })
    })
    const value = info.evaluate(...(numbers as never[]))
    const listed = (each: EvaluatedValue, k: number): EvaluatedValue =>
      (booleans[k] ?? 0) > 0 ? listOf(each) : each
    return results === 1
      ? listed(value as EvaluatedValue, 0)
      : (value as EvaluatedValue[]).map((each, k) => listed(each, k))
  }
  return { ...info, evaluate }
}

/** The list of Booleans, or of rows of Booleans, of the numbers 0 and 1. */
function listOf(value: EvaluatedValue): EvaluatedValue {
  if (!isNumeric(value)) return value
  const list = Array.from(dataOf(value), (x) => x === 1)
  if (!isMatrix(value)) return list
  return Array.from({ length: value.rows }, (_, i) => list.slice(i * value.cols, (i + 1) * value.cols))
}
