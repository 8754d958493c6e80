import { ROW_NEW, ROW_OLD, ROW_STAGE } from './explicit-stepper.ts'
import { Tsit5Step } from './tsit5-step.ts'
import { TSIT5 } from './tsit5-tableau.ts'

/** The dense output of order 4 of a step. */
export abstract class Tsit5Interpolant extends Tsit5Step {
  /**
   * With p_i(θ) = θ b_i + θ(1-θ) q_i(θ) and q_i(θ) = -(ri2 + ri3 + ri4) - (ri3 + ri4) θ - ri4 θ²,
   *   x(t + θh) = x + θ (xNew - x) + h θ(1-θ) Σ q_i(θ) k_i,                                                         (1)
   * written from the nearer end, so that both ends are met exactly.
   */
  override interpolate(t: number, out: Float64Array): void {
    const T = TSIT5
    const K = ROW_STAGE
    const n = this.n
    const h = this.hDone
    if (h === 0) {
      this.followTangent(t, out)
      return
    }

    // θ, 1-θ and the weights of the stages.
    const fromEnd = this.tDone - t
    const fromStart = t - this.tOld
    const isLate = fromEnd < fromStart
    const theta = isLate ? 1 - fromEnd / h : fromStart / h
    const rest = isLate ? fromEnd / h : 1 - theta
    const scale = -h * theta * rest
    const q1 = scale * (T.r12 + T.r13 + T.r14 + theta * (T.r13 + T.r14 + theta * T.r14))
    const q2 = scale * (T.r22 + T.r23 + T.r24 + theta * (T.r23 + T.r24 + theta * T.r24))
    const q3 = scale * (T.r32 + T.r33 + T.r34 + theta * (T.r33 + T.r34 + theta * T.r34))
    const q4 = scale * (T.r42 + T.r43 + T.r44 + theta * (T.r43 + T.r44 + theta * T.r44))
    const q5 = scale * (T.r52 + T.r53 + T.r54 + theta * (T.r53 + T.r54 + theta * T.r54))
    const q6 = scale * (T.r62 + T.r63 + T.r64 + theta * (T.r63 + T.r64 + theta * T.r64))
    const q7 = scale * (T.r72 + T.r73 + T.r74 + theta * (T.r73 + T.r74 + theta * T.r74))

    const w = this.w
    const xOld = ROW_OLD * n
    const xNew = ROW_NEW * n
    const near = isLate ? xNew : xOld
    const share = isLate ? -rest : theta
    const k1 = this.rowFirst * n
    const k2 = (K + 2) * n
    const k3 = (K + 3) * n
    const k4 = (K + 4) * n
    const k5 = (K + 5) * n
    const k6 = (K + 6) * n
    const k7 = this.rowLast * n
    for (let i = 0; i < n; i++) {
      const bend =
        q1 * w[k1 + i] +
        q2 * w[k2 + i] +
        q3 * w[k3 + i] +
        q4 * w[k4 + i] +
        q5 * w[k5 + i] +
        q6 * w[k6 + i] +
        q7 * w[k7 + i]
      out[i] = w[near + i] + (share * (w[xNew + i] - w[xOld + i]) + bend) // (1)
    }
  }

  /** Σ p_i'(θ) k_i, with p_i' = ri1 + θ (2 ri2 + θ (3 ri3 + 4 θ ri4)). */
  override interpolateSlope(t: number, out: Float64Array): void {
    const T = TSIT5
    const K = ROW_STAGE
    const n = this.n
    const theta = (t - this.tOld) / this.hDone
    const d1 = 1 + theta * (2 * T.r12 + theta * (3 * T.r13 + 4 * theta * T.r14))
    const d2 = theta * (2 * T.r22 + theta * (3 * T.r23 + 4 * theta * T.r24))
    const d3 = theta * (2 * T.r32 + theta * (3 * T.r33 + 4 * theta * T.r34))
    const d4 = theta * (2 * T.r42 + theta * (3 * T.r43 + 4 * theta * T.r44))
    const d5 = theta * (2 * T.r52 + theta * (3 * T.r53 + 4 * theta * T.r54))
    const d6 = theta * (2 * T.r62 + theta * (3 * T.r63 + 4 * theta * T.r64))
    const d7 = theta * (2 * T.r72 + theta * (3 * T.r73 + 4 * theta * T.r74))

    const w = this.w
    const k1 = this.rowFirst * n
    const k2 = (K + 2) * n
    const k3 = (K + 3) * n
    const k4 = (K + 4) * n
    const k5 = (K + 5) * n
    const k6 = (K + 6) * n
    const k7 = this.rowLast * n
    for (let i = 0; i < n; i++) {
      out[i] =
        d1 * w[k1 + i] +
        d2 * w[k2 + i] +
        d3 * w[k3 + i] +
        d4 * w[k4 + i] +
        d5 * w[k5 + i] +
        d6 * w[k6 + i] +
        d7 * w[k7 + i]
    }
  }
}
