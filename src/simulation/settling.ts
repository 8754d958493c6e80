/** Evaluates one instant until the equations and all components with memory agree. */
import { VarioError } from '../base/index.ts'
import type { EventHandler, EventJumps, EventStart, NewParameters } from './events/index.ts'
import type { ModelRuntime } from './runtime/index.ts'
import type { ModelProblem, StateConstraints } from './solver-interface/index.ts'

/** Maximum number of events at one instant. */
const MAX_REPETITIONS = 100
/** Maximum number of segments that begin at one instant. */
const MAX_SEGMENTS = 10_000

/** Continuation of a run: with the segment, with a new one, or not at all. */
export type Course = 'go on' | 'new segment' | 'end'

export class Settling {
  /** Message of `terminate`; null: the run ends at the stop time. */
  termination: string | null = null
  /** True if all segments requested since it was set declare the same as the one before. */
  isSameSegment = true
  /** Time of the last request for a new segment [s], and number of requests at that time. */
  private requestTime = Number.NaN
  private nRequest = 0

  constructor(
    private readonly runtime: ModelRuntime,
    private readonly events: EventHandler,
    private readonly problem: ModelProblem,
    private readonly jumps: EventJumps,
    private readonly setParameters: (parameters: NewParameters) => void,
    private readonly log: ((line: string) => void) | undefined,
  ) {}

  /** Evaluates the event at time `t` [s] and the states `x`, which it may change. */
  settle(t: number, x: Float64Array, start: EventStart, constraints: StateConstraints | null): Course {
    const { runtime, events, problem, jumps, log } = this
    let now = start
    for (let k = 0; k < MAX_REPETITIONS; k++) {
      const { termination, notes } = events.iterate(t, x, now)
      now = 'continued'
      this.termination ??= termination
      for (const note of notes) log?.(`at t = ${t} s ${note}`)
      const {
        segment,
        isSameSegment,
        repeat,
        assignments,
        notes: changes,
      } = runtime.memories.onEvent(t, start === 'initial', problem.statesAt(t, x))
      for (const change of changes) log?.(`at t = ${t} s ${change}`)
      const hasChanged = runtime.memories.readStates(x, runtime.nEquationState)
      const parameters = events.assignments.apply(assignments, t, x)
      if (this.termination !== null) return 'end'
      if (parameters.size > 0) {
        this.setParameters(parameters)
        this.isSameSegment = false
        return 'new segment'
      }
      if (segment !== null) {
        this.isSameSegment &&= isSameSegment
        return this.requestSegment(t, segment)
      }
      // programs limit the number of their commands
      if (assignments.length > 0) k = -1
      if (repeat || hasChanged || assignments.length > 0) continue
      const jump = jumps.apply(t, x, constraints)
      if (jump === null) return 'go on'
      events.tangents?.refuseImpulse()
      log?.(`at t = ${t} s states jump: ${jump}`)
    }
    throw new VarioError(
      'EVENT_ITERATION',
      `Event iteration did not converge at t = ${t} s: components with memory keep changing.`,
      { t },
    )
  }

  /**
   * Evaluates the event at the stop time, where an equation that is not defined after it ends the run with the values
   * before it: a table for [0, 3) that is read by steps has no element for 3.
   *
   * @param before conditions before the event
   * @returns null if the run ends with the values before
   */
  settleAtStop(
    t: number,
    x: Float64Array,
    constraints: StateConstraints | null,
    before: Uint8Array,
  ): Course | null {
    const { runtime } = this
    const statesBefore = x.slice()
    try {
      return this.settle(t, x, 'event', constraints)
    } catch (error) {
      if (!(error instanceof VarioError) || error.code !== 'EVALUATION') throw error
      x.set(statesBefore)
      runtime.conditions.set(before)
      const message =
        'The event at the stop time was not evaluated, and the result ends with the values before it: ' +
        error.message
      runtime.warnings.add({ code: 'STOP_EVENT', key: 'stop', time: t, message })
      return null
    }
  }

  private requestSegment(t: number, path: string): Course {
    this.nRequest = t === this.requestTime ? this.nRequest + 1 : 1
    this.requestTime = t
    if (this.nRequest <= MAX_SEGMENTS) return 'new segment'
    const message =
      `${path}: expected at most ${MAX_SEGMENTS} new segments at t = ${t} s, got more. ` +
      'The component keeps requesting them.'
    throw new VarioError('SEGMENTS', message, { t, component: path })
  }

  /** Logs the conditions that an event at `t` [s] has changed. */
  logEvent(t: number, before: Uint8Array): void {
    if (!this.log) return
    const { conditions, translation } = this.runtime
    const changed = translation.conditions
      .filter((_, k) => conditions[k] !== before[k])
      .map(
        (condition) => `${condition.text} is ${conditions[translation.conditions.indexOf(condition)] !== 0}`,
      )
    this.log(`event at t = ${t} s${changed.length > 0 ? `: ${changed.join(', ')}` : ''}`)
  }
}
