import type { ProblemIsland, ProblemIslands } from '../../ode/index.ts'
import type { ComponentMemory, DeclaredState, MemoryIsland, VariantState } from '../components/index.ts'
import { findGroupPattern, needsPattern, type StatePattern } from '../jacobian/index.ts'
import type { ProblemHost } from './problem-host.ts'

/** The islands of a model that consists of one component that can be divided; undefined: it cannot. */
export function createIslands(runtime: ProblemHost): ProblemIslands | undefined {
  const { translation, memories, nEquationState } = runtime
  const hasEquations = translation.dynamics.length > 0 || translation.conditions.length > 0
  if (hasEquations || nEquationState > 0) return undefined
  const memory = memories.only
  const islands = memory?.independentIslands?.()
  return memory && islands ? new ModelIslands(runtime, memory, islands) : undefined
}

class ModelIslands implements ProblemIslands {
  readonly integrals: Int32Array
  private readonly integralStates: readonly VariantState[]
  /** First number of every state. */
  private readonly first = new Map<VariantState, number>()
  /** What has been made of islands that the component has had already. */
  private readonly known = new WeakMap<MemoryIsland, ProblemIsland>()

  constructor(
    runtime: ProblemHost,
    private readonly memory: ComponentMemory,
    /** The islands at the start; null: they have been asked for. */
    private atStart: readonly MemoryIsland[] | null,
  ) {
    const { states } = runtime.memories
    let k = 0
    for (const state of states) {
      this.first.set(state, k)
      k += state.values.length
    }
    this.integralStates = states.filter(({ isIntegral }) => isIntegral)
    this.integrals = this.numbersOf(this.integralStates)
  }

  list(): readonly ProblemIsland[] {
    const islands = this.atStart ?? this.memory.independentIslands!()!
    this.atStart = null
    return islands.map((island) => {
      const known = this.known.get(island) ?? this.createIsland(island)
      this.known.set(island, known)
      return known
    })
  }

  private createIsland(island: MemoryIsland): ProblemIsland {
    const { first } = this
    const states = island.states.slice().sort((a, b) => first.get(a)! - first.get(b)!)
    const numbers = this.numbersOf(states)
    const all = [...states, ...this.integralStates]
    const isLarge = needsPattern(numbers.length + this.integrals.length)
    const { sparsity, sparseRows } = isLarge ? this.findPattern(island, numbers, all) : {}
    return new StateIsland(island, numbers, states, all as DeclaredState[], sparsity, sparseRows)
  }

  /** Numbers of the elements of states, one state after the other. */
  private numbersOf(states: readonly VariantState[]): Int32Array {
    const numbers = new Int32Array(states.reduce((n, { values }) => n + values.length, 0))
    let k = 0
    for (const state of states) {
      const first = this.first.get(state)!
      for (let i = 0; i < state.values.length; i++) numbers[k++] = first + i
    }
    return numbers
  }

  private findPattern(island: MemoryIsland, numbers: Int32Array, all: readonly VariantState[]): StatePattern {
    const place = new Map(Array.from(numbers, (number, i) => [number, i]))
    const placesOf = (some: readonly VariantState[]): number[] =>
      Array.from(this.numbersOf(some), (i) => place.get(i)!)
    return findGroupPattern(
      all.flatMap((state) => {
        const { dependsOn } = state as DeclaredState
        const columns = dependsOn && placesOf(dependsOn)
        return Array.from(state.values, () => columns)
      }),
      island.groups.map(placesOf),
    )
  }
}

/** An island of the component as one of the problem. */
class StateIsland implements ProblemIsland {
  readonly key: string
  readonly expect: 'stiff' | 'nonstiff'
  readonly sparsity?: NonNullable<ProblemIsland['sparsity']>
  readonly sparseRows?: NonNullable<ProblemIsland['sparseRows']>
  readonly project?: NonNullable<ProblemIsland['project']>

  constructor(
    private readonly island: MemoryIsland,
    /** Numbers of its states. */
    readonly states: Int32Array,
    private readonly own: readonly VariantState[],
    /** Its states, then the integrals. */
    private readonly all: readonly DeclaredState[],
    sparsity: ProblemIsland['sparsity'],
    sparseRows: ProblemIsland['sparseRows'],
  ) {
    // states that a segment has kept are the same ones
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

  f(t: number, x: Float64Array, dx: Float64Array): undefined {
    this.evaluate(t, x)
    const { all } = this
    let k = 0
    for (let s = 0; s < all.length; s++) {
      const { derivatives } = all[s]
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
    const { own } = this
    let k = 0
    for (let s = 0; s < own.length; s++) {
      const { values } = own[s]
      for (let i = 0; i < values.length; i++) values[i] = x[k++]
    }
  }
}
