import { VarioError } from '../../base/index.ts'
import { copyValue } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import type { Conditions } from './conditions.ts'
import { type LeftLimits, listAssigned } from './left-limits.ts'
import type { SlidingField } from './sliding-field.ts'

/** Maximum number of evaluations. */
const MAX_ITERATIONS = 100
/** Number of evaluations in which all wrong conditions change; after that, one changes at a time. */
const MAX_JOINT_CHANGES = 10
/** Halvings of the part of an impulse after which modes change: all digits. */
const N_HALVING = 60

/**
 * The modes of a running model, which are its conditions, its discrete variables and its sliding, as they would be
 * under an additional force so large that it overcomes everything finite, as in an impact. Sticking friction breaks
 * loose then, and constraints without a limit hold. No `when` clause is executed.
 */
export class Modes {
  /** Discrete variables whose changes outlast `attempt`: all except those of a `when`. */
  private readonly lasting: readonly string[]
  /** Event indicators of the conditions without the additional force, and at the last evaluation. */
  private readonly before: Float64Array
  private readonly now: Float64Array
  /** Conditions and discrete variables that the last decision has changed, as text. */
  private readonly changed = new Set<string>()

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly conditions: Conditions,
    private readonly leftLimits: LeftLimits,
    private readonly field: SlidingField,
  ) {
    const { preNames, discrete, whens, conditions: all } = runtime.translation
    const ofWhens = new Set(whens.flatMap(({ flag, when }) => [flag, ...listAssigned(when)]))
    this.lasting = preNames.filter((name) => discrete.get(name) === true && !ofWhens.has(name))
    this.before = new Float64Array(all.length)
    this.now = new Float64Array(all.length)
  }

  /** True if the model has modes besides the present one. */
  get canChange(): boolean {
    return this.runtime.translation.conditions.some(({ kind }) => kind === 'state')
  }

  /** Calls `act`, which may decide the modes anew; afterwards those at `t` and `x` are restored. */
  attempt<T>(t: number, x: Float64Array, act: () => T): T {
    const { runtime } = this
    runtime.enter(t, x)
    runtime.evaluateAll()
    runtime.differences(this.before)
    return this.branchOff(act)
  }

  /**
   * Within `attempt`: the part of an impulse, at most `rest`, above which `differs` is true; `rest` if it is not true
   * there. `differs` may decide the modes anew, which is undone.
   */
  findChange(rest: number, differs: (part: number) => boolean): number {
    const isOther = (part: number): boolean => this.branchOff(() => differs(part))
    if (!this.canChange || !isOther(rest)) return rest
    let low = 0
    let high = rest
    for (let k = 0; k < N_HALVING; k++) {
      const middle = 0.5 * (low + high)
      if (!(middle > low && middle < high)) break
      if (isOther(middle)) high = middle
      else low = middle
    }
    return high
  }

  /** Calls `act`, which may decide the modes anew; afterwards they are as they were before. */
  private branchOff<T>(act: () => T): T {
    const { runtime, field, leftLimits } = this
    const values = runtime.conditions.slice()
    const limits = leftLimits.save()
    const { surfaces } = field
    try {
      return act()
    } finally {
      if (field.surfaces !== surfaces) field.setSurfaces(surfaces)
      runtime.conditions.set(values)
      leftLimits.restore(limits)
    }
  }

  /**
   * Decides the modes at `t` and `x` with the present forces, as an event does.
   *
   * @returns true if they have changed
   */
  decide(t: number, x: Float64Array): boolean {
    const { systems } = this.runtime.services
    for (const system of systems) system.isTentative = true
    try {
      return this.iterate(t, x)
    } finally {
      for (const system of systems) system.isTentative = false
    }
  }

  /**
   * Warns that the last decision, for the states after an impulse, has changed the response to it, as where a freewheel
   * engages: the impulse has been found with the modes before.
   */
  warnOfEngaging(t: number): void {
    const names = [...this.changed].join(', ')
    const message =
      `The impulse at t = ${t} s changes ${names}, and with it the response of the model to the impulse, as where a ` +
      'freewheel or a stop engages. It was computed with the values before, so the velocities after it may contradict ' +
      'the equations: give the element that engages some elasticity.'
    this.runtime.warnings.add({ code: 'IMPULSE_MODES', key: names, time: t, message })
  }

  private iterate(t: number, x: Float64Array): boolean {
    let hasChanged = false
    this.changed.clear()
    for (let k = 0; k < MAX_ITERATIONS; k++) {
      this.runtime.enter(t, x)
      this.runtime.evaluateAll()
      this.runtime.differences(this.now)
      // first the sliding conditions: sticking only appears to hold while they slide
      if (!this.leaveSurface() && !this.turnConditions(k < MAX_JOINT_CHANGES) && !this.leftLimits.update())
        return hasChanged
      hasChanged = true
    }
    throw new VarioError(
      'EVENT_ITERATION',
      `Event iteration did not converge at t = ${t} s in ${MAX_ITERATIONS} evaluations: ` +
        'the modes under an impulse keep changing.',
      { t },
    )
  }

  /** Lets the next event begin with the present discrete variables. */
  keep(): void {
    const { runtime, leftLimits } = this
    for (const name of this.lasting) leftLimits.keep(name, copyValue(runtime.read(name)))
  }

  /** Turns conditions that have moved to the wrong side of their limits; true if there is one. */
  private turnConditions(isJoint: boolean): boolean {
    const { runtime, conditions, now, field } = this
    const sliding = new Set(field.surfaces.flatMap(({ members }) => members))
    let hasChanged = false
    runtime.translation.conditions.forEach((condition, k) => {
      if (condition.kind === 'time' || sliding.has(k) || (hasChanged && !isJoint)) return
      if (now[k] * conditions.sideOf(k) >= 0 || !this.isMoved(k)) return
      runtime.conditions[k] = runtime.conditions[k] ? 0 : 1
      this.changed.add(condition.text)
      hasChanged = true
    })
    return hasChanged
  }

  /** Leaves the first surface that no longer attracts, or that the states have left; true if there is one. */
  private leaveSurface(): boolean {
    const { field } = this
    const j = field.surfaces.findIndex(({ leader }, i) => field.margin(i) < 0 || this.isMoved(leader))
    if (j < 0) return false
    const surface = field.surfaces[j]
    const isThere = field.weights[j] > 0.5
    field.setSurfaces(field.surfaces.filter((_, i) => i !== j))
    field.enterSide(surface, isThere ? surface.there : surface.here)
    this.changed.add(this.runtime.translation.conditions[surface.leader].text)
    return true
  }

  /** True if the indicator differs from that before by more than rounding errors. */
  private isMoved(k: number): boolean {
    return Math.abs(this.now[k] - this.before[k]) > this.conditions.bandOf(k)
  }
}
