import { collectNames, type Expr, type NumberExpr, visitExpr } from '../symbolic/index.ts'
import { blockExpressions, blockTargets } from './blocks.ts'
import type { Translation } from './translation.ts'

/**
 * The state conditions that depend on a condition and on which it depends itself, at the same instant: those of one mixed system of
 * equations and relations. The condition itself is the first of them.
 */
export function findMutualConditions(translation: Translation, condition: number): number[] {
  const { dynamics, conditions } = translation
  const producers = new Map<string, number>()
  dynamics.forEach((block, b) => {
    for (const target of blockTargets(block)) producers.set(target, b)
  })
  const uses = dynamics.map((block) => collectUses(blockExpressions(block), producers))
  const usesOfCondition = conditions.map((each) =>
    each.kind === 'state' ? collectUses([each.left, each.right], producers) : NOTHING,
  )

  /** Conditions that one depends on, directly or by way of others. */
  const find = (start: number): Set<number> => {
    const found = new Set<number>()
    const seen = new Set<number>()
    const open = [usesOfCondition[start]]
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const b of next.blocks) {
        if (seen.has(b)) continue
        seen.add(b)
        open.push(uses[b])
      }
      for (const k of next.conditions) {
        if (found.has(k)) continue
        found.add(k)
        open.push(usesOfCondition[k])
      }
    }
    return found
  }
  const sources = find(condition)
  const others = [...sources].filter((k) => k !== condition && find(k).has(condition))
  return [condition, ...others]
}

/** What expressions depend on: blocks and conditions, by their numbers. */
interface Uses {
  readonly blocks: ReadonlySet<number>
  readonly conditions: ReadonlySet<number>
}

const NOTHING: Uses = { blocks: new Set(), conditions: new Set() }

function collectUses(expressions: readonly Expr[], producers: ReadonlyMap<string, number>): Uses {
  const blocks = new Set<number>()
  const conditions = new Set<number>()
  for (const expr of expressions) {
    for (const used of collectNames(expr)) {
      const block = producers.get(used)
      if (block !== undefined) blocks.add(block)
    }
    visitExpr(expr, (node) => {
      if (node.kind === 'call' && node.fn === '$condition') conditions.add((node.args[0] as NumberExpr).value)
      return true
    })
  }
  return { blocks, conditions }
}
