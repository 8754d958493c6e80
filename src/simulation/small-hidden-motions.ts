import type { DeclaredState, ModelRuntime } from './runtime/index.ts'
import { ABSOLUTE_PART, describeSmall, NOISE_PART, SMALL } from './small-motions.ts'

/** A state that is small so far, and its largest difference from the start. */
interface SmallState {
  readonly state: DeclaredState
  /** Number of its first scalar among all variant states. */
  readonly first: number
  difference: number
}

/**
 * The warning of small motions for variant states, as those of bodies. A motion begins at any position: it is small if
 * no state of a group of coupled ones, positions or velocities, differs from its start by more than 100 absolute
 * tolerances. Positions of bodies with contacts have tolerances of their own; they creep, and do not count.
 */
export class SmallHiddenMotions {
  private small: SmallState[] = []
  /** Blocks of the segment; null: not yet known. */
  private blocks: readonly unknown[] | null = null
  private nScalar = 0
  /** All variant states at the start (nScalar). */
  private starts = new Float64Array(0)

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly tolerance: number,
  ) {}

  /** Takes the values at a recorded point. */
  check(): void {
    const { memories } = this.runtime
    if (this.blocks === null) this.begin()
    const { small, starts } = this
    if (small.length === 0) return
    // after a change of the structure, states may have other names
    if (memories.blocks !== this.blocks) {
      this.small = []
      return
    }
    let nSmall = 0
    for (let i = 0; i < small.length; i++) {
      const one = small[i]
      const { values, nominal } = one.state
      for (let k = 0; k < values.length; k++) {
        const difference = Math.abs(values[k] - starts[one.first + k]) / nominal[k]
        if (!(difference <= one.difference)) one.difference = difference
      }
      if (one.difference < SMALL * ABSOLUTE_PART * this.tolerance) small[nSmall++] = one
    }
    small.length = nSmall
  }

  /** Warns at the end of the run. */
  warn(time: number): void {
    const { runtime } = this
    const least = NOISE_PART * ABSOLUTE_PART * this.tolerance
    if (!this.small.some(({ difference }) => difference > least)) return
    const coupled = runtime.memories.coupling() ?? [
      { hidden: [{ start: 0, end: this.nScalar }], variables: [] },
    ]
    for (const group of this.findGroups(coupled)) {
      const moving = group.filter(({ difference }) => difference > least)
      if (moving.length === 0) continue
      const list = moving.map(({ state, difference }) => {
        const largest = difference * Math.max(...state.nominal)
        return `${state.name} (by at most ${largest.toPrecision(2)})`
      })
      const message = describeSmall(list, ' For bodies, give the scene a `nominalLength`.')
      runtime.warnings.add({ code: 'SMALL_MOTION', key: moving[0].state.name, time, message })
    }
  }

  /** Notes the start. */
  private begin(): void {
    const { memories } = this.runtime
    this.blocks = memories.blocks
    this.nScalar = memories.nState
    this.starts = new Float64Array(memories.nState)
    let first = 0
    for (const state of memories.states) {
      this.starts.set(state.values, first)
      if (!state.isAbsolute && !state.isIntegral) this.small.push({ state, first, difference: 0 })
      first += state.values.length
    }
  }

  /** Groups of states that influence each other, where all are small and none is connected with equations. */
  private findGroups(
    coupled: NonNullable<ReturnType<ModelRuntime['memories']['coupling']>>,
  ): readonly SmallState[][] {
    const group = Int32Array.from({ length: this.nScalar + 1 }, (_, k) => k)
    const rootOf = (k: number): number => {
      let root = k
      while (group[root] !== root) root = group[root]
      group[k] = root
      return root
    }
    // the last number stands for the equations
    const equations = this.nScalar
    for (const { hidden, variables } of coupled) {
      const first = variables.length > 0 ? equations : (hidden[0]?.start ?? equations)
      for (const { start, end } of hidden) for (let k = start; k < end; k++) group[rootOf(k)] = rootOf(first)
    }
    const isSmall = new Uint8Array(this.nScalar + 1)
    for (const { state, first } of this.small) isSmall.fill(1, first, first + state.values.length)
    for (const { start, end } of this.listIntegrals()) isSmall.fill(1, start, end)
    const large = new Set<number>()
    for (let k = 0; k <= equations; k++) if (isSmall[k] === 0) large.add(rootOf(k))
    const members = new Map<number, SmallState[]>()
    for (const one of this.small) {
      const root = rootOf(one.first)
      if (large.has(root)) continue
      members.set(root, [...(members.get(root) ?? []), one])
    }
    return [...members.values()]
  }

  /** Ranges of the integrals, such as dissipated energies: nothing depends on them. */
  private listIntegrals(): { readonly start: number; readonly end: number }[] {
    const ranges: { readonly start: number; readonly end: number }[] = []
    let start = 0
    for (const { values, isIntegral } of this.runtime.memories.states) {
      if (isIntegral) ranges.push({ start, end: start + values.length })
      start += values.length
    }
    return ranges
  }
}
