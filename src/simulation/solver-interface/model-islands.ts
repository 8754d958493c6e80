import type { ProblemIsland, ProblemIslands } from '../../ode/index.ts'
import {
  type ComponentMemory,
  type DeclaredState,
  firstNumberOf,
  joinPlaces,
  type MemoryIsland,
  type ModelRuntime,
  numbersAt,
  type VariableBundle,
  type VariantState,
} from '../runtime/index.ts'
import { findGroupPattern, needsPattern, type StatePattern } from './state-pattern.ts'

/** Islands of the problem by islands of a component; those that a new segment also has are kept. */
export type KnownIslands = WeakMap<MemoryIsland, StateIsland>

/** Islands of a model that consists of one component that can be divided; undefined: it cannot. */
export function createIslands(runtime: ModelRuntime, known: KnownIslands): ProblemIslands | undefined {
  const { translation, memories, nEquationState } = runtime
  const hasEquations = translation.dynamics.length > 0 || translation.conditions.length > 0
  if (hasEquations || nEquationState > 0) return undefined
  const memory = memories.only
  const islands = memory?.independentIslands?.()
  return memory && islands ? new ModelIslands(runtime, memory, islands, known) : undefined
}

class ModelIslands implements ProblemIslands {
  readonly integrals: Int32Array
  private readonly integralStates: readonly DeclaredState[]

  constructor(
    runtime: ModelRuntime,
    private readonly memory: ComponentMemory,
    /** The islands at the start; null: they have been listed. */
    private atStart: readonly MemoryIsland[] | null,
    private readonly known: KnownIslands,
  ) {
    this.integralStates = runtime.memories.integrals
    this.integrals = numbersOf(this.integralStates)
  }

  list(): readonly ProblemIsland[] {
    const islands = this.atStart ?? this.memory.independentIslands!()!
    this.atStart = null
    return islands.map((island) => {
      const known = this.known.get(island)
      if (known?.renumber(this.integralStates)) return known
      const created = this.createIsland(island)
      this.known.set(island, created)
      return created
    })
  }

  private createIsland(island: MemoryIsland): StateIsland {
    const states = (island.states as readonly DeclaredState[]).toSorted(
      (a, b) => firstNumberOf(a) - firstNumberOf(b),
    )
    const numbers = numbersOf(states)
    const isLarge = needsPattern(numbers.length + this.integrals.length)
    const pattern = isLarge ? this.findPattern(island, numbers, [...states, ...this.integralStates]) : {}
    return new StateIsland(island, states, this.integralStates, numbers, pattern)
  }

  private findPattern(
    island: MemoryIsland,
    numbers: Int32Array,
    all: readonly DeclaredState[],
  ): StatePattern {
    const place = new Map(Array.from(numbers, (number, i) => [number, i]))
    const placesOf = (some: readonly VariantState[]): number[] =>
      Array.from(numbersOf(some as readonly DeclaredState[]), (i) => place.get(i)!)
    return findGroupPattern(
      all.flatMap(({ dependsOn, values }) => {
        const columns = dependsOn && placesOf(dependsOn)
        return Array.from(values, () => columns)
      }),
      island.groups.map(placesOf),
    )
  }
}

/** Numbers of the elements of states, in sequence. */
function numbersOf(states: readonly DeclaredState[]): Int32Array {
  const numbers = new Int32Array(states.reduce((n, { values }) => n + values.length, 0))
  let k = 0
  for (const state of states) {
    const first = firstNumberOf(state)
    for (let i = 0; i < state.values.length; i++) numbers[k++] = first + i
  }
  return numbers
}

/** An island of the component as one of the problem. */
class StateIsland implements ProblemIsland {
  readonly key: string
  readonly expect: 'stiff' | 'nonstiff'
  readonly sparsity?: NonNullable<ProblemIsland['sparsity']>
  readonly sparseRows?: NonNullable<ProblemIsland['sparseRows']>
  readonly project?: NonNullable<ProblemIsland['project']>
  /** Bundles of its states, and their first numbers. */
  private bundles: readonly VariableBundle[] = []
  private firsts: number[] = []
  /** Numbers of its states, and of these and the integrals, in large pieces. */
  private readonly ownBlocks: readonly VariantState[]
  private readonly allBlocks: readonly VariantState[]

  constructor(
    private readonly island: MemoryIsland,
    /** Its states in their order, and the integrals. */
    private readonly own: readonly DeclaredState[],
    private readonly integrals: readonly DeclaredState[],
    /** Numbers of its states. */
    public states: Int32Array,
    { sparsity, sparseRows }: Partial<StatePattern>,
  ) {
    const all = [...own, ...integrals]
    this.ownBlocks = joinPlaces(own.map(({ place }) => place)).map(numbersAt)
    this.allBlocks = joinPlaces(all.map(({ place }) => place)).map(numbersAt)
    this.setBundles()
    // kept states are the same ones
    let key = island.key
    for (const { serial } of all) key += ` ${serial}`
    this.key = key
    this.expect = island.isStiff ? 'stiff' : 'nonstiff'
    if (sparsity) this.sparsity = sparsity
    if (sparseRows) this.sparseRows = sparseRows
    const { project } = island
    if (project === undefined) return
    this.project = (t, x) => {
      this.enter(x)
      const outcome = project(t)
      if (outcome !== true) return outcome
      let k = 0
      for (const { values } of this.own) for (let i = 0; i < values.length; i++) x[k++] = values[i]
      return true
    }
  }

  /** Takes the current numbers of its states; false: the integrals or the order differ. */
  renumber(integrals: readonly DeclaredState[]): boolean {
    const { own } = this
    if (integrals.length !== this.integrals.length) return false
    for (let k = 0; k < integrals.length; k++) if (integrals[k] !== this.integrals[k]) return false
    const { bundles, firsts } = this
    if (bundles.length === 1 && bundles[0].isWhole) {
      // the order is that in the bundle, wherever the bundle is
      const shift = bundles[0].first - firsts[0]
      if (shift !== 0) for (let k = 0; k < this.states.length; k++) this.states[k] += shift
      firsts[0] = bundles[0].first
      return true
    }
    this.setBundles()
    const numbers = numbersOf(own)
    if (numbers.some((number, k) => number < numbers[k - 1])) return false
    this.states = numbers
    return true
  }

  private setBundles(): void {
    this.bundles = [...new Set(this.own.map(({ bundle }) => bundle!))]
    this.firsts = this.bundles.map(({ first }) => first)
  }

  f(t: number, x: Float64Array, dx: Float64Array): undefined {
    this.evaluate(t, x)
    const { allBlocks } = this
    let k = 0
    for (let s = 0; s < allBlocks.length; s++) {
      const { derivatives } = allBlocks[s]
      for (let i = 0; i < derivatives.length; i++) dx[k++] = derivatives[i]
    }
  }

  longestStep(t: number, x: Float64Array): number {
    if (!this.island.isStiff) return Number.POSITIVE_INFINITY
    this.evaluate(t, x)
    return this.island.nextMaxStep()
  }

  exit(t: number, x: Float64Array): number {
    if (!this.island.isStiff) return -1
    this.evaluate(t, x)
    return this.island.exit(t)
  }

  isAtEvent(): boolean {
    return this.island.isAtEvent()
  }

  private evaluate(t: number, x: Float64Array): void {
    this.enter(x)
    this.island.evaluate(t)
  }

  private enter(x: Float64Array): void {
    const { ownBlocks } = this
    let k = 0
    for (let s = 0; s < ownBlocks.length; s++) {
      const { values } = ownBlocks[s]
      for (let i = 0; i < values.length; i++) values[i] = x[k++]
    }
  }
}
