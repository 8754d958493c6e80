import { VarioError } from '../base/index.ts'
import { Clocks } from './clocks.ts'
import { Conditions } from './conditions.ts'
import { LeftLimits } from './left-limits.ts'
import type { ResolvedOptions } from './options.ts'
import type { ModelRuntime } from './runtime.ts'
import { isSameTime } from './same-time.ts'
import { WhenClauses } from './when-clauses.ts'

/** Repetitions of the evaluation in one event at most. */
const MAX_ITERATIONS = 100
/** Repetitions in which all conditions that are wrong change; after that, one changes at a time. */
const MAX_JOINT_CHANGES = 10

/** What an event has led to. */
export interface EventOutcome {
  /** Message of `terminate`; null: the simulation goes on. */
  readonly termination: string | null
}

/** Conditions, clocks and `when` clauses of a running model: what happens at events, and when the next one is due. */
export class EventHandler {
  private readonly conditions: Conditions
  private readonly clocks: Clocks
  private readonly leftLimits: LeftLimits
  private readonly whens: WhenClauses
  private readonly startTime: number

  constructor(
    private readonly runtime: ModelRuntime,
    { startTime, stopTime }: Pick<ResolvedOptions, 'startTime' | 'stopTime'>,
  ) {
    this.startTime = startTime
    this.conditions = new Conditions(runtime, startTime, stopTime - startTime)
    this.clocks = new Clocks(runtime, startTime)
    this.leftLimits = new LeftLimits(runtime)
    this.whens = new WhenClauses(runtime)
  }

  /** Two times that mean the same instant. */
  isSameTime(a: number, b: number): boolean {
    return isSameTime(a, b, this.startTime)
  }

  /** Prepares the clocks for a run that starts at `t`. */
  start(t: number): void {
    this.clocks.start(t)
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
  }

  /** Tells which functions cross at the event that comes: ±1, or 0. */
  setCrossings(crossing: Int8Array): void {
    this.conditions.setCrossings(crossing)
  }

  /**
   * Evaluates the model at an event until nothing changes any more: conditions, left limits, states set by `reinit`. `x` are the
   * states and may be changed. At an initial event the left limits are the start values, otherwise what holds now.
   */
  iterate(t: number, x: Float64Array, isInitial: boolean): EventOutcome {
    const { runtime, conditions, clocks, leftLimits } = this
    if (isInitial) this.findFirstLimits(t, x)
    else leftLimits.take(t, x)
    clocks.beginEvent(t, isInitial)
    runtime.services.beginEvent(isInitial)
    conditions.beginEvent()
    let termination: string | null = null
    for (let k = 0; ; k++) {
      if (k === MAX_ITERATIONS) throw this.failure(t)
      runtime.enter(t, x)
      runtime.evaluateAll()
      if (conditions.update(t, k >= MAX_JOINT_CHANGES)) continue
      termination ??= this.whens.run(t, x)
      if (leftLimits.update()) continue
      if (isInitial || !conditions.lookAhead(t, x)) break
    }
    runtime.services.endEvent((name) => runtime.readVariable(name))
    clocks.endEvent()
    conditions.endEvent()
    return { termination }
  }

  /** The event at the end, in which `terminal()` is true. */
  terminate(t: number, x: Float64Array): EventOutcome {
    this.runtime.services.isTerminal = true
    return this.iterate(t, x, false)
  }

  /** Left limits at the start, of variables without a start value: they depend on each other and on the conditions. */
  private findFirstLimits(t: number, x: Float64Array): void {
    const { runtime, conditions, leftLimits } = this
    if (!leftLimits.hasOpen) return
    runtime.services.isStarting = true
    leftLimits.sizeFirst(t, x)
    for (let k = 0, isSettled = false; !isSettled; k++) {
      if (k === MAX_ITERATIONS) throw this.failure(t)
      runtime.enter(t, x)
      runtime.evaluateAll()
      const hasChanged = conditions.update(t, k >= MAX_JOINT_CHANGES)
      isSettled = !leftLimits.updateFirst() && !hasChanged
    }
  }

  private failure(t: number): VarioError {
    const { conditions, preNames } = this.runtime.translation
    const list = [...conditions.map((condition) => condition.text), ...preNames].join(', ')
    return new VarioError(
      'EVENT_ITERATION',
      `The event at t = ${t} s does not settle in ${MAX_ITERATIONS} evaluations. Conditions and discrete variables: ${list}.`,
      { t },
    )
  }
}
