import { collectNames, type Expr, visitExpr } from '../symbolic/index.ts'
import { type Block, blockExpressions, blockTargets } from './equations/index.ts'
import { preName } from './events-and-clocks/index.ts'
import { selectBlocks } from './tangent-program.ts'
import type { Translation } from './translation.ts'

/** States on which variables depend, by the names in the equations. A system of equations counts as one unit. */
export interface Dependencies {
  /** Numbers of the states that each derivative depends on, ascending. */
  readonly rows: readonly Int32Array[]
  /** Per state: 1 if its derivative depends on the return value of a function with memory. */
  readonly readsMemory: Uint8Array
  /** Per state: 1 if an argument of a function with memory depends on it. */
  readonly feedsMemory: Uint8Array
  /**
   * The same, without those values of functions with memory that are variables in records, and without functions that
   * only pass on such variables.
   */
  readonly readsOthers: Uint8Array
  readonly feedsOthers: Uint8Array
  /** Numbers of the states on which a variable depends; for a state: its own. */
  statesOf(name: string): Int32Array
  /** Variables in records that functions with memory compute, and on which a variable depends. */
  reportsBehind(name: string): readonly string[]
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
const NO_NAMES: readonly string[] = []

function collectDependencies(translation: Translation, limit: number): Dependencies | null {
  const { states, dynamics, model } = translation
  const inRecords = findNamesInRecords(translation)
  const reports = new Map<string, readonly string[]>()
  const dependencies = new Map<string, Int32Array>()
  states.forEach(({ name }, k) => {
    dependencies.set(name, Int32Array.of(k))
  })
  const feedsMemory = new Uint8Array(states.length)
  const feedsOthers = new Uint8Array(states.length)
  const fromOthers = new Set<string>()
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
      const kind = calls ? kindOfCalls(dynamics[b], targets, inRecords, model.functions) : null
      if (kind === 'other') for (const state of found) feedsOthers[state] = 1
      let readsOthers = kind === 'other'
      for (const name of names) readsOthers ||= fromOthers.has(name)
      if (readsOthers && kind !== 'order') for (const target of targets) fromOthers.add(target)
      const behind = new Set<string>(
        kind === 'report' ? targets.filter((target) => inRecords.has(target)) : [],
      )
      for (const name of names) for (const report of reports.get(name) ?? NO_NAMES) behind.add(report)
      work += behind.size
      if (behind.size > 0) for (const target of targets) reports.set(target, [...behind])
    }
    if (found.length === 0) continue
    // An unchanged list is shared: those of 3000 accelerations, each of all states, would take 70 MB
    const sorted = only ?? Int32Array.from(found).sort()
    for (const target of targets) dependencies.set(target, sorted)
  }
  const rows = states.map(({ derivative }) => dependencies.get(derivative) ?? NONE)
  const readsMemory = Uint8Array.from(states, ({ derivative }) => (fromMemory.has(derivative) ? 1 : 0))
  return {
    ...{ rows, readsMemory, feedsMemory, feedsOthers },
    readsOthers: Uint8Array.from(states, ({ derivative }) => (fromOthers.has(derivative) ? 1 : 0)),
    statesOf: (name) => dependencies.get(name) ?? NONE,
    reportsBehind: (name) => reports.get(name) ?? NO_NAMES,
  }
}

/** Names in the equations of variables in records. */
function findNamesInRecords({ model, aliases }: Translation): Set<string> {
  const names = new Set<string>()
  for (const { name, isInRecord } of model.variables.values())
    if (isInRecord) names.add(aliases.get(name)?.name ?? name)
  return names
}

/**
 * Kind of the functions with memory that a block calls: they compute variables in records, or only order calls and pass
 * on such variables, or compute anything else.
 */
function kindOfCalls(
  block: Block,
  targets: readonly string[],
  inRecords: ReadonlySet<string>,
  functions: Translation['model']['functions'],
): 'report' | 'order' | 'other' {
  let isOrdering = true
  for (const expr of expressionsIn(block))
    visitExpr(expr, (node) => {
      if (node.kind === 'call' && functions.get(node.fn)?.hasMemory)
        isOrdering &&= functions.get(node.fn)!.isOrdering === true
      return true
    })
  if (isOrdering) return 'order'
  return block.kind === 'assign' && targets.every((target) => inRecords.has(target)) ? 'report' : 'other'
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

/**
 * Numbers of the states on which variables of the dynamics depend, by the names in their equations, ascending; null: a
 * component with memory is involved, whose states have no names.
 */
export function findStatesOfEach(
  { states, dynamics, model }: Translation,
  variables: readonly string[],
): Int32Array[] | null {
  const dependencies = new Map(states.map(({ name }, k) => [name, Int32Array.of(k)]))
  for (const block of selectBlocks(dynamics, variables)) {
    if (callsMemory(block, (fn) => model.functions.get(fn)?.hasMemory === true)) return null
    const found = new Set<number>()
    for (const name of namesIn(block)) for (const state of dependencies.get(name) ?? NONE) found.add(state)
    const sorted = Int32Array.from(found).sort()
    for (const target of blockTargets(block)) dependencies.set(target, sorted)
  }
  return variables.map((name) => dependencies.get(name) ?? NONE)
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

/** Variables that depend on their own left limits, such as those of `when`. */
export function findRemembered({ preNames, dynamics, rest }: Translation): Set<string> {
  const namesOf = new Map<string, ReadonlySet<string>>()
  if (preNames.length > 0)
    for (const block of [...dynamics, ...rest]) {
      const names = new Set(blockExpressions(block).flatMap((expr) => [...collectNames(expr)]))
      for (const target of blockTargets(block)) namesOf.set(target, names)
    }
  const dependsOnOwn = (name: string): boolean => {
    const seen = new Set([name])
    for (const each of seen) {
      const names = namesOf.get(each)
      if (names?.has(preName(name))) return true
      for (const other of names ?? []) seen.add(other)
    }
    return false
  }
  return new Set(preNames.filter(dependsOnOwn))
}
