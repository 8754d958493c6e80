import { InputError } from '../../base/index.ts'
import {
  quatConjugate,
  quatExp,
  quatLog,
  quatMul,
  quatNormalize,
  quatRotateVec,
  vec3Norm,
} from '../../math/index.ts'
import { VectorSpline } from './vector-spline.ts'

/** Orientations over a parameter s. */
export interface RotationCurve {
  /**
   * Writes the quaternion (4), the angular velocity per s (3), and its derivative (3), in the axes in which the
   * quaternion turns.
   */
  evaluate(s: number, q: Float64Array, w: Float64Array, dw: Float64Array): void
  /** Largest angular velocity [rad] and derivative of it [rad] over s. */
  readonly bounds: { readonly d1: number; readonly d2: number }
}

/** Rotation about one axis from one orientation to another one by the shorter way: q(s) = q0 exp(θ s) (slerp). */
export class Slerp implements RotationCurve {
  private readonly theta = new Float64Array(3)
  private readonly w0 = new Float64Array(3)

  constructor(
    private readonly q0: Float64Array,
    q1: Float64Array,
  ) {
    const [back, relative] = [new Float64Array(4), new Float64Array(4)]
    quatConjugate(back, 0, q0, 0)
    quatMul(relative, 0, back, 0, q1, 0)
    quatLog(this.theta, 0, relative, 0)
    quatRotateVec(this.w0, 0, q0, 0, this.theta, 0)
  }

  evaluate(s: number, q: Float64Array, w: Float64Array, dw: Float64Array): void {
    quatExp(
      q,
      0,
      this.theta.map((x) => x * s),
      0,
    )
    quatMul(q, 0, this.q0, 0, q.slice(), 0)
    w.set(this.w0)
    dw.fill(0)
  }

  get bounds(): { readonly d1: number; readonly d2: number } {
    return { d1: vec3Norm(this.theta, 0), d2: 0 }
  }
}

/** Samples per piece for the bounds, and margin for what is between them. */
const SAMPLES = 64
const MARGIN = 1.02

/**
 * Orientations through given ones: a cubic spline of the elements of quaternions, normalized. With its value c,
 *
 *   q = c/|c|,   w = 2 vec(c' c*)/|c|²,   w' = 2 vec(c'' c*)/|c|² - 2 w (c·c')/|c|²
 */
export class QuaternionSpline implements RotationCurve {
  readonly bounds: { readonly d1: number; readonly d2: number }
  private readonly spline: VectorSpline
  private readonly c = Array.from({ length: 3 }, () => new Float64Array(4))
  private readonly product = new Float64Array(4)
  private readonly conjugate = new Float64Array(4)

  constructor(where: string, knots: Float64Array, quaternions: readonly Float64Array[]) {
    // q and -q are the same orientation
    const aligned = [quaternions[0]]
    for (const [i, next] of quaternions.slice(1).entries()) {
      const cosine = next.reduce((sum, x, k) => sum + x * aligned[i][k], 0)
      if (Math.abs(cosine) < Math.SQRT1_2)
        throw new InputError(
          `${where}[${i + 2}]`,
          'an orientation less than 90° from the one before it (add points between)',
          Array.from(next),
        )
      aligned.push(cosine < 0 ? next.map((x) => -x) : next)
    }
    this.spline = new VectorSpline(knots, aligned, true)
    this.bounds = this.findBounds(SAMPLES * (quaternions.length - 1))
  }

  evaluate(s: number, q: Float64Array, w: Float64Array, dw: Float64Array): void {
    const { c, spline, product, conjugate } = this
    for (const order of [0, 1, 2] as const) spline.evaluate(s, order, c[order])
    quatNormalize(q, 0, c[0], 0)
    let [square, rate] = [0, 0]
    for (let i = 0; i < 4; i++) {
      square += c[0][i] * c[0][i]
      rate += c[0][i] * c[1][i]
    }
    quatConjugate(conjugate, 0, c[0], 0)
    quatMul(product, 0, c[1], 0, conjugate, 0)
    for (let i = 0; i < 3; i++) w[i] = (2 * product[i]) / square
    quatMul(product, 0, c[2], 0, conjugate, 0)
    for (let i = 0; i < 3; i++) dw[i] = (2 * product[i] - 2 * w[i] * rate) / square
  }

  private findBounds(n: number): QuaternionSpline['bounds'] {
    const [q, w, dw] = [new Float64Array(4), new Float64Array(3), new Float64Array(3)]
    let [d1, d2] = [0, 0]
    for (let i = 0; i <= n; i++) {
      this.evaluate(i / n, q, w, dw)
      d1 = Math.max(d1, vec3Norm(w, 0))
      d2 = Math.max(d2, vec3Norm(dw, 0))
    }
    return { d1: MARGIN * d1, d2: MARGIN * d2 }
  }
}
