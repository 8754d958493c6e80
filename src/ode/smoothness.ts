import { computeErrorWeights, wrmsNorm } from '../math/index.ts'
import type { StepperOptions } from './stepping/index.ts'

/**
 * Steps between the points of a window. Uneven, so that no oscillation meets all of them in the same phase, and long,
 * because the errors of the solution at the points count with the fourth power of the distances.
 */
const GAPS = [3, 5, 7, 9, 11]
const N_POINTS = GAPS.length + 1
const N_STEPS = 35
/** Error of a step h of Radau IIA over x⁗ h⁴, by its estimate at the start of the step: c1 c2 c3 / (3! γ). */
const ERROR_CONSTANT = 0.0046
const FACTORIAL_4 = 24

/**
 * Estimate of the possible step size of the implicit method from the points reached by the explicit one: fourth divided
 * differences of the solution over dozens of its steps. Fast components that have died out leave no trace there,
 * however much they limit the explicit steps.
 */
export class Smoothness {
  private count = 0
  private stepsToNext = 0
  private readonly times = new Float64Array(N_POINTS)
  /** Solution at the points (N_POINTS × n), and their divided differences. */
  private readonly points: Float64Array[] = []
  private readonly differences: Float64Array
  private readonly weights: Float64Array

  constructor(
    private readonly n: number,
    private readonly options: StepperOptions,
  ) {
    for (let k = 0; k < N_POINTS; k++) this.points.push(new Float64Array(n))
    this.differences = new Float64Array(n)
    this.weights = new Float64Array(n)
  }

  /** Forgets all points. */
  reset(): void {
    this.count = 0
    this.stepsToNext = 0
  }

  /**
   * Records an accepted step. True if a window is complete: `computeLongestStep` may be called, and the next window
   * begins.
   */
  note(t: number, x: Float64Array): boolean {
    if (this.stepsToNext > 1) {
      this.stepsToNext--
      return false
    }
    if (this.count === N_POINTS) this.count = 0
    this.times[this.count] = t
    this.points[this.count].set(x)
    this.stepsToNext = GAPS[this.count % GAPS.length]
    this.count++
    return this.count === N_POINTS
  }

  /** Mean size of the steps of the window [s]. */
  get meanStep(): number {
    return (this.times[N_POINTS - 1] - this.times[0]) / N_STEPS
  }

  /** Step size at which the error would equal the tolerances [s]. */
  computeLongestStep(): number {
    const { weights, differences, options, points } = this
    computeErrorWeights(weights, options.rtols, options.atol, points[N_POINTS - 1])
    let largest = 0
    for (let first = 0; first + 5 <= N_POINTS; first++) {
      this.computeFourthDifference(first)
      largest = Math.max(largest, wrmsNorm(differences, weights))
    }
    return (ERROR_CONSTANT * FACTORIAL_4 * largest) ** -0.25
  }

  /**
   * Writes the divided difference of the five points from `first` on, a sum of their values over products of distances.
   */
  private computeFourthDifference(first: number): void {
    const { n, times, points, differences } = this
    differences.fill(0)
    for (let k = first; k < first + 5; k++) {
      let product = 1
      for (let j = first; j < first + 5; j++) if (j !== k) product *= times[k] - times[j]
      const scale = 1 / product
      const x = points[k]
      for (let i = 0; i < n; i++) differences[i] += scale * x[i]
    }
  }
}
