import type { EvaluatedModel, FlatModel } from '../model/index.ts'
import {
  CONSTANTS,
  collectNames,
  type EvaluatedValue,
  type Expr,
  isMatrix,
  visitExpr,
} from '../symbolic/index.ts'
import { ExpressionRanks, type Rank } from './code/index.ts'
import { derivativeName, type System, type SystemEquation } from './system.ts'

/** Tells the rank of an expression. */
export type RankOf = (expr: Expr) => Rank

/** Rank of a value. */
export function rankOfValue(value: EvaluatedValue): Rank {
  if (typeof value === 'number') return 'scalar'
  if (typeof value === 'boolean') return 'boolean'
  if (value instanceof Float64Array) return 'vector'
  return isMatrix(value) ? 'matrix' : 'object'
}

/**
 * Ranks of all names. Parameters, and variables with a start value, have that of their values; the others get theirs from the
 * equations `name = expression` (or the like, with a derivative, a minus sign or a sum on either side), as often as this finds
 * something new; what is left is a scalar.
 */
export function inferRanks(model: FlatModel, values: EvaluatedModel, system: System): Map<string, Rank> {
  const ranks = new Map<string, Rank>([['time', 'scalar']])
  for (const name of CONSTANTS.keys()) ranks.set(name, 'scalar')
  for (const [name, value] of values.parameters) ranks.set(name, rankOfValue(value))
  for (const [name, { init, start }] of values.attributes) {
    const value = init ?? start
    if (value !== undefined) setRank(ranks, name, rankOfValue(value))
  }

  const slotOf = (name: string) => {
    const rank = ranks.get(name)
    return rank && { rank, index: 0 }
  }
  const expressions = new ExpressionRanks(model.functions, slotOf)
  let open = system.equations.filter((equation) => !isSettled(equation))
  // Products with factors of unknown rank count only when nothing else leads on; such factors are scalars then.
  while (pass(true) || pass(false)) open = open.filter((equation) => !isSettled(equation))
  for (const name of system.names) if (!ranks.has(name)) ranks.set(name, 'scalar')
  return ranks

  /** Passes ranks on in all open equations. True if something is new. */
  function pass(isCertain: boolean): boolean {
    let isNew = false
    for (const { left, right } of open) {
      if (!(isCertain && hasOpenFactor(right, ranks)))
        isNew = transfer(left, right, ranks, expressions) || isNew
      if (!(isCertain && hasOpenFactor(left, ranks)))
        isNew = transfer(right, left, ranks, expressions) || isNew
    }
    return isNew
  }

  function isSettled({ left, right }: SystemEquation): boolean {
    return openNames(left, ranks).length === 0 && openNames(right, ranks).length === 0
  }
}

/** Rank of a name; derivatives of any order have that of what they are derivatives of. */
export function rankOfName(ranks: ReadonlyMap<string, Rank>, name: string): Rank {
  const rank = ranks.get(name)
  if (rank !== undefined) return rank
  return name.startsWith('der(') ? rankOfName(ranks, name.slice(4, -1)) : 'scalar'
}

/** Gives the names on one side the rank of the other, if that is known. True if something is new. */
function transfer(to: Expr, from: Expr, ranks: Map<string, Rank>, expressions: ExpressionRanks): boolean {
  const names = openNames(to, ranks)
  if (names.length === 0) return false
  const rank = expressions.rank(from)
  // An unknown rank shows as a scalar; only what is certain is passed on.
  if (rank === 'scalar') return false
  for (const name of names) setRank(ranks, name, rank)
  return true
}

/** A variable, its derivatives and its left limit have the same rank. */
function setRank(ranks: Map<string, Rank>, name: string, rank: Rank): void {
  let base = name
  while (base.startsWith('der(')) base = base.slice(4, -1)
  ranks.set(base, rank)
  if (rank !== 'vector' && rank !== 'matrix' && rank !== 'scalar') return
  ranks.set(derivativeName(base), rank)
  ranks.set(derivativeName(derivativeName(base)), rank)
}

/** Names without rank that have the rank of the whole expression: the terms of a sum. */
function openNames(expr: Expr, ranks: Map<string, Rank>): string[] {
  const names: string[] = []
  const stack: Expr[] = [expr]
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.kind === 'name') {
      if (!ranks.has(node.name)) names.push(node.name)
    } else if (node.kind === 'call' && (node.fn === '+' || node.fn === '-' || node.fn === 'neg')) {
      stack.push(...node.args)
    }
  }
  return names
}

/** Whether a product has a factor whose rank is not known: a vector times a vector is a scalar. */
function hasOpenFactor(expr: Expr, ranks: ReadonlyMap<string, Rank>): boolean {
  let isOpen = false
  visitExpr(expr, (node) => {
    if (isOpen || node.kind !== 'call' || node.fn !== '*') return
    for (const name of collectNames(node)) isOpen ||= !ranks.has(name)
  })
  return isOpen
}
