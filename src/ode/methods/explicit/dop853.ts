import type { OdeProblem, Statistics } from '../../problem/index.ts'
import { OK } from '../../problem/index.ts'
import type { Stepper, StepperOptions } from '../../stepping/index.ts'
import { Dop853Step } from './dop853-step.ts'
import { DOP853_DENSE } from './dop853-tableau.ts'
import { ROW_ARGUMENT, ROW_NEW, ROW_OLD, ROW_STAGE } from './explicit-stepper.ts'

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
      this.followTangent(t, out)
      return
    }
    if (!this.isDenseReady) this.updateDense(h)

    const fromEnd = this.tDone - t
    const fromStart = t - this.tOld
    const isLate = fromEnd < fromStart
    const s = isLate ? 1 - fromEnd / h : fromStart / h
    const s1 = isLate ? fromEnd / h : 1 - s
    const bend = s * s1
    const w = this.w
    const xOld = ROW_OLD * n
    const xNew = ROW_NEW * n
    const near = isLate ? xNew : xOld
    const share = isLate ? -s1 : s
    const kFirst = this.rowFirst * n
    const kLast = this.rowLast * n
    const r4 = this.r4
    const r5 = this.r5
    const r6 = this.r6
    const r7 = this.r7
    for (let i = 0; i < n; i++) {
      const d = w[xNew + i] - w[xOld + i]
      const r2 = h * w[kFirst + i] - d
      const r3 = d - h * w[kLast + i] - r2
      const inner = r2 + s * (r3 + s1 * (r4[i] + s * (r5[i] + s1 * (r6[i] + s * r7[i]))))
      out[i] = w[near + i] + (share * d + bend * inner) // (1)
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
    const T = DOP853_DENSE
    const K = ROW_STAGE
    const n = this.n
    const w = this.w
    const rhs = this.rhs
    const rows = this.rows
    const argument = rows[ROW_ARGUMENT]
    const tOld = this.tOld
    const xOld = ROW_OLD * n
    const g = ROW_ARGUMENT * n
    const k1 = this.rowFirst * n
    const k6 = (K + 6) * n
    const k7 = (K + 7) * n
    const k8 = (K + 8) * n
    const k9 = (K + 9) * n
    const k10 = (K + 10) * n
    const k11 = (K + 11) * n
    const k12 = (K + 12) * n
    const k13 = this.rowLast * n
    const k14 = (K + 2) * n
    const k15 = (K + 3) * n
    let status = OK

    const a1401 = h * T.a1401
    const a1407 = h * T.a1407
    const a1408 = h * T.a1408
    const a1409 = h * T.a1409
    const a1410 = h * T.a1410
    const a1411 = h * T.a1411
    const a1412 = h * T.a1412
    const a1413 = h * T.a1413
    for (let i = 0; i < n; i++) {
      w[g + i] =
        w[xOld + i] +
        (a1401 * w[k1 + i] +
          a1407 * w[k7 + i] +
          a1408 * w[k8 + i] +
          a1409 * w[k9 + i] +
          a1410 * w[k10 + i] +
          a1411 * w[k11 + i] +
          a1412 * w[k12 + i] +
          a1413 * w[k13 + i])
    }
    if ((status = rhs.evaluate(tOld + T.c14 * h, argument, rows[K + 2])) !== OK) return status

    const a1501 = h * T.a1501
    const a1506 = h * T.a1506
    const a1507 = h * T.a1507
    const a1508 = h * T.a1508
    const a1511 = h * T.a1511
    const a1512 = h * T.a1512
    const a1513 = h * T.a1513
    const a1514 = h * T.a1514
    for (let i = 0; i < n; i++) {
      w[g + i] =
        w[xOld + i] +
        (a1501 * w[k1 + i] +
          a1506 * w[k6 + i] +
          a1507 * w[k7 + i] +
          a1508 * w[k8 + i] +
          a1511 * w[k11 + i] +
          a1512 * w[k12 + i] +
          a1513 * w[k13 + i] +
          a1514 * w[k14 + i])
    }
    if ((status = rhs.evaluate(tOld + T.c15 * h, argument, rows[K + 3])) !== OK) return status

    const a1601 = h * T.a1601
    const a1606 = h * T.a1606
    const a1607 = h * T.a1607
    const a1608 = h * T.a1608
    const a1609 = h * T.a1609
    const a1613 = h * T.a1613
    const a1614 = h * T.a1614
    const a1615 = h * T.a1615
    for (let i = 0; i < n; i++) {
      w[g + i] =
        w[xOld + i] +
        (a1601 * w[k1 + i] +
          a1606 * w[k6 + i] +
          a1607 * w[k7 + i] +
          a1608 * w[k8 + i] +
          a1609 * w[k9 + i] +
          a1613 * w[k13 + i] +
          a1614 * w[k14 + i] +
          a1615 * w[k15 + i])
    }
    return rhs.evaluate(tOld + T.c16 * h, argument, rows[K + 4])
  }

  private computeDenseCoefficients(h: number): void {
    const T = DOP853_DENSE
    const K = ROW_STAGE
    const n = this.n
    const w = this.w
    const k1 = this.rowFirst * n
    const k6 = (K + 6) * n
    const k7 = (K + 7) * n
    const k8 = (K + 8) * n
    const k9 = (K + 9) * n
    const k10 = (K + 10) * n
    const k11 = (K + 11) * n
    const k12 = (K + 12) * n
    const k13 = this.rowLast * n
    const k14 = (K + 2) * n
    const k15 = (K + 3) * n
    const k16 = (K + 4) * n
    const r4 = this.r4
    const r5 = this.r5
    const r6 = this.r6
    const r7 = this.r7

    // Coefficient 4.
    const d401 = h * T.d401
    const d406 = h * T.d406
    const d407 = h * T.d407
    const d408 = h * T.d408
    const d409 = h * T.d409
    const d410 = h * T.d410
    const d411 = h * T.d411
    const d412 = h * T.d412
    const d413 = h * T.d413
    const d414 = h * T.d414
    const d415 = h * T.d415
    const d416 = h * T.d416
    for (let i = 0; i < n; i++) {
      r4[i] =
        d401 * w[k1 + i] +
        d406 * w[k6 + i] +
        d407 * w[k7 + i] +
        d408 * w[k8 + i] +
        d409 * w[k9 + i] +
        d410 * w[k10 + i] +
        d411 * w[k11 + i] +
        d412 * w[k12 + i] +
        d413 * w[k13 + i] +
        d414 * w[k14 + i] +
        d415 * w[k15 + i] +
        d416 * w[k16 + i]
    }

    // Coefficient 5.
    const d501 = h * T.d501
    const d506 = h * T.d506
    const d507 = h * T.d507
    const d508 = h * T.d508
    const d509 = h * T.d509
    const d510 = h * T.d510
    const d511 = h * T.d511
    const d512 = h * T.d512
    const d513 = h * T.d513
    const d514 = h * T.d514
    const d515 = h * T.d515
    const d516 = h * T.d516
    for (let i = 0; i < n; i++) {
      r5[i] =
        d501 * w[k1 + i] +
        d506 * w[k6 + i] +
        d507 * w[k7 + i] +
        d508 * w[k8 + i] +
        d509 * w[k9 + i] +
        d510 * w[k10 + i] +
        d511 * w[k11 + i] +
        d512 * w[k12 + i] +
        d513 * w[k13 + i] +
        d514 * w[k14 + i] +
        d515 * w[k15 + i] +
        d516 * w[k16 + i]
    }

    // Coefficient 6.
    const d601 = h * T.d601
    const d606 = h * T.d606
    const d607 = h * T.d607
    const d608 = h * T.d608
    const d609 = h * T.d609
    const d610 = h * T.d610
    const d611 = h * T.d611
    const d612 = h * T.d612
    const d613 = h * T.d613
    const d614 = h * T.d614
    const d615 = h * T.d615
    const d616 = h * T.d616
    for (let i = 0; i < n; i++) {
      r6[i] =
        d601 * w[k1 + i] +
        d606 * w[k6 + i] +
        d607 * w[k7 + i] +
        d608 * w[k8 + i] +
        d609 * w[k9 + i] +
        d610 * w[k10 + i] +
        d611 * w[k11 + i] +
        d612 * w[k12 + i] +
        d613 * w[k13 + i] +
        d614 * w[k14 + i] +
        d615 * w[k15 + i] +
        d616 * w[k16 + i]
    }

    // Coefficient 7.
    const d701 = h * T.d701
    const d706 = h * T.d706
    const d707 = h * T.d707
    const d708 = h * T.d708
    const d709 = h * T.d709
    const d710 = h * T.d710
    const d711 = h * T.d711
    const d712 = h * T.d712
    const d713 = h * T.d713
    const d714 = h * T.d714
    const d715 = h * T.d715
    const d716 = h * T.d716
    for (let i = 0; i < n; i++) {
      r7[i] =
        d701 * w[k1 + i] +
        d706 * w[k6 + i] +
        d707 * w[k7 + i] +
        d708 * w[k8 + i] +
        d709 * w[k9 + i] +
        d710 * w[k10 + i] +
        d711 * w[k11 + i] +
        d712 * w[k12 + i] +
        d713 * w[k13 + i] +
        d714 * w[k14 + i] +
        d715 * w[k15 + i] +
        d716 * w[k16 + i]
    }
  }
}

export function createDop853(problem: OdeProblem, options: StepperOptions, stats: Statistics): Stepper {
  return new Dop853Stepper(problem, options, stats)
}
