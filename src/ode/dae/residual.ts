import {
  type DaeProblem,
  FATAL,
  findNonFinite,
  NON_FINITE,
  OK,
  RECOVERABLE,
  type Statistics,
} from '../stepping/index.ts'

/** The user's residual with its bookkeeping, as RightHandSide for f. */
export class Residual {
  readonly n: number
  /** First equation that was not finite in the last failing evaluation; -1 if none. */
  badComponent = -1
  private readonly residual: DaeProblem['residual']
  private isOver = false

  constructor(
    problem: DaeProblem,
    readonly stats: Statistics,
  ) {
    this.n = problem.n
    this.residual = problem.residual
  }

  evaluate(t: number, y: Float64Array, yp: Float64Array, out: Float64Array): number {
    this.stats.f++
    return this.call(t, y, yp, out)
  }

  evaluateForJacobian(t: number, y: Float64Array, yp: Float64Array, out: Float64Array): number {
    this.stats.fJacobian++
    return this.call(t, y, yp, out)
  }

  private call(t: number, y: Float64Array, yp: Float64Array, out: Float64Array): number {
    this.badComponent = -1
    if (this.isOver) return FATAL
    const outcome = this.residual(t, y, yp, out)
    if (outcome === 'retry') return RECOVERABLE
    this.isOver = outcome === 'abort'
    if (this.isOver) return FATAL
    this.badComponent = findNonFinite(out, this.n)
    return this.badComponent < 0 ? OK : NON_FINITE
  }
}
