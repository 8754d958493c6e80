import { EPS } from '../../base/index.ts'
import { wrmsNorm } from '../../math/index.ts'
import type { RightHandSide } from './right-hand-side.ts'
import { OK } from './status.ts'

/**
 * Size of the next attempt: at most `maxStep`, ends exactly at `tStop` if it would reach it, and takes half of the rest
 * if it would leave a remainder shorter than itself.
 */
export function fitStep(h: number, t: number, tStop: number, maxStep: number): number {
  const rest = tStop - t
  const limited = Math.min(h, maxStep)
  if (limited >= rest) return rest
  return 2 * limited > rest ? 0.5 * rest : limited
}

/** Steps below this size no longer advance the time reliably [s]. */
export function smallestStep(t: number, minStep: number): number {
  const resolution = 4 * EPS * Math.abs(t)
  return Math.max(minStep, resolution)
}

/** A step size from before an event is kept if it is within this factor of the heuristic one. */
const KEPT_FACTOR = 100

/** Start of a method, with memory for a trial step from there. */
export interface StartPoint {
  readonly rhs: RightHandSide
  readonly t: number
  readonly x: Float64Array
  /** f(t, x) (n). */
  readonly fx: Float64Array
  /** Error weights (n). */
  readonly weights: Float64Array
  /** Scratch (n each). */
  readonly xTrial: Float64Array
  readonly fTrial: Float64Array
}

/**
 * First step size of a one-step method of order `order`. After an event it is the previous one, `hBefore` > 0, unless
 * the heuristic says that the solution has changed, as when a ball touches a plate or leaves it.
 */
export function computeFirstStep(start: StartPoint, order: number, hMax: number, hBefore: number): number {
  const h = computeInitialStep(start, order, hMax)
  return !(hBefore > 0) || hBefore > KEPT_FACTOR * h || KEPT_FACTOR * hBefore < h ? h : hBefore
}

/**
 * First step size of a one-step method of order `order`: two estimates of a size at which an explicit Euler step is
 * small, the second with the second derivative [Hairer, Nørsett & Wanner 1993, II.4, p. 169]. Costs one evaluation of
 * f.
 */
function computeInitialStep(start: StartPoint, order: number, hMax: number): number {
  const { rhs, t, x, fx, weights, xTrial, fTrial } = start
  const n = rhs.n
  const d0 = wrmsNorm(x, weights)
  const d1 = wrmsNorm(fx, weights)
  // Norms are NaN where a component that is zero has no tolerance; then the smallest guesses remain.
  let h0 = d0 >= 1e-5 && d1 >= 1e-5 ? 0.01 * (d0 / d1) : 1e-6
  if (h0 > hMax) h0 = hMax

  // One Euler step for an estimate of the second derivative; smaller as long as f cannot be evaluated there.
  for (let attempt = 0; attempt < 20; attempt++) {
    for (let i = 0; i < n; i++) xTrial[i] = x[i] + h0 * fx[i]
    if (rhs.evaluate(t + h0, xTrial, fTrial) === OK) break
    h0 *= 0.1
    if (attempt === 19) return h0
  }
  for (let i = 0; i < n; i++) fTrial[i] -= fx[i]
  const d2 = wrmsNorm(fTrial, weights) / h0

  const dMax = Math.max(d1, d2)
  const h1 = dMax > 1e-15 ? (0.01 / dMax) ** (1 / (order + 1)) : Math.max(1e-6, h0 * 1e-3)
  return Math.min(100 * h0, h1, hMax)
}
