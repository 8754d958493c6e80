import { type OdeProblem, OK, type Statistics, type StepperOptions } from '../stepping/index.ts'
import { Dop853Step } from './dop853-step.ts'
import { DOP853_DENSE } from './dop853-tableau.ts'
import { ROW_ARGUMENT, ROW_NEW, ROW_OLD, ROW_STAGE } from './explicit-stepper.ts'

/** Stages in the sums of the coefficients of the interpolant. */
const STAGES = [1, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
const D4 = select('d4', STAGES)
const D5 = select('d5', STAGES)
const D6 = select('d6', STAGES)
const D7 = select('d7', STAGES)

/** The extra stages: their nodes, and their weights of previous stages. */
const EXTRA = [
  describeStage(14, [1, 7, 8, 9, 10, 11, 12, 13]),
  describeStage(15, [1, 6, 7, 8, 11, 12, 13, 14]),
  describeStage(16, [1, 6, 7, 8, 9, 13, 14, 15]),
]

/** Coefficients of the tableau whose names begin with `prefix`, for some stages. */
function select(prefix: string, stages: readonly number[]): Float64Array {
  const table: Readonly<Record<string, number>> = DOP853_DENSE
  return Float64Array.from(stages, (stage) => table[prefix + String(stage).padStart(2, '0')])
}

function describeStage(stage: 14 | 15 | 16, stages: readonly number[]) {
  return { stage, c: DOP853_DENSE[`c${stage}`], a: select(`a${stage}`, stages), stages }
}

/** The dense output of order 7 of a step. */
export abstract class Dop853Interpolant extends Dop853Step {
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

  /** The derivative of (1) by t. */
  override interpolateSlope(t: number, out: Float64Array): void {
    const n = this.n
    const h = this.hDone
    if (!this.isDenseReady) this.updateDense(h)
    const s = (t - this.tOld) / h
    const s1 = 1 - s
    const w = this.w
    const xOld = ROW_OLD * n
    const xNew = ROW_NEW * n
    const kFirst = this.rowFirst * n
    const kLast = this.rowLast * n
    const { r4, r5, r6, r7 } = this
    for (let i = 0; i < n; i++) {
      const d = w[xNew + i] - w[xOld + i]
      const r2 = h * w[kFirst + i] - d
      const r3 = d - h * w[kLast + i] - r2
      // the brackets of (1) from the innermost one on, each with its derivative
      const b6 = r6[i] + s * r7[i]
      const b5 = r5[i] + s1 * b6
      const slope5 = s1 * r7[i] - b6
      const b4 = r4[i] + s * b5
      const slope4 = b5 + s * slope5
      const b3 = r3 + s1 * b4
      const slope3 = s1 * slope4 - b4
      const b2 = r2 + s * b3
      const slope2 = b3 + s * slope3
      out[i] = (d + (s1 - s) * b2 + s * s1 * slope2) / h
    }
  }

  /** Coefficients of the interpolant of the last step; if f fails in an extra stage, those of the cubic one. */
  private updateDense(h: number): void {
    this.isDenseReady = true
    const status = this.computeExtraStages(h)
    if (status === OK) {
      this.computeCoefficients(h)
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
    const { n, w, rhs, rows } = this
    const argument = rows[ROW_ARGUMENT]
    for (const { stage, c, a, stages } of EXTRA) {
      this.addStages(a, stages, h, argument)
      for (let i = 0; i < n; i++) argument[i] += w[ROW_OLD * n + i]
      const status = rhs.evaluate(this.tOld + c * h, argument, rows[this.rowOf(stage)])
      if (status !== OK) return status
    }
    return OK
  }

  private computeCoefficients(h: number): void {
    this.addStages(D4, STAGES, h, this.r4)
    this.addStages(D5, STAGES, h, this.r5)
    this.addStages(D6, STAGES, h, this.r6)
    this.addStages(D7, STAGES, h, this.r7)
  }

  /** Writes h Σ coefficient_s k_s to `out`. */
  private addStages(
    coefficients: Float64Array,
    stages: readonly number[],
    h: number,
    out: Float64Array,
  ): void {
    const { n, w } = this
    for (let s = 0; s < stages.length; s++) {
      const factor = h * coefficients[s]
      const k = this.rowOf(stages[s]) * n
      if (s === 0) for (let i = 0; i < n; i++) out[i] = factor * w[k + i]
      else for (let i = 0; i < n; i++) out[i] += factor * w[k + i]
    }
  }

  private rowOf(stage: number): number {
    if (stage === 1) return this.rowFirst
    if (stage === 13) return this.rowLast
    return ROW_STAGE + (stage > 13 ? stage - 12 : stage)
  }
}
