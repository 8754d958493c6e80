import type { FlatModel } from '../../model/index.ts'
import { type Expr, visitNames } from '../../symbolic/index.ts'
import { expressionsOfClock, type RewrittenModel } from '../events-and-clocks/index.ts'
import { type EliminationResult, ROW_STATUS } from '../structural-analysis/index.ts'
import type { EquationSet } from './equation-set.ts'
import { MissingEquationError, undeterminedName } from './structure-error.ts'

/** The equations that are sums, by their numbers in the equation set, and the result of their elimination. */
export interface EliminatedRows {
  readonly rows: readonly { readonly eq: number }[]
  readonly result: EliminationResult
}

/**
 * Finds the variables without an equation among those that the elimination has left free. Only potentials may be
 * free: a circuit without ground has one superfluous current balance, which was removed as redundant, and one
 * superfluous potential, which is set to zero. Any other free variable lacks an equation, and so does a potential in
 * an island of the model without a redundant equation; redundant equations of other islands do not help. If nothing
 * is declared as a potential, because the equations are written without connectors, any variable may be one.
 *
 * @param describeConflicts describes other variables that are determined twice
 */
export function findMissing(
  model: FlatModel,
  equationSet: EquationSet,
  { rows, result }: EliminatedRows,
  describeConflicts: () => readonly string[],
): MissingEquationError | null {
  const { arbitrary, representative, rowStatus } = result
  if (arbitrary.length === 0) return null
  const membersOf = new Map<number, number[]>(Array.from(arbitrary, (v) => [v, []]))
  equationSet.names.forEach((_, v) => {
    membersOf.get(representative[v])?.push(v)
  })
  const isPotential = (v: number): boolean => model.variables.get(equationSet.names[v])?.isPotential === true

  // Redundant equations available for potentials, in each island of the model
  const islandOf = findIslands(equationSet)
  const spare = new Map<number, number>()
  rows.forEach(({ eq }, r) => {
    if (rowStatus[r] !== ROW_STATUS.redundant) return
    for (const v of equationSet.unknownsOf(eq)) {
      const island = islandOf[v]
      spare.set(island, (spare.get(island) ?? 0) + 1)
      break
    }
  })
  const hasPotentials = new Set<number>()
  equationSet.names.forEach((_, v) => {
    if (isPotential(v)) hasPotentials.add(islandOf[v])
  })
  const undetermined: number[] = []
  for (const v of arbitrary) {
    const island = islandOf[v]
    const left = spare.get(island) ?? 0
    const mayBeFree = !hasPotentials.has(island) || membersOf.get(v)!.some(isPotential)
    if (left > 0 && mayBeFree) spare.set(island, left - 1)
    else undetermined.push(v)
  }
  if (undetermined.length === 0) return null
  const nameOf = (v: number): string => equationSet.names[v]
  const members = undetermined.flatMap((v) => membersOf.get(v)!)
  const candidates = [
    ...new Set([...members, ...findUndeclared(model, equationSet, rows, undetermined)]),
  ].map(nameOf)
  return new MissingEquationError(
    undetermined.length,
    undetermined.map(nameOf),
    candidates,
    model,
    describeConflicts(),
  )
}

/** Undeclared unknowns that sums connect with undetermined ones: the elimination has made them zero, too. */
function findUndeclared(
  model: FlatModel,
  equationSet: EquationSet,
  rows: readonly { readonly eq: number }[],
  undetermined: readonly number[],
): number[] {
  const islandOf = findIslands(equationSet, new Set(rows.map(({ eq }) => eq)))
  const islands = new Set(undetermined.map((v) => islandOf[v]))
  return [...islandOf.keys()].filter(
    (v) => islands.has(islandOf[v]) && model.variables.get(equationSet.names[v])?.isImplicit === true,
  )
}

/** Island of the model, by all or some of its equations, to which each unknown belongs: the number of one of its unknowns. */
function findIslands(equationSet: EquationSet, only?: ReadonlySet<number>): Int32Array {
  const parent = Int32Array.from(equationSet.names, (_, v) => v)
  const find = (v: number): number => {
    let root = v
    while (parent[root] !== root) root = parent[root]
    while (parent[v] !== root) [v, parent[v]] = [parent[v], root]
    return root
  }
  equationSet.equations.forEach((_, eq) => {
    if (only?.has(eq) === false) return
    let first = -1
    for (const v of equationSet.unknownsOf(eq)) {
      if (first < 0) first = find(v)
      else parent[find(v)] = first
    }
  })
  // a variable and its derivative
  equationSet.derivativeOf.forEach((d, v) => {
    if (d >= 0) parent[find(d)] = find(v)
  })
  return parent.map((_, v) => find(v))
}

/**
 * Checks for names that occur only in conditions, `when`, clocks, sampled values or left limits and in no equation:
 * nothing could determine them.
 *
 * @throws VarioError 'STRUCTURE'
 */
export function assertUsedDetermined(
  model: FlatModel,
  { conditions, clocks, whens, sampledValues, preNames }: RewrittenModel,
  equationSet: EquationSet,
): void {
  const isDetermined = (name: string): boolean => equationSet.isKnown(name) || equationSet.index.has(name)
  const check = (expr: Expr | null | undefined): void => {
    if (!expr) return
    visitNames(expr, ({ name, pos }) => {
      if (!isDetermined(name)) throw undeterminedName(name, model, pos)
    })
  }
  for (const condition of conditions) {
    if (condition.kind === 'state') check(condition.left)
    check(condition.right)
  }
  for (const clock of clocks) for (const expr of expressionsOfClock(clock)) check(expr)
  for (const { when } of whens) {
    for (const action of when.actions) {
      if (action.kind === 'reinit') check(action.value)
      if (action.kind === 'assert') check(action.condition)
    }
  }
  for (const { sampled } of sampledValues) {
    if (sampled !== null && !isDetermined(sampled)) throw undeterminedName(sampled, model)
  }
  for (const name of preNames) if (!isDetermined(name)) throw undeterminedName(name, model)
}
