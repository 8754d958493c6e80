import type { Expectation, Solver } from './solver.ts'
import { assertInterval, type ToleranceOptions, toTimes } from './solver-options.ts'

/** State at an event. Root functions have changed sign, a stop time has been reached, or both at once. */
export interface SolverEvent {
  /** Time just after the crossing [s]. */
  readonly t: number
  /** Time just before the crossing, at most 100·eps·max(|t|, |h|) earlier [s]. */
  readonly tBefore: number
  /** State at `t` (n). The handler may change it. */
  readonly x: Float64Array
  /** State at `tBefore` (n). */
  readonly xBefore: Float64Array
  /** Root functions that cross here, in ascending order. */
  readonly which: readonly number[]
  /** For each of `which`: +1 rising, -1 falling. */
  readonly directions: readonly number[]
  /** True at one of the requested stop times. */
  readonly isTimeEvent: boolean
  /** May be set by the handler: the expected solution after the event; method 'auto' starts accordingly. */
  expect?: Expectation
}

/**
 * Decision of a handler: nothing (restart from `event.x`), 'continue' (nothing has changed: continue without a
 * restart), or 'stop' (end the run here).
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a handler without a return statement is the normal case
export type EventResponse = void | 'continue' | 'stop'

/** Interval, requested times and observers of a run: the same for ODEs and DAEs. */
export interface RunOptions<Event> extends ToleranceOptions {
  /** Start and end of the run [s]. */
  readonly t0: number
  readonly tEnd: number
  /** Times where steps end exactly and `onEvent` is called, ascending [s]. */
  readonly eventTimes?: ArrayLike<number>
  /** Times where the solution is wanted, ascending [s]: from the dense output, without influence on the steps. */
  readonly outputTimes?: ArrayLike<number>
  /** Called after every accepted step, and at events before `onEvent`. `x` must not be changed or kept. */
  readonly onStep?: (t: number, x: Float64Array) => void
  /** Called at every event. Without it, events are recorded and the run continues. */
  readonly onEvent?: (event: Event) => EventResponse
  /** Expected solution at the start; method 'auto' starts accordingly. */
  readonly expect?: Expectation
}

/** The solution at the requested output times; at the time of an event, the value before it. */
export interface RunOutput {
  /** Times reached [s] (nt). */
  readonly t: Float64Array
  /** States, one row per time (nt × n). */
  readonly x: Float64Array
}

/** One event of a run. */
export interface RunEvent {
  /** Time of the event [s]. */
  readonly t: number
  /** Root functions that crossed; empty if only a stop time was reached. */
  readonly which: readonly number[]
}

/** End of a run, apart from the final state, which the solver holds. */
export interface RunRecord {
  readonly events: RunEvent[]
  readonly output: RunOutput
  /** 'end': tEnd was reached. 'event': a handler has stopped the run. */
  readonly reason: 'end' | 'event'
}

/** Drives a started solver to the end of the run: steps, output on the grid, events. */
export function run(
  solver: Solver,
  options: RunOptions<never>,
  handle: ((event: SolverEvent) => EventResponse) | undefined,
): RunRecord {
  const { t0, tEnd, onStep } = options
  assertInterval(t0, tEnd)
  const eventTimes = toTimes('eventTimes', options.eventTimes ?? [], t0, tEnd)
  const output = new OutputGrid(toTimes('outputTimes', options.outputTimes ?? [], t0, tEnd), solver)
  const events: RunEvent[] = []
  let reason: RunRecord['reason'] = 'end'
  let nextStop = 0
  while (nextStop < eventTimes.length && eventTimes[nextStop] <= t0) nextStop++

  solver.landsOnEvents = handle !== undefined
  output.emit()
  while (solver.t < tEnd) {
    const tStop = nextStop < eventTimes.length ? eventTimes[nextStop] : tEnd
    const arrival = solver.next(tStop)
    output.emit()
    onStep?.(solver.t, solver.x)

    // Time events and state events at the same time are one event.
    const isTimeEvent = nextStop < eventTimes.length && solver.t >= tStop
    if (isTimeEvent) while (nextStop < eventTimes.length && eventTimes[nextStop] <= solver.t) nextStop++
    if (arrival !== 'event' && !isTimeEvent) continue
    const event = createEvent(solver, arrival === 'event', isTimeEvent)
    events.push({ t: event.t, which: event.which })
    const response = handle ? handle(event) : 'continue'
    if (response === 'stop') {
      reason = 'event'
      break
    }
    if (response !== 'continue' && solver.t < tEnd) solver.restart(tEnd, event.expect)
  }
  return { events, output: output.finish(), reason }
}

function createEvent(solver: Solver, isRoot: boolean, isTimeEvent: boolean): SolverEvent {
  const which = isRoot ? solver.listCrossings() : []
  const tBefore = isRoot ? solver.tBefore : solver.t
  const xBefore = new Float64Array(solver.x.length)
  solver.interpolate(tBefore, xBefore)
  const directions = which.map((i) => solver.crossing[i])
  return { t: solver.t, tBefore, x: solver.x, xBefore, which, directions, isTimeEvent }
}

/** Collects the solution at the requested times during the run. */
class OutputGrid {
  private count = 0
  private readonly values: Float64Array
  private readonly row: Float64Array

  constructor(
    private readonly times: Float64Array,
    private readonly solver: Solver,
  ) {
    this.row = new Float64Array(solver.x.length)
    this.values = new Float64Array(times.length * solver.x.length)
  }

  /** Writes all points up to the time reached. */
  emit(): void {
    const { times, solver, row, values } = this
    while (this.count < times.length && times[this.count] <= solver.t) {
      const t = times[this.count]
      const n = row.length
      if (t === solver.t) row.set(solver.x)
      else solver.interpolate(t, row)
      values.set(row, this.count * n)
      this.count++
    }
  }

  finish(): RunOutput {
    const n = this.row.length
    return { t: this.times.slice(0, this.count), x: this.values.slice(0, this.count * n) }
  }
}
