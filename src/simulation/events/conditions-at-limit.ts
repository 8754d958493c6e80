import type { ModelRuntime } from '../runtime/index.ts'
import type { BranchSearch } from './branch-search.ts'
import type { ConditionSlopes } from './condition-slopes.ts'
import type { Conditions } from './conditions.ts'
import type { CrossingNoise } from './crossing-noise.ts'
import type { SlidingField, Surface } from './sliding-field.ts'
import { cannotLeave, type SurfaceFinder } from './surface-finder.ts'

/** Rounding error of the margin of a surface that the solver has found to be left, as a weight. */
const LEAVING_MARGIN = 1e-9
/** Maximum number of turns of one condition, or entries of its surface, in one event. */
const MAX_TURNS = 4
/** A condition that would turn again after this number of turns has no branch that leads away. */
const FUTILE_TURNS = 2
/**
 * Continues conditions at their limits by the slopes of their indicators: they turn, they slide along the limit because
 * both branches lead back to it, or their solution ends there and another one is searched.
 */
export class ConditionsAtLimit {
  /** Descriptions of the current event, for the log. */
  readonly notes: string[] = []
  private readonly hasLeft: Uint8Array
  private readonly nTurn: Uint8Array

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly conditions: Conditions,
    private readonly surfaces: SurfaceFinder,
    private readonly slopes: ConditionSlopes,
    private readonly noise: CrossingNoise,
    private readonly field: SlidingField,
    private readonly search: BranchSearch,
  ) {
    const { length } = runtime.translation.conditions
    this.hasLeft = new Uint8Array(length)
    this.nTurn = new Uint8Array(length)
  }

  beginEvent(): void {
    this.hasLeft.fill(0)
    this.nTurn.fill(0)
    this.notes.length = 0
  }

  /**
   * A condition that has just left its limit, and that the solver finds back there while its slope leads away from it,
   * has not crossed: its motion is smaller than the errors of the integration. If it comes from far away, the slope is
   * wrong instead, see `CrossingNoise`. The model has been evaluated at `t` and `x`, before the event.
   */
  ignoreNoise(t: number, x: Float64Array): void {
    const { conditions, runtime } = this
    const found: number[] = []
    conditions.isCrossing.forEach((isCrossing, k) => {
      if (isCrossing && !conditions.isSliding[k]) found.push(k)
    })
    this.noise.clear()
    if (found.length === 0) return
    const dx = new Float64Array(x.length)
    const slope = new Float64Array(found.length)
    runtime.readDerivatives(dx)
    this.slopes.compute(found, t, x, 1, dx, slope)
    const crossing = found.filter((k, i) => {
      const leadsAway = this.surfaces.isSignificant(k, slope[i]) && slope[i] * conditions.sideOf(k) > 0
      if (!leadsAway || !conditions.hasJustLeft(k)) return true
      conditions.ignore(k)
      return false
    })
    this.noise.beginEvent(
      t,
      x,
      crossing,
      slope.filter((_, i) => crossing.includes(found[i])),
      dx,
    )
  }

  /** Event indicators of sliding conditions: the margins of the weights, negative where the surface is left. */
  crossings(z: Float64Array): void {
    const { surfaces } = this.field
    for (let j = 0; j < surfaces.length; j++) {
      z[surfaces[j].leader] = this.field.margin(j)
      for (const k of surfaces[j].followers) z[k] = this.field.followerMargin(j, k)
    }
  }

  /**
   * Ends sliding where the event has moved the quantities off the surface, as `reinit` does, or where the sides of the
   * surface have changed because a condition that follows it has: then the surface is examined again. True if a surface
   * was dropped.
   */
  dropChanged(): boolean {
    const { field, conditions } = this
    const ofSurface = ({ members, followers }: Surface) => members.filter((k) => !followers.includes(k))
    const isMoved = (surface: Surface) =>
      ofSurface(surface).some((k) => conditions.hasMoved(k) && !conditions.isAtLimit(k))
    const hasNewSides = ({ followers }: Surface, j: number) =>
      followers.some((k) => conditions.isCrossing[k] || field.followerMargin(j, k) < 0)
    const dropped = field.surfaces.filter((surface, j) => isMoved(surface) || hasNewSides(surface, j))
    if (dropped.length === 0) return false
    this.setSurfaces(field.surfaces.filter((surface) => !dropped.includes(surface)))
    for (const surface of dropped) {
      for (const k of ofSurface(surface)) conditions.isAhead[k] = 1
      for (const k of surface.followers) conditions.isCrossing[k] = 0
    }
    return true
  }

  /**
   * Turns conditions at their limits. A condition turns if it has changed in this event and is about to change back, or
   * if it is wrong and gets worse: after the reflection of a ball at h < 0 the height is still negative by a rounding
   * error, but rises; and where two quantities leave zero at the same time, the event of the first one is that of the
   * second. A crossing condition may be a rounding error before its limit, as at a stop for a clock at the same time. A
   * condition that has been turned and is about to turn again has no branch that leads away. True if a condition has
   * changed. The model has been evaluated at `t` and `x`.
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
    near.forEach((k, i) => {
      slope[i] = this.noise.correct(k, slope[i])
    })
    const turning = near.filter((k, i) => {
      const isTurning = this.surfaces.turns(k, slope[i])
      conditions.isLeaving[k] = !isTurning && this.surfaces.isSignificant(k, slope[i]) ? 1 : 0
      return isTurning
    })
    const first = turning.filter((k) => !conditions.isAhead[k] && this.nTurn[k] < FUTILE_TURNS)
    for (const k of first) this.turn(k)
    if (first.length > 0) return true
    if (turning.length === 0) return false
    this.resolve(turning[0], t, x)
    return true
  }

  /**
   * At the end of an event: throws an error if a condition that has been set to its limit, at the start or by `reinit`,
   * is trapped there, or slides along with others whose mean is not unique. The model has been evaluated at `t` and
   * `x`.
   */
  assertFree(t: number, x: Float64Array, isInitial: boolean): void {
    const { runtime, conditions, field } = this
    if (field.surfaces.length > 1) this.assertAdditive(t, x)
    if (field.surfaces.length > 0) return
    runtime.differences(conditions.difference)
    runtime.translation.conditions.forEach((condition, k) => {
      if (condition.kind === 'time' || !(isInitial || conditions.hasMoved(k)) || !conditions.isAtLimit(k))
        return
      if (this.surfaces.isTrapped(k, t, x))
        throw cannotLeave(runtime, k, 'it rests there, and both branches lead back to it')
    })
  }

  private assertAdditive(t: number, x: Float64Array): void {
    const { field, runtime } = this
    if (!field.isAdditive()) {
      const leaders = field.surfaces.map(({ leader }) => leader)
      const texts = leaders.map((k) => runtime.translation.conditions[k].text).join(' and ')
      throw cannotLeave(
        runtime,
        leaders[leaders.length - 1],
        `the limits of ${texts} meet, where no mean of the branches is the only one`,
      )
    }
    runtime.enter(t, x)
    runtime.evaluateAll()
  }

  private turn(k: number): void {
    const { conditions, runtime } = this
    if (++this.nTurn[k] > MAX_TURNS) throw cannotLeave(this.runtime, k, 'it oscillates')
    conditions.set(k, runtime.conditions[k] === 0)
    conditions.setNoise(k, 0)
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
      if (surface.followers.includes(k)) continue
      // Its indicator is zero except for errors of the integration.
      conditions.isAhead[k] = 1
      this.hasLeft[k] = 1
    }
    const { text } = runtime.translation.conditions[surface.leader]
    this.notes.push(`${text} leaves its limit and is ${runtime.conditions[surface.leader] !== 0}`)
    return true
  }

  /** Neither value of a condition leads away from its limit: it crosses, slides or jumps. */
  private resolve(k: number, t: number, x: Float64Array): void {
    const surface = this.surfaces.create(k, t, x)
    const kind = this.surfaces.classify(surface, t, x)
    if (kind === 'crossing') this.turn(k)
    else if (kind === 'sliding') this.slide(surface, t, x)
    else this.jump(k, t, x)
  }

  private slide(surface: Surface, t: number, x: Float64Array): void {
    const { field, runtime } = this
    const { leader } = surface
    const { conditions } = runtime.translation
    if (++this.nTurn[leader] > MAX_TURNS) throw cannotLeave(this.runtime, leader, 'it oscillates')
    if (!this.surfaces.isMemoryless(surface, t, x))
      throw cannotLeave(this.runtime, leader, 'discrete variables of the equations keep changing with it')
    this.setSurfaces([...field.surfaces, surface])
    this.notes.push(`${conditions[leader].text} slides along its limit`)
  }

  private setSurfaces(surfaces: readonly Surface[]): void {
    const { field, conditions } = this
    field.setSurfaces(surfaces)
    conditions.isSliding.fill(0)
    for (const { members } of surfaces) for (const k of members) conditions.isSliding[k] = 1
  }

  // --- folds ------------------------------------------------------------------------------------

  /** The solution of a mixed system ends: continues with another one. */
  private jump(k: number, t: number, x: Float64Array): void {
    const { runtime, search } = this
    const list = search.listMutual([k])
    if (!search.find(t, x, list)) {
      const texts = list.map((i) => runtime.translation.conditions[i].text).join(', ')
      throw cannotLeave(
        this.runtime,
        k,
        `the solution of the equations ends, and they contradict all other values of the conditions ${texts}`,
        search.explain(t, x, list),
      )
    }
    this.notes.push(
      `the solution with ${runtime.translation.conditions[k].text} at its limit ends; continuing with another one`,
    )
  }

  /** Explains endless changes of conditions for which only the limit itself would agree. */
  explain(t: number, x: Float64Array, endless: ReadonlySet<number | string>): string {
    const { conditions } = this.runtime.translation
    const which = [...endless].filter(
      (k): k is number => typeof k === 'number' && conditions[k].kind === 'state',
    )
    return this.search.explain(t, x, which)
  }

  /**
   * Conditions that oscillate belong to mixed systems whose solution cannot be found one condition after the other, or
   * has ended: tries all values of their conditions.
   */
  findOther(t: number, x: Float64Array, endless: ReadonlySet<number | string>): void {
    const { runtime, search } = this
    const { conditions } = runtime.translation
    const which = [...endless].filter(
      (k): k is number => typeof k === 'number' && conditions[k].kind === 'state',
    )
    if (which.length === 0 || !search.find(t, x, search.listMutual(which))) return
    const texts = which.map((k) => conditions[k].text).join(', ')
    this.notes.push(`other values of ${texts} were found by a search`)
  }
}
