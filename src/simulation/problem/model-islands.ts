import type { ProblemIsland, ProblemIslands } from '../../ode/index.ts'
import type { ComponentMemory, DeclaredState, MemoryIsland, VariantState } from '../components/index.ts'
import { findGroupPattern, needsPattern, type StatePattern } from '../jacobian/index.ts'
import type { ProblemHost } from './problem-host.ts'

/** The islands of a model that consists of one component that can be divided; undefined: it cannot. */
export function createIslands(runtime: ProblemHost): ProblemIslands | undefined {
  const { translation, memories, nEquationState } = runtime
  const memory = memories.divisible
  const hasEquations = translation.dynamics.length > 0 || translation.conditions.length > 0
  if (memory === null || hasEquations || nEquationState > 0) return undefined
  return new ModelIslands(runtime, memory)
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
  ) {
    const { states } = runtime.memories
    let k = 0
    for (const state of states) {
      this.first.set(state, k)
      k += state.values.length
    }
    this.integralStates = states.filter(({ isIntegral }) => isIntegral)
    this.integrals = Int32Array.from(this.integralStates.flatMap((state) => this.numbersOf(state)))
  }

  list(): readonly ProblemIsland[] {
    return this.memory.independentIslands!()!.map((island) => {
      const known = this.known.get(island) ?? this.createIsland(island)
      this.known.set(island, known)
      return known
    })
  }

  private numbersOf(state: VariantState): number[] {
    const first = this.first.get(state)!
    return Array.from(state.values, (_, i) => first + i)
  }

  private findPattern(
    island: MemoryIsland,
    numbers: readonly number[],
    all: readonly VariantState[],
  ): StatePattern {
    const place = new Map(numbers.map((number, i) => [number, i]))
    const placesOf = (some: readonly VariantState[]): number[] =>
      some.flatMap((state) => this.numbersOf(state).map((i) => place.get(i)!))
    return findGroupPattern(
      all.flatMap((state) => {
        const { dependsOn } = state as DeclaredState
        const columns = dependsOn && placesOf(dependsOn)
        return Array.from(state.values, () => columns)
      }),
      island.groups.map(placesOf),
    )
  }

  private createIsland(island: MemoryIsland): ProblemIsland {
    const states = [...island.states].sort((a, b) => this.first.get(a)! - this.first.get(b)!)
    const numbers = states.flatMap((state) => this.numbersOf(state))
    const all = [...states, ...this.integralStates]
    const enter = (x: Float64Array): void => {
      let k = 0
      for (let s = 0; s < states.length; s++) {
        const { values } = states[s]
        for (let i = 0; i < values.length; i++) values[i] = x[k++]
      }
    }
    const nIntegral = this.integrals.length
    const pattern = needsPattern(numbers.length + nIntegral) ? this.findPattern(island, numbers, all) : {}
    return {
      states: Int32Array.from(numbers),
      key: island.key,
      expect: island.isStiff ? 'stiff' : 'nonstiff',
      f: (t, x, dx) => {
        enter(x)
        island.evaluate(t)
        let k = 0
        for (let s = 0; s < all.length; s++) {
          const { derivatives } = all[s]
          for (let i = 0; i < derivatives.length; i++) dx[k++] = derivatives[i]
        }
      },
      longestStep: (t, x) => {
        if (!island.isStiff) return Number.POSITIVE_INFINITY
        enter(x)
        island.evaluate(t)
        return island.nextMaxStep()
      },
      exit: (t, x) => {
        if (!island.isStiff) return -1
        enter(x)
        island.evaluate(t)
        return island.exit(t)
      },
      isAtEvent: () => island.isAtEvent(),
      ...pattern,
    }
  }
}
