/**
 * Equations that index reduction differentiates and that events may change: `s2 - s1 = if time < 1 then 0 else time -
 * 1`. With Σ the form with the highest derivatives and σ the form one order below, Σ = dσ/dt: if σ jumps by ρ at an
 * event, the highest derivatives have a Dirac impulse, and the variables one order below jump such that σ = 0 again.
 * The impulse enters Σ as a summand, whose name is zero at all other times, so that
 *
 * jump of the states = ∂(derivatives of the states)/∂impulse · (-ρ),
 *
 * whichever of the variables are states. Only equations without arrays.
 */
import type { FlatEquation, FlatModel } from '../../model/index.ts'
import {
  call,
  collectNames,
  type DifferentiationContext,
  differentiateTime,
  type Expr,
  type NameExpr,
  name,
  number,
  someNode,
  sub,
  visitNames,
} from '../../symbolic/index.ts'
import type { IndexReduction } from '../structural-analysis/index.ts'
import type { RankOf } from '../value-store/index.ts'
import {
  baseOfDerivative,
  createInputNames,
  derivativeName,
  type Equation,
  type EquationSet,
  impulseName,
} from './equation-set.ts'
import { findHiddenTerms, type HiddenTerm } from './hidden-terms.ts'

/** A differentiated equation that may be violated after an event. */
export interface JumpingEquation {
  /** left - right of the form one order below the highest derivatives: zero before and after an event. */
  readonly residual: Expr
  /** Name of the summand in the form with the highest derivatives. */
  readonly impulse: string
  /** Number of differentiations of the equation. */
  readonly order: number
  /** The equation as written in the model. */
  readonly text: string
  /** The discrete variable that it defines, whose value before the event the residual uses; or null. */
  readonly own: string | null
  /** Variables in the equation. */
  readonly names: readonly string[]
}

/** Parts of the equations of index 1 that events may violate. */
export interface Jumps {
  readonly equations: readonly JumpingEquation[]
  /** Differentiated variables that are computed from the states: their change reveals a jump. */
  readonly followers: readonly string[]
  /** Terms that may jump without an event. */
  readonly hidden: readonly (HiddenTerm & { readonly text: string })[]
}

/** The same, with the source equations in place of their texts. */
export interface SourcedJumps extends Omit<Jumps, 'equations' | 'hidden'> {
  readonly equations: readonly (Omit<JumpingEquation, 'text'> & { readonly source: FlatEquation })[]
  readonly hidden: readonly (HiddenTerm & { readonly source: FlatEquation })[]
}

/** Equations with their derivatives. */
export interface Differentiated {
  readonly equationSet: EquationSet
  readonly reduction: IndexReduction
  /** True for variables that are constant between events. */
  readonly isDiscrete: (name: string) => boolean
  /** The discrete variable that each equation defines, or null (nEqs). */
  readonly own: readonly (string | null)[]
  /** Derivatives with respect to time between events. */
  readonly between: DifferentiationContext
}

/** Returns the discrete variable that each equation defines, or null: its derivative is zero between events (nEqs). */
export function findOwnDiscrete(
  { names }: EquationSet,
  { derivativeOfEq, eqOfVar, integralOfVar }: IndexReduction,
  isDiscrete: (name: string) => boolean,
): (string | null)[] {
  const baseOf = new Map<number, string>()
  eqOfVar.forEach((e, v) => {
    let first = v
    while (integralOfVar[first] >= 0) first = integralOfVar[first]
    if (e >= 0) baseOf.set(e, baseOfDerivative(names[first]))
  })
  return Array.from(derivativeOfEq, (_, e) => {
    let highest = e
    while (derivativeOfEq[highest] >= 0) highest = derivativeOfEq[highest]
    const base = baseOf.get(highest)
    return base !== undefined && isDiscrete(base) ? base : null
  })
}

/**
 * Finds the equations that may jump, and adds their impulses to the forms with the highest derivatives.
 *
 * @param isState per unknown (nVars)
 * @param kept lower forms that no variable is solved from: all equations between their states count
 */
export function addImpulses(
  model: FlatModel,
  original: EquationSet,
  { equationSet, reduction, isDiscrete, own, between }: Differentiated,
  isState: Uint8Array,
  kept: ReadonlySet<number>,
  rankOf: RankOf,
): { readonly equations: Equation[]; readonly jumps: SourcedJumps } {
  const { integralOfEq, derivativeOfEq, derivativeOfVar } = reduction
  const isAsked = (n: string): boolean => original.index.has(derivativeName(n))
  /** True if a variable takes part: a discrete one only if the model uses its derivatives. */
  const counts = (n: string): boolean => !isDiscrete(baseOfDerivative(n)) || isAsked(baseOfDerivative(n))
  /** An equation with the derivative of a variable that the compiler has added. */
  const asker = (n: string | null): Equation | undefined => {
    if (n === null || !n.startsWith('$')) return undefined
    const v = original.index.get(derivativeName(n))
    return original.equations.find((_, e) => v !== undefined && original.unknownsOf(e).includes(v))
  }
  const equations = [...equationSet.equations]
  const jumping: SourcedJumps['equations'][number][] = []
  const hidden: SourcedJumps['hidden'][number][] = []
  const differentiate = (expr: Expr): Expr => differentiateTime(expr, between)
  const isInput = createInputNames(model)
  let hasJumps = false
  integralOfEq.forEach((below, e) => {
    if (below < 0 || derivativeOfEq[e] >= 0) return
    let first = below
    while (integralOfEq[first] >= 0) first = integralOfEq[first]
    const { left, right } = equations[first]
    const ownName = own[first]
    for (const side of [left, right]) {
      const { order, source } = equations[e]
      const rate = ownName === null ? differentiate : null
      const terms = findHiddenTerms(model, isInput, side, order, between.isConstant, rate)
      hidden.push(...terms.map((term) => ({ ...term, source })))
    }
    if (ownName !== null && !counts(ownName)) return
    if (!kept.has(below) && ![left, right].some((side) => mayJump(model, side, isDiscrete))) return
    hasJumps = true
    if ([left, right].some((side) => isArray(rankOf(side)))) return
    const impulse = impulseName(jumping.length)
    const highest = equations[e]
    equations[e] = { ...highest, right: call('+', highest.right, name(impulse)) }
    const residual = sub(equations[below].left, equations[below].right)
    const { source } = asker(ownName) ?? equations[first]
    const names = [...new Set([...collectNames(residual)].map(baseOfDerivative))]
    jumping.push({ residual, impulse, order: highest.order, source, own: ownName, names })
  })
  const followers = equationSet.names.filter(
    (n, v) => derivativeOfVar[v] >= 0 && isState[v] === 0 && counts(n),
  )
  return { equations, jumps: { equations: jumping, followers: hasJumps ? followers : [], hidden } }
}

function isArray(rank: ReturnType<RankOf>): boolean {
  return rank === 'vector' || rank === 'matrix'
}

/** True if an event, or other parameters, may change the value of an expression discontinuously. */
function mayJump(model: FlatModel, expr: Expr, isDiscrete: (name: string) => boolean): boolean {
  let hasNames = false
  visitNames(expr, ({ name: n }: NameExpr) => {
    const base = baseOfDerivative(n)
    hasNames ||= model.parameters.has(n) || isDiscrete(base) || n.startsWith('pre(')
    hasNames ||= model.variables.get(base)?.isInput === true
  })
  return (
    hasNames ||
    someNode(
      expr,
      (node) =>
        node.kind === 'if' ||
        (node.kind === 'call' && (node.fn.startsWith('$') || model.functions.has(node.fn))),
    )
  )
}

/** Derivative of an equation that defines a discrete variable. */
export function deriveDiscrete(own: string, order: number): { readonly left: Expr; readonly right: Expr } {
  let derivative = own
  for (let k = 0; k < order; k++) derivative = derivativeName(derivative)
  return { left: name(derivative), right: number(0) }
}
