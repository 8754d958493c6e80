import { collectNames, type NumberExpr, someNode, visitExpr } from '../symbolic/index.ts'
import { blockExpressions } from './equations/index.ts'
import { isGuard, preName } from './events-and-clocks/index.ts'
import type { Translation } from './translation.ts'

/** Operators whose values change at ticks of clocks. */
const CLOCKED: ReadonlySet<string> = new Set([
  ...['$clock', '$flag', '$sample', '$hold', '$previous'],
  ...['$interval', '$firstTick'],
])

/**
 * Quantities that are constant between events and occur in expressions computed between them: derivatives, and sides of
 * conditions.
 */
export interface FrozenValues {
  /** Numbers of conditions. */
  readonly conditions: ReadonlySet<number>
  /** Variables whose left limits occur there. */
  readonly limits: readonly string[]
  /** True if clocks, or values sampled by them, occur there. */
  readonly hasClocks: boolean
}

const known = new WeakMap<Translation, FrozenValues>()

/**
 * Finds the quantities whose change at an event makes derivatives and event indicators other functions of time and
 * states: an event that changes none of them does not affect the integration.
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

/** True if branches of a model are guarded: beyond an event, its equations differ from those that hold there. */
export function hasGuards({ dynamics }: Translation): boolean {
  return dynamics.some((block) => blockExpressions(block).some((expr) => someNode(expr, isGuard)))
}
