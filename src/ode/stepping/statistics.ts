/** Cost of a run. */
export interface Statistics {
  /** Accepted steps. */
  steps: number
  /** Steps tried again with a smaller size: error test, Newton, or a failure that f reported. */
  rejected: number
  /** Evaluations of f (of the residual for a DAE), without those of difference Jacobians. */
  f: number
  /** Evaluations of f (of the residual) inside difference Jacobians. */
  fJacobian: number
  /** Jacobian evaluations. */
  jacobians: number
  /** Factorizations of iteration matrices; a complex one counts as one. */
  lu: number
  /** Newton iterations. */
  newton: number
  /** Evaluations of the vector of root functions. */
  roots: number
  /** Events. */
  events: number
  /** Processor time of the run [s]. */
  cpuTime: number
}

export function createStatistics(): Statistics {
  return {
    steps: 0,
    rejected: 0,
    f: 0,
    fJacobian: 0,
    jacobians: 0,
    lu: 0,
    newton: 0,
    roots: 0,
    events: 0,
    cpuTime: 0.1, // a double from the start, so that the field never changes its representation
  }
}

/** Sets all counters to zero. */
export function clearStatistics(stats: Statistics): void {
  Object.assign(stats, createStatistics())
}
