import { copyValue, findFrozenValues, isSameValue, preName } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'

/**
 * Whether an event concerns the integration. One that changes nothing that derivatives and crossing functions are made of, as that of a
 * counter which no derivative depends on, does not: the solver goes on. That is a matter of what stands in the equations, not of
 * derivatives that happen to be the same at the event.
 */
export class EventEffect {
  private readonly conditions: Uint8Array
  private states = new Float64Array(0)
  private limits: ReturnType<ModelRuntime['read']>[] = []
  private hasTicked = false
  private isCertain = false

  constructor(private readonly runtime: ModelRuntime) {
    this.conditions = new Uint8Array(runtime.conditions.length)
  }

  /**
   * Remembers what holds before an event with the states `x`.
   *
   * @param hasTicked clocks tick at it
   * @param hasKink an input has a kink at it
   */
  begin(x: Float64Array, hasTicked: boolean, hasKink: boolean): void {
    const { runtime } = this
    // What components with memory do at events is their own business.
    this.isCertain = hasKink || runtime.isSliding || runtime.translation.model.memories.length > 0
    this.conditions.set(runtime.conditions)
    this.states = x.slice()
    this.limits = this.readLimits()
    this.hasTicked = hasTicked
  }

  /** After the event: whether the solver may go on from the states `x`, as if nothing had happened. The functions in `crossing` have crossed. */
  isNone(x: Float64Array, crossing: Int8Array): boolean {
    const { runtime, conditions } = this
    const { translation } = runtime
    const memory = findFrozenValues(translation)
    if (this.isCertain || runtime.isSliding || (this.hasTicked && memory.hasClocks)) return false
    for (let k = 0; k < conditions.length; k++) {
      const hasChanged = conditions[k] !== runtime.conditions[k]
      if (hasChanged && memory.conditions.has(k)) return false
      // The signs that the solver has seen are those that the conditions have now.
      const hasCrossed = k < crossing.length && crossing[k] !== 0
      if (translation.conditions[k].kind === 'state' && hasChanged !== hasCrossed) return false
    }
    const limits = this.readLimits()
    return (
      this.limits.every((limit, i) => isSameValue(limit, limits[i])) &&
      this.states.every((value, i) => value === x[i])
    )
  }

  private readLimits(): ReturnType<ModelRuntime['read']>[] {
    const { runtime } = this
    return findFrozenValues(runtime.translation).limits.map((name) => copyValue(runtime.read(preName(name))))
  }
}
