import type { OdeProblem } from './problem.ts'
import type { Statistics } from './statistics.ts'
import { FATAL, NON_FINITE, OK, RECOVERABLE } from './status.ts'

/** The user's f with its bookkeeping: counts, translates outcomes to status codes, and finds NaN and Infinity. */
export class RightHandSide {
  readonly n: number
  readonly stats: Statistics
  /** First component that was not finite in the last failing evaluation; -1 if none. */
  badComponent = -1
  private readonly f: OdeProblem['f']
  /**
   * f has ended the run: callers that ignore a status, as a trial for the first step size, get it from the next call.
   */
  private isOver = false

  constructor(problem: OdeProblem, stats: Statistics) {
    this.n = problem.n
    this.f = problem.f
    this.stats = stats
  }

  /** Evaluates f for the method itself. */
  evaluate(t: number, x: Float64Array, dx: Float64Array): number {
    this.stats.f++
    return this.call(t, x, dx)
  }

  /** Evaluates f for a difference Jacobian. */
  evaluateForJacobian(t: number, x: Float64Array, dx: Float64Array): number {
    this.stats.fJacobian++
    return this.call(t, x, dx)
  }

  private call(t: number, x: Float64Array, dx: Float64Array): number {
    this.badComponent = -1
    if (this.isOver) return FATAL
    const outcome = this.f(t, x, dx)
    if (outcome === 'retry') return RECOVERABLE
    this.isOver = outcome === 'abort'
    if (this.isOver) return FATAL
    this.badComponent = findNonFinite(dx, this.n)
    return this.badComponent < 0 ? OK : NON_FINITE
  }
}

/** Index of the first of `v[0..n)` that is NaN or infinite, -1 if all are finite. */
export function findNonFinite(v: Float64Array, n: number): number {
  // One pass without branches for the normal case: 0·v is 0 for every finite v and NaN otherwise.
  let probe = 0
  for (let i = 0; i < n; i++) probe += 0 * v[i]
  if (probe === 0) return -1
  for (let i = 0; i < n; i++) if (!Number.isFinite(v[i])) return i
  return -1
}
