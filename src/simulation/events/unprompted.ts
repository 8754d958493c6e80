import { VarioError } from '../../base/index.ts'
import type { WhenClause } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import type { ConditionSlopes } from './condition-slopes.ts'
import type { Conditions } from './conditions.ts'
import type { LeftLimits } from './left-limits.ts'

/** Maximum number of evaluations of the conditions, which settle after as many as depend on each other. */
const MAX_ITERATIONS = 20

/**
 * Distinguishes clauses that follow from values set by others at the same instant from those that would have acted
 * without them: evaluates the event as it was before the first clause has acted, with the conditions that hold there,
 * and those at their limits according to their slopes.
 */
export class Unprompted {
  /** States and left limits before the first clause of the event has acted; null: none has. */
  private before: { readonly x: Float64Array; readonly limits: ReturnType<LeftLimits['save']> } | null = null

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly conditions: Conditions,
    private readonly leftLimits: LeftLimits,
    private readonly slopes: ConditionSlopes,
    /** Length of the run [s]. */
    private readonly span: number,
  ) {}

  beginEvent(): void {
    this.before = null
  }

  /** Notes the states `x` before a clause acts on them. */
  note(x: Float64Array): void {
    this.before ??= { x: x.slice(), limits: this.leftLimits.save() }
  }

  /** True if a clause that acts now, at `t` and `x`, would have done so without those before it in the event. */
  acts({ when }: WhenClause, t: number, x: Float64Array): boolean {
    const { runtime, leftLimits, conditions, before } = this
    if (before === null) return true
    const values = runtime.conditions.slice()
    const limits = leftLimits.save()
    try {
      leftLimits.restore(before.limits)
      for (let k = 0; k < MAX_ITERATIONS; k++) {
        runtime.enter(t, before.x)
        runtime.evaluateAll()
        if (!this.correct(t, before.x)) break
      }
      return runtime.evaluate(when.condition) === true
    } catch (error) {
      // an error without the clauses before: the clause follows from them
      if (error instanceof VarioError) return false
      throw error
    } finally {
      runtime.conditions.set(values)
      leftLimits.restore(limits)
      runtime.enter(t, x)
      runtime.evaluateAll()
      conditions.noteDifferences()
    }
  }

  /** Changes conditions that the last evaluation contradicts; true if there is one. */
  private correct(t: number, x: Float64Array): boolean {
    const { runtime, conditions } = this
    conditions.noteDifferences()
    const near: number[] = []
    const wrong: number[] = []
    runtime.translation.conditions.forEach(({ kind }, k) => {
      if (kind === 'time' || conditions.isSliding[k]) return
      if (conditions.isAtLimit(k)) near.push(k)
      else if (!conditions.isRight(k)) wrong.push(k)
    })
    if (near.length > 0) {
      const dx = new Float64Array(x.length)
      const slope = new Float64Array(near.length)
      runtime.readDerivatives(dx)
      this.slopes.compute(near, t, x, 1, dx, slope)
      // a quantity that stays at its limit has not crossed it
      wrong.push(...near.filter((k, i) => !this.keeps(k, slope[i])))
    }
    for (const k of wrong) runtime.conditions[k] = 1 - runtime.conditions[k]
    return wrong.length > 0
  }

  /** True if a condition at its limit has its present value also right after it, for this slope of the indicator. */
  private keeps(k: number, slope: number): boolean {
    const { conditions } = this
    if (Math.abs(slope) * this.span > conditions.bandOf(k)) return slope * conditions.sideOf(k) > 0
    return conditions.hasChanged[k] === 0
  }
}
