import { SolverError, type SolverState } from './solver-error.ts'

/** So many events … */
const EVENTS = 20
/** … within this multiple of the tolerance of event location no longer advance the time, … */
const WINDOW_FACTOR = 100
/**
 * … nor does this number within this part of the time: rounding errors of the state may keep them a little further
 * apart.
 */
const MANY_EVENTS = 1000
const LARGE_WINDOW = 1e-5

/** Remembers the last events, and reports when they accumulate: a ball that comes to rest, a sliding mode. */
export class ChatteringGuard {
  private readonly times = new Float64Array(MANY_EVENTS)
  private count = 0

  /** Records an event at `t` of the functions marked in `crossing`; throws if the last ones are too close. */
  note(t: number, crossing: Int8Array, timeTolerance: number, state: SolverState): void {
    const isMany = this.count >= MANY_EVENTS && t - this.before(MANY_EVENTS) <= LARGE_WINDOW * Math.abs(t)
    const isClose = this.count >= EVENTS && t - this.before(EVENTS) <= WINDOW_FACTOR * timeTolerance
    this.times[this.count++ % MANY_EVENTS] = t
    if (!isMany && !isClose) return

    const n = isClose ? EVENTS : MANY_EVENTS
    const duration = t - this.before(n)
    const which = listCrossings(crossing)
    const last = [5, 4, 3, 2, 1].map((k) => this.before(k))
    throw new SolverError(
      'CHATTERING',
      `The events of root function ${which.join(', ')} accumulate: ${n} of them within ${duration.toPrecision(2)} s, ` +
        `the last at t = ${last.join(', ')}. Give the model a state of rest or sliding that ends the sequence, ` +
        'or a smooth law',
      { ...state, component: which[0] },
      { which, eventTimes: last, nEvent: n, duration },
    )
  }

  /** Time of the k-th last event [s]. */
  private before(k: number): number {
    return this.times[(this.count - k) % MANY_EVENTS]
  }
}

/** Indices of the functions that cross. */
export function listCrossings(crossing: Int8Array): number[] {
  const which: number[] = []
  for (let i = 0; i < crossing.length; i++) if (crossing[i] !== 0) which.push(i)
  return which
}
