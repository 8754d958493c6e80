import { findDependencies, type Translation } from '../../compiler/index.ts'
import { type CscPattern, createPatternFromRows } from '../../math/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import { probeSparsity } from './probe-sparsity.ts'

/** Sparse matrices pay from this number of states on, and below this part of entries that may be non-zero. */
const SPARSE_FROM = 30
const SPARSE_DENSITY = 0.3

/**
 * Pattern of ∂der(x)/∂x, if the states are many and it is sparse. That of the equations follows from their names; components with
 * memory say which hidden states couple, or everything about them couples.
 */
export function findSparsity(runtime: ModelRuntime): CscPattern | null {
  const { translation, memories } = runtime
  const n = runtime.nState
  if (n < SPARSE_FROM) return null
  const limit = Math.floor(SPARSE_DENSITY * n * n)
  if (hasMemory(translation) || memories.nState > 0) return findCoupled(runtime, limit)
  if (translation.states.every((state) => state.rank === 'scalar')) {
    const found = findDependencies(translation, limit)
    const count = found?.rows.reduce((sum, row) => sum + row.length, 0) ?? 0
    return found && count <= limit ? createPatternFromRows(n, found.rows) : null
  }
  return probeSparsity(runtime, limit)
}

function hasMemory({ model }: Translation): boolean {
  for (const info of model.functions.values()) if (info.hasMemory) return true
  return false
}

/** With hidden states: all pairs within a group that a component has declared, in addition to what the equations say. */
function findCoupled(runtime: ModelRuntime, limit: number): CscPattern | null {
  const { translation, memories, nInvariant, nState: n } = runtime
  const groups = memories.coupling()
  const found = groups && findDependencies(translation, limit)
  if (!groups || !found) return null
  const rows = Array.from({ length: n }, (_, i) => new Set([i]))
  const { first, length } = placesOfStates(runtime)
  const addBlock = (row: number, column: number): void => {
    for (let i = 0; i < length[row]; i++)
      for (let j = 0; j < length[column]; j++) rows[first[row] + i].add(first[column] + j)
  }
  found.rows.forEach((columns, row) => {
    for (const column of columns) addBlock(row, column)
  })
  // Groups: hidden states by their numbers, and states of the equations by the variables that depend on them
  const isGrouped = new Uint8Array(first.length)
  for (const group of groups) {
    const members: number[] = []
    for (const { start, end } of group.hidden) for (let i = start; i < end; i++) members.push(nInvariant + i)
    for (const name of group.variables) {
      for (const state of found.statesOf(translation.aliases.get(name)?.name ?? name)) {
        isGrouped[state] = 1
        for (let i = 0; i < length[state]; i++) members.push(first[state] + i)
      }
    }
    // A group that is too large for a sparse matrix need not be written down: of a chain of 3000 joints it would take 2 GB.
    if (members.length * members.length > limit) return null
    for (const i of members) for (const j of members) rows[i].add(j)
  }
  // States of the equations that the components say nothing about, but that go into their functions or depend on them
  for (let state = 0; state < first.length; state++) {
    if (isGrouped[state]) continue
    for (let i = first[state]; i < first[state] + length[state]; i++) {
      if (found.readsMemory[state]) for (let j = 0; j < n; j++) rows[i].add(j)
      if (found.feedsMemory[state]) for (let j = nInvariant; j < n; j++) rows[j].add(i)
    }
  }
  // Differences of several columns at once would put the changes of an integral into its own column: its row stays empty
  let k = nInvariant
  for (const { isIntegral, values } of memories.states) {
    for (let i = 0; i < values.length; i++, k++) if (isIntegral) rows[k].clear()
  }
  return toPattern(n, rows, limit)
}

/** Pattern of n states, of which those in one of the groups depend on each other, and nothing else; null if it does not pay. */
export function findGroupPattern(n: number, groups: readonly (readonly number[])[]): CscPattern | null {
  if (n < SPARSE_FROM) return null
  const limit = Math.floor(SPARSE_DENSITY * n * n)
  if (groups.some((group) => group.length * group.length > limit)) return null
  const rows = Array.from({ length: n }, () => new Set<number>())
  for (const group of groups) for (const i of group) for (const j of group) rows[i].add(j)
  return toPattern(n, rows, limit)
}

function toPattern(n: number, rows: readonly Set<number>[], limit: number): CscPattern | null {
  let count = 0
  for (const row of rows) count += row.size
  if (count > limit) return null
  return createPatternFromRows(
    n,
    rows.map((row) => [...row].sort((a, b) => a - b)),
  )
}

/** First place and length of every state of the equations. */
function placesOfStates(runtime: ModelRuntime): { first: number[]; length: number[] } {
  const first: number[] = []
  const length: number[] = []
  let k = 0
  for (const { name } of runtime.translation.states) {
    const n = runtime.lengthOf(runtime.slot(name))
    first.push(k)
    length.push(n)
    k += n
  }
  return { first, length }
}
