import { EPS } from '../../base/index.ts'
import { wrmsNorm } from '../../math/index.ts'
import { OK, type StartPoint } from '../stepping/index.ts'

/** Largest number of evaluations of f. */
const MAX_ITERATIONS = 4
/** Initial size in the search of the second derivative, as part of the largest reasonable step. */
const FIRST_GUESS = 1e-3

/**
 * First step size of a method that starts with order 1: ½ √(2/‖x″‖), so that the error h²‖x″‖/2 of an Euler step is a
 * quarter of the tolerance, where x″ is a difference of f along the Euler direction at about that size
 * [Hindmarsh et al. 2005, §2.1].
 */
export function computeFirstStepOfOrderOne(
  { rhs, t, x, fx, weights, xTrial, fTrial }: StartPoint,
  atol: Float64Array,
  tStop: number,
): number {
  const n = rhs.n
  const interval = tStop - t

  // Bounds: the resolution of the time below, a change of x by a tenth above.
  const lower = 100 * EPS * Math.max(Math.abs(t), Math.abs(tStop))
  let upper = 0.1 * interval
  for (let i = 0; i < n; i++) {
    const limit = 0.1 * Math.abs(x[i]) + atol[i]
    if (Math.abs(fx[i]) * upper > limit) upper = limit / Math.abs(fx[i])
  }
  if (upper < lower) return upper
  let h = Math.max(FIRST_GUESS * upper, lower)

  for (let k = 1; k <= MAX_ITERATIONS; k++) {
    for (let i = 0; i < n; i++) xTrial[i] = x[i] + h * fx[i]
    if (rhs.evaluate(t + h, xTrial, fTrial) !== OK) {
      h *= 0.2
      continue
    }
    for (let i = 0; i < n; i++) fTrial[i] -= fx[i]
    const secondDerivative = wrmsNorm(fTrial, weights) / h
    // the product of sizes below 1e-154 s is 0
    const mean = Math.sqrt(h * upper) || Math.sqrt(h) * Math.sqrt(upper)
    const next = secondDerivative * upper * upper > 2 ? Math.sqrt(2 / secondDerivative) : mean
    const ratio = next / h
    if (ratio > 0.5 && ratio < 2) {
      h = next
      break
    }
    // A second growth indicates that x″ is lost in rounding errors: the previous size was better.
    if (k > 1 && ratio > 2) break
    h = next
  }
  return Math.min(Math.max(0.5 * h, lower), upper)
}
