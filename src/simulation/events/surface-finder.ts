import { VarioError } from '../../base/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import type { ConditionSlopes } from './condition-slopes.ts'
import type { Conditions } from './conditions.ts'
import type { LeftLimits } from './left-limits.ts'
import type { SlidingField, Surface } from './sliding-field.ts'

/** Number of directions in which gradients are compared, and their agreement if they belong to one surface. */
const N_DIRECTION = 4
const PARALLEL = 1e-6
/** Relative difference of equal derivatives of the states by rounding errors. */
const SAME_DERIVATIVES = 1e-9
/** Maximum number of repetitions until the conditions behind a surface have settled. */
const MAX_FOLLOWING = 20

/** Step for second derivatives, as a fraction of the run. */
const CURVATURE_STEP = 1e-6

/** Determines the surface at the limit of a condition, and its relation to the branches on the two sides. */
export class SurfaceFinder {
  /** @param span length of the run [s] */
  constructor(
    private readonly runtime: ModelRuntime,
    private readonly conditions: Conditions,
    private readonly leftLimits: LeftLimits,
    private readonly slopes: ConditionSlopes,
    private readonly field: SlidingField,
    private readonly span: number,
  ) {}

  /** True if a slope leads to the other value of a condition before the end of the run. */
  turns(k: number, slope: number): boolean {
    const { conditions } = this
    if (Number.isNaN(slope)) throw cannotLeave(this.runtime, k, 'its slope is not defined there')
    return slope * conditions.sideOf(k) < 0 && this.isSignificant(k, slope)
  }

  /** True if a slope leads out of the band of a condition before the end of the run. */
  isSignificant(k: number, slope: number): boolean {
    return Math.abs(slope) * this.span > this.conditions.bandOf(k)
  }

  /** Creates the surface of a condition: all conditions that change with it, with their values on both sides. */
  create(k: number, t: number, x: Float64Array): Surface {
    const { runtime, conditions } = this
    const { conditions: all } = runtime.translation
    const near = all.flatMap((condition, i) =>
      condition.kind === 'state' && i !== k && !conditions.isSliding[i] && conditions.isAtLimit(i) ? [i] : [],
    )
    const list = [k, ...near]
    const gradients = this.gradients(list, t, x)
    const own = gradients[0]
    const members = [k]
    const here = [runtime.conditions[k]]
    const side = conditions.sideOf(k)
    near.forEach((i, p) => {
      const factor = factorOf(own, gradients[p + 1])
      if (factor === null) return
      members.push(i)
      here.push((all[i].op[0] === '>') === side * factor > 0 ? 1 : 0)
    })
    const there = here.map((value) => 1 - value)
    const surface = { leader: k, members, here, there, followers: [] }
    const followers = this.findFollowers(surface, t, x)
    return {
      leader: k,
      members: [...members, ...followers],
      here: [...here, ...followers.map((i) => runtime.conditions[i])],
      there: [...there, ...followers.map((i) => 1 - runtime.conditions[i])],
      followers,
    }
  }

  /** Finds conditions with other values behind a surface, because the quantities that they compare jump there. */
  private findFollowers(surface: Surface, t: number, x: Float64Array): number[] {
    const { field, runtime, conditions } = this
    const before = runtime.conditions.slice()
    field.enterSide(surface, surface.there)
    for (let hasChanged = true, n = 0; hasChanged; n++) {
      if (n > MAX_FOLLOWING)
        throw cannotLeave(this.runtime, surface.leader, 'the conditions behind it do not settle')
      runtime.enter(t, x)
      runtime.evaluateAll()
      runtime.differences(conditions.difference)
      hasChanged = false
      runtime.translation.conditions.forEach((condition, i) => {
        if (condition.kind === 'time' || conditions.isSliding[i] || surface.members.includes(i)) return
        if (conditions.isRight(i) || conditions.isAtLimit(i)) return
        runtime.conditions[i] = 1 - runtime.conditions[i]
        hasChanged = true
      })
    }
    const changed = [...before.keys()].filter(
      (i) => before[i] !== runtime.conditions[i] && !surface.members.includes(i),
    )
    runtime.conditions.set(before)
    field.enterSide(surface, surface.here)
    runtime.enter(t, x)
    runtime.evaluateAll()
    runtime.differences(conditions.difference)
    return changed
  }

  /**
   * Sliding: both branches have the same surface and lead to it. Crossing: one of them leads away. Fold: the surface of
   * one branch is not a surface of the other one, so there are two solutions on one side and none on the other.
   */
  classify(surface: Surface, t: number, x: Float64Array): 'sliding' | 'crossing' | 'fold' {
    const { field, runtime, conditions } = this
    const { leader } = surface
    const look = (side: readonly number[]) => {
      field.enterSide(surface, side)
      runtime.enter(t, x)
      runtime.evaluateAll()
      runtime.differences(conditions.difference)
      const isAtLimit = conditions.isAtLimit(leader)
      const dx = new Float64Array(x.length)
      const slope = new Float64Array(1)
      runtime.readDerivatives(dx)
      this.slopes.compute([leader], t, x, 1, dx, slope)
      return { isAtLimit, turns: this.turns(leader, slope[0]), gradient: this.gradients([leader], t, x)[0] }
    }
    const there = look(surface.there)
    const here = look(surface.here)
    const factor = there.isAtLimit ? factorOf(here.gradient, there.gradient) : null
    if (factor === null || factor < 0) return 'fold'
    return here.turns && there.turns ? 'sliding' : 'crossing'
  }

  /**
   * True if a condition rests at its limit and both branches lead back to it, as x > 0 for x'' = -1 above and 1 below,
   * from rest: endless crossings, each smaller than any tolerance. Slopes are zero there, so the second derivatives
   * decide.
   */
  isTrapped(k: number, t: number, x: Float64Array): boolean {
    const { field, runtime } = this
    if (!this.bendsBack(k, t, x)) return false
    const { systems } = runtime.services
    const solutions = systems.map((system) => system.solution())
    const before = runtime.conditions.slice()
    let isTrapped = false
    try {
      const surface = this.create(k, t, x)
      field.enterSide(surface, surface.there)
      runtime.enter(t, x)
      runtime.evaluateAll()
      isTrapped = this.bendsBack(k, t, x)
    } catch (error) {
      // The other branch has no solution here.
      if (!(error instanceof VarioError)) throw error
    }
    runtime.conditions.set(before)
    systems.forEach((system, i) => {
      system.setSolution(solutions[i])
    })
    runtime.enter(t, x)
    runtime.evaluateAll()
    runtime.differences(this.conditions.difference)
    return isTrapped
  }

  /**
   * True if a condition at its limit has no slope in the present branch, and a second derivative that leads to its
   * other value.
   */
  private bendsBack(k: number, t: number, x: Float64Array): boolean {
    const { runtime, conditions, span } = this
    const dx = new Float64Array(x.length)
    const slope = new Float64Array(2)
    const slopeAt = (time: number, states: Float64Array): number => {
      runtime.readDerivatives(dx)
      this.slopes.compute([k], time, states, 1, dx, slope)
      return slope[0]
    }
    const first = slopeAt(t, x)
    if (!Number.isFinite(first) || this.isSignificant(k, first)) return false
    const step = CURVATURE_STEP * span
    const later = x.map((value, i) => value + step * dx[i])
    runtime.enter(t + step, later)
    runtime.evaluateBranch(false)
    const second = slopeAt(t + step, later)
    runtime.enter(t, x)
    runtime.evaluateAll()
    // (slope(t + ε) - slope(t))/ε leads out of the band before the run is over, and so does its half.
    return (
      (second - first) * conditions.sideOf(k) < 0 &&
      this.isSignificant(k, (0.5 * (second - first)) / CURVATURE_STEP)
    )
  }

  /** True if the derivatives depend on the present side of a surface only, not on the number of earlier crossings. */
  isMemoryless(surface: Surface, t: number, x: Float64Array): boolean {
    const { field, runtime, leftLimits } = this
    const read = (side: readonly number[], isSettled: boolean): Float64Array => {
      field.enterSide(surface, side)
      for (let k = 0; k < (isSettled ? 2 : 1); k++) {
        runtime.enter(t, x)
        runtime.evaluateAll()
        if (isSettled) leftLimits.update()
      }
      const dx = new Float64Array(x.length)
      runtime.readDerivatives(dx)
      return dx
    }
    const saved = leftLimits.save()
    const there = read(surface.there, false)
    const here = read(surface.here, false)
    const isSame =
      haveSameValues(there, read(surface.there, true)) && haveSameValues(here, read(surface.here, true))
    leftLimits.restore(saved)
    return isSame
  }

  /** Derivatives of indicators along some directions of the states and the time. */
  private gradients(list: readonly number[], t: number, x: Float64Array): Float64Array[] {
    const { runtime, span } = this
    const result = list.map(() => new Float64Array(N_DIRECTION))
    const out = new Float64Array(list.length)
    const nominal = runtime.stateNominals()
    const dx = new Float64Array(x.length)
    // Directions without relation to the equations, the same in every run
    let seed = 1
    const random = (): number => {
      seed = (seed * 16807) % 2147483647
      return seed / 2147483647 - 0.5
    }
    for (let d = 0; d < N_DIRECTION; d++) {
      for (let i = 0; i < x.length; i++) dx[i] = random() * Math.max(Math.abs(x[i]), nominal[i])
      this.slopes.compute(list, t, x, random() * span, dx, out)
      out.forEach((slope, i) => {
        result[i][d] = slope
      })
    }
    return result
  }
}

/** Returns the error of a condition that cannot continue from its limit. */
export function cannotLeave(runtime: ModelRuntime, k: number, reason: string, explanation = ''): VarioError {
  const { text } = runtime.translation.conditions[k]
  const t = runtime.read('time') as number
  return new VarioError(
    'CHATTERING',
    `The condition ${text} cannot leave its limit at t = ${t} s: ${reason}.${explanation} Give the model a state of rest or a ` +
      'hysteresis that determines how it continues.',
    { condition: text, t },
  )
}

/** Factor by which the second vector is a multiple of the first one; null: it is not. */
function factorOf(a: Float64Array, b: Float64Array): number | null {
  let ab = 0
  let aa = 0
  let bb = 0
  for (let i = 0; i < a.length; i++) {
    ab += a[i] * b[i]
    aa += a[i] * a[i]
    bb += b[i] * b[i]
  }
  if (!(aa > 0 && bb > 0)) return null
  return Math.abs(ab) >= (1 - PARALLEL) * Math.sqrt(aa) * Math.sqrt(bb) ? ab / aa : null
}

function haveSameValues(a: Float64Array, b: Float64Array): boolean {
  return a.every(
    (value, i) => Math.abs(value - b[i]) <= SAME_DERIVATIVES * Math.max(Math.abs(value), Math.abs(b[i])),
  )
}
