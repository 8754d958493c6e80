import type { Expr } from '../../symbolic/index.ts'
import type { IndexReduction, StateSelection } from '../structural-analysis/index.ts'
import type { EquationSet } from './equation-set.ts'
import { describeEquation } from './structure-error.ts'

/** A constraint between variables of the motion, or a derivative of one: left = right. */
export interface CoreConstraint {
  readonly left: Expr
  readonly right: Expr
  /** The equation of which it is a derivative or itself: its number, and as it is written. */
  readonly number: number
  readonly origin: string
  /** False for an equation of a connection. */
  readonly isOwn: boolean
}

/**
 * Constraints of which some may follow from others: those of closed loops, in which every variable occurs in another one
 * of them as well, with their derivatives below the highest order. Empty if all can be solved in sequence.
 *
 * @param equationSet the equations with their derivatives
 */
export function findConstraintCore(
  equationSet: EquationSet,
  { derivativeOfEq, integralOfEq }: IndexReduction,
  { constraintSets }: StateSelection,
): CoreConstraint[] {
  if (constraintSets.every(({ kind }) => kind === 'explicit')) return []
  const { equations, names } = equationSet
  const isIn = Uint8Array.from(equations, (_, e) => (derivativeOfEq[e] >= 0 ? 1 : 0))
  const eqsOf: number[][] = names.map(() => [])
  for (let e = 0; e < equations.length; e++)
    if (isIn[e] === 1) for (const v of new Set(equationSet.unknownsOf(e))) eqsOf[v].push(e)
  const count = eqsOf.map((eqs) => eqs.length)
  const single = names.flatMap((_, v) => (count[v] === 1 ? [v] : []))
  for (let v = single.pop(); v !== undefined; v = single.pop()) {
    for (const e of eqsOf[v]) {
      if (isIn[e] === 0) continue
      isIn[e] = 0
      for (const w of new Set(equationSet.unknownsOf(e))) if (--count[w] === 1) single.push(w)
    }
  }
  const originOf = (e: number): number => (integralOfEq[e] < 0 ? e : originOf(integralOfEq[e]))
  return equations.flatMap(({ left, right, source }, e) => {
    if (isIn[e] === 0) return []
    const number = originOf(e)
    const origin = describeEquation(equationSet, number)
    return [{ left, right, number, origin, isOwn: source.origin === 'equation' }]
  })
}
