import { SolverError, type SolverState } from './errors.ts'

/** So many events … */
const EVENTS = 20
/** … within this multiple of the tolerance of event location no longer advance the time. */
const WINDOW_FACTOR = 100

/** Remembers the last events, and reports when they accumulate: a ball that comes to rest, a sliding mode. */
export class ChatteringGuard {
  private readonly times = new Float64Array(EVENTS)
  private count = 0

  /** Notes an event at `t` of the functions marked in `crossing`; throws if the last ones are too close. */
  note(t: number, crossing: Int8Array, timeTolerance: number, state: SolverState): void {
    const slot = this.count % EVENTS
    const oldest = this.times[slot]
    this.times[slot] = t
    this.count++
    if (this.count <= EVENTS || t - oldest > WINDOW_FACTOR * timeTolerance) return

    const which = listCrossings(crossing)
    const last = Array.from({ length: 5 }, (_, k) => this.times[(slot - 4 + k + EVENTS) % EVENTS])
    throw new SolverError(
      'CHATTERING',
      `The events of root function ${which.join(', ')} accumulate: ${EVENTS} of them within ${(t - oldest).toPrecision(2)} s, ` +
        `the last at t = ${last.join(', ')}. Give the model a state of rest or sliding that ends the sequence, or a smooth law`,
      { ...state, component: which[0] },
      { which, eventTimes: last },
    )
  }
}

/** Indices of the functions that cross. */
export function listCrossings(crossing: Int8Array): number[] {
  const which: number[] = []
  for (let i = 0; i < crossing.length; i++) if (crossing[i] !== 0) which.push(i)
  return which
}
