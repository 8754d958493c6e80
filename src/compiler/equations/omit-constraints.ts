import { add, call, type Expr, mul, name, ZERO } from '../../symbolic/index.ts'
import { checkStructure } from '../structural-analysis/index.ts'
import { type Equation, EquationSet } from './equation-set.ts'
import type { Redundancy } from './remove-redundant.ts'
import { describeEquation } from './structure-error.ts'

/** A nonlinear constraint that follows from others. */
export interface OmittedConstraint {
  /** The equation as the origin of a `CoreConstraint`. */
  readonly origin: string
  /** The equations from which it follows. */
  readonly remaining: readonly string[]
}

/** The equations without constraints that follow from others. */
export interface WithoutConstraints {
  readonly equationSet: EquationSet
  /** The constraints: they hold along the solution. */
  readonly omitted: readonly Equation[]
  readonly redundancy: Redundancy | null
}

/**
 * Replaces constraints that follow from others by rows of zeros for the forces that become open:
 *
 *   0 = 0·f1 + 0·f2 + …                                                   (1)
 *
 * The system of the accelerations is singular then, whatever the rounding errors of the remaining constraints are, and
 * the run takes the smallest forces. Unchanged if the remaining equations leave open something else.
 */
export function omitConstraints(
  equationSet: EquationSet,
  constraints: readonly OmittedConstraint[],
  isScalar: (name: string) => boolean,
): WithoutConstraints {
  const unchanged = { equationSet, omitted: [], redundancy: null }
  const { names, equations } = equationSet
  const texts = equations.map((_, e) => describeEquation(equationSet, e))
  const removed = new Set<number>()
  for (const { origin } of constraints) {
    // of equal equations the last one
    const e = texts.findLastIndex((text, k) => text === origin && !removed.has(k))
    if (e >= 0) removed.add(e)
  }
  if (removed.size === 0) return unchanged
  const open = findOpen(equationSet, removed, isScalar)
  if (open.length < removed.size) return unchanged
  const isSingle = open.length === removed.size
  const next = new EquationSet(equationSet.isKnown)
  next.enter(names, equationSet.derivativeOf)
  let k = 0
  equations.forEach(({ left, right, source, order }, e) => {
    if (!removed.has(e)) next.add(left, right, source, order)
    else
      next.add(ZERO, isSingle ? name(names[open[k++]]) : sumOfZeros(open.map((v) => names[v])), source, order)
  })
  if (!checkStructure(next.build(), Int32Array.from(next.derivativeOf)).isRegular) return unchanged
  return {
    equationSet: next,
    omitted: Array.from(removed, (e) => equations[e]),
    redundancy: {
      removed: Array.from(removed, (e) => texts[e]),
      remaining: [...new Set(constraints.flatMap(({ remaining }) => remaining))],
      open: open.map((v) => names[v]),
    },
  }
}

/** Eq. (1). The factor is a call, so that no equation is solved with it. */
function sumOfZeros(forces: readonly string[]): Expr {
  return forces.reduce<Expr>((sum, f) => add(sum, mul(call('noEvent', ZERO), name(f))), ZERO)
}

/**
 * Unknowns that the equations without the removed ones leave open: no variables of the motion, and none that follows
 * from others by an equation of its own, as a power.
 */
function findOpen(
  equationSet: EquationSet,
  removed: ReadonlySet<number>,
  isScalar: (name: string) => boolean,
): number[] {
  const { names, equations, derivativeOf } = equationSet
  const rest = new EquationSet(equationSet.isKnown)
  rest.enter(names, derivativeOf)
  const numbers = equations.flatMap((_, e) => (removed.has(e) ? [] : [e]))
  for (const e of numbers) {
    const { left, right, source, order } = equations[e]
    rest.add(left, right, source, order)
  }
  const { parts } = checkStructure(rest.build(), Int32Array.from(derivativeOf))
  if (parts.unmatchedEqs.length > 0 || parts.unmatchedVars.length !== removed.size) return []
  const isMoving = (v: number): boolean => derivativeOf[v] >= 0 || names[v].startsWith('der(')
  const eqsOf: number[][] = names.map(() => [])
  for (const e of numbers) for (const v of new Set(equationSet.unknownsOf(e))) eqsOf[v].push(e)
  const count = eqsOf.map((eqs) => eqs.length)
  const isLeft = new Set(numbers)
  const isResult = (v: number): boolean => count[v] === 1 && !isMoving(v)
  const results = names.flatMap((_, v) => (isResult(v) ? [v] : []))
  for (let v = results.pop(); v !== undefined; v = results.pop()) {
    for (const e of eqsOf[v]) {
      if (!isLeft.delete(e)) continue
      for (const w of new Set(equationSet.unknownsOf(e))) {
        count[w]--
        if (isResult(w)) results.push(w)
      }
    }
  }
  return [...parts.underVars].filter((v) => count[v] > 0 && !isMoving(v) && isScalar(names[v]))
}
