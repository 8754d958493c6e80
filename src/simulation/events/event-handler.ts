import { VarioError } from '../../base/index.ts'
import type { FlatModel } from '../../model/index.ts'
import type { Inputs, ModelRuntime, ResolvedOptions } from '../runtime/index.ts'
import { Alternatives } from './alternatives.ts'
import { Assignments } from './assignments.ts'
import { BranchSearch } from './branch-search.ts'
import { Clocks } from './clocks.ts'
import { ConditionSlopes } from './condition-slopes.ts'
import { Conditions, type EventStart } from './conditions.ts'
import { ConditionsAtLimit } from './conditions-at-limit.ts'
import { CrossingNoise } from './crossing-noise.ts'
import type { EventTangents } from './event-tangents.ts'
import { LeftLimits } from './left-limits.ts'
import { Modes } from './modes.ts'
import { isSameTime } from './same-time.ts'
import { SlidingField } from './sliding-field.ts'
import { SurfaceFinder } from './surface-finder.ts'
import { Unprompted } from './unprompted.ts'
import { WhenClauses } from './when-clauses.ts'

/** Maximum number of evaluations in one event. */
const MAX_ITERATIONS = 100
/** Number of evaluations in which all wrong conditions change; after that, one changes at a time. */
const MAX_JOINT_CHANGES = 10
/** Changes after this number of evaluations count as endless; then other values of the conditions are searched. */
const ENDLESS = 50

/** Outcome of an event. */
export interface EventOutcome {
  /** Message of `terminate`; null: the simulation continues. */
  readonly termination: string | null
  /** Further lines for the log. */
  readonly notes: readonly string[]
}

/** Conditions, clocks and `when` clauses of a running model: evaluates events, and schedules the next one. */
export class EventHandler {
  readonly modes: Modes
  /** Values that components give to variables. */
  readonly assignments: Assignments
  private readonly conditions: Conditions
  private readonly noise: CrossingNoise
  private readonly atLimit: ConditionsAtLimit
  private readonly alternatives: Alternatives
  private readonly clocks: Clocks
  private readonly leftLimits: LeftLimits
  private readonly whens: WhenClauses
  private readonly startTime: number

  constructor(
    flat: FlatModel,
    private readonly runtime: ModelRuntime,
    inputs: Inputs,
    { startTime, stopTime, tolerance }: Pick<ResolvedOptions, 'startTime' | 'stopTime' | 'tolerance'>,
  ) {
    this.startTime = startTime
    this.conditions = new Conditions(runtime, startTime, tolerance)
    this.clocks = new Clocks(runtime, startTime)
    this.leftLimits = new LeftLimits(runtime)
    this.assignments = new Assignments(flat, runtime, inputs, this.leftLimits)
    const span = stopTime - startTime
    const slopes = new ConditionSlopes(runtime, inputs, span)
    const field = new SlidingField(runtime, slopes, span)
    runtime.sliding = field
    this.noise = new CrossingNoise(runtime, this.conditions, slopes, tolerance)
    this.atLimit = new ConditionsAtLimit(
      runtime,
      this.conditions,
      new SurfaceFinder(runtime, this.conditions, this.leftLimits, slopes, field, span),
      slopes,
      this.noise,
      field,
      new BranchSearch(runtime, this.conditions),
    )
    this.alternatives = new Alternatives(runtime, this.conditions, field)
    const unprompted = new Unprompted(runtime, this.conditions, this.leftLimits, slopes, span)
    this.whens = new WhenClauses(runtime, unprompted)
    this.modes = new Modes(runtime, this.conditions, this.leftLimits, field)
  }

  /** Derivatives that follow the events of the run. */
  get tangents(): EventTangents | null {
    return this.whens.tangents
  }

  set tangents(tangents: EventTangents | null) {
    this.whens.tangents = tangents
  }

  /** True for two times of the same instant. */
  isSameTime(a: number, b: number): boolean {
    return isSameTime(a, b, this.startTime)
  }

  /** Prepares clocks and conditions for a run that starts at `t`. */
  start(t: number): void {
    this.clocks.start(t)
    this.conditions.guess(t)
  }

  /** True if a clock ticks at `t`. */
  ticksAt(t: number): boolean {
    return this.clocks.ticksAt(t)
  }

  /** True if a clock ticks at `t`, or at an event that may occur at `t`. */
  mayTickAt(t: number): boolean {
    return this.clocks.mayTickAt(t)
  }

  /** Time of the next tick or time condition after `t`; Infinity: none. */
  nextTimeEvent(t: number): number {
    return Math.min(this.clocks.nextTickAfter(t), this.conditions.nextChangeAfter(t))
  }

  /** Event indicators of the conditions and components. */
  crossings(z: Float64Array): void {
    this.conditions.crossings(z)
    this.atLimit.crossings(z)
  }

  /** Accepts a step of the solver. */
  passStep(): void {
    this.conditions.passStep()
  }

  /**
   * Takes the sign changes of the event indicators at the coming event: ±1, or 0; and the slope of the states before it
   * [1/s], and the time `duration` since the last point [s].
   */
  setCrossings(crossing: Int8Array, approach: Float64Array, duration: number): void {
    this.conditions.setCrossings(crossing)
    this.noise.setApproach(approach, duration)
  }

  /** Takes the values of the last evaluation as left limits, before parameters change. */
  noteLimits(): void {
    this.leftLimits.update()
    this.conditions.noteDifferences()
  }

  /**
   * Event iteration: evaluates the model until conditions, left limits and states set by `reinit` agree. `x` are the
   * states and may be changed. At an initial event the left limits are the start values, otherwise the present values,
   * or the present left limits if the event is continued.
   */
  iterate(t: number, x: Float64Array, start: EventStart): EventOutcome {
    const { runtime, conditions, clocks, leftLimits, atLimit } = this
    const isInitial = start === 'initial'
    if (isInitial) this.findFirstLimits(t, x)
    else {
      if (start === 'event') leftLimits.take(t, x)
      leftLimits.takeKept()
    }
    clocks.beginEvent(t, isInitial)
    const read = (name: string) => runtime.readVariable(name)
    runtime.services.beginEvent(isInitial, read)
    conditions.beginEvent(start)
    if (!isInitial) atLimit.ignoreNoise(t, x)
    atLimit.beginEvent()
    if (start !== 'continued') this.whens.beginEvent()
    let termination: string | null = null
    const endless = new Set<number | string>()
    for (let k = 0; ; k++) {
      if (k === MAX_ITERATIONS) throw this.failure(t, endless, atLimit.explain(t, x, endless))
      if (k === MAX_ITERATIONS - 1 - MAX_JOINT_CHANGES) atLimit.findOther(t, x, endless)
      const failure = this.evaluate(t, x)
      // At the start, mixed systems wait for the branches of their inputs: friction keeps a direction that it has found.
      if (isInitial && k < MAX_JOINT_CHANGES && conditions.update(t, false, false)) continue
      if (this.updateConditions(t, k, endless)) continue
      if (failure !== null) throw failure
      if (clocks.tickAtEvents(t)) continue
      if (atLimit.dropChanged()) continue
      if (isInitial && runtime.services.updateStarting(read)) continue
      termination ??= this.whens.run(t, x)
      this.whens.tangents?.passEvaluation()
      if (leftLimits.update()) {
        conditions.moveLimits(leftLimits.lastChanged)
        if (k >= ENDLESS) for (const changed of leftLimits.lastChanged) endless.add(changed)
        // Conditions that compare with a left limit are updated before variables are computed from both.
        this.updateConditions(t, k, endless)
        continue
      }
      if (isInitial || !atLimit.lookAhead(t, x)) break
    }
    atLimit.assertFree(t, x, isInitial)
    this.alternatives.check(t, x, isInitial)
    if (conditions.hasChanged.includes(1)) for (const system of runtime.services.systems) system.askAgain()
    runtime.services.endEvent(read)
    clocks.endEvent(t)
    conditions.endEvent()
    return { termination, notes: [...atLimit.notes, ...this.whens.notes.splice(0)] }
  }

  /** Number of a condition that the values of the last evaluation contradict; -1: none. */
  findContradiction(): number {
    return this.conditions.findContradiction()
  }

  /**
   * Warns that the values at the output point `t`, of the last evaluation, contradict the condition `k`; found: its
   * event is searched again. Other phases of the same length may lie between output points.
   */
  warnOfMissed(k: number, t: number, isFound: boolean): void {
    const { runtime } = this
    const { text } = runtime.translation.conditions[k]
    const outcome = isFound
      ? 'The step was repeated from the point before, but other events may have been missed. '
      : ''
    const message =
      `The condition ${text} was ${runtime.conditions[k] !== 0} at t = ${t} s, but its sides give the ` +
      `opposite: it holds for less than the time between two checks of event indicators. ${outcome}Choose a smaller ` +
      'interval or maxStep.'
    runtime.warnings.add({ code: 'EVENT_MISSED', key: text, time: t, message })
  }

  /** Evaluates the event at the end, in which `terminal()` is true. */
  terminate(t: number, x: Float64Array): EventOutcome {
    this.runtime.services.isTerminal = true
    return this.iterate(t, x, 'event')
  }

  /**
   * Determines left limits at the start, of variables without a start value: they depend on each other and on the
   * conditions.
   */
  private findFirstLimits(t: number, x: Float64Array): void {
    const { runtime, leftLimits, conditions } = this
    if (!leftLimits.hasOpen) return
    runtime.services.isStarting = true
    leftLimits.sizeFirst(t, x)
    const endless = new Set<number | string>()
    for (let k = 0, isSettled = false; !isSettled; k++) {
      if (k === MAX_ITERATIONS) throw this.failure(t, endless)
      const failure = this.evaluate(t, x)
      const hasChanged = this.updateConditions(t, k, endless)
      if (failure !== null && !hasChanged) throw failure
      // Limits that conditions depend on change after the update of the conditions.
      const hasNewSamples = runtime.services.updateStarting((name) => runtime.readVariable(name))
      if (hasChanged || hasNewSamples) continue
      isSettled = !leftLimits.updateFirst()
      conditions.moveLimits(leftLimits.lastChanged)
    }
  }

  /**
   * Evaluates the equations with the current conditions. While these are not final, an expression may be undefined,
   * such as an element of an array: returns that error.
   */
  private evaluate(t: number, x: Float64Array): VarioError | null {
    const { runtime } = this
    runtime.enter(t, x)
    try {
      runtime.evaluateAll()
      return null
    } catch (error) {
      if (error instanceof VarioError && error.code === 'EVALUATION') return error
      throw error
    }
  }

  /** True if a condition has changed; `k` is the number of the evaluation. */
  private updateConditions(t: number, k: number, endless: Set<number | string>): boolean {
    const { conditions } = this
    const hasChanged = conditions.update(t, k >= MAX_JOINT_CHANGES)
    if (k >= ENDLESS) for (const changed of conditions.lastChanged) endless.add(changed)
    return hasChanged
  }

  /** @param endless numbers of conditions and names of discrete variables that have changed last */
  private failure(t: number, endless: ReadonlySet<number | string>, reason = ''): VarioError {
    const { conditions, whens } = this.runtime.translation
    const textOfFlag = new Map(whens.map(({ flag, text }) => [flag, text]))
    const names = [...endless]
      .map((changed) =>
        typeof changed === 'number' ? conditions[changed].text : (textOfFlag.get(changed) ?? changed),
      )
      .filter((name) => !name.startsWith('$'))
    return new VarioError(
      'EVENT_ITERATION',
      `Event iteration did not converge at t = ${t} s in ${MAX_ITERATIONS} evaluations. Oscillating: ` +
        `${names.join(', ')}.${reason}`,
      { t, changing: names },
    )
  }
}
