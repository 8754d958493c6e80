import { VarioError } from '../../base/index.ts'
import {
  BranchSearch,
  ConditionSlopes,
  Conditions,
  CrossingNoise,
  type EventStart,
  isSameTime,
  LeftLimits,
} from '../conditions/index.ts'
import type { Inputs } from '../inputs/index.ts'
import type { ResolvedOptions } from '../options/index.ts'
import { ConditionsAtLimit, SlidingField, SurfaceFinder } from '../sliding/index.ts'
import { Clocks } from './clocks.ts'
import type { EventHost } from './event-host.ts'
import { Modes } from './modes.ts'
import { Unprompted } from './unprompted.ts'
import { WhenClauses } from './when-clauses.ts'

/** Repetitions of the evaluation in one event at most. */
const MAX_ITERATIONS = 100
/** Repetitions in which all conditions that are wrong change; after that, one changes at a time. */
const MAX_JOINT_CHANGES = 10
/** What changes after so many repetitions changes without end; then other values of the conditions are looked for. */
const ENDLESS = 50

/** What an event has led to. */
export interface EventOutcome {
  /** Message of `terminate`; null: the simulation goes on. */
  readonly termination: string | null
  /** What else is worth to be said about it in the log. */
  readonly notes: readonly string[]
}

/** Conditions, clocks and `when` clauses of a running model: what happens at events, and when the next one is due. */
export class EventHandler {
  readonly modes: Modes
  private readonly conditions: Conditions
  private readonly noise: CrossingNoise
  private readonly atLimit: ConditionsAtLimit
  private readonly clocks: Clocks
  private readonly leftLimits: LeftLimits
  private readonly whens: WhenClauses
  private readonly startTime: number

  constructor(
    private readonly runtime: EventHost,
    inputs: Inputs,
    { startTime, stopTime, tolerance }: Pick<ResolvedOptions, 'startTime' | 'stopTime' | 'tolerance'>,
  ) {
    this.startTime = startTime
    this.conditions = new Conditions(runtime, startTime, tolerance)
    this.clocks = new Clocks(runtime, startTime)
    this.leftLimits = new LeftLimits(runtime)
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
    const unprompted = new Unprompted(runtime, this.conditions, this.leftLimits, slopes, span)
    this.whens = new WhenClauses(runtime, unprompted)
    this.modes = new Modes(runtime, this.conditions, this.leftLimits, field)
  }

  /** Two times that mean the same instant. */
  isSameTime(a: number, b: number): boolean {
    return isSameTime(a, b, this.startTime)
  }

  /** Prepares clocks and conditions for a run that starts at `t`. */
  start(t: number): void {
    this.clocks.start(t)
    this.conditions.guess()
  }

  /** Does a clock tick at `t`? */
  ticksAt(t: number): boolean {
    return this.clocks.ticksAt(t)
  }

  /** Time of the next tick or time condition after `t`; Infinity if there is none. */
  nextTimeEvent(t: number): number {
    return Math.min(this.clocks.nextTickAfter(t), this.conditions.nextChangeAfter(t))
  }

  /** Crossing functions of the conditions and components. */
  crossings(z: Float64Array): void {
    this.conditions.crossings(z)
    this.atLimit.crossings(z)
  }

  /** The solver has made a step. */
  passStep(): void {
    this.conditions.passStep()
  }

  /**
   * Tells which functions cross at the event that comes: ±1, or 0; and the slope of the states on the way there [1/s],
   * which took `duration` [s] since the last point.
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
   * Evaluates the model at an event until nothing changes any more: conditions, left limits, states set by `reinit`.
   * `x` are the states and may be changed. At an initial event the left limits are the start values, otherwise what
   * holds now, or what they are if the event goes on.
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
      if (this.updateConditions(t, k, endless)) continue
      if (failure !== null) throw failure
      if (atLimit.dropChanged()) continue
      if (isInitial && runtime.services.updateStarting(read)) continue
      termination ??= this.whens.run(t, x)
      if (leftLimits.update()) {
        conditions.moveLimits(leftLimits.lastChanged)
        if (k >= ENDLESS) for (const changed of leftLimits.lastChanged) endless.add(changed)
        // What compares with a left limit knows of it before anything is computed from both.
        this.updateConditions(t, k, endless)
        continue
      }
      if (isInitial || !atLimit.lookAhead(t, x)) break
    }
    atLimit.assertFree(t, x, isInitial)
    runtime.services.endEvent(read)
    clocks.endEvent(t)
    conditions.endEvent()
    return { termination, notes: [...atLimit.notes, ...this.whens.notes.splice(0)] }
  }

  /** A condition that the values of the last evaluation contradict; -1: none. */
  findContradiction(): number {
    return this.conditions.findContradiction()
  }

  /**
   * Warns that the values at the output point `t`, of the last evaluation, contradict the condition `k`; found: its event
   * is looked for again. Other phases that are as short may lie between output points.
   */
  warnOfMissed(k: number, t: number, isFound: boolean): void {
    const { runtime } = this
    const { text } = runtime.translation.conditions[k]
    const outcome = isFound
      ? 'The step was made again from the point before, but others may have been missed. '
      : ''
    const message =
      `The condition ${text} was ${runtime.conditions[k] !== 0} at t = ${t} s, where its sides say the ` +
      `opposite: it holds for less than the time between two looks for events. ${outcome}Choose a smaller interval or ` +
      'maxStep.'
    runtime.warnings.add({ code: 'EVENT_MISSED', key: text, time: t, message })
  }

  /** The event at the end, in which `terminal()` is true. */
  terminate(t: number, x: Float64Array): EventOutcome {
    this.runtime.services.isTerminal = true
    return this.iterate(t, x, 'event')
  }

  /** Left limits at the start, of variables without a start value: they depend on each other and on the conditions. */
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
      // Limits that conditions depend on change after the conditions have been looked at.
      const hasNewSamples = runtime.services.updateStarting((name) => runtime.readVariable(name))
      if (hasChanged || hasNewSamples) continue
      isSettled = !leftLimits.updateFirst()
      conditions.moveLimits(leftLimits.lastChanged)
    }
  }

  /**
   * Evaluates the equations with the conditions as they are. While these do not fit yet, something may be asked for that
   * does not exist, as an element of an array: returns that error.
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

  /** True if a condition has changed; `k` is the number of the repetition. */
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
      `The event at t = ${t} s does not settle in ${MAX_ITERATIONS} evaluations. What changes to and fro: ` +
        `${names.join(', ')}.${reason}`,
      { t, changing: names },
    )
  }
}
