import { searchByHalving } from './line-search.ts'

/** Unknowns at their present point, and a trial point. */
interface FitProblem {
  /** Norm of the errors at the first point. */
  readonly error: number
  /** True if the errors at the present point are small enough. */
  isSolved(): boolean
  /** Least-squares solution of the linearized equations at the present point; null: there is none. */
  computeStep(): Float64Array | null
  /** Smallest fraction of a step that is tried. */
  leastFactor(step: Float64Array): number
  /** Moves the trial to this fraction of the step from the present point; returns the norm of its errors. */
  tryStep(step: Float64Array, factor: number): number
  /** The trial becomes the present point. */
  accept(): void
  /** No fraction of the step is better: the present point stays. */
  reject(): void
}

/**
 * Gauss-Newton iteration with line search, from the present point: each step is halved until the errors decrease. It
 * ends when they are small enough or do not decrease any more.
 */
export function fitByGaussNewton(problem: FitProblem, maxSteps: number): void {
  let { error } = problem
  for (let k = 0; k < maxSteps && !problem.isSolved(); k++) {
    const step = problem.computeStep()
    if (step === null) return
    let next = error
    const factor = searchByHalving((part) => {
      next = problem.tryStep(step, part)
      return next < error
    }, problem.leastFactor(step))
    if (factor === 0) {
      problem.reject()
      return
    }
    problem.accept()
    error = next
  }
}
