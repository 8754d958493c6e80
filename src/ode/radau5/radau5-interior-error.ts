import { wrmsNorm } from '../../math/index.ts'
import { OK, type RightHandSide } from '../stepping/index.ts'
import type { StageNewton } from './radau5-newton.ts'
import { C1, C2, GAMMA } from './radau5-tableau.ts'

/** Place in the step of one more evaluation of f: the middle of the widest gap between nodes. */
const THETA = 0.4
/** q(0), q(θ) and θ q(θ) of (1). */
const Q_START = -C1 * C2
const Q_THETA = (THETA - C1) * (THETA - C2) * (THETA - 1)
const SQ_THETA = THETA * Q_THETA
/** Part of the residual at θ that belongs to the residual at the start, by (1). */
const START_PART = Q_THETA / Q_START

/** Part of a residual that a Jacobian may leave unexplained. */
const MAX_UNEXPLAINED = 0.5
/** Residuals below this multiple of the estimated rounding errors of h f may be rounding errors only. */
const ROUNDING_FACTOR = 10

/**
 * Lagrange polynomials of the nodes 0, c1, c2, 1 at θ, and their derivatives: u(θ) - x = Σ v_i z_i, h u'(θ) = Σ d_i
 * z_i.
 */
const [V1, V2, V3, D1, D2, D3] = computeWeights([C1, C2, 1], THETA)

/**
 * The error of the collocation polynomial u inside of a step.
 *
 * Its residual f(u) - u' vanishes at the nodes, and up to terms of higher order
 *   (1)  f(u) - u' = (k0 + k1 s) q(s),   q(s) = (s - c1)(s - c2)(s - 1),   s = 0 … 1 in the step.
 * k0 follows from the residual at the start, k1 from that at s = θ. The first is all that counts for components that
 * are not stiff, and what the estimate of RADAU5 looks at. A component that follows a smooth motion stiffly is on its
 * manifold at the start, so that k0 is about 0, whatever u does between the nodes.
 *
 * The error e of u fulfills e' = J e + f(u) - u', e(0) = 0. With A = (γ/h I - J)⁻¹, which is h/γ for components that are
 * not stiff and
 * -J⁻¹ for stiff ones, and a filter F = γ/h A that is 1 for the former and 0 for the latter,
 *   (2)  e(s) = γ A k0 Q(s) + γ F A k1 R(s) + (1 - F) A k1 s q(s),   Q(s) = ∫₀ˢ q(σ) dσ,   R(s) = ∫₀ˢ σ q(σ) dσ.
 * Added to u, it leaves a twentieth of the error for components of either kind, and where h|λ| is about 1 to 50 that of
 * the end of the step.
 */
export class InteriorError {
  /** A (f(x) - u'(0)), the estimate of RADAU5 (n). */
  readonly start: Float64Array
  /** A times the residual at θ less its part that belongs to k0: the error at θ of components that are stiff (n). */
  readonly inside: Float64Array
  /** F times `inside`, computed on demand (n). */
  private readonly filtered: Float64Array
  private isFiltered = false
  private readonly xInside: Float64Array
  /** The residual at θ before it is divided by the matrix, and work (n). */
  private readonly residual: Float64Array
  private readonly work: Float64Array

  constructor(
    private readonly rhs: RightHandSide,
    private readonly newton: StageNewton,
  ) {
    const { n } = rhs
    this.start = new Float64Array(n)
    this.inside = new Float64Array(n)
    this.filtered = new Float64Array(n)
    this.xInside = new Float64Array(n)
    this.residual = new Float64Array(n)
    this.work = new Float64Array(n)
  }

  /**
   * Evaluates f at θ and writes `inside` for the step from (t, x) of size h; `start` and the stages are known. Returns
   * a status.
   */
  evaluate(t: number, x: Float64Array, h: number): number {
    const { rhs, newton, xInside, inside, start } = this
    const { z1, z2, z3 } = newton
    const n = x.length
    this.isFiltered = false
    for (let i = 0; i < n; i++) xInside[i] = x[i] + (V1 * z1[i] + V2 * z2[i] + V3 * z3[i])
    const status = rhs.evaluate(t + THETA * h, xInside, inside)
    if (status !== OK) return status
    for (let i = 0; i < n; i++) inside[i] = h * inside[i] - (D1 * z1[i] + D2 * z2[i] + D3 * z3[i])
    this.residual.set(inside)
    newton.solveReal(inside)
    for (let i = 0; i < n; i++) inside[i] -= START_PART * start[i]
    return OK
  }

  /**
   * True if the Jacobian explains the residual r at θ. A r is small where J is large; if J is large only at the start
   * of the step, as where a root begins, a small A r means nothing. With the right J, r at u + A r is γ A r. Undefined:
   * r is smaller than the tolerances, so that nothing depends on J, or not above the rounding errors of f, as at rest
   * far from the origin. After `evaluate`.
   */
  isExplained(t: number, h: number, weights: Float64Array): boolean | undefined {
    const { rhs, xInside, residual, work, inside, start } = this
    const limit = Math.max(1, ROUNDING_FACTOR * this.newton.residualRounding)
    if (!(wrmsNorm(residual, weights) > limit)) return undefined
    const n = work.length
    for (let i = 0; i < n; i++) xInside[i] += inside[i] + START_PART * start[i]
    if (rhs.evaluate(t + THETA * h, xInside, work) !== OK) return undefined
    for (let i = 0; i < n; i++) {
      const correction = inside[i] + START_PART * start[i]
      const before = h * work[i] - this.slopeOf(i)
      work[i] = before - GAMMA * correction
    }
    return wrmsNorm(work, weights) <= MAX_UNEXPLAINED * wrmsNorm(residual, weights)
  }

  /** h u'(θ) of a component. */
  private slopeOf(i: number): number {
    const { z1, z2, z3 } = this.newton
    return D1 * z1[i] + D2 * z2[i] + D3 * z3[i]
  }

  /** Adds e(s) of the step evaluated last to `out`. Must be called before the matrices of the next step are made. */
  addTo(s: number, out: Float64Array): void {
    const { start, inside, filtered } = this
    if (!this.isFiltered) this.filter()
    const q = (s - C1) * (s - C2) * (s - 1)
    const integral = 0.25 * s * (s - 0.4) * (s - 1) * (s - 1) // Q
    const moment = s * s * (s * (s * (0.2 * s - 0.45) + 0.3) - 0.05) // R
    const first = (GAMMA * integral) / Q_START
    const stiff = (s * q) / SQ_THETA
    const other = (GAMMA * moment) / SQ_THETA
    for (let i = 0; i < out.length; i++) {
      out[i] += first * start[i] + (other * filtered[i] + stiff * (inside[i] - filtered[i])) // (2)
    }
  }

  /** Adds the derivative of e by the time, h e'(s) / h, to `out`. */
  addSlopeTo(s: number, h: number, out: Float64Array): void {
    const { start, inside, filtered } = this
    if (!this.isFiltered) this.filter()
    const q = (s - C1) * (s - C2) * (s - 1)
    const slope = (s - C2) * (s - 1) + (s - C1) * (s - 1) + (s - C1) * (s - C2)
    const first = (GAMMA * q) / (Q_START * h)
    const stiff = (q + s * slope) / (SQ_THETA * h)
    const other = (GAMMA * s * q) / (SQ_THETA * h)
    for (let i = 0; i < out.length; i++)
      out[i] += first * start[i] + (other * filtered[i] + stiff * (inside[i] - filtered[i]))
  }

  private filter(): void {
    const { inside, filtered } = this
    for (let i = 0; i < inside.length; i++) filtered[i] = GAMMA * inside[i]
    this.newton.solveReal(filtered)
    this.isFiltered = true
  }
}

/**
 * Weights of the values at the nodes in the value and in the derivative at s of a polynomial through them and 0 at 0.
 */
function computeWeights(nodes: readonly number[], s: number): number[] {
  const values: number[] = []
  const slopes: number[] = []
  for (const node of nodes) {
    // s (s - a) (s - b) / (node (node - a) (node - b))
    const [a, b] = nodes.filter((other) => other !== node)
    const scale = 1 / (node * (node - a) * (node - b))
    values.push(scale * s * (s - a) * (s - b))
    slopes.push(scale * ((s - a) * (s - b) + s * (s - a) + s * (s - b)))
  }
  return [...values, ...slopes]
}
