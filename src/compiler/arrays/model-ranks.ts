import type { EvaluatedModel, FlatModel } from '../../model/index.ts'
import type { Expr } from '../../symbolic/index.ts'
import { ExpressionRanks } from '../code/index.ts'
import { createKnownNames, createSystem } from '../system/index.ts'
import type { Rank } from '../values/index.ts'
import { inferRanks, rankOfName } from './infer-ranks.ts'

/** Tells the rank of an expression. */
export type RankOf = (expr: Expr) => Rank

/** What the names and expressions of a model are. */
export interface ModelRanks {
  rankOf: RankOf
  rankOfName(name: string): Rank
  /** A number or a Boolean. */
  isScalar(name: string): boolean
  isMatrix(name: string): boolean
}

/** What follows from the ranks of names; where there are no arrays, only names are looked at. */
export function createModelRanks(model: FlatModel, ranks: ReadonlyMap<string, Rank>): ModelRanks {
  const hasArrays = [...ranks.values()].some((rank) => rank === 'vector' || rank === 'matrix')
  const ofName = (name: string): Rank => rankOfName(ranks, name)
  const expressions = new ExpressionRanks(model.functions, (name) => ({ rank: ofName(name), index: 0 }))
  return {
    rankOf: (expr) => {
      if (expr.kind === 'name') return ofName(expr.name)
      return hasArrays ? expressions.rank(expr) : 'scalar'
    },
    rankOfName: ofName,
    isScalar: (name) => isScalarRank(ofName(name)),
    isMatrix: (name) => ofName(name) === 'matrix',
  }
}

/**
 * Tells whether expressions of the model as it is written are scalars. The ranks are looked for when the first
 * expression is asked for: most models never do.
 */
export function createIsScalar(model: FlatModel, values: EvaluatedModel): (expr: Expr) => boolean {
  let expressions: ExpressionRanks | null = null
  return (expr) => {
    if (expressions === null) {
      const equations = model.equations.map((source) => ({ left: source.left, right: source.right, source }))
      const ranks = inferRanks(model, values, createSystem(equations, createKnownNames(model)))
      expressions = new ExpressionRanks(model.functions, (name) => ({
        rank: rankOfName(ranks, name),
        index: 0,
      }))
    }
    return isScalarRank(expressions.rank(expr))
  }
}

function isScalarRank(rank: Rank): boolean {
  return rank === 'scalar' || rank === 'boolean'
}
