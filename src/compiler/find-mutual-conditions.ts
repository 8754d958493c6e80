import { collectNames, type Expr, type NumberExpr, visitExpr, visitNames } from '../symbolic/index.ts'
import { type Block, blockExpressions, blockTargets } from './equations/index.ts'
import { preName } from './events-and-clocks/index.ts'
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

/** State conditions of one mixed system of equations and relations. */
export interface MutualConditions {
  readonly members: readonly number[]
  /** Members that do not directly change discrete variables whose left limits occur in the equations. */
  readonly free: readonly number[]
  /** Other state conditions on which the system depends. */
  readonly sources: readonly number[]
  /** Names in the relations of the members. */
  readonly compared: ReadonlySet<string>
  /** True if the equations of the system are linear in each combination of the values of the conditions. */
  readonly isLinear: boolean
}

const systems = new WeakMap<Translation, readonly MutualConditions[]>()

/** The mixed systems of equations and relations. */
export function listMutualConditions(translation: Translation): readonly MutualConditions[] {
  const list = systems.get(translation) ?? findMixedSystems(translation)
  systems.set(translation, list)
  return list
}

function findMixedSystems(translation: Translation): MutualConditions[] {
  const graph = graphOf(translation)
  const blocks = listBlocks(translation)
  const { conditions } = translation
  const done = new Set<number>()
  return findSelfDependentConditions(translation).flatMap((first) => {
    if (done.has(first)) return []
    const members = findMutualConditions(translation, first)
    for (const k of members) done.add(k)
    const isLinear = blocks.every(
      (block, b) =>
        block.kind !== 'nonlinear' ||
        !(
          findUses(graph, graph.conditions[first]).blocks.has(b) &&
          findUses(graph, graph.blocks[b]).conditions.has(first)
        ),
    )
    const all = findSources(graph, first)
    const sources = [...all].filter((k) => conditions[k].kind === 'state' && !members.includes(k))
    const hasMemory = translation.preNames.length > 0
    const remembered = hasMemory ? findRemembered(blocks, graph, first) : NONE
    const sides = members.flatMap((k) => {
      const each = conditions[k]
      return each.kind === 'state' ? [each.left, each.right] : []
    })
    const compared = new Set(sides.flatMap((side) => [...collectNames(side)]))
    const free = members.filter((k) => !remembered.has(k))
    return [{ members, free, sources, compared, isLinear }]
  })
}

/** Conditions that directly change the discrete variables of whose left limits a condition depends. */
function findRemembered(blocks: readonly Block[], graph: UseGraph, condition: number): Set<number> {
  const expressions = [...findUses(graph, graph.conditions[condition]).blocks].flatMap((b) =>
    blockExpressions(blocks[b]),
  )
  const names = new Set(expressions.flatMap((expr) => [...collectNames(expr)]))
  const found = new Set<number>()
  const open = blocks.flatMap((block, b) =>
    blockTargets(block).some((name) => names.has(preName(name))) ? [b] : [],
  )
  const seen = new Set(open)
  for (let b = open.pop(); b !== undefined; b = open.pop()) {
    for (const k of graph.blocks[b].conditions) found.add(k)
    for (const next of graph.blocks[b].blocks) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return found
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
    const { conditions } = translation
    const all = listBlocks(translation)
    const producers = new Map<string, number>()
    all.forEach((block, b) => {
      for (const target of blockTargets(block)) producers.set(target, b)
    })
    graph = {
      blocks: all.map((block) => collectUses(blockExpressions(block), producers)),
      conditions: conditions.map((each) =>
        each.kind === 'state' ? collectUses([each.left, each.right], producers) : NOTHING,
      ),
    }
    graphs.set(translation, graph)
  }
  return graph
}

function listBlocks({ dynamics, rest }: Translation): Block[] {
  return [...dynamics, ...rest]
}

/** Conditions on which a condition depends, directly or indirectly. */
function findSources(graph: UseGraph, start: number): Set<number> {
  return findUses(graph, graph.conditions[start]).conditions
}

/** Blocks and conditions that are used directly or indirectly. */
function findUses(
  { blocks, conditions }: UseGraph,
  start: Uses,
): { blocks: Set<number>; conditions: Set<number> } {
  const found = new Set<number>()
  const seen = new Set<number>()
  const open = [start]
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
  return { blocks: seen, conditions: found }
}

/** Blocks and conditions on which expressions depend, by number. */
interface Uses {
  readonly blocks: ReadonlySet<number>
  readonly conditions: ReadonlySet<number>
}

const NONE: ReadonlySet<number> = new Set()
const NOTHING: Uses = { blocks: NONE, conditions: NONE }

function collectUses(expressions: readonly Expr[], producers: ReadonlyMap<string, number>): Uses {
  const blocks = new Set<number>()
  const conditions = new Set<number>()
  for (const expr of expressions) {
    visitNames(expr, ({ name }) => {
      const block = producers.get(name)
      if (block !== undefined) blocks.add(block)
    })
    visitExpr(expr, (node) => {
      if (node.kind === 'call' && node.fn === '$condition') conditions.add((node.args[0] as NumberExpr).value)
      return true
    })
  }
  return { blocks, conditions }
}
