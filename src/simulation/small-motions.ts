import { EPS } from '../base/index.ts'
import { findDependencies, type Slot } from '../compiler/index.ts'
import type { ModelRuntime } from './runtime/index.ts'

/** Absolute tolerance of a state relative to the tolerance of the run and its nominal value. */
export const ABSOLUTE_PART = 0.1
/**
 * A motion is small if none of its states exceeds this number of absolute tolerances. By its errors alone, an undamped
 * oscillation with an amplitude far below reaches up to 3 of them in 16 periods (tsit5), 40 beside large states, and
 * 400 with dop853.
 */
export const SMALL = 100
/** Values below this fraction of the absolute tolerance, or of the nominal value, may be rounding errors. */
export const NOISE_PART = 1e-6
const NOISE_OF_NOMINAL = 1000 * EPS
/** Longest list in a message. */
const MAX_LISTED = 10

/**
 * Warns of motions that are hardly larger than the absolute tolerances of their states, where the error test of the
 * solver is blind. A state that is small because it receives little from a large one, as the far end of a heated rod,
 * does not count: all states that influence each other must be small.
 */
export class SmallMotions {
  /** Largest absolute value of every state of the equations while it was small. */
  private readonly sizes: Float64Array
  private readonly tolerances: Float64Array
  private readonly names: readonly string[]
  private readonly slots: readonly Slot[]
  /** Numbers of the states that have been small so far. */
  private small: number[]

  constructor(
    private readonly runtime: ModelRuntime,
    tolerance: number,
  ) {
    const { states } = runtime.translation
    this.names = states.map(({ name }) => name)
    this.slots = this.names.map((name) => runtime.slot(name))
    this.sizes = new Float64Array(states.length)
    this.tolerances = Float64Array.from(
      states,
      ({ name }) => ABSOLUTE_PART * tolerance * runtime.nominal(name),
    )
    this.small = states.map((_, k) => k)
  }

  /** Takes the values at a recorded point. */
  check(): void {
    const { runtime, slots, sizes, tolerances, small } = this
    if (small.length === 0) return
    let nSmall = 0
    for (let i = 0; i < small.length; i++) {
      const k = small[i]
      const value = runtime.readSlot(slots[k])
      if (typeof value === 'number') sizes[k] = Math.max(sizes[k], Math.abs(value))
      else if (value instanceof Float64Array)
        for (let j = 0; j < value.length; j++) sizes[k] = Math.max(sizes[k], Math.abs(value[j]))
      else sizes[k] = Number.NaN
      if (sizes[k] < SMALL * tolerances[k]) small[nSmall++] = k
    }
    small.length = nSmall
  }

  /** Warns at the end of the run. */
  warn(time: number): void {
    const { small, sizes, names, runtime } = this
    if (small.every((k) => !this.isMotion(k))) return
    for (const group of this.findGroups()) {
      const moving = group.filter((k) => this.isMotion(k))
      if (moving.length === 0) continue
      const list = moving.map((k) => `${names[k]} (at most ${sizes[k].toPrecision(2)})`)
      const message = describeSmall(list)
      runtime.warnings.add({ code: 'SMALL_MOTION', key: names[moving[0]], time, message })
    }
  }

  /** True if a small state has values above rounding errors. */
  private isMotion(k: number): boolean {
    const nominal = this.runtime.nominal(this.names[k])
    return this.sizes[k] > Math.max(NOISE_PART * this.tolerances[k], NOISE_OF_NOMINAL * nominal)
  }

  /** Groups of states that influence each other, where all are small and none depends on memories of components. */
  private findGroups(): number[][] {
    const { translation } = this.runtime
    const n = this.names.length
    const found = findDependencies(translation, Number.POSITIVE_INFINITY)!
    const group = Int32Array.from({ length: n }, (_, k) => k)
    const rootOf = (k: number): number => {
      let root = k
      while (group[root] !== root) root = group[root]
      group[k] = root
      return root
    }
    translation.states.forEach(({ derivative }, k) => {
      for (const j of found.statesOf(derivative)) group[rootOf(j)] = rootOf(k)
    })
    const isSmall = new Uint8Array(n)
    for (const k of this.small) isSmall[k] = 1
    const members = new Map<number, number[]>()
    const large = new Set<number>()
    for (let k = 0; k < n; k++) {
      const root = rootOf(k)
      if (isSmall[k] === 0 || found.readsMemory[k] === 1) large.add(root)
      const list = members.get(root)
      if (list) list.push(k)
      else members.set(root, [k])
    }
    return [...members].filter(([root]) => !large.has(root)).map(([, list]) => list)
  }
}

/** The warning about states, listed with their sizes. */
export function describeSmall(states: readonly string[], more = ''): string {
  const rest = states.length > MAX_LISTED ? [`… ${states.length} in all`] : []
  return (
    `${[...states.slice(0, MAX_LISTED), ...rest].join(', ')}: during the whole run at most ${SMALL} times the absolute ` +
    'tolerance, so the values may be errors of the solver. If they matter, give the variables a `nominal` value of ' +
    `their size.${more}`
  )
}
