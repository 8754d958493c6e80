import { VarioError } from '../../base/index.ts'
import { copyValue, type WhenClause } from '../../compiler/index.ts'
import type { Conditions, LeftLimits } from '../conditions/index.ts'
import type { SlidingField } from '../sliding/index.ts'
import type { EventHost } from './event-host.ts'

/** Repetitions of the evaluation at most. */
const MAX_ITERATIONS = 100
/** Repetitions in which all conditions that are wrong change; after that, one changes at a time. */
const MAX_JOINT_CHANGES = 10

/**
 * The modes of a running model, which are its conditions, its discrete variables and what slides, as they would be if
 * something else acted on it than does: a force so large that it overcomes everything finite, as in an impact. Friction
 * that sticks breaks loose then, and what has no limit holds. No `when` is carried out.
 */
export class Modes {
  /** Discrete variables whose changes outlast `attempt`: all but those that belong to a `when`. */
  private readonly lasting: readonly string[]
  /** left - right of the conditions before anything else acted. */
  private readonly before: Float64Array
  private readonly now: Float64Array

  constructor(
    private readonly runtime: EventHost,
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

  /** Whether there is anything but the equations as they are. */
  get canChange(): boolean {
    return this.runtime.translation.conditions.some(({ kind }) => kind === 'state')
  }

  /** Calls `act`, which may decide the modes anew; afterwards they are what they have been at `t` and `x`. */
  attempt<T>(t: number, x: Float64Array, act: () => T): T {
    const { runtime, field, leftLimits } = this
    runtime.enter(t, x)
    runtime.evaluateAll()
    runtime.differences(this.before)
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
   * Decides the modes at `t` and `x` with what acts now, as an event does.
   *
   * @returns whether they have changed
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

  private iterate(t: number, x: Float64Array): boolean {
    let hasChanged = false
    for (let k = 0; k < MAX_ITERATIONS; k++) {
      this.runtime.enter(t, x)
      this.runtime.evaluateAll()
      this.runtime.differences(this.now)
      // first what holds along a limit: all else only seems to be held while it does
      if (!this.leaveSurface() && !this.turnConditions(k < MAX_JOINT_CHANGES) && !this.leftLimits.update())
        return hasChanged
      hasChanged = true
    }
    throw new VarioError(
      'EVENT_ITERATION',
      `The modes that an impulse at t = ${t} s brings about do not settle in ${MAX_ITERATIONS} evaluations.`,
      { t },
    )
  }

  /** The next event begins with the discrete variables as they are now. */
  keep(): void {
    const { runtime, leftLimits } = this
    for (const name of this.lasting) leftLimits.keep(name, copyValue(runtime.read(name)))
  }

  /** Conditions that have been moved to the wrong side of their limits; true if there is one. */
  private turnConditions(isJoint: boolean): boolean {
    const { runtime, conditions, now, field } = this
    const sliding = new Set(field.surfaces.flatMap(({ members }) => members))
    let hasChanged = false
    runtime.translation.conditions.forEach((condition, k) => {
      if (condition.kind === 'time' || sliding.has(k) || (hasChanged && !isJoint)) return
      if (now[k] * conditions.sideOf(k) >= 0 || !this.isMoved(k)) return
      runtime.conditions[k] = runtime.conditions[k] ? 0 : 1
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
    return true
  }

  /** Whether left - right is another one than before, but for rounding errors. */
  private isMoved(k: number): boolean {
    return Math.abs(this.now[k] - this.before[k]) > this.conditions.bandOf(k)
  }
}

/** Variables that a `when` assigns. */
function listAssigned({ actions }: WhenClause['when']): string[] {
  return actions.flatMap((action) => (action.kind === 'assign' ? [action.name] : []))
}
