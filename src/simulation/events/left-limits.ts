import { VarioError } from '../../base/index.ts'
import { copyValue, isSameValue, preName, type WhenClause } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'

/** The left limits of variables in a running model: `pre(name)`. */
export class LeftLimits {
  /** Variables without a start value: their left limits at the start must be found. */
  private readonly open: readonly string[]
  /** Variables whose left limits the last `update` or `updateFirst` has changed. */
  readonly lastChanged: string[] = []
  /** Values for the next `takeKept`. */
  private readonly kept = new Map<string, ReturnType<ModelRuntime['read']>>()
  /** Triggers of assertions. */
  private readonly asserts: ReadonlySet<string>

  constructor(private readonly runtime: ModelRuntime) {
    const { preNames, whens } = runtime.translation
    this.open = preNames.filter((name) => !runtime.hasStart(name))
    this.asserts = new Set(whens.filter((when) => when.isAssert).map((when) => when.flag))
  }

  /** True if left limits at the start must be found. */
  get hasOpen(): boolean {
    return this.open.length > 0
  }

  /** Takes the values at `t` and the states `x` as left limits. */
  take(t: number, x: Float64Array): void {
    const { runtime } = this
    if (runtime.translation.preNames.length === 0) return
    runtime.enter(t, x)
    runtime.evaluateAll()
    this.update()
  }

  /** Takes the values given to `keep` instead of those of the variables. */
  takeKept(): void {
    for (const [name, value] of this.kept) this.write(name, value)
    this.kept.clear()
  }

  /** Stores a value of a variable for the next `takeKept`. */
  keep(name: string, value: ReturnType<ModelRuntime['read']>): void {
    this.kept.set(name, value)
  }

  /** Takes the new values as left limits; true if one has changed. */
  update(): boolean {
    this.lastChanged.length = 0
    for (const name of this.runtime.translation.preNames) {
      if (this.write(name, this.runtime.read(name))) this.lastChanged.push(name)
    }
    return this.lastChanged.length > 0
  }

  /**
   * Takes the values of the last evaluation as left limits at the start, for variables without a start value; true if
   * one has changed. A variable has its value from the beginning on, so a condition that is true at the start does not
   * become true there, except by `initial()`. An assertion must hold at the start too.
   */
  updateFirst(): boolean {
    this.lastChanged.length = 0
    for (const name of this.open) {
      if (this.write(name, this.asserts.has(name) ? false : this.runtime.read(name)))
        this.lastChanged.push(name)
    }
    return this.lastChanged.length > 0
  }

  /** Left limits of clocked arrays without a start value are zero, with the sizes of the arrays at their ticks. */
  sizeFirst(t: number, x: Float64Array): void {
    const { runtime } = this
    const unsized = this.open.filter((name) => {
      const slot = runtime.slot(preName(name))
      return (slot.rank === 'vector' || slot.rank === 'matrix') && runtime.lengthOf(slot) === 0
    })
    if (unsized.length === 0) return
    runtime.services.isSizing = true
    runtime.enter(t, x)
    runtime.evaluateAll()
    runtime.services.isSizing = false
    for (const name of unsized) {
      if (runtime.lengthOf(runtime.slot(name)) === 0) {
        throw new VarioError(
          'START',
          `${name}: expected a start value, Var({ start: [ … ] }), which sets the size of an array assigned in 'when'.`,
        )
      }
      runtime.write(preName(name), runtime.read(name))
      const limit = runtime.read(preName(name))
      if (limit instanceof Float64Array) limit.fill(0)
      else (limit as { data: Float64Array }).data.fill(0)
    }
  }

  /** Returns all left limits, for `restore`. */
  save(): readonly ReturnType<ModelRuntime['read']>[] {
    const { runtime } = this
    return runtime.translation.preNames.map((name) => copyValue(runtime.read(preName(name))))
  }

  restore(saved: readonly ReturnType<ModelRuntime['read']>[]): void {
    this.runtime.translation.preNames.forEach((name, i) => {
      this.runtime.write(preName(name), saved[i])
    })
  }

  private write(name: string, value: ReturnType<ModelRuntime['read']>): boolean {
    const { runtime } = this
    if (isSameValue(runtime.read(preName(name)), value)) return false
    runtime.write(preName(name), value)
    return true
  }
}

/** Variables that a `when` assigns. */
export function listAssigned({ actions }: WhenClause['when']): string[] {
  return actions.flatMap((action) => (action.kind === 'assign' ? [action.name] : []))
}
