import { VarioError } from '../../base/index.ts'
import type { EvaluatedModel, FlatModel } from '../../model/index.ts'
import { add, collectNames, type Expr, mul, name, neg, number, ZERO } from '../../symbolic/index.ts'
import { checkStructure } from '../structural-analysis/index.ts'
import { describeRow } from './describe-conflicts.ts'
import { EquationSet } from './equation-set.ts'
import { balanceOf, combinationOf, createRow, eliminateRows, type LinearRow, partsOf } from './linear-rows.ts'
import { describeEquation } from './structure-error.ts'

/** Equations that follow from others, and the unknowns that therefore nothing determines. */
export interface Redundancy {
  /** The equations that were removed. */
  readonly removed: readonly string[]
  /** The equations from which they follow. */
  readonly remaining: readonly string[]
  /** The unknowns that were chosen as small as possible. */
  readonly open: readonly string[]
}

/** Linear equations whose rank the translation takes as it is with the values of the parameters. */
export interface RankedPart {
  readonly equations: readonly { readonly left: Expr; readonly right: Expr }[]
  readonly unknowns: ReadonlySet<string>
  readonly nDependent: number
}

/** The equations without redundant ones. */
export interface WithoutRedundant {
  readonly equationSet: EquationSet
  readonly redundancy: Redundancy | null
  /** Null: nothing can be redundant for any values of the parameters. */
  readonly ranked: RankedPart | null
  /** Parameters that have become numbers in the equations, with their values. */
  readonly fixed: ReadonlyMap<string, unknown>
}

/** Facts about the unknowns. */
export interface UnknownFacts {
  readonly isScalar: (name: string) => boolean
  /** Σ 1/nominal² over the flows of connectors that an unknown stands for; zero if it is none. */
  readonly weigh: (name: string) => number
}

/**
 * Removes constraints that follow from others, such as that of a second gear between the same shafts. The forces of such
 * constraints are determined only together: as many combinations of flows are open, and occur in no other equation. They
 * are chosen as small as possible: an open combination x = x₀ + s·n gets the equation Σ nᵢ xᵢ/nominalᵢ² = 0 over
 * the flows.
 *
 * Only equations without flows can be redundant here; those between flows alone, as in a circuit without ground, are
 * left to the elimination of aliases. Nothing is changed if the number of open combinations is another one, as where the
 * motion depends on them: friction that depends on one of the forces.
 *
 * Equations without variables of the motion that determine all their unknowns by their structure are not examined: a
 * singular system of them is found when it is solved.
 *
 * @param isSingular true if something is known to be undetermined
 * @throws VarioError 'STRUCTURE' if constraints between variables of the motion contradict each other
 */
export function removeRedundant(
  model: FlatModel,
  equationSet: EquationSet,
  given: EvaluatedModel,
  facts: UnknownFacts,
  isSingular = false,
): WithoutRedundant {
  const unchanged = { equationSet, redundancy: null, ranked: null, fixed: new Map() }
  const core = findCore(equationSet, facts)
  if (core.length === 0 || equationSet.names.every((n) => facts.weigh(n) === 0)) return unchanged
  const isMoving = (v: number): boolean => isDifferentiated(equationSet, v)
  const isDynamic = core.some((e) => equationSet.unknownsOf(e).some(isMoving))
  const derivatives = Int32Array.from(equationSet.derivativeOf)
  const isRegular = checkStructure(equationSet.build(), derivatives).isRegular
  if (!isDynamic && isRegular && !isSingular) return unchanged
  const values = withoutFree(model, given)

  const { rows, dependent: constraints } = findDependent(equationSet, core, values, facts)
  const ranked = {
    equations: rows.map((e) => equationSet.equations[e]),
    unknowns: new Set(rows.flatMap((e) => equationSet.unknownsOf(e).map((v) => equationSet.names[v]))),
    nDependent: constraints.length,
  }
  if (constraints.length === 0) return { ...unchanged, ranked }
  const wrong = constraints.filter((row) => balanceOf(row) === 'number')
  if (isRegular && !isSingular && wrong.length > 0) {
    const lines = wrong.flatMap((row) => describeRow(equationSet, row, values))
    throw new VarioError('STRUCTURE', ['The constraints have no solution.', ...lines].join('\n'))
  }
  if (constraints.some((row) => balanceOf(row) !== 'zero')) return { ...unchanged, ranked }

  // The first part of a row is its own equation
  const combinations = constraints.map((row) => [...combinationOf(row).keys()])
  const removed = new Set(constraints.map(({ parts }) => parts.keys().next().value!))
  const open = findOpen(equationSet, removed, values, facts)
  const sums = open && chooseSmallest(equationSet, open, facts)
  if (open === null || sums === null) return { ...unchanged, ranked }
  const next = new EquationSet(equationSet.isKnown)
  let k = 0
  equationSet.equations.forEach(({ left, right, source, order }, e) => {
    if (removed.has(e)) next.add(ZERO, sums[k++], source, order)
    else next.add(left, right, source, order)
  })
  if (!checkStructure(next.build(), Int32Array.from(next.derivativeOf)).isRegular)
    return { ...unchanged, ranked }
  const describe = (e: number): string => describeEquation(equationSet, e)
  const remaining = new Set(combinations.flat().filter((e) => !removed.has(e)))
  const names = new Set(open.flatMap((row) => [...combinationOf(row).keys()]))
  return {
    equationSet: next,
    redundancy: {
      removed: Array.from(removed, describe),
      remaining: Array.from(remaining, describe),
      open: Array.from(names, (v) => equationSet.names[v]),
    },
    ranked,
    fixed: listParameters(equationSet, new Set(combinations.flat()), names, values),
  }
}

/** The values without those of parameters that the start of a run computes. */
function withoutFree(model: FlatModel, values: EvaluatedModel): EvaluatedModel {
  const isFree = ([name]: readonly [string, unknown]): boolean => model.parameters.get(name)?.isFree === true
  const parameters = [...values.parameters]
  return parameters.some(isFree)
    ? { ...values, parameters: new Map(parameters.filter((each) => !isFree(each))) }
    : values
}

/** True if the number of dependent equations is another one with these values of the parameters. */
export function hasOtherRank(
  { equations, unknowns, nDependent }: RankedPart,
  values: EvaluatedModel,
): boolean {
  const context = { values, isUnknown: (n: string) => unknowns.has(n) }
  const rows = equations.map(({ left, right }, e) => createRow(left, right, e, context))
  const dependent = eliminateRows(rows.filter(({ nonlinear }) => nonlinear.size === 0)) ?? []
  return dependent.length !== nDependent
}

/** True for a derivative, and for a variable with one. */
function isDifferentiated({ names, derivativeOf }: EquationSet, v: number): boolean {
  return derivativeOf[v] >= 0 || names[v].startsWith('der(')
}

/**
 * Equations without flows in which every unknown occurs in another one of them as well, in ascending order: only these
 * can be part of a combination without unknowns.
 */
function findCore(equationSet: EquationSet, { weigh }: UnknownFacts): number[] {
  const { equations, names } = equationSet
  const isFlow = names.map((n) => weigh(n) > 0)
  const isIn = Uint8Array.from(equations, (_, e) =>
    equationSet.unknownsOf(e).some((v) => isFlow[v]) ? 0 : 1,
  )
  const eqsOf: number[][] = names.map(() => [])
  equations.forEach((_, e) => {
    if (isIn[e] === 1) for (const v of new Set(equationSet.unknownsOf(e))) eqsOf[v].push(e)
  })
  const count = eqsOf.map((eqs) => eqs.length)
  const single = names.flatMap((_, v) => (count[v] === 1 ? [v] : []))
  for (let v = single.pop(); v !== undefined; v = single.pop()) {
    for (const e of eqsOf[v]) {
      if (isIn[e] === 0) continue
      isIn[e] = 0
      for (const w of new Set(equationSet.unknownsOf(e))) if (--count[w] === 1) single.push(w)
    }
  }
  return equations.flatMap((_, e) => (isIn[e] === 1 ? [e] : []))
}

/** The linear ones of the equations, and their combinations without unknowns. */
function findDependent(
  equationSet: EquationSet,
  core: readonly number[],
  values: EvaluatedModel,
  { isScalar }: UnknownFacts,
): { readonly rows: readonly number[]; readonly dependent: readonly LinearRow[] } {
  const isLinear = (row: { readonly nonlinear: ReadonlySet<string> }): boolean => row.nonlinear.size === 0
  const context = { values, isUnknown: (n: string) => equationSet.index.has(n) }
  const isOfScalars = (e: number): boolean =>
    equationSet.unknownsOf(e).every((v) => isScalar(equationSet.names[v]))
  // Equations of components rather than connections are removed: those come last
  const isOwn = (e: number): number => (equationSet.equations[e].source.origin === 'equation' ? 1 : 0)
  const ordered = core.filter(isOfScalars).sort((a, b) => isOwn(a) - isOwn(b) || a - b)
  const rows = ordered.flatMap((e) => {
    const { left, right } = equationSet.equations[e]
    const row = createRow(left, right, e, context)
    return isLinear(row) ? [{ e, row }] : []
  })
  const dependent = eliminateRows(rows.map(({ row }) => row)) ?? []
  return { rows: rows.map(({ e }) => e), dependent }
}

/**
 * Combinations of unknowns that the equations without the removed ones leave open: rows whose parts are unknowns
 * instead of equations. Null if there are not as many as removed equations.
 */
function findOpen(
  equationSet: EquationSet,
  removed: ReadonlySet<number>,
  values: EvaluatedModel,
  { isScalar, weigh }: UnknownFacts,
): LinearRow[] | null {
  const { names, equations } = equationSet
  const rest = new EquationSet(equationSet.isKnown)
  rest.enter(names, equationSet.derivativeOf)
  const numbers = equations.flatMap((_, e) => (removed.has(e) ? [] : [e]))
  for (const e of numbers) {
    const { left, right, source, order } = equations[e]
    rest.add(left, right, source, order)
  }
  const { parts } = checkStructure(rest.build(), Int32Array.from(rest.derivativeOf))
  if (parts.unmatchedEqs.length > 0 || parts.unmatchedVars.length !== removed.size) return null
  const mayBeOpen = (v: number): boolean => !isDifferentiated(rest, v) && isScalar(names[v])
  const candidates = new Set([...parts.underVars].filter(mayBeOpen))
  const columns = new Map(
    Array.from(candidates, (v): [string, LinearRow] => [
      names[v],
      { unknowns: new Map(), known: new Map(), parts: partsOf(v) },
    ]),
  )
  const context = { values, isUnknown: (n: string) => rest.index.has(n) }
  const count = new Int32Array(names.length)
  for (const e of numbers) for (const v of new Set(equationSet.unknownsOf(e))) count[v]++
  for (const e of numbers) {
    const unknowns = equationSet.unknownsOf(e)
    if (!unknowns.some((v) => candidates.has(v))) continue
    const row = createRow(equations[e].left, equations[e].right, e, context)
    const isArray = unknowns.some((v) => !isScalar(names[v]))
    // Computes a result that nothing else needs, such as a power
    const result = unknowns.find((v) => count[v] === 1 && !isDifferentiated(rest, v) && weigh(names[v]) === 0)
    if (result !== undefined && (isArray || row.nonlinear.size > 0)) {
      columns.delete(names[result])
      continue
    }
    for (const n of row.nonlinear) columns.delete(n)
    for (const [n, sum] of row.unknowns) {
      if (isArray) columns.delete(n)
      else columns.get(n)?.unknowns.set(String(e), sum)
    }
  }
  const open = (eliminateRows([...columns.values()]) ?? []).filter((row) =>
    [...combinationOf(row).keys()].some((v) => weigh(names[v]) > 0),
  )
  return open.length === removed.size ? open : null
}

/** Sums that are zero where the flows of the open combinations are as small as possible. */
function chooseSmallest(
  { names }: EquationSet,
  open: readonly LinearRow[],
  { weigh }: UnknownFacts,
): Expr[] | null {
  const sums = open.map((row) => {
    const terms = Array.from(
      combinationOf(row),
      ([v, factor]) => [names[v], factor * weigh(names[v])] as const,
    )
    return new Map(terms.filter(([, factor]) => factor !== 0))
  })
  const rows = sums.map((terms, k): LinearRow => {
    const unknowns = Array.from(terms, ([n, value]) => [n, { value, size: Math.abs(value) }] as const)
    return { unknowns: new Map(unknowns), known: new Map(), parts: partsOf(k) }
  })
  if (eliminateRows(rows)?.length !== 0) return null
  return sums.map((terms) => {
    const largest = Math.max(...Array.from(terms.values(), Math.abs))
    return Array.from(terms).reduce<Expr>((sum, [n, term]) => {
      const factor = term / largest
      if (Math.abs(factor) === 1) return add(sum, factor > 0 ? name(n) : neg(name(n)))
      return add(sum, mul(number(factor), name(n)))
    }, ZERO)
  })
}

/** Parameters of the given equations and of those that contain one of the unknowns, with their values. */
function listParameters(
  equationSet: EquationSet,
  eqs: ReadonlySet<number>,
  unknowns: ReadonlySet<number>,
  values: EvaluatedModel,
): ReadonlyMap<string, unknown> {
  const used = new Map<string, unknown>()
  equationSet.equations.forEach(({ left, right }, e) => {
    if (!eqs.has(e) && !equationSet.unknownsOf(e).some((v) => unknowns.has(v))) return
    for (const side of [left, right])
      for (const n of collectNames(side)) if (values.parameters.has(n)) used.set(n, values.parameters.get(n))
  })
  return used
}
