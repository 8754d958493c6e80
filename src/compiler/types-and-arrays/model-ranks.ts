import type { EvaluatedModel, FlatModel } from '../../model/index.ts'
import type { Expr } from '../../symbolic/index.ts'
import { ExpressionRanks } from '../code-generation/index.ts'
import { createEquationSet, createKnownNames } from '../equations/index.ts'
import type { Rank, RankOf } from '../value-store/index.ts'
import { inferRanks, rankOfName } from './infer-ranks.ts'

/** Ranks of the names and expressions of a model. */
export interface ModelRanks {
  rankOf: RankOf
  rankOfName(name: string): Rank
  /** True for a number or a Boolean. */
  isScalar(name: string): boolean
  isMatrix(name: string): boolean
}

/** Derives the ranks of expressions from those of names; without arrays, only names are examined. */
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
 * Returns a function that is true for scalar expressions of the model as written. The ranks are inferred at the first
 * call, which most models never make.
 */
export function createIsScalar(model: FlatModel, values: EvaluatedModel): (expr: Expr) => boolean {
  let expressions: ExpressionRanks | null = null
  return (expr) => {
    if (expressions === null) {
      const equations = model.equations.map((source) => ({ left: source.left, right: source.right, source }))
      const ranks = inferRanks(model, values, createEquationSet(equations, createKnownNames(model)))
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
