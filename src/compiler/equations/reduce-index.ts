import { VarioError } from '../../base/index.ts'
import type { FlatModel } from '../../model/index.ts'
import {
  differentiateTime,
  type Expr,
  isNumber,
  type LinearSolution,
  name,
  type ShapeContext,
  solveFor,
} from '../../symbolic/index.ts'
import {
  checkStructure,
  type IndexReduction,
  reduceIndexByPantelides,
  type Solvability,
  STATE_PREFERENCE,
  selectDummyDerivatives,
} from '../structural-analysis/index.ts'
import type { RankOf } from '../value-store/index.ts'
import { type CoreConstraint, findConstraintCore } from './constraint-core.ts'
import type { DescribeConflicts } from './describe-conflicts.ts'
import { createConstantNames, derivativeName, type Equation, EquationSet } from './equation-set.ts'
import { addImpulses, deriveDiscrete, findOwnDiscrete, type SourcedJumps } from './jumping-equations.ts'
import { describeEquation, StructureError } from './structure-error.ts'

/** The equations with all their derivatives, and the choice of states. */
export interface ReducedEquations {
  readonly equationSet: EquationSet
  /** Per unknown: 1 for a state (nVars). */
  readonly isState: Uint8Array
  /** Names of equations that were differentiated, for the log. */
  readonly differentiated: readonly string[]
  /** Nonlinear constraints between states: not part of the equation set, but they hold along its solution. */
  readonly constraints: readonly Equation[]
  /** Constraints of which some may follow from others. */
  readonly core: readonly CoreConstraint[]
  /** Factors of parameters assumed to be nonzero because `isNonZero` confirms it. */
  readonly nonZeroFactors: readonly Expr[]
  /** Parts that events may violate. */
  readonly jumps: SourcedJumps
}

/**
 * Differentiates equations as required (Pantelides), and selects the states (dummy derivatives).
 *
 * Constraints that cannot be solved for a state with a constant factor, such as x² + y² = L², are not solved: all their
 * variables are states, whose derivatives follow from the equations of highest order. The constraints and their
 * derivatives are invariants of this ordinary differential equation, and the solver projects onto them.
 *
 * @param describeConflicts describes variables that are determined twice
 * @param isNonZero true if a factor of parameters is not zero
 * @param isDiscrete true if a variable is constant between events
 */
export function reduceIndex(
  model: FlatModel,
  original: EquationSet,
  shape: ShapeContext,
  rankOf: RankOf,
  describeConflicts: DescribeConflicts,
  isNonZero: (factor: Expr) => boolean = () => false,
  isDiscrete: (name: string) => boolean = () => false,
): ReducedEquations {
  const graph = original.build()
  const derivativeOfVar = Int32Array.from(original.derivativeOf)
  const check = checkStructure(graph, derivativeOfVar)
  if (!check.isRegular) throw new StructureError(check, original, model, describeConflicts(original))
  const reduction = reduceIndexByPantelides(graph, derivativeOfVar)

  const own = findOwnDiscrete(original, reduction, isDiscrete)
  const context = { ...shape, isConstant: createConstantNames(model) }
  // Coefficients that change only at events are constant between them.
  const isConstant = (name: string): boolean => context.isConstant(name) || isDiscrete(name)
  const between = { ...context, isConstant }
  const { equationSet, differentiated } = addDerivatives(original, reduction, context, between, own)
  const { names } = equationSet
  const nonZeroFactors: Expr[] = []
  const mayDivideBy = (factor: Expr): boolean => {
    const isTrue = isNonZero(factor)
    if (isTrue) nonZeroFactors.push(factor)
    return isTrue
  }
  const selection = selectDummyDerivatives({
    graph: reduction.graph,
    derivativeOfVar: reduction.derivativeOfVar,
    derivativeOfEq: reduction.derivativeOfEq,
    solvability: createSolvability(equationSet, rankOf, mayDivideBy),
    keepsConstraints: true,
    preference: Uint8Array.from(names, (name, v) => preferenceOf(model, name, original.derivativeOf[v] >= 0)),
  })
  if (selection.isSingular)
    throw new VarioError(
      'STRUCTURE',
      'states: expected independent constraints to select them by, got singular ones. Remove one of them.',
    )
  const dropped = new Set(selection.constraintSets.flatMap((set) => [...set.kept]))
  const { isState } = selection
  const parts = { equationSet, reduction, isDiscrete, own, between }
  const { equations, jumps } = addImpulses(model, original, parts, isState, dropped, rankOf)
  const constraints = [...dropped].sort((a, b) => a - b).map((e) => equationSet.equations[e])
  const core = findConstraintCore(equationSet, reduction, selection)
  const answer = { isState, differentiated, constraints, core, nonZeroFactors, jumps }
  if (dropped.size === 0 && jumps.equations.length === 0) return { equationSet, ...answer }
  const rest = new EquationSet(original.isKnown)
  rest.enter(names, reduction.derivativeOfVar)
  equations.forEach(({ left, right, source, order }, e) => {
    if (!dropped.has(e)) rest.add(left, right, source, order)
  })
  return { equationSet: rest, ...answer }
}

/** The equations, and the derivatives of those to be differentiated. */
function addDerivatives(
  original: EquationSet,
  { integralOfVar, derivativeOfVar, integralOfEq }: IndexReduction,
  context: Parameters<typeof differentiateTime>[1],
  between: Parameters<typeof differentiateTime>[1],
  own: readonly (string | null)[],
): { readonly equationSet: EquationSet; readonly differentiated: string[] } {
  const differentiated: string[] = []
  if (integralOfEq.length === original.equations.length) return { equationSet: original, differentiated }
  // Numbers of the unknowns as in the reduction: new derivatives at the end.
  const equationSet = new EquationSet(original.isKnown)
  const names = [...original.names]
  for (let v = names.length; v < integralOfVar.length; v++)
    names.push(derivativeName(names[integralOfVar[v]]))
  equationSet.enter(names, derivativeOfVar)
  integralOfEq.forEach((from, e) => {
    const { left, right, source, order } = from < 0 ? original.equations[e] : equationSet.equations[from]
    if (from < 0) {
      equationSet.add(left, right, source, order)
      return
    }
    differentiated.push(describeEquation(equationSet, from))
    const defined = own[from]
    if (defined === null) {
      equationSet.add(differentiateTime(left, between), differentiateTime(right, between), source, order + 1)
    } else if (context.isScalar?.(defined) === true) {
      const sides = deriveDiscrete(defined, order + 1)
      equationSet.add(sides.left, sides.right, source, order + 1)
    } else {
      equationSet.add(differentiateTime(left, context), differentiateTime(right, context), source, order + 1)
    }
  })
  return { equationSet, differentiated }
}

/**
 * Solves an equation for an unknown in which it is linear. It must have as many elements as the unknown: a scalar
 * equation does not determine a vector, and a matrix factor of the unknown is a system of equations.
 */
export function solveEquation(
  { left, right }: Equation,
  unknown: string,
  rankOf: RankOf,
): LinearSolution | null {
  if (!hasRankOf(left, right, unknown, rankOf)) return null
  const solution = solveFor(left, right, unknown)
  return solution && rankOf(solution.factor) !== 'matrix' ? solution : null
}

/** True if an equation has the rank of an unknown; a number fills all elements of an array. */
function hasRankOf(left: Expr, right: Expr, unknown: string, rankOf: RankOf): boolean {
  const rank = rankOf(name(unknown))
  const sides = [rankOf(left), rankOf(right)]
  const isArray = sides.some((side) => side === 'vector' || side === 'matrix')
  return rank === 'vector' || rank === 'matrix' ? sides.includes(rank) : !isArray
}

/**
 * Returns which equation may be solved for which unknown: always with a literal factor; a parameter might be zero,
 * unless `isNonZero` excludes it.
 */
export function createSolvability(
  equationSet: EquationSet,
  rankOf: RankOf,
  isNonZero?: (factor: Expr) => boolean,
): Solvability {
  const cache = new Map<number, number>()
  return (e, v) => {
    const key = e * equationSet.names.length + v
    let answer = cache.get(key)
    if (answer === undefined) {
      answer = solvabilityOf(equationSet, e, v, rankOf, isNonZero)
      cache.set(key, answer)
    }
    return answer
  }
}

function solvabilityOf(
  equationSet: EquationSet,
  e: number,
  v: number,
  rankOf: RankOf,
  isNonZero?: (factor: Expr) => boolean,
): number {
  const solution = solveEquation(equationSet.equations[e], equationSet.names[v], rankOf)
  if (solution === null) return 0
  const { factor } = solution
  if (isNumber(factor, 1) || isNumber(factor, -1)) return 2
  return factor.kind === 'number' || isNonZero?.(factor) ? 1 : 0
}

function preferenceOf(model: FlatModel, name: string, isDifferentiated: boolean): number {
  const variable = model.variables.get(name)
  if (variable?.stateSelect && variable.stateSelect !== 'default')
    return STATE_PREFERENCE[variable.stateSelect]
  if (variable?.init) return STATE_PREFERENCE.init
  if (variable?.start) return STATE_PREFERENCE.start
  return isDifferentiated ? STATE_PREFERENCE.differentiated : STATE_PREFERENCE.none
}
