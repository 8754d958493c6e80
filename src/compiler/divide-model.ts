import { type FlatModel, isModelInput } from '../model/index.ts'
import { collectNames, type Expr } from '../symbolic/index.ts'
import type { Translation } from './translation.ts'

/**
 * Minimum number of islands with state events for dividing a model: events of one island then no longer restart the
 * others. With fewer islands a common restart costs less than separate runs.
 */
const MIN_ISLANDS = 8

/**
 * Islands of a model that share only parameters, inputs and the time: each group with state events or `when` is one
 * island, all other groups together are one more. null: dividing the model is not worthwhile or not possible.
 */
export function divideModel(flat: FlatModel, translation: Translation): readonly FlatModel[] | null {
  const nCondition = translation.conditions.filter(({ kind }) => kind === 'state').length
  if (nCondition + flat.whens.length < MIN_ISLANDS) return null
  if (flat.memories.length > 0 || translation.usesTerminal || translation.constraints.length > 0) return null
  for (const info of flat.functions.values()) if (info.hasMemory) return null
  // branches of one clause, which exclude each other, would be in several islands
  if (flat.whens.some(({ chain }) => chain !== undefined)) return null
  if (flat.whens.some(({ actions }) => actions.some(({ kind }) => kind === 'terminate'))) return null
  const groups = new NameGroups(flat)
  const statements = listStatements(flat)
  for (const { exprs, names } of statements) groups.join([...names, ...exprs.flatMap(namesIn)])

  // Groups with state events or `when`
  const eventful = new Set<number>()
  const note = (names: readonly string[]): void => {
    const group = groups.find(names)
    if (group >= 0) eventful.add(group)
  }
  for (const condition of translation.conditions) {
    if (condition.kind === 'state') note([...namesIn(condition.left), ...namesIn(condition.right)])
  }
  for (const { condition, names, exprs } of statements)
    if (condition) note([...names, ...exprs.flatMap(namesIn)])
  return eventful.size < MIN_ISLANDS ? null : createIslands(flat, groups, eventful)
}

/** An equation, a `when` or an assertion, with the names in it. */
interface Statement {
  readonly exprs: readonly Expr[]
  readonly names: readonly string[]
  /** True for a `when`. */
  readonly condition: boolean
}

function listStatements({ equations, whens, asserts }: FlatModel): Statement[] {
  return [
    ...equations.map(({ left, right }) => ({ exprs: [left, right], names: [], condition: false })),
    ...whens.map((when) => ({ ...describeWhen(when), condition: true })),
    ...asserts.map(({ condition, message }) => ({
      exprs: [condition, message],
      names: [],
      condition: false,
    })),
  ]
}

function describeWhen({ condition, actions }: FlatModel['whens'][number]): Omit<Statement, 'condition'> {
  const exprs: Expr[] = [condition]
  const names: string[] = []
  for (const action of actions) {
    if (action.kind === 'reinit') names.push(action.state)
    if (action.kind === 'assign') names.push(action.name)
    if (action.kind === 'assert') exprs.push(action.condition)
    exprs.push(action.kind === 'reinit' || action.kind === 'assign' ? action.value : action.message)
  }
  return { exprs, names }
}

function namesIn(expr: Expr): string[] {
  return [...collectNames(expr)]
}

function createIslands(flat: FlatModel, groups: NameGroups, eventful: ReadonlySet<number>): FlatModel[] {
  const islands = new Map<number, IslandContent>()
  /** Island of a statement with these names: -1 for all without events. */
  const islandOf = (names: readonly string[]): IslandContent => {
    const group = groups.find(names)
    const key = eventful.has(group) ? group : -1
    let island = islands.get(key)
    if (island === undefined) {
      island = new IslandContent()
      islands.set(key, island)
    }
    for (const name of names) island.names.add(name)
    return island
  }
  for (const equation of flat.equations)
    islandOf([...namesIn(equation.left), ...namesIn(equation.right)]).equations.push(equation)
  for (const when of flat.whens) {
    const { names, exprs } = describeWhen(when)
    islandOf([...names, ...exprs.flatMap(namesIn)]).whens.push(when)
  }
  for (const assertion of flat.asserts)
    islandOf([...namesIn(assertion.condition), ...namesIn(assertion.message)]).asserts.push(assertion)
  // Unmentioned variables are unknowns too
  for (const name of flat.variables.keys()) if (groups.find([name]) >= 0) islandOf([name])
  return [...islands.values()].map((island) => island.create(flat))
}

/** Content of an island. */
class IslandContent {
  readonly names = new Set<string>()
  readonly equations: FlatModel['equations'][number][] = []
  readonly whens: FlatModel['whens'][number][] = []
  readonly asserts: FlatModel['asserts'][number][] = []

  create(flat: FlatModel): FlatModel {
    const { equations, whens, asserts, names } = this
    const pick = <T>(map: ReadonlyMap<string, T>): Map<string, T> => {
      const picked = new Map<string, T>()
      for (const name of names) {
        const item = map.get(name)
        if (item !== undefined) picked.set(name, item)
      }
      return picked
    }
    return {
      ...flat,
      variables: pick(flat.variables),
      parameters: pick(flat.parameters),
      unused: new Map(),
      notes: [],
      equations,
      whens,
      asserts,
    }
  }
}

/** Groups of variables connected by statements (union-find). */
class NameGroups {
  private readonly number = new Map<string, number>()
  private readonly parent: number[] = []

  constructor(flat: FlatModel) {
    for (const [name, variable] of flat.variables) {
      if (isModelInput(variable)) continue
      this.number.set(name, this.parent.length)
      this.parent.push(this.parent.length)
    }
  }

  join(names: readonly string[]): void {
    let first = -1
    for (const name of names) {
      const group = this.find([name])
      if (group < 0) continue
      if (first >= 0) this.parent[group] = first
      else first = group
    }
  }

  /** Group of the first name that is a variable; -1 if there is none. */
  find(names: readonly string[]): number {
    for (const name of names) {
      let k = this.number.get(name)
      if (k === undefined) continue
      while (this.parent[k] !== k) {
        this.parent[k] = this.parent[this.parent[k]]
        k = this.parent[k]
      }
      return k
    }
    return -1
  }
}
