import type { OdeProblem } from '../problem.ts'
import type { Statistics } from '../statistics.ts'
import { OK } from '../status.ts'
import type { StepperOptions } from '../stepper.ts'
import * as T from './dop853-tableau.ts'
import { ExplicitStepper, SCALE_MIN } from './explicit-stepper.ts'
import { StepController } from './step-controller.ts'

/** Damping of the controller, and limits of the change of the step size from one step to the next (as DOP853). */
const BETA = 0
const MIN_FACTOR = 1 / 3
const MAX_FACTOR = 6

/** Stages and error estimate of {@link createDop853}. */
export abstract class Dop853Step extends ExplicitStepper {
  protected readonly k2: Float64Array
  protected readonly k3: Float64Array
  protected readonly k4: Float64Array
  protected readonly k5: Float64Array
  protected readonly k6: Float64Array
  protected readonly k7: Float64Array
  protected readonly k8: Float64Array
  protected readonly k9: Float64Array
  protected readonly k10: Float64Array
  protected readonly k11: Float64Array
  protected readonly k12: Float64Array
  /** Whether the extra stages of the interpolant have been evaluated since the last attempt. */
  protected isDenseReady = false

  constructor(problem: OdeProblem, options: StepperOptions, stats: Statistics) {
    super(problem, options, stats, 8, new StepController(8, BETA, MIN_FACTOR, MAX_FACTOR))
    const n = problem.n
    this.k2 = new Float64Array(n)
    this.k3 = new Float64Array(n)
    this.k4 = new Float64Array(n)
    this.k5 = new Float64Array(n)
    this.k6 = new Float64Array(n)
    this.k7 = new Float64Array(n)
    this.k8 = new Float64Array(n)
    this.k9 = new Float64Array(n)
    this.k10 = new Float64Array(n)
    this.k11 = new Float64Array(n)
    this.k12 = new Float64Array(n)
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
    const k7 = this.k7
    const k8 = this.k8
    const k9 = this.k9
    const k10 = this.k10
    const k11 = this.k11
    const k12 = this.k12
    let status = OK
    this.isDenseReady = false

    // Stages 2 to 12.
    const a0201 = h * T.A0201
    for (let i = 0; i < n; i++) g[i] = x[i] + a0201 * k1[i]
    if ((status = rhs.evaluate(t + T.C02 * h, g, k2)) !== OK) return status

    const a0301 = h * T.A0301
    const a0302 = h * T.A0302
    for (let i = 0; i < n; i++) g[i] = x[i] + (a0301 * k1[i] + a0302 * k2[i])
    if ((status = rhs.evaluate(t + T.C03 * h, g, k3)) !== OK) return status

    const a0401 = h * T.A0401
    const a0403 = h * T.A0403
    for (let i = 0; i < n; i++) g[i] = x[i] + (a0401 * k1[i] + a0403 * k3[i])
    if ((status = rhs.evaluate(t + T.C04 * h, g, k4)) !== OK) return status

    const a0501 = h * T.A0501
    const a0503 = h * T.A0503
    const a0504 = h * T.A0504
    for (let i = 0; i < n; i++) g[i] = x[i] + (a0501 * k1[i] + a0503 * k3[i] + a0504 * k4[i])
    if ((status = rhs.evaluate(t + T.C05 * h, g, k5)) !== OK) return status

    const a0601 = h * T.A0601
    const a0604 = h * T.A0604
    const a0605 = h * T.A0605
    for (let i = 0; i < n; i++) g[i] = x[i] + (a0601 * k1[i] + a0604 * k4[i] + a0605 * k5[i])
    if ((status = rhs.evaluate(t + T.C06 * h, g, k6)) !== OK) return status

    const a0701 = h * T.A0701
    const a0704 = h * T.A0704
    const a0705 = h * T.A0705
    const a0706 = h * T.A0706
    for (let i = 0; i < n; i++) g[i] = x[i] + (a0701 * k1[i] + a0704 * k4[i] + a0705 * k5[i] + a0706 * k6[i])
    if ((status = rhs.evaluate(t + T.C07 * h, g, k7)) !== OK) return status

    const a0801 = h * T.A0801
    const a0804 = h * T.A0804
    const a0805 = h * T.A0805
    const a0806 = h * T.A0806
    const a0807 = h * T.A0807
    for (let i = 0; i < n; i++) {
      g[i] = x[i] + (a0801 * k1[i] + a0804 * k4[i] + a0805 * k5[i] + a0806 * k6[i] + a0807 * k7[i])
    }
    if ((status = rhs.evaluate(t + T.C08 * h, g, k8)) !== OK) return status

    const a0901 = h * T.A0901
    const a0904 = h * T.A0904
    const a0905 = h * T.A0905
    const a0906 = h * T.A0906
    const a0907 = h * T.A0907
    const a0908 = h * T.A0908
    for (let i = 0; i < n; i++) {
      g[i] =
        x[i] + (a0901 * k1[i] + a0904 * k4[i] + a0905 * k5[i] + a0906 * k6[i] + a0907 * k7[i] + a0908 * k8[i])
    }
    if ((status = rhs.evaluate(t + T.C09 * h, g, k9)) !== OK) return status

    const a1001 = h * T.A1001
    const a1004 = h * T.A1004
    const a1005 = h * T.A1005
    const a1006 = h * T.A1006
    const a1007 = h * T.A1007
    const a1008 = h * T.A1008
    const a1009 = h * T.A1009
    for (let i = 0; i < n; i++) {
      g[i] =
        x[i] +
        (a1001 * k1[i] +
          a1004 * k4[i] +
          a1005 * k5[i] +
          a1006 * k6[i] +
          a1007 * k7[i] +
          a1008 * k8[i] +
          a1009 * k9[i])
    }
    if ((status = rhs.evaluate(t + T.C10 * h, g, k10)) !== OK) return status

    const a1101 = h * T.A1101
    const a1104 = h * T.A1104
    const a1105 = h * T.A1105
    const a1106 = h * T.A1106
    const a1107 = h * T.A1107
    const a1108 = h * T.A1108
    const a1109 = h * T.A1109
    const a1110 = h * T.A1110
    for (let i = 0; i < n; i++) {
      g[i] =
        x[i] +
        (a1101 * k1[i] +
          a1104 * k4[i] +
          a1105 * k5[i] +
          a1106 * k6[i] +
          a1107 * k7[i] +
          a1108 * k8[i] +
          a1109 * k9[i] +
          a1110 * k10[i])
    }
    if ((status = rhs.evaluate(t + T.C11 * h, g, k11)) !== OK) return status

    const a1201 = h * T.A1201
    const a1204 = h * T.A1204
    const a1205 = h * T.A1205
    const a1206 = h * T.A1206
    const a1207 = h * T.A1207
    const a1208 = h * T.A1208
    const a1209 = h * T.A1209
    const a1210 = h * T.A1210
    const a1211 = h * T.A1211
    for (let i = 0; i < n; i++) {
      g[i] =
        x[i] +
        (a1201 * k1[i] +
          a1204 * k4[i] +
          a1205 * k5[i] +
          a1206 * k6[i] +
          a1207 * k7[i] +
          a1208 * k8[i] +
          a1209 * k9[i] +
          a1210 * k10[i] +
          a1211 * k11[i])
    }
    if ((status = rhs.evaluate(tNew, g, k12)) !== OK) return status

    // Solution at the end, and the errors of orders 5 and 3.
    const xNew = this.xNew
    const scaledError = this.scaledError
    const rtol = this.rtol
    const atol = this.atol
    const b01 = T.B01
    const b06 = T.B06
    const b07 = T.B07
    const b08 = T.B08
    const b09 = T.B09
    const b10 = T.B10
    const b11 = T.B11
    const b12 = T.B12
    const e01 = T.E501
    const e06 = T.E506
    const e07 = T.E507
    const e08 = T.E508
    const e09 = T.E509
    const e10 = T.E510
    const e11 = T.E511
    const e12 = T.E512
    const bh01 = T.BH01
    const bh09 = T.BH09
    const bh12 = T.BH12
    let sum5 = 0
    let sum3 = 0
    for (let i = 0; i < n; i++) {
      const slope =
        b01 * k1[i] +
        b06 * k6[i] +
        b07 * k7[i] +
        b08 * k8[i] +
        b09 * k9[i] +
        b10 * k10[i] +
        b11 * k11[i] +
        b12 * k12[i]
      const end = x[i] + h * slope
      xNew[i] = end
      const sizeOld = Math.abs(x[i])
      const sizeNew = Math.abs(end)
      const weight = 1 / (rtol * Math.max(sizeOld, sizeNew) + atol[i] + SCALE_MIN)
      const error5 =
        weight *
        (e01 * k1[i] +
          e06 * k6[i] +
          e07 * k7[i] +
          e08 * k8[i] +
          e09 * k9[i] +
          e10 * k10[i] +
          e11 * k11[i] +
          e12 * k12[i])
      const error3 = weight * (slope - bh01 * k1[i] - bh09 * k9[i] - bh12 * k12[i])
      scaledError[i] = error5
      sum5 += error5 * error5
      sum3 += error3 * error3
    }

    // Combined error h ‖e5‖² / √(‖e5‖² + 0.01 ‖e3‖²) of order 8 [Hairer, Nørsett & Wanner 1993, II.10, eq. 10.17].
    const both = sum5 + 0.01 * sum3
    this.err = both > 0 ? (h * sum5) / Math.sqrt(both * n) : both // 0, also for n = 0, or NaN
    if (!(this.err <= 1)) return OK
    return rhs.evaluate(tNew, xNew, this.kLast)
  }
}
