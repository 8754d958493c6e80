import type { EvaluatedModel, FlatEquation, FlatModel } from '../../model/index.ts'
import {
  CONSTANTS,
  collectNames,
  type EvaluatedValue,
  type Expr,
  isMatrix,
  someNode,
} from '../../symbolic/index.ts'
import { ExpressionRanks } from '../code-generation/index.ts'
import { derivativeName, type EquationSet } from '../equations/index.ts'
import { transposeGraph, type VariableIncidence } from '../structural-analysis/index.ts'
import type { Rank } from '../value-store/index.ts'

/** Rank of a value. */
export function rankOfValue(value: EvaluatedValue): Rank {
  if (typeof value === 'number') return 'scalar'
  if (typeof value === 'boolean') return 'boolean'
  if (value instanceof Float64Array) return 'vector'
  return isMatrix(value) ? 'matrix' : 'object'
}

/**
 * Infers the ranks of all names. Parameters and variables with a start value have the rank of that value; the others
 * get theirs from the equations `name = expression` (or similar, with a derivative, a minus sign or a sum on either
 * side), repeated until nothing changes; the remaining names are scalars. A key of a record takes a vector; it does not
 * make one out of the variable that it is bound to, as the number would then act along all axes.
 */
export function inferRanks(
  model: FlatModel,
  values: EvaluatedModel,
  equationSet: EquationSet,
): Map<string, Rank> {
  const ranks = new Map<string, Rank>([['time', 'scalar']])
  for (const name of CONSTANTS.keys()) ranks.set(name, 'scalar')
  for (const [name, value] of values.parameters) ranks.set(name, rankOfValue(value))
  for (const [name, { init, start }] of values.attributes) {
    const value = init ?? start
    if (value !== undefined) setRank(ranks, name, rankOfValue(value))
  }

  const slotOf = (name: string) => {
    // the left limit of a variable has the rank of the variable
    const rank = ranks.get(name.startsWith('pre(') ? name.slice(4, -1) : name)
    return rank && { rank, index: 0 }
  }
  const expressions = new ExpressionRanks(model.functions, slotOf)
  // Only equations with something other than scalars carry information, and most have none.
  const isTelling = Uint8Array.from(equationSet.equations, ({ left, right }) =>
    isPlain(left, ranks) && isPlain(right, ranks) ? 0 : 1,
  )
  const equationsOf = new EquationsOfNames(equationSet)
  // Products with factors of unknown rank count only if nothing else makes progress; such factors are then scalars.
  while (pass(true) || pass(false)) {}
  for (const name of equationSet.names) if (!ranks.has(name)) ranks.set(name, 'scalar')
  return ranks

  /** Propagates ranks in all open equations. True if a rank is new. */
  function pass(isCertain: boolean): boolean {
    let isNew = false
    for (let eq = 0; eq < isTelling.length; eq++) {
      if (isTelling[eq] === 0) continue
      const { left, right, source } = equationSet.equations[eq]
      isNew = transfer(left, right, isCertain) || isNew
      if (!isBindingInRecord(model, source)) isNew = transfer(right, left, isCertain) || isNew
    }
    return isNew
  }

  /** Gives the names on one side the rank of the other side, if known. True if a rank is new. */
  function transfer(to: Expr, from: Expr, isCertain: boolean): boolean {
    const names = openNames(to, ranks)
    if (names.length === 0 || (isCertain && hasOpenFactor(from, ranks))) return false
    const rank = expressions.rank(from)
    // An unknown rank appears as a scalar; only certain ranks are propagated.
    if (rank === 'scalar') return false
    let isNew = false
    for (const name of names) {
      // a derivative is a number or an array, regardless of the other side
      if (name.startsWith('der(') && !isNumericRank(rank)) continue
      isNew = true
      for (const same of setRank(ranks, name, rank)) equationsOf.mark(same, isTelling)
    }
    return isNew
  }
}

/** True for the equation of a key of a record, such as ``force: expr`load` ``. */
function isBindingInRecord({ variables }: FlatModel, { left, origin }: FlatEquation): boolean {
  return origin === 'binding' && left.kind === 'name' && variables.get(left.name)?.isInRecord === true
}

/** Operators whose result is a scalar if all their arguments are; others are examined. */
const PLAIN_OPERATORS = new Set(['+', '-', '*', '/', '^', 'neg', 'der'])

/** True if an expression consists only of numbers and names that are scalar or of unknown rank. */
function isPlain(expr: Expr, ranks: ReadonlyMap<string, Rank>): boolean {
  return !someNode(expr, (node) => {
    if (node.kind === 'name')
      return node.name.startsWith('pre(') || (ranks.get(node.name) ?? 'scalar') !== 'scalar'
    return node.kind === 'call' ? !PLAIN_OPERATORS.has(node.fn) : node.kind !== 'number'
  })
}

/** Equations in which a name occurs; indexed at the first query. */
class EquationsOfNames {
  private incidence: VariableIncidence | undefined

  constructor(private readonly equationSet: EquationSet) {}

  mark(name: string, isMarked: Uint8Array): void {
    const v = this.equationSet.index.get(name)
    if (v === undefined) return
    this.incidence ??= transposeGraph(this.equationSet.build())
    const { varPtr, varEqs } = this.incidence
    for (let p = varPtr[v]; p < varPtr[v + 1]; p++) isMarked[varEqs[p]] = 1
  }
}

/** Rank of a name; derivatives of any order have the rank of their variable. */
export function rankOfName(ranks: ReadonlyMap<string, Rank>, name: string): Rank {
  const rank = ranks.get(name)
  if (rank !== undefined) return rank
  return name.startsWith('der(') ? rankOfName(ranks, name.slice(4, -1)) : 'scalar'
}

/** Sets the rank of a variable and its derivatives; returns their names. */
function setRank(ranks: Map<string, Rank>, name: string, rank: Rank): string[] {
  let base = name
  while (base.startsWith('der(')) base = base.slice(4, -1)
  const first = derivativeName(base)
  const names = isNumericRank(rank) ? [base, first, derivativeName(first)] : [base]
  for (const same of names) ranks.set(same, rank)
  return names
}

function isNumericRank(rank: Rank): boolean {
  return rank === 'vector' || rank === 'matrix' || rank === 'scalar'
}

/** Names without rank that have the rank of the whole expression: the terms of a sum. */
function openNames(expr: Expr, ranks: Map<string, Rank>): string[] {
  const names: string[] = []
  const stack: Expr[] = [expr]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'name') {
      if (!ranks.has(node.name)) names.push(node.name)
    } else if (node.kind === 'call' && (node.fn === '+' || node.fn === '-' || node.fn === 'neg')) {
      for (const arg of node.args) stack.push(arg)
    }
  }
  return names
}

/** True if a product has a factor of unknown rank: a vector times a vector is a scalar. */
function hasOpenFactor(expr: Expr, ranks: ReadonlyMap<string, Rank>): boolean {
  return someNode(expr, (node) => {
    if (node.kind !== 'call' || node.fn !== '*') return false
    for (const name of collectNames(node)) if (!ranks.has(name)) return true
    return false
  })
}
