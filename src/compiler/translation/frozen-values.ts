import { collectNames, type NumberExpr, someNode, visitExpr } from '../../symbolic/index.ts'
import { isGuard, preName } from '../events/index.ts'
import { blockExpressions } from '../system/index.ts'
import type { Translation } from './translation.ts'

/** Operators whose values change where clocks tick. */
const CLOCKED: ReadonlySet<string> = new Set(['$clock', '$flag', '$sample', '$hold', '$previous'])

/**
 * What is constant between events and stands in what is computed between them: derivatives, and sides of conditions.
 */
export interface FrozenValues {
  /** Numbers of conditions. */
  readonly conditions: ReadonlySet<number>
  /** Variables whose left limits stand there. */
  readonly limits: readonly string[]
  /** Clocks, or what is sampled by them, stand there. */
  readonly hasClocks: boolean
}

const known = new WeakMap<Translation, FrozenValues>()

/**
 * What events must change for derivatives and crossing functions to become other functions of time and states: an event
 * that changes nothing of it does not concern the integration.
 */
export function findFrozenValues(translation: Translation): FrozenValues {
  const last = known.get(translation)
  if (last) return last
  const conditions = new Set<number>()
  const names = new Set<string>()
  let hasClocks = false
  const sides = translation.conditions.flatMap((each) =>
    each.kind === 'state' ? [each.left, each.right] : [],
  )
  for (const expr of [...translation.dynamics.flatMap(blockExpressions), ...sides]) {
    for (const name of collectNames(expr)) names.add(name)
    visitExpr(expr, (node) => {
      if (node.kind !== 'call') return true
      if (node.fn === '$condition') conditions.add((node.args[0] as NumberExpr).value)
      hasClocks ||= CLOCKED.has(node.fn)
      return true
    })
  }
  const limits = translation.preNames.filter((name) => names.has(preName(name)))
  const found = { conditions, limits, hasClocks }
  known.set(translation, found)
  return found
}

/** Whether branches of a model are guarded: beyond an event, its equations are not those that hold there. */
export function hasGuards({ dynamics }: Translation): boolean {
  return dynamics.some((block) => blockExpressions(block).some((expr) => someNode(expr, isGuard)))
}
