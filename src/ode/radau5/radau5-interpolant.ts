import { C1, C2 } from './radau5-tableau.ts'

const C1M1 = C1 - 1
const C2M1 = C2 - 1
const C1MC2 = C1 - C2

/**
 * The collocation polynomial of the last step: the cubic through the solution at the start of the step and at its three
 * nodes, accurate to O(h⁴) everywhere in the step. It is the dense output and, extrapolated, the guess for the stages
 * of the next step.
 *
 * In Newton's form with s = (t - tEnd) / h, from the end of the step backwards [Hairer & Wanner 1996, IV.8]:
 *   (1)  u = d0 + s (d1 + (s - (c2 - 1)) (d2 + (s - (c1 - 1)) d3)).
 *
 * Polynomials of degree 4 and 5 that also use stages of the previous step were tried for the guess: the number of
 * evaluations of f stayed within 5 %, with more Newton failures, so this one has degree 3.
 */
export class CollocationPolynomial {
  /** End of the step [s]. */
  private tEnd = NaN
  /** Size of the step [s]; NaN: no step yet, the polynomial is the constant d0. */
  private h = NaN
  /** Divided differences (n each). */
  private readonly d0: Float64Array
  private readonly d1: Float64Array
  private readonly d2: Float64Array
  private readonly d3: Float64Array

  constructor(private readonly n: number) {
    this.d0 = new Float64Array(n)
    this.d1 = new Float64Array(n)
    this.d2 = new Float64Array(n)
    this.d3 = new Float64Array(n)
  }

  /** The constant x. */
  reset(t: number, x: Float64Array): void {
    this.tEnd = t
    this.h = NaN
    this.d0.set(x)
  }

  /** The polynomial of a step of size h from x to tEnd, with the stage increments z1, z2, z3. */
  set(tEnd: number, h: number, x: Float64Array, z1: Float64Array, z2: Float64Array, z3: Float64Array): void {
    const { n, d0, d1, d2, d3 } = this
    this.tEnd = tEnd
    this.h = h
    for (let i = 0; i < n; i++) {
      const first = (z2[i] - z3[i]) / C2M1
      const middle = (z1[i] - z2[i]) / C1MC2
      const second = (middle - first) / C1M1
      d0[i] = x[i] + z3[i]
      d1[i] = first
      d2[i] = second
      d3[i] = second - (middle - z1[i] / C1) / C2
    }
  }

  /** Writes u'(tEnd), which is f at the end of the step up to the error of the Newton iteration. */
  computeEndDerivative(out: Float64Array): void {
    const { n, d1, d2, d3 } = this
    const perStep = 1 / this.h
    for (let i = 0; i < n; i++) out[i] = perStep * (d1[i] - C2M1 * (d2[i] - C1M1 * d3[i]))
  }

  /** Writes u(t). */
  evaluate(t: number, out: Float64Array): void {
    const { n, d0, d1, d2, d3 } = this
    if (Number.isNaN(this.h)) {
      for (let i = 0; i < n; i++) out[i] = d0[i]
      return
    }
    const s = (t - this.tEnd) / this.h
    const s2 = s - C2M1
    const s1 = s - C1M1
    for (let i = 0; i < n; i++) out[i] = d0[i] + s * (d1[i] + s2 * (d2[i] + s1 * d3[i])) // (1)
  }

  /** Writes u'(t). */
  evaluateSlope(t: number, out: Float64Array): void {
    const { n, d1, d2, d3 } = this
    const perStep = 1 / this.h
    const s = (t - this.tEnd) * perStep
    const s2 = s - C2M1
    const s1 = s - C1M1
    for (let i = 0; i < n; i++) {
      const inner = d2[i] + s1 * d3[i]
      out[i] = perStep * (d1[i] + s2 * inner + s * (inner + s2 * d3[i]))
    }
  }

  /** Writes the increments u(tEnd + c_i h) - u(tEnd) for a next step of size h; zeros without a last step. */
  extrapolate(h: number, z1: Float64Array, z2: Float64Array, z3: Float64Array): void {
    const { n, d1, d2, d3 } = this
    if (Number.isNaN(this.h)) {
      z1.fill(0)
      z2.fill(0)
      z3.fill(0)
      return
    }
    const s3 = h / this.h
    const s2 = C2 * s3
    const s1 = C1 * s3
    for (let i = 0; i < n; i++) {
      const a = d1[i]
      const b = d2[i]
      const c = d3[i]
      z1[i] = s1 * (a + (s1 - C2M1) * (b + (s1 - C1M1) * c)) // (1)
      z2[i] = s2 * (a + (s2 - C2M1) * (b + (s2 - C1M1) * c))
      z3[i] = s3 * (a + (s3 - C2M1) * (b + (s3 - C1M1) * c))
    }
  }
}
