/** Evaluates parameters in SI units, in the order of their dependencies. */
import { toSI, VarioError } from '../../base/index.ts'
import {
  type EvaluatedValue,
  type Expr,
  evaluate,
  type FunctionInfo,
  type MatrixValue,
} from '../../symbolic/index.ts'
import { isExpr, type Value } from '../nodes.ts'
import { mapRecord, plainPart } from '../records.ts'
import { withBooleanLists } from './boolean-values.ts'
import type { FlatParameter, ValueOrExpr } from './flat-model.ts'

/** Evaluates parameters on demand, each once. */
export class ParameterEvaluator {
  private readonly find: (name: string) => Pick<FlatParameter, 'value' | 'unit'> | undefined
  private readonly functions: ReadonlyMap<string, FunctionInfo>
  private readonly values = new Map<string, EvaluatedValue>()
  /** Names under evaluation, from the outermost to the innermost. */
  private readonly active = new Set<string>()

  constructor(
    find: (name: string) => Pick<FlatParameter, 'value' | 'unit'> | undefined,
    functions: ReadonlyMap<string, FunctionInfo>,
  ) {
    this.find = find
    this.functions = withBooleanLists(functions)
  }

  /** The value of the parameter `name`; a cycle is an error that lists it. */
  value(name: string): EvaluatedValue {
    const value = this.lookup(name)
    if (value === undefined)
      throw new VarioError('MODEL', `parameters: expected the name of one, got '${name}'.`, { name })
    return value
  }

  /** Evaluates a literal written in `unit`, or an expression, in SI; `owner` is for messages. */
  evaluate(owner: string, value: ValueOrExpr, unit: string | undefined): EvaluatedValue {
    if ('expr' in value) return this.evaluateExpr(owner, value.expr)
    const evaluated = mapRecord(value.literal, (part) =>
      isExpr(part) ? this.evaluateExpr(owner, part.expr) : plainPart(part),
    )
    return literalToSI(evaluated as Value, unit)
  }

  private lookup(name: string): EvaluatedValue | undefined {
    const known = this.values.get(name)
    if (known !== undefined) return known
    const parameter = this.find(name)
    if (parameter === undefined) return undefined
    if (this.active.has(name)) this.failCycle(name)
    this.active.add(name)
    const value = this.evaluate(name, parameter.value, parameter.unit)
    this.active.delete(name)
    this.values.set(name, value)
    return value
  }

  private evaluateExpr(owner: string, expr: Expr): EvaluatedValue {
    try {
      return evaluate(expr, { lookup: (name) => this.lookup(name), functions: this.functions })
    } catch (error) {
      if (!(error instanceof VarioError) || error.code !== 'EVALUATION') throw error
      throw new VarioError('MODEL', `${owner}: ${error.message}`, { ...error.fields, path: owner })
    }
  }

  private failCycle(name: string): never {
    const names = [...this.active]
    const cycle = [...names.slice(names.indexOf(name)), name]
    const message = `${cycle[0]}: expected a value that does not depend on itself, got the cycle ${cycle.join(' → ')}. Give one of them a number.`
    throw new VarioError('MODEL', message, { cycle })
  }
}

/** Converts a literal to SI: vectors to Float64Array, matrices to rows in one array. */
export function literalToSI(value: Value, unit: string | undefined): EvaluatedValue {
  const scale = unit === undefined ? (x: number) => x : (x: number) => toSI(x, unit)
  if (typeof value === 'number') return scale(value)
  if (ArrayBuffer.isView(value) && !(value instanceof DataView)) {
    return Float64Array.from(value as unknown as ArrayLike<number>, scale)
  }
  if (!Array.isArray(value)) return value
  if (value.every((item) => typeof item === 'number')) return Float64Array.from(value as number[], scale)
  return matrixOf(value, scale) ?? value
}

/** Rows of numbers as a matrix; undefined for another kind of list. */
function matrixOf(rows: readonly Value[], scale: (x: number) => number): MatrixValue | undefined {
  const isRow = (row: Value): row is readonly number[] =>
    (Array.isArray(row) && row.every((item) => typeof item === 'number')) || row instanceof Float64Array
  if (!rows.every(isRow)) return undefined
  const cols = rows[0].length
  if (rows.some((row) => row.length !== cols)) {
    const lengths = rows.map((row) => row.length).join(', ')
    throw new VarioError('MODEL', `matrix: expected rows with the same number of elements, got ${lengths}.`)
  }
  const data = new Float64Array(rows.length * cols)
  for (const [i, row] of rows.entries()) data.set(Array.from(row, scale), i * cols)
  return { rows: rows.length, cols, data }
}
