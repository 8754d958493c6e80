/**
 * Interpolation between two points of a continuous signal by a polynomial through them, their neighbors and, where it
 * is known, the derivative, in Newton's form [Stoer, Bulirsch, Introduction to Numerical Analysis, 2.1.3, 2.1.5]:
 *
 *   p(s) = Σ c_k ω_k(s),   ω_k(s) = Π_{j<k} (s - s_j)                                                   (1)
 *
 * with s = 0 and 1 at the two points. Every condition, a value or a derivative at a point, adds one term:
 *
 *   c_k = (f(s_k) - p(s_k)) / ω_k(s_k)   or   c_k = (f'(s_k) - p'(s_k)) / ω_k'(s_k)                      (2)
 *
 * The polynomial is as accurate as the points resolve the signal. Where they do not, after a fast transient or a kink
 * without an event, high degrees would oscillate: the terms do not decrease there, and linear interpolation is used.
 */

/**
 * Maximum number of conditions of a polynomial. Higher terms are rounding errors at the resolution of 500 points per
 * run.
 */
const MAX_CONDITIONS = 16
/**
 * Points closer to their neighbor than this fraction of the interval are omitted: errors of values would become large
 * slopes.
 */
const MIN_GAP = 0.25
/**
 * Successive pairs of terms of smooth signals decrease at least by this factor: those of a sine with 10 points per
 * period by 0.21. Those after a jump or a kink decrease more and more slowly. The last pair, of which less is known,
 * must be small.
 */
const DECREASE = 0.25
const LAST_DECREASE = 0.1
/**
 * A kink may make one pair small by chance, but not two. Values below this fraction of the pair before the last are
 * noise.
 */
const NOISE = 0.01
/** Rounding errors, relative to the values. */
const ROUNDING = 1e-15

/** The data of a signal for interpolation. */
export interface SampledSignal {
  readonly time: Float64Array
  /** (nPoint × nElement) */
  readonly values: Float64Array
  readonly nElement: number
  /** Derivatives with respect to time (nPoint × nElement), times `derivativeScale`. */
  readonly derivatives: Float64Array | undefined
  readonly derivativeScale: number
}

/**
 * Interpolates between the points `low` and `low + 1`; all points from `first` to before `end` belong to the same
 * smooth piece.
 */
export class SmoothInterpolation {
  /** Conditions: point, position s, and true for a derivative. */
  private readonly points: number[] = []
  private readonly places: number[] = []
  private readonly isSlope: boolean[] = []
  private readonly coefficients: number[] = []
  private readonly h: number
  /** Element of the coefficients, and number of terms in use. */
  private element = -1
  private nTerm = 2

  constructor(
    private readonly signal: SampledSignal,
    private readonly low: number,
    first: number,
    end: number,
  ) {
    const { time } = signal
    this.h = time[low + 1] - time[low]
    this.addPair(low, low + 1)
    let left = low
    let right = low + 1
    while (this.points.length < MAX_CONDITIONS) {
      const nextLeft = this.findNeighbor(left, -1, first, end)
      const nextRight = this.findNeighbor(right, 1, first, end)
      if (nextLeft < 0 && nextRight < 0) break
      this.addPair(nextLeft, nextRight)
      left = nextLeft < 0 ? left : nextLeft
      right = nextRight < 0 ? right : nextRight
    }
  }

  /** Value of one element at `t`. */
  valueAt(element: number, t: number): number {
    if (element !== this.element) {
      this.computeCoefficients(element)
      const nTerm = this.countTerms()
      this.nTerm = this.isPlausible(element, nTerm) ? nTerm : 2
      this.element = element
    }
    return this.evaluate((t - this.signal.time[this.low]) / this.h, this.nTerm)
  }

  /** (1) with the first terms. */
  private evaluate(s: number, nTerm: number): number {
    const { coefficients, places } = this
    let value = coefficients[nTerm - 1]
    for (let k = nTerm - 2; k >= 0; k--) value = value * (s - places[k]) + coefficients[k]
    return value
  }

  /**
   * True if the deviation of the middle from the straight line is at most the spread of the neighboring values: the
   * slope at the start of a fast transient does not represent the interval. Two points alone give no spread.
   */
  private isPlausible(element: number, nTerm: number): boolean {
    const { points, coefficients, signal } = this
    if (coefficients.length <= 4) return true
    let min = Number.POSITIVE_INFINITY
    let max = Number.NEGATIVE_INFINITY
    for (let k = 0; k < coefficients.length; k++) {
      const value = signal.values[points[k] * signal.nElement + element]
      min = Math.min(min, value)
      max = Math.max(max, value)
    }
    return Math.abs(this.evaluate(0.5, nTerm) - this.evaluate(0.5, 2)) <= max - min
  }

  /** Adds values at one or two points, then their derivatives if they are known; a negative number is not a point. */
  private addPair(left: number, right: number): void {
    for (const isSlope of this.signal.derivatives ? [false, true] : [false]) {
      for (const point of [left, right]) {
        if (point < 0) continue
        this.points.push(point)
        this.places.push((this.signal.time[point] - this.signal.time[this.low]) / this.h)
        this.isSlope.push(isSlope)
      }
    }
  }

  /** The next point in a direction that is not too close, or -1. */
  private findNeighbor(from: number, direction: 1 | -1, first: number, end: number): number {
    const { time } = this.signal
    for (let k = from + direction; k >= first && k < end; k += direction)
      if (Math.abs(time[k] - time[from]) >= MIN_GAP * this.h) return k
    return -1
  }

  /** (2); a value that is not finite ends the conditions. */
  private computeCoefficients(element: number): void {
    const { signal, points, places, isSlope, coefficients, h } = this
    const { values, derivatives, nElement, derivativeScale } = signal
    coefficients.length = 0
    for (let k = 0; k < points.length; k++) {
      const index = points[k] * nElement + element
      const target = isSlope[k] ? derivatives![index] * derivativeScale * h : values[index]
      const s = places[k]
      // p, p', ω and ω' at s by the product rule
      let p = 0
      let slope = 0
      let omega = 1
      let omegaSlope = 0
      for (let j = 0; j < k; j++) {
        p += coefficients[j] * omega
        slope += coefficients[j] * omegaSlope
        omegaSlope = omegaSlope * (s - places[j]) + omega
        omega *= s - places[j]
      }
      const c = isSlope[k] ? (target - slope) / omegaSlope : (target - p) / omega
      if (!Number.isFinite(c)) break
      coefficients.push(c)
    }
    while (coefficients.length < 2) coefficients.push(Number.NaN)
  }

  /** Number of decreasing terms, by their sizes in the middle of the interval. */
  private countTerms(): number {
    const { coefficients, places } = this
    const sizes: number[] = []
    let omega = 1
    let largest = 0
    for (let k = 0; k < coefficients.length; k++) {
      sizes.push(Math.abs(coefficients[k] * omega))
      omega *= 0.5 - places[k]
      largest = Math.max(largest, sizes[k])
    }
    if (sizes.length === 4) return sizes[3] <= DECREASE * sizes[2] ? 4 : 2
    const noise = ROUNDING * largest
    const pairs: number[] = []
    for (let k = 2; k + 1 < sizes.length; k += 2) pairs.push(Math.max(sizes[k], sizes[k + 1], noise))
    if (pairs.length < 2 || !isSmooth(pairs[0], pairs[1], pairs[2])) return 2
    // down to the noise of the values, where terms no longer decrease
    let nPair = 1
    while (nPair + 1 < pairs.length && isStep(pairs[nPair - 1], pairs[nPair], pairs[nPair + 1])) nPair++
    return 2 + 2 * nPair
  }
}

/** True if the first pairs of terms are those of a convergent series. */
function isSmooth(size: number, next: number, second: number | undefined): boolean {
  if (second === undefined) return next <= LAST_DECREASE * size
  return next <= DECREASE * size && (second <= DECREASE * next || second <= NOISE * size)
}

/**
 * True if a pair of terms continues such a series: much smaller than the one before, and not smaller than the one
 * after.
 */
function isStep(before: number, size: number, next: number): boolean {
  return size <= DECREASE * before && next <= size
}
