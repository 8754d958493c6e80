import { type Dependencies, findDependencies, type Translation } from '../../compiler/index.ts'
import { type CscPattern, createPatternFromRows } from '../../math/index.ts'
import type { OdeProblem, SparseRows } from '../../ode/index.ts'
import type { DeclaredState, ModelRuntime } from '../runtime/index.ts'
import { probeSparsity } from './probe-sparsity.ts'

/** Sparse matrices pay from this number of states on, and below this fraction of entries that may be non-zero. */
const SPARSE_FROM = 30
const SPARSE_DENSITY = 0.3
/**
 * Otherwise, rows with at most this number of entries are sparse (a quaternion depends on itself and a velocity: 7), …
 */
const MAX_ROW_ENTRIES = 8
/** … and separate treatment pays if they are at least this fraction of all. */
const SPARSE_ROW_PART = 0.2

/** Possible non-zeros of ∂der(x)/∂x, if they are worth knowing: a pattern of all rows, or of those with few entries. */
export type StatePattern = Pick<OdeProblem, 'sparsity' | 'sparseRows'>

/** Columns of a row that are known independently of groups; null: unknown. */
type KnownRow = readonly number[] | null

/**
 * Pattern of ∂der(x)/∂x, if the states are many and it is sparse. That of the equations follows from their names;
 * components with memory declare which variant states couple, or all of them couple with everything.
 */
export function findStatePattern(runtime: ModelRuntime): StatePattern {
  const { translation, memories } = runtime
  const n = runtime.nState
  if (!needsPattern(n)) return {}
  const limit = Math.floor(SPARSE_DENSITY * n * n)
  if (hasMemory(translation) || memories.nState > 0) return findCoupled(runtime, limit)
  if (translation.states.every((state) => state.rank === 'scalar')) {
    const found = findDependencies(translation, limit)
    if (!found) return {}
    const count = found.rows.reduce((sum, row) => sum + row.length, 0)
    if (count <= limit) return { sparsity: createPatternFromRows(n, found.rows) }
    return pickSparseRows(found.rows.map((row) => (row.length <= MAX_ROW_ENTRIES ? [...row] : null)))
  }
  const sparsity = probeSparsity(runtime, limit)
  return sparsity ? { sparsity } : {}
}

function hasMemory({ model }: Translation): boolean {
  for (const info of model.functions.values()) if (info.hasMemory) return true
  return false
}

/**
 * Pattern with variant states: all pairs within a group that a component has declared, in addition to those of the
 * equations.
 */
function findCoupled(runtime: ModelRuntime, limit: number): StatePattern {
  const { translation, memories, nEquationState, nState: n } = runtime
  const groups = memories.coupling()
  const found = findDependencies(translation, limit)
  if (!found) return {}
  const { first, length } = placesOfStates(runtime)
  const known = findKnownRows(runtime, found)
  if (!groups) return pickSparseRows(known)
  // Groups: variant states by their numbers, and states of the equations by the variables that depend on them
  const isNamed = new Uint8Array(first.length)
  const places: number[][] = []
  const addState = (members: number[], state: number): void => {
    for (let i = 0; i < length[state]; i++) members.push(first[state] + i)
  }
  const border = new BorderOfGroups()
  for (const group of groups) {
    const members: number[] = []
    for (const { start, end } of group.hidden)
      for (let i = start; i < end; i++) members.push(nEquationState + i)
    for (const name of group.variables) {
      const own = translation.aliases.get(name)?.name ?? name
      const isInRecord = translation.model.variables.get(name)?.isInRecord === true
      const behind = found.reportsBehind(own)
      if (isInRecord && behind.includes(own)) {
        border.addReport(own, places.length)
        continue
      }
      if (isInRecord) border.addNeeds(places.length, behind)
      for (const state of found.statesOf(own)) {
        if (!isInRecord) isNamed[state] = 1
        addState(members, state)
      }
    }
    places.push(members)
  }
  // Through the equations, groups depend on others, and states of the equations on groups
  const readers = translation.states.map(({ derivative }) => found.reportsBehind(derivative))
  if (!border.isComplete(readers)) return pickSparseRows(known)
  const joined = border.listPairs().map(([a, b]) => [...places[a], ...places[b]])
  readers.forEach((reports, state) => {
    for (const group of border.groupsOf(reports)) addState(places[group], state)
  })
  places.push(...joined)
  const rows = joinGroups(known, places, limit)
  if (!rows) return pickSparseRows(known)
  const add = (row: number, column: number): void => {
    addColumn(rows, row, column)
  }
  found.rows.forEach((columns, row) => {
    for (const column of columns)
      for (let i = 0; i < length[row]; i++)
        for (let j = 0; j < length[column]; j++) add(first[row] + i, first[column] + j)
  })
  // States of the equations outside of the declared groups that are inputs of functions of the components, or depend on
  // them
  for (let state = 0; state < first.length; state++) {
    if (isNamed[state]) continue
    for (let i = first[state]; i < first[state] + length[state]; i++) {
      if (found.readsOthers[state]) for (let j = 0; j < n; j++) add(i, j)
      if (found.feedsOthers[state]) for (let j = nEquationState; j < n; j++) if (!known[j]) add(j, i)
    }
  }
  for (let i = 0; i < n; i++) add(i, i)
  // Differences of several columns at once would assign the changes of an integral to a wrong column: its row stays
  // empty
  let k = nEquationState
  for (const { isIntegral, values } of memories.states) {
    for (let i = 0; i < values.length; i++, k++) if (isIntegral) rows[k] = []
  }
  const sparsity = toPattern(n, rows, limit)
  return sparsity ? { sparsity } : pickSparseRows(known)
}

/** Values of components that the equations read, and groups of states that depend on them through the equations. */
class BorderOfGroups {
  private readonly groups = new Map<string, number[]>()
  private readonly needs: { readonly group: number; readonly reports: readonly string[] }[] = []

  /** Notes that a value depends on a group of states. */
  addReport(name: string, group: number): void {
    const groups = this.groups.get(name)
    if (groups === undefined) this.groups.set(name, [group])
    else groups.push(group)
  }

  /** Notes that a group of states depends on values. */
  addNeeds(group: number, reports: readonly string[]): void {
    this.needs.push({ group, reports })
  }

  /** True if the groups of all values are known. */
  isComplete(others: readonly (readonly string[])[]): boolean {
    const isKnown = (name: string): boolean => this.groups.has(name)
    return (
      this.needs.every(({ reports }) => reports.every(isKnown)) &&
      others.every((reports) => reports.every(isKnown))
    )
  }

  groupsOf(reports: readonly string[]): Set<number> {
    return new Set(reports.flatMap((name) => this.groups.get(name) ?? []))
  }

  /** Pairs of different groups, the first of which depends on the second. */
  listPairs(): [number, number][] {
    return this.needs.flatMap(({ group, reports }) =>
      [...this.groupsOf(reports)].flatMap((other): [number, number][] =>
        other === group ? [] : [[group, other]],
      ),
    )
  }
}

/** Rows without functions with memory, and those of variant states whose components declare them. */
function findKnownRows(runtime: ModelRuntime, found: Dependencies): KnownRow[] {
  const { memories, nEquationState } = runtime
  const { first, length } = placesOfStates(runtime)
  const known: KnownRow[] = []
  const numbersFrom = (start: number, count: number): number[] =>
    Array.from({ length: count }, (_, i) => start + i)
  found.rows.forEach((columns, row) => {
    const isKnown = !found.readsMemory[row] && columns.length <= MAX_ROW_ENTRIES
    const numbers = isKnown ? [...columns].flatMap((state) => numbersFrom(first[state], length[state])) : null
    for (let i = 0; i < length[row]; i++) known.push(numbers)
  })
  const starts = new Map<DeclaredState, number>()
  let next = nEquationState
  for (const state of memories.states) {
    starts.set(state, next)
    next += state.values.length
  }
  for (const { values, dependsOn } of memories.states) {
    const numbers =
      dependsOn?.flatMap((state) => numbersFrom(starts.get(state)!, state.values.length)) ?? null
    for (let i = 0; i < values.length; i++) known.push(numbers)
  }
  return known
}

/** True if a pattern of this number of states is worth knowing. */
export function needsPattern(n: number): boolean {
  return n >= SPARSE_FROM
}

/**
 * Pattern of states that depend on each other only within groups.
 *
 * @param known rows that depend on less than their groups
 */
export function findGroupPattern(
  known: readonly KnownRow[],
  groups: readonly (readonly number[])[],
): StatePattern {
  const n = known.length
  const limit = Math.floor(SPARSE_DENSITY * n * n)
  const rows = joinGroups(known, groups, limit)
  const sparsity = rows && toPattern(n, rows, limit)
  return sparsity ? { sparsity } : pickSparseRows(known)
}

/** Columns of every row; null: more than `limit`. */
function joinGroups(
  known: readonly KnownRow[],
  groups: readonly (readonly number[])[],
  limit: number,
): Columns[] | null {
  const open = groups.map((group) => group.filter((i) => known[i] === null))
  // A group that is too large for a sparse matrix need not be expanded: for a chain of 3000 joints it would take 2 GB.
  if (groups.some((group, k) => group.length * open[k].length > limit)) return null
  const rows: Columns[] = known.map((columns) => columns ?? NO_COLUMNS)
  groups.forEach((group, k) => {
    // most states belong to one group, whose list they share
    const members = open[k].length > 1 ? [...new Set(group)] : group
    for (const i of open[k]) {
      if (rows[i] === NO_COLUMNS) rows[i] = members
      else for (const j of group) addColumn(rows, i, j)
    }
  })
  return rows
}

/** Columns of a row: a list, which rows may share, until the row changes. */
type Columns = readonly number[] | Set<number>

const NO_COLUMNS: readonly number[] = []

/** Maximum length of a list that is searched; longer ones become sets. */
const SHORT_LIST = 64

function addColumn(rows: Columns[], row: number, column: number): void {
  const columns = rows[row]
  if (columns instanceof Set) columns.add(column)
  else if (columns.length > SHORT_LIST || !columns.includes(column))
    rows[row] = new Set<number>(columns).add(column)
}

function toPattern(n: number, rows: readonly Columns[], limit: number): CscPattern | null {
  let count = 0
  for (const row of rows) count += row instanceof Set ? row.size : row.length
  if (count > limit) return null
  return createPatternFromRows(
    n,
    rows.map((row) => (row instanceof Set ? [...row] : row)),
  )
}

/** The rows with few entries of a matrix that is dense otherwise, if there are many. */
function pickSparseRows(known: readonly KnownRow[]): StatePattern {
  const rows: number[] = []
  const columns: number[] = []
  const rowPtr = [0]
  known.forEach((row, i) => {
    if (row === null || row.length > MAX_ROW_ENTRIES) return
    rows.push(i)
    columns.push(...[...new Set(row)].sort((a, b) => a - b))
    rowPtr.push(columns.length)
  })
  if (rows.length < SPARSE_ROW_PART * known.length) return {}
  const sparseRows: SparseRows = {
    rows: Int32Array.from(rows),
    rowPtr: Int32Array.from(rowPtr),
    colIdx: Int32Array.from(columns),
  }
  return { sparseRows }
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
