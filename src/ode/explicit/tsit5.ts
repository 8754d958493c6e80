import type { OdeProblem } from '../problem.ts'
import type { Statistics } from '../statistics.ts'
import { OK } from '../status.ts'
import type { StepperOptions } from '../stepper.ts'
import { ExplicitStepper, SCALE_MIN } from './explicit-stepper.ts'
import { StepController } from './step-controller.ts'
import * as T from './tsit5-tableau.ts'

/**
 * Steps on x' = λx with a real λ < 0 are stable for h|λ| below this limit, the first root of |R(-z)| = 1 of the stability
 * function R. If `hLambda` stays close to it, stability and not accuracy determines the step size: the problem is stiff.
 */
export const TSIT5_STABILITY_LIMIT = 3.506846991

/** Damping of the controller, and limits of the change of the step size from one step to the next (as for DOPRI5). */
const BETA = 0.04
const MIN_FACTOR = 0.2
const MAX_FACTOR = 10

/** Explicit Runge–Kutta method of order 5 with 6 evaluations of f per step [Tsitouras 2011]. */
export class Tsit5Stepper extends ExplicitStepper {
  override readonly name = 'tsit5'
  /**
   * Estimate of h times the spectral radius of ∂f/∂x in the last accepted step, h ‖k_7 - k_6‖ / ‖g_7 - g_6‖: the stages 6
   * and 7 are both at t + h [Hairer & Wanner 1996, IV.2, eq. 2.45]. 0 if they coincide.
   */
  hLambda = Number.NaN

  private readonly k2: Float64Array
  private readonly k3: Float64Array
  private readonly k4: Float64Array
  private readonly k5: Float64Array
  private readonly k6: Float64Array

  constructor(problem: OdeProblem, options: StepperOptions, stats: Statistics) {
    super(problem, options, stats, 5, new StepController(5, BETA, MIN_FACTOR, MAX_FACTOR))
    const n = problem.n
    this.k2 = new Float64Array(n)
    this.k3 = new Float64Array(n)
    this.k4 = new Float64Array(n)
    this.k5 = new Float64Array(n)
    this.k6 = new Float64Array(n)
  }

  protected override attempt(t: number, tNew: number, h: number): number {
    const n = this.n
    const rhs = this.rhs
    const x = this.x
    const g = this.xStage
    const k1 = this.kFirst
    const k2 = this.k2
    const k3 = this.k3
    const k4 = this.k4
    const k5 = this.k5
    const k6 = this.k6
    const k7 = this.kLast
    let status = OK

    // Stages 2 to 6.
    const a21 = h * T.A21
    for (let i = 0; i < n; i++) g[i] = x[i] + a21 * k1[i]
    if ((status = rhs.evaluate(t + T.C2 * h, g, k2)) !== OK) return status

    const a31 = h * T.A31
    const a32 = h * T.A32
    for (let i = 0; i < n; i++) g[i] = x[i] + (a31 * k1[i] + a32 * k2[i])
    if ((status = rhs.evaluate(t + T.C3 * h, g, k3)) !== OK) return status

    const a41 = h * T.A41
    const a42 = h * T.A42
    const a43 = h * T.A43
    for (let i = 0; i < n; i++) g[i] = x[i] + (a41 * k1[i] + a42 * k2[i] + a43 * k3[i])
    if ((status = rhs.evaluate(t + T.C4 * h, g, k4)) !== OK) return status

    const a51 = h * T.A51
    const a52 = h * T.A52
    const a53 = h * T.A53
    const a54 = h * T.A54
    for (let i = 0; i < n; i++) g[i] = x[i] + (a51 * k1[i] + a52 * k2[i] + a53 * k3[i] + a54 * k4[i])
    if ((status = rhs.evaluate(t + T.C5 * h, g, k5)) !== OK) return status

    const a61 = h * T.A61
    const a62 = h * T.A62
    const a63 = h * T.A63
    const a64 = h * T.A64
    const a65 = h * T.A65
    for (let i = 0; i < n; i++) {
      g[i] = x[i] + (a61 * k1[i] + a62 * k2[i] + a63 * k3[i] + a64 * k4[i] + a65 * k5[i])
    }
    if ((status = rhs.evaluate(tNew, g, k6)) !== OK) return status

    // Stage 7 is the solution at the end.
    const xNew = this.xNew
    const b1 = h * T.B1
    const b2 = h * T.B2
    const b3 = h * T.B3
    const b4 = h * T.B4
    const b5 = h * T.B5
    const b6 = h * T.B6
    for (let i = 0; i < n; i++) {
      xNew[i] = x[i] + (b1 * k1[i] + b2 * k2[i] + b3 * k3[i] + b4 * k4[i] + b5 * k5[i] + b6 * k6[i])
    }
    if ((status = rhs.evaluate(tNew, xNew, k7)) !== OK) return status

    // Norms of the error and of the differences of the stages 6 and 7 (`g` still holds stage 6).
    const scaledError = this.scaledError
    const rtol = this.rtol
    const atol = this.atol
    const e1 = h * T.E1
    const e2 = h * T.E2
    const e3 = h * T.E3
    const e4 = h * T.E4
    const e5 = h * T.E5
    const e6 = h * T.E6
    const e7 = h * T.E7
    let errSum = 0
    let dkSum = 0
    let dgSum = 0
    for (let i = 0; i < n; i++) {
      const sizeOld = Math.abs(x[i])
      const sizeNew = Math.abs(xNew[i])
      const weight = 1 / (rtol * Math.max(sizeOld, sizeNew) + atol[i] + SCALE_MIN)
      const sixth = k6[i]
      const last = k7[i]
      const error =
        weight * (e1 * k1[i] + e2 * k2[i] + e3 * k3[i] + e4 * k4[i] + e5 * k5[i] + e6 * sixth + e7 * last)
      scaledError[i] = error
      errSum += error * error
      const dk = weight * (last - sixth)
      dkSum += dk * dk
      const dg = weight * (xNew[i] - g[i])
      dgSum += dg * dg
    }
    this.err = n > 0 ? Math.sqrt(errSum / n) : 0
    if (this.err <= 1) this.hLambda = dgSum > 0 ? h * Math.sqrt(dkSum / dgSum) : 0
    return OK
  }

  /**
   * With b_i(θ) = θ B_i + θ(1-θ) q_i(θ) and q_i(θ) = -(Ri2 + Ri3 + Ri4) - (Ri3 + Ri4) θ - Ri4 θ²,
   *   x(t + θh) = x + θ (xNew - x) + h θ(1-θ) Σ q_i(θ) k_i,                                                         (1)
   * written from the nearer end, so that both ends are met exactly.
   */
  override interpolate(t: number, out: Float64Array): void {
    const n = this.n
    const h = this.hDone
    if (h === 0) {
      for (let i = 0; i < n; i++) out[i] = this.x[i]
      return
    }

    // θ, 1-θ and the weights of the stages.
    const fromEnd = this.tDone - t
    const fromStart = t - this.tOld
    const isLate = fromEnd < fromStart
    const theta = isLate ? 1 - fromEnd / h : fromStart / h
    const rest = isLate ? fromEnd / h : 1 - theta
    const scale = -h * theta * rest
    const q1 = scale * (T.R12 + T.R13 + T.R14 + theta * (T.R13 + T.R14 + theta * T.R14))
    const q2 = scale * (T.R22 + T.R23 + T.R24 + theta * (T.R23 + T.R24 + theta * T.R24))
    const q3 = scale * (T.R32 + T.R33 + T.R34 + theta * (T.R33 + T.R34 + theta * T.R34))
    const q4 = scale * (T.R42 + T.R43 + T.R44 + theta * (T.R43 + T.R44 + theta * T.R44))
    const q5 = scale * (T.R52 + T.R53 + T.R54 + theta * (T.R53 + T.R54 + theta * T.R54))
    const q6 = scale * (T.R62 + T.R63 + T.R64 + theta * (T.R63 + T.R64 + theta * T.R64))
    const q7 = scale * (T.R72 + T.R73 + T.R74 + theta * (T.R73 + T.R74 + theta * T.R74))

    const near = isLate ? this.xNew : this.xOld
    const share = isLate ? -rest : theta
    const xOld = this.xOld
    const xNew = this.xNew
    const k1 = this.kFirst
    const k2 = this.k2
    const k3 = this.k3
    const k4 = this.k4
    const k5 = this.k5
    const k6 = this.k6
    const k7 = this.kLast
    for (let i = 0; i < n; i++) {
      const bend = q1 * k1[i] + q2 * k2[i] + q3 * k3[i] + q4 * k4[i] + q5 * k5[i] + q6 * k6[i] + q7 * k7[i]
      out[i] = near[i] + (share * (xNew[i] - xOld[i]) + bend) // (1)
    }
  }
}

export function createTsit5(problem: OdeProblem, options: StepperOptions, stats: Statistics): Tsit5Stepper {
  return new Tsit5Stepper(problem, options, stats)
}
