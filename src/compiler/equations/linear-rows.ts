/**
 * Equations as rows of numbers, with the current values of the parameters, and their Gaussian elimination. Every number
 * has its size beside it, the sum of the magnitudes of the terms from which it was computed: a number far below its size
 * is rounding. Rows and columns may therefore be scaled at will.
 */
import type { EvaluatedModel } from '../../model/index.ts'
import { collectNames, type Expr, mapNames, number, printExpr } from '../../symbolic/index.ts'
import type { EquationSet } from './equation-set.ts'
import { parameterValue } from './parameter-factors.ts'

/** Numbers below this part of their size are rounding. */
const ROUNDING = 1e-12
/** Smallest difference of values that counts as a difference, relative to their size. */
const DIFFERENT = 1e-9
/** Entries touched by an elimination, per entry of the rows. */
const MAX_WORK = 1000

/** Name of the constant term among the known terms. */
export const CONSTANT = ''

/** A number, and the sum of the magnitudes of its terms. */
interface Sum {
  value: number
  size: number
}

/** Σ coefficient·unknown + Σ coefficient·known = 0. */
export interface LinearRow {
  readonly unknowns: Map<string, Sum>
  /** Terms without unknowns, by their text; constant ones have the text ''. */
  readonly known: Map<string, Sum>
  /** The equations of which it is a combination, by their numbers, with their factors. */
  readonly parts: Map<number, Sum>
}

/** An equation as a row, and the unknowns in terms of it that are not linear. */
export interface EquationRow extends LinearRow {
  readonly nonlinear: ReadonlySet<string>
}

/** Values of the parameters, and the names of the unknowns. */
export interface RowContext {
  readonly values: EvaluatedModel
  readonly isUnknown: (name: string) => boolean
}

/** The row of left - right = 0, the equation with number `eq`. */
export function createRow(left: Expr, right: Expr, eq: number, context: RowContext): EquationRow {
  const row = { unknowns: new Map(), known: new Map(), parts: partsOf(eq), nonlinear: new Set<string>() }
  const numberOf = (expr: Expr): number | null => parameterValue(expr, context.values)
  // Sums may be long: a stack instead of recursion
  const stack: [Expr, number][] = [
    [right, -1],
    [left, 1],
  ]
  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const [expr, factor] = entry
    if (expr.kind === 'name' && context.isUnknown(expr.name)) addTo(row.unknowns, expr.name, factor)
    else if (isConstantProduct(expr, numberOf) || !pushParts(expr, factor, stack, numberOf))
      addTerm(row, expr, factor, context)
  }
  return row
}

/** True for a product or quotient of numbers: one term, whose size is its own magnitude. */
function isConstantProduct(expr: Expr, numberOf: (expr: Expr) => number | null): boolean {
  return expr.kind === 'call' && (expr.fn === '*' || expr.fn === '/') && numberOf(expr) !== null
}

/** Rows of those of the equations that are linear. */
export function listLinearRows(
  equationSet: EquationSet,
  eqs: Iterable<number>,
  values: EvaluatedModel,
): LinearRow[] {
  const context = { values, isUnknown: (name: string) => equationSet.index.has(name) }
  const rows: LinearRow[] = []
  for (const e of eqs) {
    const { left, right } = equationSet.equations[e]
    const row = createRow(left, right, e, context)
    if (row.nonlinear.size === 0) rows.push(row)
  }
  return rows
}

/**
 * Pushes the parts of factor·expr onto a stack; false if it is neither a sum nor a multiple.
 *
 * @param numberOf value of an expression that counts as a number; null for others
 */
export function pushParts(
  expr: Expr,
  factor: number,
  stack: [Expr, number][],
  numberOf: (expr: Expr) => number | null,
): boolean {
  if (expr.kind !== 'call') return false
  const [a, b] = expr.args
  switch (expr.fn) {
    case '+':
      stack.push([a, factor], [b, factor])
      return true
    case '-':
      stack.push([a, factor], [b, -factor])
      return true
    case 'neg':
      stack.push([a, -factor])
      return true
    case '*': {
      const first = numberOf(a)
      const second = first === null ? numberOf(b) : null
      if (first !== null) stack.push([b, factor * first])
      else if (second !== null) stack.push([a, factor * second])
      return first !== null || second !== null
    }
    case '/': {
      const divisor = numberOf(b)
      if (divisor === null || divisor === 0) return false
      stack.push([a, factor / divisor])
      return true
    }
    default:
      return false
  }
}

/** Adds a term that is not a multiple of an unknown. */
function addTerm(
  row: { readonly known: Map<string, Sum>; readonly nonlinear: Set<string> },
  expr: Expr,
  factor: number,
  { values, isUnknown }: RowContext,
): void {
  const value = parameterValue(expr, values)
  if (value !== null) {
    addTo(row.known, CONSTANT, factor * value)
    return
  }
  const names = [...collectNames(expr)].filter(isUnknown)
  for (const name of names) row.nonlinear.add(name)
  if (names.length > 0) return
  const withValues = mapNames(expr, (node) => {
    const known = values.parameters.get(node.name)
    return typeof known === 'number' ? number(known) : node
  })
  addTo(row.known, printExpr(withValues), factor)
}

function addTo<K>(sums: Map<K, Sum>, key: K, value: number, size = Math.abs(value)): void {
  const sum = sums.get(key)
  if (sum === undefined) sums.set(key, { value, size })
  else {
    sum.value += value
    sum.size += size
  }
}

/**
 * Eliminates unknowns from rows, in their order, and returns the rows that end without unknowns: combinations of
 * equations that hold, or fail, for any values. The rows are changed. Null: the work would exceed its limit.
 */
export function eliminateRows(rows: readonly LinearRow[]): LinearRow[] | null {
  const scale = new Map<string, number>()
  let entries = 0
  for (const { unknowns } of rows) {
    entries += unknowns.size
    for (const [name, { value }] of unknowns) scale.set(name, Math.max(scale.get(name) ?? 0, Math.abs(value)))
  }
  let work = MAX_WORK * (entries + 1000)
  const pivots: string[] = []
  const basis: LinearRow[] = []
  const orderOf = new Map<string, number>()
  const dependent: LinearRow[] = []
  for (const row of rows) {
    // A basis row contains pivots of later ones, but not of earlier ones
    for (let next = findFirst(row, orderOf); next >= 0; next = findFirst(row, orderOf)) {
      subtract(row, basis[next], pivots[next])
      work -= basis[next].unknowns.size + row.unknowns.size
      if (work < 0) return null
    }
    let pivot: string | undefined
    let largest = 0
    for (const [name, { value, size }] of row.unknowns) {
      const scaled = Math.abs(value) / scale.get(name)!
      if (Math.abs(value) <= ROUNDING * size) row.unknowns.delete(name)
      else if (scaled > largest) [pivot, largest] = [name, scaled]
    }
    if (pivot === undefined) dependent.push(row)
    else {
      orderOf.set(pivot, basis.length)
      pivots.push(pivot)
      basis.push(row)
    }
  }
  return dependent
}

/** Number of the first basis row whose pivot a row contains; -1 if it contains none. */
function findFirst({ unknowns }: LinearRow, orderOf: ReadonlyMap<string, number>): number {
  let first = -1
  for (const name of unknowns.keys()) {
    const order = orderOf.get(name)
    if (order !== undefined && (first < 0 || order < first)) first = order
  }
  return first
}

/** Eliminates an unknown from a row by means of another row. */
function subtract(row: LinearRow, other: LinearRow, pivot: string): void {
  const { value, size } = row.unknowns.get(pivot)!
  row.unknowns.delete(pivot)
  // Rounding of an earlier elimination
  if (Math.abs(value) <= ROUNDING * size) return
  const factor = -value / other.unknowns.get(pivot)!.value
  for (const [name, sum] of other.unknowns)
    if (name !== pivot) addTo(row.unknowns, name, factor * sum.value, Math.abs(factor) * sum.size)
  for (const [name, sum] of other.known)
    addTo(row.known, name, factor * sum.value, Math.abs(factor) * sum.size)
  for (const [e, sum] of other.parts) addTo(row.parts, e, factor * sum.value, Math.abs(factor) * sum.size)
}

/** The sum of the known terms of a row without unknowns: zero, a number, or a sum that depends on the time or inputs. */
export function balanceOf({ known }: LinearRow): 'zero' | 'number' | 'variable' {
  let balance: 'zero' | 'number' | 'variable' = 'zero'
  for (const [text, { value, size }] of known) {
    if (Math.abs(value) <= DIFFERENT * size) continue
    if (text !== CONSTANT) return 'variable'
    balance = 'number'
  }
  return balance
}

/** The equation of number `eq` alone as the parts of a row. */
export function partsOf(eq: number): Map<number, Sum> {
  return new Map([[eq, { value: 1, size: 1 }]])
}

/** Factors of the equations of which a row is a combination, by their numbers in ascending order. */
export function combinationOf({ parts }: LinearRow): Map<number, number> {
  const factors = Array.from(parts).filter(([, { value, size }]) => Math.abs(value) > ROUNDING * size)
  return new Map(factors.sort(([a], [b]) => a - b).map(([e, { value }]) => [e, value]))
}
