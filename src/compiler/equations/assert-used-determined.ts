import type { FlatModel } from '../../model/index.ts'
import { type Expr, visitNames } from '../../symbolic/index.ts'
import type { RewrittenModel } from '../events-and-clocks/index.ts'
import type { System } from './equation-set.ts'
import { undeterminedName } from './structure-error.ts'

/**
 * Checks for names that occur only in conditions, `when`, clocks, sampled values or left limits and in no equation:
 * nothing could determine them.
 *
 * @throws VarioError 'STRUCTURE'
 */
export function assertUsedDetermined(
  model: FlatModel,
  { conditions, clocks, whens, sampledValues, preNames }: RewrittenModel,
  system: System,
): void {
  const isDetermined = (name: string): boolean => system.isKnown(name) || system.index.has(name)
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
  for (const { start, interval } of clocks) {
    check(start)
    check(interval)
  }
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
