import { collectNames, type Expr, visitExpr } from '../../symbolic/index.ts'
import { type Block, blockTargets } from '../equations/index.ts'
import type { Translation } from '../translation/index.ts'

/** States on which variables depend, by the names in the equations. A system of equations counts as one unit. */
export interface Dependencies {
  /** Numbers of the states that each derivative depends on, ascending. */
  readonly rows: readonly Int32Array[]
  /** Per state: 1 if its derivative depends on the return value of a function with memory. */
  readonly readsMemory: Uint8Array
  /** Per state: 1 if an argument of a function with memory depends on it. */
  readonly feedsMemory: Uint8Array
  /** Numbers of the states on which a variable depends; for a state: its own. */
  statesOf(name: string): Int32Array
}

/**
 * Finds the states on which the derivative of each state depends; returns null if that takes more work than `limit`
 * entries.
 */
export function findDependencies(translation: Translation, limit: number): Dependencies | null {
  const last = known.get(translation)
  if (last && (last.found !== null || limit <= last.limit)) return last.found
  const found = collectDependencies(translation, limit)
  known.set(translation, { found, limit })
  return found
}

/** Shared by all runs of a translated model. */
const known = new WeakMap<Translation, { readonly found: Dependencies | null; readonly limit: number }>()
const NONE = new Int32Array(0)

function collectDependencies({ states, dynamics, model }: Translation, limit: number): Dependencies | null {
  const dependencies = new Map<string, Int32Array>()
  states.forEach(({ name }, k) => {
    dependencies.set(name, Int32Array.of(k))
  })
  const feedsMemory = new Uint8Array(states.length)
  const hasMemory = [...model.functions.values()].some((info) => info.hasMemory)
  const fromMemory = new Set<string>()
  const seenBy = new Int32Array(states.length).fill(-1)
  // Number of entries propagated so far; bounds the work.
  let work = 0
  for (let b = 0; b < dynamics.length; b++) {
    const found: number[] = []
    const names = namesIn(dynamics[b])
    let only: Int32Array | null = null
    for (const name of names) {
      const list = dependencies.get(name)
      if (!list) continue
      only = found.length === 0 ? list : null
      work += list.length
      for (let i = 0; i < list.length; i++) {
        if (seenBy[list[i]] === b) continue
        seenBy[list[i]] = b
        found.push(list[i])
      }
    }
    if (work > 10 * limit) return null
    const targets = blockTargets(dynamics[b])
    if (hasMemory) {
      const calls = callsMemory(dynamics[b], (fn) => model.functions.get(fn)?.hasMemory === true)
      if (calls) for (const state of found) feedsMemory[state] = 1
      let reads = calls
      for (const name of names) reads ||= fromMemory.has(name)
      if (reads) for (const target of targets) fromMemory.add(target)
    }
    if (found.length === 0) continue
    // An unchanged list is shared: those of 3000 accelerations, each of all states, would take 70 MB
    const sorted = only ?? Int32Array.from(found).sort()
    for (const target of targets) dependencies.set(target, sorted)
  }
  const rows = states.map(({ derivative }) => dependencies.get(derivative) ?? NONE)
  const readsMemory = Uint8Array.from(states, ({ derivative }) => (fromMemory.has(derivative) ? 1 : 0))
  return { rows, readsMemory, feedsMemory, statesOf: (name) => dependencies.get(name) ?? NONE }
}

/**
 * Names of the states from which a variable is computed; null: a component with memory is involved, whose states have
 * no names.
 */
export function findStatesBehind(
  { states, aliases, dynamics, rest, model }: Translation,
  variable: string,
): string[] | null {
  const needed = new Set<string>([aliases.get(variable)?.name ?? variable])
  const blocks = [...dynamics, ...rest]
  for (let b = blocks.length - 1; b >= 0; b--) {
    if (!blockTargets(blocks[b]).some((target) => needed.has(target))) continue
    if (callsMemory(blocks[b], (fn) => model.functions.get(fn)?.hasMemory === true)) return null
    for (const name of namesIn(blocks[b])) needed.add(name)
  }
  return states.map(({ name }) => name).filter((name) => needed.has(name))
}

function expressionsIn(block: Block): Expr[] {
  if (block.kind === 'assign') return [block.value]
  return [...block.inner, ...block.residuals].map(({ value }) => value)
}

function callsMemory(block: Block, hasMemory: (fn: string) => boolean): boolean {
  let calls = false
  for (const expr of expressionsIn(block)) {
    visitExpr(expr, (node) => {
      calls ||= node.kind === 'call' && hasMemory(node.fn)
      return !calls
    })
  }
  return calls
}

function namesIn(block: Block): Set<string> {
  const names = new Set<string>()
  for (const expr of expressionsIn(block)) for (const name of collectNames(expr)) names.add(name)
  if (block.kind !== 'assign') for (const target of blockTargets(block)) names.delete(target)
  return names
}
