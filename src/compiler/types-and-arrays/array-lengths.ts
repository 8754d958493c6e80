import type { EvaluatedModel, FlatModel } from '../../model/index.ts'
import { CONSTANTS, call, type Expr, isMatrix, name } from '../../symbolic/index.ts'
import { sizesOf } from './gather-elements.ts'
import { evaluateRange, type UnrolledRange } from './unroll-comprehensions.ts'

/** Number of elements of a vector at translation, and the range from which it follows; none: it never changes. */
export interface VectorLength {
  readonly length: number
  readonly range?: UnrolledRange
}

/** Returns the length of a vector; null if it is unknown, or not a vector. */
export type Lengths = (expr: Expr) => VectorLength | null

/** Functions of vectors whose results have other lengths than their arguments. */
const OTHERS: ReadonlySet<string> = new Set(
  'sum product norm dot length size ndims transpose inv det cat solve diagonal skew outerProduct'.split(' '),
)
/** Functions of numbers alone that make vectors. */
const MAKING: ReadonlySet<string> = new Set(['fill', 'zeros', 'ones', 'linspace', 'eachindex'])

/** Returns a function that gives the lengths of vectors, by start values and by the equations that define them. */
export function createLengths(
  model: FlatModel,
  values: EvaluatedModel,
  isScalar: (expr: Expr) => boolean,
): Lengths {
  let definitions: Map<string, Expr[]> | undefined
  const known = new Map<string, VectorLength | null>()
  const ofRange = (range: Expr): VectorLength | null => {
    const elements = evaluateRange(range, values)
    return elements && { length: elements.length, range: { range, values: elements } }
  }
  const ofName = (variable: string): VectorLength | null => {
    const value = values.parameters.get(variable)
    if (value instanceof Float64Array || sizesOf(variable, values)?.length === 1)
      return ofRange(call('eachindex', name(variable)))
    if (value !== undefined || sizesOf(variable, values) !== undefined || CONSTANTS.has(variable)) return null
    const found = known.get(variable)
    if (found !== undefined) return found
    // a cycle gives no length
    known.set(variable, null)
    definitions ??= definitionsOf(model)
    for (const definition of definitions.get(variable) ?? []) {
      const length = lengthOf(definition)
      if (length === null) continue
      known.set(variable, length)
      return length
    }
    return null
  }
  const isVector = (part: Expr): boolean => lengthOf(part) !== null
  /** Length of all parts that are not numbers; null if they differ, or one is unknown. */
  const common = (parts: readonly Expr[]): VectorLength | null => {
    const lengths = parts.filter((part) => !isScalar(part)).map(lengthOf)
    const [first = null] = lengths
    return first !== null && lengths.every((each) => each?.length === first.length) ? first : null
  }
  const lengthOf: Lengths = (e) => {
    switch (e.kind) {
      case 'name':
        return ofName(e.name)
      case 'array':
        return e.isBlocks || e.elements.some(isVector) ? null : { length: e.elements.length }
      case 'range':
        return ofRange(e)
      case 'comprehension':
        return isVector(e.body) ? null : lengthOf(e.range)
      case 'if':
        return lengthOf(e.then) ?? lengthOf(e.else)
      case 'index':
        return e.subscripts.length === 1 ? lengthOf(e.subscripts[0]) : null
      case 'call':
        if (model.functions.has(e.fn) || OTHERS.has(e.fn)) return null
        if (MAKING.has(e.fn)) return ofRange(e)
        if ((e.fn === 'min' || e.fn === 'max') && e.args.length === 1) return null
        return e.fn === '*' && !e.args.some(isScalar) ? ofProduct(e.args[0]) : common(e.args)
      default:
        return null
    }
  }
  /** Length of a product of a matrix and a vector. */
  const ofProduct = (matrix: Expr): VectorLength | null => {
    const value = matrix.kind === 'name' ? values.parameters.get(matrix.name) : undefined
    if (!isMatrix(value)) return null
    return ofRange({ kind: 'range', from: { kind: 'number', value: 1 }, step: null, to: rowsOf(matrix) })
  }
  return lengthOf
}

function rowsOf(matrix: Expr): Expr {
  return call('size', matrix, { kind: 'number', value: 1 })
}

/** Expressions that equations equate with variables, or with their derivatives. */
function definitionsOf({ equations, whens }: FlatModel): Map<string, Expr[]> {
  const definitions = new Map<string, Expr[]>()
  const add = (target: Expr, value: Expr): void => {
    const base = target.kind === 'call' && target.fn === 'der' ? target.args[0] : target
    if (base.kind !== 'name') return
    const list = definitions.get(base.name)
    if (list) list.push(value)
    else definitions.set(base.name, [value])
  }
  for (const { left, right } of equations) {
    add(left, right)
    add(right, left)
  }
  for (const { actions } of whens)
    for (const action of actions)
      if (action.kind === 'assign' && action.subscripts === undefined)
        add({ kind: 'name', name: action.name }, action.value)
  return definitions
}
