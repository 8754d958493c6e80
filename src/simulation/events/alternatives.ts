import { VarioError } from '../../base/index.ts'
import { listMutualConditions, type MutualConditions } from '../../compiler/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import { combinations } from './branch-search.ts'
import type { Conditions } from './conditions.ts'
import type { SlidingField } from './sliding-field.ts'

/** Maximum number of combinations of the values of conditions that are tried for one system in one event. */
const MAX_TRIALS = 63
/**
 * Trials of a run: this number, and one for every event. A trial costs less than the restart of a solver; 15 in each
 * event of a rectifier cost 11 % of its time.
 */
const FREE_TRIALS = 64

/**
 * Warns where an event has decided between several solutions of a mixed system of equations and relations, as those of
 * a gear with more friction in its bearings while it drives than while it is driven. Between the events the solution is
 * followed, and a system keeps its values while these are consistent; they are decided at the start, if the compared
 * quantities have no start values, where a condition of the system changes, and where a quantity crosses a limit on
 * which the system depends. Systems that are nonlinear with fixed conditions are not examined.
 */
export class Alternatives {
  private readonly open: MutualConditions[]
  private readonly choices = new Map<readonly number[], readonly (readonly number[])[]>()
  /** Number of trials left. */
  private nTrial = FREE_TRIALS
  private version = 0

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly conditions: Conditions,
    private readonly field: SlidingField,
  ) {
    this.open = listMutualConditions(runtime.translation).filter(
      ({ isLinear, free }) => isLinear && free.length > 0,
    )
  }

  /** Examines the result of an event at `t` and `x`, which the last evaluation has confirmed. */
  check(t: number, x: Float64Array, isInitial: boolean): void {
    if (this.open.length === 0) return
    const { field, conditions } = this
    this.nTrial++
    const hasNewSurfaces = field.version !== this.version && field.surfaces.length > 0
    this.version = field.version
    const hasChanged = (k: number) => conditions.hasChanged[k] !== 0
    const isDecided = (system: MutualConditions) =>
      isInitial
        ? !this.hasStartValue(system)
        : hasNewSurfaces || system.members.some(hasChanged) || system.sources.some(hasChanged)
    const asked = this.open.filter((system) => countTrials(system) <= this.nTrial && isDecided(system))
    if (asked.length === 0 || !this.isDetermined()) return
    const { runtime } = this
    const values = runtime.conditions.slice()
    for (const system of asked) this.examine(system, t, x)
    runtime.conditions.set(values)
    runtime.enter(t, x)
    runtime.evaluateAll()
    runtime.differences(conditions.difference)
  }

  /** Examines one system, at a limit on both of its sides. */
  private examine(system: MutualConditions, t: number, x: Float64Array): void {
    const { runtime, field } = this
    const values = runtime.conditions.slice()
    const sides = [
      () => {},
      ...field.surfaces.map((surface) => () => field.enterSide(surface, surface.there)),
    ]
    for (const enter of sides) {
      runtime.conditions.set(values)
      enter()
      if (!this.findOther(system, t, x)) continue
      this.warn(system, t)
      this.open.splice(this.open.indexOf(system), 1)
      return
    }
  }

  /** True if the equations confirm the present values of the conditions, and others. */
  private findOther({ members, free }: MutualConditions, t: number, x: Float64Array): boolean {
    const { runtime } = this
    const before = runtime.conditions.slice()
    if (!this.isConfirmed(t, x, members, true)) return false
    for (const changes of this.choicesOf(free)) {
      this.nTrial--
      runtime.conditions.set(before)
      for (const k of changes) runtime.conditions[k] = before[k] ? 0 : 1
      if (this.isConfirmed(t, x, members, false)) return true
    }
    return false
  }

  /** The combinations of changed conditions that are tried, listed once for all events. */
  private choicesOf(free: readonly number[]): readonly (readonly number[])[] {
    let choices = this.choices.get(free)
    if (choices === undefined) {
      const list: number[][] = []
      for (const changes of combinations(free)) {
        if (list.length === MAX_TRIALS) break
        list.push(changes)
      }
      choices = list
      this.choices.set(free, choices)
    }
    return choices
  }

  /** True if the equations have a solution that agrees with the conditions of `list`. */
  private isConfirmed(t: number, x: Float64Array, list: readonly number[], mayBeAtLimit: boolean): boolean {
    const { runtime, conditions } = this
    runtime.enter(t, x)
    try {
      runtime.evaluateBranch(false)
    } catch (error) {
      // Equations without a solution, or an expression that is undefined with these values of the conditions.
      if (error instanceof VarioError) return false
      throw error
    }
    runtime.differences(conditions.difference)
    const agrees = (k: number) => {
      const isAtLimit = conditions.isAtLimit(k)
      return mayBeAtLimit ? isAtLimit || conditions.isRight(k) : !isAtLimit && conditions.isRight(k)
    }
    return this.isDetermined() && list.every(agrees)
  }

  /** False if the equations leave variables open, which the warning `UNDETERMINED` reports. */
  private isDetermined(): boolean {
    return this.runtime.services.systems.every(({ undeterminedNames }) => undeterminedNames.length === 0)
  }

  private warn({ members }: MutualConditions, t: number): void {
    const { conditions } = this.runtime.translation
    const texts = members.map((k) => conditions[k].text).join(', ')
    const message =
      `At t = ${t} s the equations confirm several combinations of the values of ${texts}. The run continues with ` +
      'one of them, and the other ones lead to other results: give the compared quantities start values, or let the ' +
      'equations have one solution.'
    this.runtime.warnings.add({ code: 'SEVERAL_SOLUTIONS', key: texts, time: t, message })
  }

  /** True if a start value of a compared quantity decides at the start. */
  private hasStartValue({ compared }: MutualConditions): boolean {
    const { model, startSources } = this.runtime.translation
    const isGiven = (name: string) => {
      const variable = model.variables.get(name)
      return variable?.start !== undefined || variable?.init !== undefined
    }
    return [...compared].some(
      (name) => isGiven(name) || startSources.get(name)?.some((source) => isGiven(source.name)),
    )
  }
}

/** Number of trials for a system with one solution. */
function countTrials({ free }: MutualConditions): number {
  return Math.min(MAX_TRIALS, 2 ** free.length - 1)
}
