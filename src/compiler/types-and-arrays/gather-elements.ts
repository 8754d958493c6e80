import type { EvaluatedModel } from '../../model/index.ts'
import {
  array,
  call,
  type Expr,
  index,
  isMatrix,
  mapNames,
  number,
  ONE,
  printExpr,
  simplify,
  substitute,
  ZERO,
} from '../../symbolic/index.ts'
import {
  baseOfDerivative,
  createEquationSet,
  type ExpandedEquation,
  nameDerivatives,
} from '../equations/index.ts'
import { checkStructure } from '../structural-analysis/index.ts'
import { evaluateRange, type UnrolledRange } from './unroll-comprehensions.ts'

/** The equations after joining, and the ranges of subscripts for which they hold. */
export interface GatheredEquations {
  readonly equations: readonly ExpandedEquation[]
  readonly ranges: readonly UnrolledRange[]
}

/**
 * Joins `x[1] = a` and `x[2:n] = b` into the equation `x = cat(1, [a], b)` at the place of the first, because an array
 * is one unknown. Likewise for derivatives, `der(x)[1] = a`, and for matrices. Equations stay unchanged
 * - of an array unless each of its elements has exactly one such equation,
 * - of an array that other equations determine: with a state x, `y = x[1]` determines y,
 * - of a scalar: its start value is a number, or it is itself the value of its element.
 */
export function gatherElements(
  equations: readonly ExpandedEquation[],
  values: EvaluatedModel,
  isKnown: (name: string) => boolean,
  isScalar: (expr: Expr) => boolean,
): GatheredEquations {
  const pieces = equations.flatMap((equation, eq) => {
    const piece = findPiece(equation, eq, values, isKnown, isScalar)
    return piece === null || typeof startOf(piece.name, values) === 'number' ? [] : [piece]
  })
  const arrays = [...groupByArray(pieces).values()].flatMap((list) => {
    // y = x[1] defines x[1] only if nothing else does
    const strong = list.filter(({ value }) => value.kind !== 'name' || isKnown(value.name))
    const found = [strong, list].find((part) => part.length > 0 && isComplete(part, values))
    return found === undefined ? [] : [found]
  })
  if (arrays.length === 0) return { equations, ranges: [] }
  const isDetermined = createIsDetermined(equations, pieces, isKnown)
  const replaced = new Map<number, ExpandedEquation | null>()
  const ranges: UnrolledRange[] = []
  for (const list of arrays) {
    if (isDetermined(list[0].name)) continue
    for (const { eq, open } of list) {
      replaced.set(eq, null)
      ranges.push(...open)
    }
    const first = list.reduce((least, { eq }) => Math.min(least, eq), Infinity)
    replaced.set(first, { ...equations[first], left: list[0].array, right: join(list, isScalar) })
  }
  const joined = equations.flatMap((equation, eq) => {
    const next = replaced.get(eq)
    if (next === undefined) return [equation]
    return next === null ? [] : [next]
  })
  return { equations: joined, ranges }
}

/** The pieces of each array, in the order of their elements. */
function groupByArray(pieces: readonly Piece[]): Map<string, Piece[]> {
  const groups = new Map<string, Piece[]>()
  for (const piece of pieces) {
    const list = groups.get(piece.key)
    if (list) list.push(piece)
    else groups.set(piece.key, [piece])
  }
  for (const list of groups.values()) list.sort((a, b) => a.places[0][0] - b.places[0][0])
  return groups
}

/** True if each element of a vector or matrix has exactly one equation. */
function isComplete(list: readonly Piece[], values: EvaluatedModel): boolean {
  const [{ name, places }] = list
  if (list.some((piece) => piece.places.length !== places.length)) return false
  const sizes =
    sizesOf(name, values) ??
    places.map((_, k) => list.reduce((n, piece) => Math.max(n, ...piece.places[k]), 0))
  if (sizes.length !== places.length) return false
  const nCols = sizes[1] ?? 1
  const isTaken = new Uint8Array(sizes[0] * nCols)
  let nTaken = 0
  for (const piece of list) {
    const [rows, cols = [1]] = piece.places
    for (const i of rows) {
      for (const j of cols) {
        const isInside =
          Number.isInteger(i) && Number.isInteger(j) && i >= 1 && j >= 1 && i <= sizes[0] && j <= nCols
        const at = (i - 1) * nCols + j - 1
        if (!isInside || isTaken[at] === 1) return false
        isTaken[at] = 1
        nTaken++
      }
    }
  }
  return nTaken === isTaken.length && nTaken > 0
}

/** The whole array from its pieces. */
function join(list: readonly Piece[], isScalar: (expr: Expr) => boolean): Expr {
  const [first] = list
  if (first.places.length === 2) return joinMatrix(list)
  const isInOrder = list.every(({ places: [rows] }) =>
    rows.every((row, k) => k === 0 || row === rows[k - 1] + 1),
  )
  if (!isInOrder) return array(...elementsOf(list))
  const parts: Expr[] = []
  let elements: Expr[] = []
  const close = (): void => {
    if (elements.length > 0) parts.push(array(...elements))
    elements = []
  }
  for (const { value, places, isElement } of list) {
    if (isElement) elements.push(value)
    else {
      close()
      parts.push(isScalar(value) ? call('fill', value, number(places[0].length)) : value)
    }
  }
  close()
  return parts.length === 1 ? parts[0] : call('cat', ONE, ...parts)
}

/** The elements of a vector in their order. */
function elementsOf(list: readonly Piece[]): Expr[] {
  const elements: Expr[] = []
  for (const piece of list)
    for (const [k, row] of piece.places[0].entries()) elements[row - 1] = elementOf(piece, [k])
  return elements
}

function joinMatrix(list: readonly Piece[]): Expr {
  const [first] = list
  if (list.length === 1 && first.places.every((place) => place.every((k, i) => k === i + 1)))
    return first.value
  const rows: Expr[][] = []
  for (const piece of list) {
    const [is, js] = piece.places
    for (const [k, i] of is.entries()) {
      rows[i - 1] ??= []
      for (const [l, j] of js.entries()) rows[i - 1][j - 1] = elementOf(piece, [k, l])
    }
  }
  return array(...rows.map((row) => array(...row)))
}

/** Element of the value of a piece at positions counted from 0. */
function elementOf({ value, ranks }: Piece, positions: readonly number[]): Expr {
  let inner = value
  positions.forEach((position, k) => {
    if (ranks[k] === 0 || inner.kind === 'number') return
    if (inner.kind !== 'comprehension') inner = index(inner, [number(position + 1)])
    else inner = substitute(inner.body, new Map([[inner.variable, valueAt(inner.range, position)]]))
  })
  return inner
}

/** Value of a range at a position counted from 0. */
function valueAt(range: Expr, position: number): Expr {
  if (range.kind !== 'range') return index(range, [number(position + 1)])
  const distance = range.step === null ? number(position) : call('*', number(position), range.step)
  return simplify(call('+', range.from, distance))
}

/**
 * Returns a function that is true for an array determined by the equations other than those of its elements. Equations
 * of elements are scalar and determine no array, only the other variables in them: `x[1] = a + y[2]` counts as `0 = a`.
 */
function createIsDetermined(
  equations: readonly ExpandedEquation[],
  pieces: readonly Piece[],
  isKnown: (name: string) => boolean,
): (array: string) => boolean {
  const others = [...equations]
  const arrays = new Set(pieces.map(({ name }) => name))
  for (const { eq, value } of pieces) {
    const right = mapNames(nameDerivatives(value), (node) =>
      arrays.has(baseOfDerivative(node.name)) ? ZERO : node,
    )
    others[eq] = { left: ZERO, right, source: equations[eq].source }
  }
  const equationSet = createEquationSet(others, isKnown)
  const { parts } = checkStructure(equationSet.build(), Int32Array.from(equationSet.derivativeOf))
  const undetermined = new Set(parts.underVars)
  return (array) => {
    const v = equationSet.index.get(array)
    return v !== undefined && !undetermined.has(v)
  }
}

/** Numbers of elements of an array by its start value, one per dimension; undefined without one. */
export function sizesOf(name: string, values: EvaluatedModel): readonly number[] | undefined {
  const value = startOf(name, values)
  if (value instanceof Float64Array) return [value.length]
  return isMatrix(value) ? [value.rows, value.cols] : undefined
}

function startOf(name: string, { attributes }: EvaluatedModel) {
  const { init, start } = attributes.get(name) ?? {}
  return init ?? start
}

/** An equation that defines one element, or several elements, of an array. */
interface Piece {
  readonly eq: number
  /** Name of the array, or of the array whose derivative this is. */
  readonly name: string
  readonly array: Expr
  /** The array as text. */
  readonly key: string
  /** Subscripts of the elements, counted from 1, per dimension. */
  readonly places: readonly (readonly number[])[]
  /** Number of dimensions of the value along each dimension of the array: 1 for a range, 0 for a subscript. */
  readonly ranks: readonly number[]
  readonly isElement: boolean
  /** The subscripts that follow from parameters. */
  readonly open: readonly UnrolledRange[]
  readonly value: Expr
}

function findPiece(
  { left, right }: ExpandedEquation,
  eq: number,
  values: EvaluatedModel,
  isKnown: (name: string) => boolean,
  isScalar: (expr: Expr) => boolean,
): Piece | null {
  for (const [side, value] of [
    [left, right],
    [right, left],
  ]) {
    if (side.kind !== 'index' || side.subscripts.length > 2) continue
    const base = withoutDerivative(side.base)
    if (base.kind !== 'name' || isKnown(base.name)) continue
    const whole = withoutDerivative(value)
    if (whole.kind === 'name' && whole.name === base.name) continue
    const open: UnrolledRange[] = []
    const sizes = sizesOf(base.name, values)
    const places = side.subscripts.map((subscript, k) => {
      if (subscript.kind === 'number') return [subscript.value]
      const range = withEnd(subscript, sizes?.[k])
      const found = evaluateRange(range, values)
      if (found !== null) open.push({ range, values: found })
      return found
    })
    if (places.some((place) => place === null || place.length === 0)) continue
    const isOne = (subscript: Expr): boolean => subscript.kind === 'number' || isScalar(subscript)
    const ranks = side.subscripts.map((subscript) => (isOne(subscript) ? 0 : 1))
    const isElement = !ranks.includes(1)
    const { base: array } = side
    return {
      eq,
      name: base.name,
      array,
      key: printExpr(array),
      places: places as number[][],
      ranks,
      isElement,
      open,
      value,
    }
  }
  return null
}

/** A subscript with the size of the dimension in place of `end`. */
function withEnd(subscript: Expr, size: number | undefined): Expr {
  if (size === undefined) return subscript
  if (subscript.kind === 'end') return number(size)
  if (subscript.kind === 'call')
    return { ...subscript, args: subscript.args.map((arg) => withEnd(arg, size)) }
  if (subscript.kind !== 'range') return subscript
  const { from, to } = subscript
  return { ...subscript, from: withEnd(from, size), to: withEnd(to, size) }
}

function withoutDerivative(expr: Expr): Expr {
  let base = expr
  while (base.kind === 'call' && base.fn === 'der') base = base.args[0]
  return base
}
