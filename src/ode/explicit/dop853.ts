import type { OdeProblem } from '../problem.ts'
import type { Statistics } from '../statistics.ts'
import { OK } from '../status.ts'
import type { Stepper, StepperOptions } from '../stepper.ts'
import { Dop853Step } from './dop853-step.ts'
import * as T from './dop853-tableau.ts'

/**
 * Explicit Runge–Kutta method of order 8 with 12 evaluations of f per step, and 3 more in steps that are interpolated
 * [Hairer, Nørsett & Wanner 1993, II.5, DOP853]. This file has the interpolant, dop853-step.ts the step.
 */
class Dop853Stepper extends Dop853Step {
  override readonly name = 'dop853'

  /** Coefficients of the interpolant after the first three (n each); valid if `isDenseReady`. */
  private readonly r4: Float64Array
  private readonly r5: Float64Array
  private readonly r6: Float64Array
  private readonly r7: Float64Array

  constructor(problem: OdeProblem, options: StepperOptions, stats: Statistics) {
    super(problem, options, stats)
    const n = problem.n
    this.r4 = new Float64Array(n)
    this.r5 = new Float64Array(n)
    this.r6 = new Float64Array(n)
    this.r7 = new Float64Array(n)
  }

  /**
   * With s = (t - tOld) / h and s' = 1 - s,
   *   x(t) = xOld + s d + s s' (r2 + s (r3 + s' (r4 + s (r5 + s' (r6 + s r7))))),                                   (1)
   *   d = xNew - xOld,  r2 = h k_1 - d,  r3 = d - h k_13 - r2  [Hairer, Nørsett & Wanner 1993, II.6],
   * written from the nearer end, so that both ends are met exactly.
   */
  override interpolate(t: number, out: Float64Array): void {
    const n = this.n
    const h = this.hDone
    if (h === 0) {
      for (let i = 0; i < n; i++) out[i] = this.x[i]
      return
    }
    if (!this.isDenseReady) this.updateDense(h)

    const fromEnd = this.tDone - t
    const fromStart = t - this.tOld
    const isLate = fromEnd < fromStart
    const s = isLate ? 1 - fromEnd / h : fromStart / h
    const s1 = isLate ? fromEnd / h : 1 - s
    const near = isLate ? this.xNew : this.xOld
    const share = isLate ? -s1 : s
    const bend = s * s1
    const xOld = this.xOld
    const xNew = this.xNew
    const kFirst = this.kFirst
    const kLast = this.kLast
    const r4 = this.r4
    const r5 = this.r5
    const r6 = this.r6
    const r7 = this.r7
    for (let i = 0; i < n; i++) {
      const d = xNew[i] - xOld[i]
      const r2 = h * kFirst[i] - d
      const r3 = d - h * kLast[i] - r2
      const inner = r2 + s * (r3 + s1 * (r4[i] + s * (r5[i] + s1 * (r6[i] + s * r7[i]))))
      out[i] = near[i] + (share * d + bend * inner) // (1)
    }
  }

  /** Coefficients of the interpolant of the last step; if f fails in an extra stage, those of the cubic one. */
  private updateDense(h: number): void {
    this.isDenseReady = true
    const status = this.computeExtraStages(h)
    if (status === OK) {
      this.computeDenseCoefficients(h)
      return
    }
    if (status < 0) this.pending = status
    this.r4.fill(0)
    this.r5.fill(0)
    this.r6.fill(0)
    this.r7.fill(0)
  }

  /** Stages 14, 15 and 16, stored in the places of 2, 3 and 4, which the interpolant does not use. */
  private computeExtraStages(h: number): number {
    const n = this.n
    const rhs = this.rhs
    const tOld = this.tOld
    const xOld = this.xOld
    const g = this.xStage
    const k1 = this.kFirst
    const k6 = this.k6
    const k7 = this.k7
    const k8 = this.k8
    const k9 = this.k9
    const k10 = this.k10
    const k11 = this.k11
    const k12 = this.k12
    const k13 = this.kLast
    const k14 = this.k2
    const k15 = this.k3
    const k16 = this.k4
    let status = OK

    const a1401 = h * T.A1401
    const a1407 = h * T.A1407
    const a1408 = h * T.A1408
    const a1409 = h * T.A1409
    const a1410 = h * T.A1410
    const a1411 = h * T.A1411
    const a1412 = h * T.A1412
    const a1413 = h * T.A1413
    for (let i = 0; i < n; i++) {
      g[i] =
        xOld[i] +
        (a1401 * k1[i] +
          a1407 * k7[i] +
          a1408 * k8[i] +
          a1409 * k9[i] +
          a1410 * k10[i] +
          a1411 * k11[i] +
          a1412 * k12[i] +
          a1413 * k13[i])
    }
    if ((status = rhs.evaluate(tOld + T.C14 * h, g, k14)) !== OK) return status

    const a1501 = h * T.A1501
    const a1506 = h * T.A1506
    const a1507 = h * T.A1507
    const a1508 = h * T.A1508
    const a1511 = h * T.A1511
    const a1512 = h * T.A1512
    const a1513 = h * T.A1513
    const a1514 = h * T.A1514
    for (let i = 0; i < n; i++) {
      g[i] =
        xOld[i] +
        (a1501 * k1[i] +
          a1506 * k6[i] +
          a1507 * k7[i] +
          a1508 * k8[i] +
          a1511 * k11[i] +
          a1512 * k12[i] +
          a1513 * k13[i] +
          a1514 * k14[i])
    }
    if ((status = rhs.evaluate(tOld + T.C15 * h, g, k15)) !== OK) return status

    const a1601 = h * T.A1601
    const a1606 = h * T.A1606
    const a1607 = h * T.A1607
    const a1608 = h * T.A1608
    const a1609 = h * T.A1609
    const a1613 = h * T.A1613
    const a1614 = h * T.A1614
    const a1615 = h * T.A1615
    for (let i = 0; i < n; i++) {
      g[i] =
        xOld[i] +
        (a1601 * k1[i] +
          a1606 * k6[i] +
          a1607 * k7[i] +
          a1608 * k8[i] +
          a1609 * k9[i] +
          a1613 * k13[i] +
          a1614 * k14[i] +
          a1615 * k15[i])
    }
    return rhs.evaluate(tOld + T.C16 * h, g, k16)
  }

  private computeDenseCoefficients(h: number): void {
    const n = this.n
    const k1 = this.kFirst
    const k6 = this.k6
    const k7 = this.k7
    const k8 = this.k8
    const k9 = this.k9
    const k10 = this.k10
    const k11 = this.k11
    const k12 = this.k12
    const k13 = this.kLast
    const k14 = this.k2
    const k15 = this.k3
    const k16 = this.k4
    const r4 = this.r4
    const r5 = this.r5
    const r6 = this.r6
    const r7 = this.r7

    // Coefficient 4.
    const d401 = h * T.D401
    const d406 = h * T.D406
    const d407 = h * T.D407
    const d408 = h * T.D408
    const d409 = h * T.D409
    const d410 = h * T.D410
    const d411 = h * T.D411
    const d412 = h * T.D412
    const d413 = h * T.D413
    const d414 = h * T.D414
    const d415 = h * T.D415
    const d416 = h * T.D416
    for (let i = 0; i < n; i++) {
      r4[i] =
        d401 * k1[i] +
        d406 * k6[i] +
        d407 * k7[i] +
        d408 * k8[i] +
        d409 * k9[i] +
        d410 * k10[i] +
        d411 * k11[i] +
        d412 * k12[i] +
        d413 * k13[i] +
        d414 * k14[i] +
        d415 * k15[i] +
        d416 * k16[i]
    }
    // Coefficient 5.
    const d501 = h * T.D501
    const d506 = h * T.D506
    const d507 = h * T.D507
    const d508 = h * T.D508
    const d509 = h * T.D509
    const d510 = h * T.D510
    const d511 = h * T.D511
    const d512 = h * T.D512
    const d513 = h * T.D513
    const d514 = h * T.D514
    const d515 = h * T.D515
    const d516 = h * T.D516
    for (let i = 0; i < n; i++) {
      r5[i] =
        d501 * k1[i] +
        d506 * k6[i] +
        d507 * k7[i] +
        d508 * k8[i] +
        d509 * k9[i] +
        d510 * k10[i] +
        d511 * k11[i] +
        d512 * k12[i] +
        d513 * k13[i] +
        d514 * k14[i] +
        d515 * k15[i] +
        d516 * k16[i]
    }
    // Coefficient 6.
    const d601 = h * T.D601
    const d606 = h * T.D606
    const d607 = h * T.D607
    const d608 = h * T.D608
    const d609 = h * T.D609
    const d610 = h * T.D610
    const d611 = h * T.D611
    const d612 = h * T.D612
    const d613 = h * T.D613
    const d614 = h * T.D614
    const d615 = h * T.D615
    const d616 = h * T.D616
    for (let i = 0; i < n; i++) {
      r6[i] =
        d601 * k1[i] +
        d606 * k6[i] +
        d607 * k7[i] +
        d608 * k8[i] +
        d609 * k9[i] +
        d610 * k10[i] +
        d611 * k11[i] +
        d612 * k12[i] +
        d613 * k13[i] +
        d614 * k14[i] +
        d615 * k15[i] +
        d616 * k16[i]
    }
    // Coefficient 7.
    const d701 = h * T.D701
    const d706 = h * T.D706
    const d707 = h * T.D707
    const d708 = h * T.D708
    const d709 = h * T.D709
    const d710 = h * T.D710
    const d711 = h * T.D711
    const d712 = h * T.D712
    const d713 = h * T.D713
    const d714 = h * T.D714
    const d715 = h * T.D715
    const d716 = h * T.D716
    for (let i = 0; i < n; i++) {
      r7[i] =
        d701 * k1[i] +
        d706 * k6[i] +
        d707 * k7[i] +
        d708 * k8[i] +
        d709 * k9[i] +
        d710 * k10[i] +
        d711 * k11[i] +
        d712 * k12[i] +
        d713 * k13[i] +
        d714 * k14[i] +
        d715 * k15[i] +
        d716 * k16[i]
    }
  }
}

export function createDop853(problem: OdeProblem, options: StepperOptions, stats: Statistics): Stepper {
  return new Dop853Stepper(problem, options, stats)
}
