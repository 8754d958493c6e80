import { collectNames, type Expr, type NumberExpr, visitExpr } from '../../symbolic/index.ts'
import { blockExpressions, blockTargets } from '../equations/index.ts'
import type { Translation } from './translation.ts'

/**
 * State conditions that depend on a condition and on which that condition depends, at the same instant: those of one
 * mixed system of equations and relations. The condition itself comes first.
 */
export function findMutualConditions(translation: Translation, condition: number): number[] {
  const graph = graphOf(translation)
  const others = [...findSources(graph, condition)].filter(
    (k) => k !== condition && findSources(graph, k).has(condition),
  )
  return [condition, ...others]
}

/**
 * State conditions that depend on themselves: they are consistent both as true and as false, and start values decide.
 */
export function findSelfDependentConditions(translation: Translation): number[] {
  const graph = graphOf(translation)
  return translation.conditions.flatMap(({ kind }, k) =>
    kind === 'state' && findSources(graph, k).has(k) ? [k] : [],
  )
}

/** Uses of blocks and conditions. */
interface UseGraph {
  readonly blocks: readonly Uses[]
  readonly conditions: readonly Uses[]
}

const graphs = new WeakMap<Translation, UseGraph>()

function graphOf(translation: Translation): UseGraph {
  let graph = graphs.get(translation)
  if (graph === undefined) {
    const { dynamics, conditions } = translation
    const producers = new Map<string, number>()
    dynamics.forEach((block, b) => {
      for (const target of blockTargets(block)) producers.set(target, b)
    })
    graph = {
      blocks: dynamics.map((block) => collectUses(blockExpressions(block), producers)),
      conditions: conditions.map((each) =>
        each.kind === 'state' ? collectUses([each.left, each.right], producers) : NOTHING,
      ),
    }
    graphs.set(translation, graph)
  }
  return graph
}

/** Conditions on which a condition depends, directly or indirectly. */
function findSources({ blocks, conditions }: UseGraph, start: number): Set<number> {
  const found = new Set<number>()
  const seen = new Set<number>()
  const open = [conditions[start]]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const b of next.blocks) {
      if (seen.has(b)) continue
      seen.add(b)
      open.push(blocks[b])
    }
    for (const k of next.conditions) {
      if (found.has(k)) continue
      found.add(k)
      open.push(conditions[k])
    }
  }
  return found
}

/** Blocks and conditions on which expressions depend, by number. */
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
