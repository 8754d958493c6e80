import { VarioError } from '../base/index.ts'
import type { BranchSearch } from './branch-search.ts'
import type { ConditionSlopes } from './condition-slopes.ts'
import type { Conditions } from './conditions.ts'
import type { LeftLimits } from './left-limits.ts'
import type { ModelRuntime } from './runtime.ts'
import type { SlidingField, Surface } from './sliding-field.ts'

/** A surface that the solver has found to be left may be this far from it because of rounding errors, as a weight. */
const LEAVING_MARGIN = 1e-9
/** Directions in which gradients are compared, and how well they agree if they are those of one surface. */
const N_DIRECTION = 4
const PARALLEL = 1e-6
/** Derivatives of the states that are the same but for rounding errors. */
const SAME_DERIVATIVES = 1e-9
/** How often one condition may be turned, or its surface entered, in one event. */
const MAX_TURNS = 4

/**
 * What conditions at their limits do next, from the slopes of left - right: they turn, they slide along the limit because both
 * branches lead back to it, or the solution that they belong to ends there and another one is looked for.
 */
export class ConditionsAtLimit {
  /** What has happened in the event that is going on, for the log. */
  readonly notes: string[] = []
  private readonly hasLeft: Uint8Array
  private readonly nTurn: Uint8Array

  /** @param span length of the run [s] */
  constructor(
    private readonly runtime: ModelRuntime,
    private readonly conditions: Conditions,
    private readonly leftLimits: LeftLimits,
    private readonly slopes: ConditionSlopes,
    private readonly field: SlidingField,
    private readonly search: BranchSearch,
    private readonly span: number,
  ) {
    const { length } = runtime.translation.conditions
    this.hasLeft = new Uint8Array(length)
    this.nTurn = new Uint8Array(length)
  }

  beginEvent(t: number): void {
    this.slopes.tEvent = t
    this.hasLeft.fill(0)
    this.nTurn.fill(0)
    this.notes.length = 0
  }

  /**
   * A condition that has just left its limit, and that the solver finds back there while its slope leads away from it, has not crossed: what it
   * does is smaller than the errors of the integration. The model has been evaluated at `t` and `x`, before the event.
   */
  ignoreNoise(t: number, x: Float64Array): void {
    const { conditions, runtime } = this
    const found: number[] = []
    conditions.isCrossing.forEach((isCrossing, k) => {
      if (isCrossing && !conditions.isSliding[k] && conditions.hasOffset(k)) found.push(k)
    })
    if (found.length === 0) return
    const dx = new Float64Array(x.length)
    const slope = new Float64Array(found.length)
    runtime.readDerivatives(dx)
    this.slopes.compute(found, t, x, 1, dx, slope)
    found.forEach((k, i) => {
      if (this.isSignificant(k, slope[i]) && slope[i] * conditions.sideOf(k) > 0) conditions.ignore(k)
    })
  }

  /** Crossing functions of what slides: the weights, which leave [0, 1] where the surface is left. */
  crossings(z: Float64Array): void {
    const { surfaces } = this.field
    for (let j = 0; j < surfaces.length; j++) z[surfaces[j].leader] = this.field.margin(j)
  }

  /** Ends sliding where the event has moved the quantities off the surface, as `reinit` does. True if it has. */
  dropMoved(): boolean {
    const { field, conditions } = this
    const moved = field.surfaces.filter(
      ({ leader }) => conditions.hasMoved(leader) && !conditions.isAtLimit(leader),
    )
    if (moved.length === 0) return false
    this.setSurfaces(field.surfaces.filter((surface) => !moved.includes(surface)))
    return true
  }

  /**
   * A condition that is as good as at its limit changes now if it has changed in this event and is about to change back, or if it is
   * wrong and gets worse: after the reflection of a ball at h < 0 the height is still negative by a rounding error, but rises; and
   * where two quantities leave zero at the same time, the event of the first one is that of the second. One that the solver has found
   * to cross may be a rounding error before its limit, as at a stop for a clock at the same time. One that has been turned and is about
   * to turn again has no branch that leads away. True if something has changed. The model has been evaluated at `t` and `x`.
   */
  lookAhead(t: number, x: Float64Array): boolean {
    if (this.leave()) return true
    const { runtime, conditions } = this
    const near: number[] = []
    runtime.translation.conditions.forEach((condition, k) => {
      if (condition.kind === 'time' || conditions.isSliding[k] || this.hasLeft[k]) return
      const isAsked = conditions.hasChanged[k] || conditions.isCrossing[k] || conditions.isAhead[k]
      if ((isAsked || !conditions.isRight(k)) && conditions.isAtLimit(k)) near.push(k)
    })
    if (near.length === 0) return false

    const dx = new Float64Array(x.length)
    const slope = new Float64Array(near.length)
    runtime.readDerivatives(dx)
    this.slopes.compute(near, t, x, 1, dx, slope)
    const turning = near.filter((k, i) => {
      const isTurning = this.turns(k, slope[i])
      conditions.isLeaving[k] = !isTurning && this.isSignificant(k, slope[i]) ? 1 : 0
      return isTurning
    })
    const first = turning.filter((k) => !conditions.isAhead[k])
    for (const k of first) this.turn(k)
    if (first.length > 0) return true
    if (turning.length === 0) return false
    this.resolve(turning[0], t, x)
    return true
  }

  /** Whether a slope leads to where a condition has the other value, before the run is over. */
  private turns(k: number, slope: number): boolean {
    const { conditions } = this
    if (Number.isNaN(slope)) throw this.failure(k, 'its slope is not defined there')
    return slope * conditions.sideOf(k) < 0 && this.isSignificant(k, slope)
  }

  /** Whether a slope leads out of the band of a condition before the run is over. */
  private isSignificant(k: number, slope: number): boolean {
    return Math.abs(slope) * this.span > this.conditions.bandOf(k)
  }

  private turn(k: number): void {
    const { conditions, runtime } = this
    if (++this.nTurn[k] > MAX_TURNS) throw this.failure(k, 'it changes to and fro')
    conditions.set(k, runtime.conditions[k] === 0)
    conditions.isAhead[k] = 1
  }

  // --- sliding ----------------------------------------------------------------------------------

  /** Leaves the first surface that no longer attracts from both sides. */
  private leave(): boolean {
    const { field, conditions, runtime } = this
    const j = field.surfaces.findIndex(
      ({ leader }, i) => field.margin(i) < (conditions.isCrossing[leader] ? LEAVING_MARGIN : 0),
    )
    if (j < 0) return false
    const surface = field.surfaces[j]
    const isThere = field.weights[j] > 0.5
    this.setSurfaces(field.surfaces.filter((_, i) => i !== j))
    field.enterSide(surface, isThere ? surface.there : surface.here)
    for (const k of surface.members) {
      conditions.hasChanged[k] = 1
      // Its difference is zero but for errors of the integration.
      conditions.isAhead[k] = 1
      this.hasLeft[k] = 1
    }
    const { text } = runtime.translation.conditions[surface.leader]
    this.notes.push(`${text} leaves its limit and is ${runtime.conditions[surface.leader] !== 0}`)
    return true
  }

  /** Neither value of a condition leads away from its limit. */
  private resolve(k: number, t: number, x: Float64Array): void {
    const surface = this.createSurface(k, t, x)
    const kind = this.classify(surface, t, x)
    if (kind === 'crossing') this.turn(k)
    else if (kind === 'sliding') this.slide(surface, t, x)
    else this.jump(k, t, x)
  }

  /** All conditions that change where one does, with their values on both sides. */
  private createSurface(k: number, t: number, x: Float64Array): Surface {
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
    return { leader: k, members, here, there: here.map((value) => 1 - value) }
  }

  /**
   * Sliding: both branches have the same surface and lead to it. Crossing: one of them leads away. Fold: what one branch takes for
   * the surface is none to the other one, so that on one side there are two solutions and on the other one none.
   */
  private classify(surface: Surface, t: number, x: Float64Array): 'sliding' | 'crossing' | 'fold' {
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

  private slide(surface: Surface, t: number, x: Float64Array): void {
    const { field, runtime } = this
    const { leader } = surface
    const { conditions } = runtime.translation
    if (++this.nTurn[leader] > MAX_TURNS) throw this.failure(leader, 'it changes to and fro')
    if (!this.isMemoryless(surface, t, x))
      throw this.failure(leader, 'discrete variables of the equations change with it without end')
    this.setSurfaces([...field.surfaces, surface])
    runtime.enter(t, x)
    runtime.evaluateAll()
    if (!field.isAdditive()) {
      const texts = field.surfaces.map((each) => conditions[each.leader].text).join(' and ')
      throw this.failure(leader, `the limits of ${texts} meet, where no mean of the branches is the only one`)
    }
    this.notes.push(`${conditions[leader].text} slides along its limit`)
  }

  /** Whether the derivatives depend on the present side of a surface only, not on how often it was crossed before. */
  private isMemoryless(surface: Surface, t: number, x: Float64Array): boolean {
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

  private setSurfaces(surfaces: readonly Surface[]): void {
    const { field, conditions } = this
    field.setSurfaces(surfaces)
    conditions.isSliding.fill(0)
    for (const { members } of surfaces) for (const k of members) conditions.isSliding[k] = 1
  }

  // --- folds ------------------------------------------------------------------------------------

  /** The solution of a mixed system ends: goes on with another one. */
  private jump(k: number, t: number, x: Float64Array): void {
    const { runtime, search } = this
    const list = search.listMutual([k])
    if (!search.find(t, x, list)) {
      const texts = list.map((i) => runtime.translation.conditions[i].text).join(', ')
      throw this.failure(
        k,
        `the solution of the equations ends, and no other values of the conditions ${texts} fit`,
      )
    }
    this.notes.push(
      `the solution with ${runtime.translation.conditions[k].text} at its limit ends; another one goes on`,
    )
  }

  /**
   * Conditions that change to and fro without end belong to mixed systems whose solution cannot be found one condition after the other, or
   * has ended: looks at all values of their conditions.
   */
  findOther(t: number, x: Float64Array, endless: ReadonlySet<number | string>): void {
    const { runtime, search } = this
    const { conditions } = runtime.translation
    const which = [...endless].filter(
      (k): k is number => typeof k === 'number' && conditions[k].kind === 'state',
    )
    if (which.length === 0 || !search.find(t, x, search.listMutual(which))) return
    const texts = which.map((k) => conditions[k].text).join(', ')
    this.notes.push(`other values of ${texts} were looked for and found`)
  }

  // --- gradients --------------------------------------------------------------------------------

  /** Derivatives of left - right of conditions along some directions of the states and the time. */
  private gradients(list: readonly number[], t: number, x: Float64Array): Float64Array[] {
    const { runtime, span } = this
    const result = list.map(() => new Float64Array(N_DIRECTION))
    const out = new Float64Array(list.length)
    const nominal = runtime.stateNominals()
    const dx = new Float64Array(x.length)
    // Directions that have nothing to do with the equations, the same in every run
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

  private failure(k: number, reason: string): VarioError {
    const { runtime } = this
    const { text } = runtime.translation.conditions[k]
    const t = runtime.read('time') as number
    return new VarioError(
      'CHATTERING',
      `The condition ${text} cannot leave its limit at t = ${t} s: ${reason}. Give the model a state of rest or a hysteresis that tells how it goes on.`,
      { condition: text, t },
    )
  }
}

/** The factor by which the second vector is the first one; null: it is not. */
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
