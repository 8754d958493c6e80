import type { CurveBounds } from './time-law.ts'

/** A curve of several coordinates over the parameter s from 0 to 1. */
export interface Curve {
  readonly nAxis: number
  /** Writes the derivative of order 0, 1 or 2 with respect to s. */
  evaluate(s: number, order: 0 | 1 | 2, out: Float64Array): void
}

/**
 * Cubic spline through points with two continuous derivatives [de Boor 2001, chapter IV]. A natural one has no curvature
 * at its ends, and turns little between given points; otherwise the third derivative is continuous at the second and the
 * last but one knot too (not-a-knot), which is more accurate for samples of a smooth curve. Two points give a straight
 * line, three without natural ends a parabola.
 */
export class VectorSpline implements Curve {
  readonly nAxis: number
  private readonly nPiece: number
  /** Coefficients of s - knot: order 0 to 3 (nPiece × nAxis × 4). */
  private readonly coefficients: Float64Array

  /** @param knots parameters of the points, ascending */
  constructor(
    private readonly knots: Float64Array,
    points: readonly Float64Array[],
    private readonly isNatural: boolean,
  ) {
    this.nAxis = points[0].length
    this.nPiece = points.length - 1
    this.coefficients = new Float64Array(4 * this.nPiece * this.nAxis)
    for (let j = 0; j < this.nAxis; j++)
      this.fit(
        j,
        Float64Array.from(points, (point) => point[j]),
      )
  }

  evaluate(s: number, order: 0 | 1 | 2, out: Float64Array): void {
    const { nAxis, coefficients } = this
    const piece = this.findPiece(s)
    const x = s - this.knots[piece]
    for (let j = 0; j < nAxis; j++) {
      const k = 4 * (piece * nAxis + j)
      const [c0, c1, c2, c3] = [k, k + 1, k + 2, k + 3].map((i) => coefficients[i])
      if (order === 0) out[j] = c0 + x * (c1 + x * (c2 + x * c3))
      else out[j] = order === 1 ? c1 + x * (2 * c2 + 3 * x * c3) : 2 * c2 + 6 * x * c3
    }
  }

  /** Largest derivatives of one coordinate. */
  boundsOf(axis: number): Pick<CurveBounds, 'd1' | 'd2' | 'd3'> {
    let [d1, d2, d3] = [0, 0, 0]
    for (let piece = 0; piece < this.nPiece; piece++) {
      const k = 4 * (piece * this.nAxis + axis)
      const [, c1, c2, c3] = this.coefficients.subarray(k, k + 4)
      const h = this.knots[piece + 1] - this.knots[piece]
      const slope = (x: number): number => Math.abs(c1 + x * (2 * c2 + 3 * x * c3))
      const vertex = -c2 / (3 * c3)
      d1 = Math.max(d1, slope(0), slope(h), vertex > 0 && vertex < h ? slope(vertex) : 0)
      d2 = Math.max(d2, Math.abs(2 * c2), Math.abs(2 * c2 + 6 * h * c3))
      d3 = Math.max(d3, Math.abs(6 * c3))
    }
    return { d1, d2, d3 }
  }

  /** The piece of a parameter; the first or last one outside. */
  private findPiece(s: number): number {
    let [low, high] = [0, this.nPiece - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (s < this.knots[middle]) high = middle - 1
      else low = middle
    }
    return low
  }

  private fit(axis: number, y: Float64Array): void {
    const { knots, nPiece, nAxis, coefficients } = this
    const h = knots.subarray(1).map((x, i) => x - knots[i])
    const secants = h.map((length, i) => (y[i + 1] - y[i]) / length)
    const slopes = computeSlopes(h, secants, this.isNatural)
    for (let i = 0; i < nPiece; i++) {
      const excess = slopes[i] + slopes[i + 1] - 2 * secants[i]
      coefficients.set(
        [y[i], slopes[i], (secants[i] - slopes[i] - excess) / h[i], excess / (h[i] * h[i])],
        4 * (i * nAxis + axis),
      )
    }
  }
}

/** Slopes at the knots: a tridiagonal system. */
function computeSlopes(h: Float64Array, secants: Float64Array, isNatural: boolean): Float64Array {
  const n = h.length + 1
  if (n === 2) return Float64Array.of(secants[0], secants[0])
  if (n === 3 && !isNatural) {
    const bend = (secants[1] - secants[0]) / (h[0] + h[1])
    return Float64Array.of(secants[0] - h[0] * bend, secants[0] + h[0] * bend, secants[1] + h[1] * bend)
  }
  const lower = new Float64Array(n)
  const diagonal = new Float64Array(n)
  const upper = new Float64Array(n)
  const x = new Float64Array(n)
  if (isNatural) {
    diagonal[0] = diagonal[n - 1] = 2
    upper[0] = lower[n - 1] = 1
    x[0] = 3 * secants[0]
    x[n - 1] = 3 * secants[n - 2]
  } else {
    const first = h[0] + h[1]
    diagonal[0] = h[1]
    upper[0] = first
    x[0] = ((h[0] + 2 * first) * h[1] * secants[0] + h[0] * h[0] * secants[1]) / first
    const [before, end] = [h[n - 3], h[n - 2]]
    const last = before + end
    lower[n - 1] = last
    diagonal[n - 1] = before
    x[n - 1] = (end * end * secants[n - 3] + (2 * last + end) * before * secants[n - 2]) / last
  }
  for (let i = 1; i + 1 < n; i++) {
    lower[i] = h[i]
    diagonal[i] = 2 * (h[i - 1] + h[i])
    upper[i] = h[i - 1]
    x[i] = 3 * (h[i] * secants[i - 1] + h[i - 1] * secants[i])
  }
  for (let i = 1; i < n; i++) {
    const factor = lower[i] / diagonal[i - 1]
    diagonal[i] -= factor * upper[i - 1]
    x[i] -= factor * x[i - 1]
  }
  x[n - 1] /= diagonal[n - 1]
  for (let i = n - 2; i >= 0; i--) x[i] = (x[i] - upper[i] * x[i + 1]) / diagonal[i]
  return x
}
