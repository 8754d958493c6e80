import { copyValue, findFrozenValues, isSameValue, preName } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'

/**
 * Decides if an event concerns the integration. An event that leaves everything unchanged on which derivatives and
 * event indicators depend does not, such as that of a counter that occurs in no derivative: the solver continues. This
 * depends on the structure of the equations, not on derivatives that are equal by chance.
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
   * Notes the values before an event with the states `x`.
   *
   * @param hasTicked clocks tick at it
   * @param hasKink an input has a kink at it
   */
  begin(x: Float64Array, hasTicked: boolean, hasKink: boolean): void {
    const { runtime } = this
    // Effects of events on components with memory are unknown.
    this.isCertain = hasKink || runtime.isSliding || runtime.translation.model.memories.length > 0
    this.conditions.set(runtime.conditions)
    this.states = x.slice()
    this.limits = this.readLimits()
    this.hasTicked = hasTicked
  }

  /**
   * After the event: true if the solver may continue from the states `x` as if there had been no event. `crossing`
   * holds the sign changes of the event indicators.
   */
  isNone(x: Float64Array, crossing: Int8Array): boolean {
    const { runtime, conditions } = this
    const { translation } = runtime
    const memory = findFrozenValues(translation)
    if (this.isCertain || runtime.isSliding || (this.hasTicked && memory.hasClocks)) return false
    for (let k = 0; k < conditions.length; k++) {
      const hasChanged = conditions[k] !== runtime.conditions[k]
      if (hasChanged && memory.conditions.has(k)) return false
      // The conditions must have the values of the signs that the solver knows.
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
