import { EPS } from '../../base/index.ts'
import { createDenseLu, type DenseLu, factorDenseLu, solveDenseLu, wrmsNorm } from '../../math/index.ts'
import { forEachEntry, multiplyMagnitudes } from '../jacobian/index.ts'
import { INCONSISTENT, NEWTON_FAILED, OK, SINGULAR, type StepperOptions } from '../stepping/index.ts'
import type { DaeMatrix } from './dae-matrix.ts'
import { type DependentRow, findDependentRows } from './dependent-rows.ts'
import { FlowDerivative } from './flow-derivative.ts'
import type { Residual } from './residual.ts'
import { StartIteration } from './start-iteration.ts'

/** Entries of matrices have errors of this multiple of the known rounding errors. */
const ROUNDING_SAFETY = 10
/** Size of the largest problem whose hidden constraints are searched for, with dense matrices. */
const MAX_SIZE = 500
/** Longest displacement along the solution, in units of the sizes of the variables. */
const LONGEST_MOVE = 0.1
/**
 * Tolerated violation of a constraint: its change by displacements of the variables by this part of their tolerances.
 */
const MAX_VIOLATION = 1
/**
 * The iteration may stop at this multiple of the effect that errors of derivatives along the solution have on the
 * unknowns.
 */
const NOISE_SAFETY = 2

/**
 * Consistent initial values of problems of index 2, and of index 1 with algebraic variables that are not marked. The
 * matrix of ConsistentStart, M = (∂F/∂yp_d, ∂F/∂y_a), is singular there: combinations w of its rows with wᵀ M = 0 give
 * constraints wᵀ F = 0 on the differential variables alone, whose derivatives along the solution are equations for the
 * unknowns instead [Hairer & Wanner 1996, VII.1 and VII.2; Pantelides 1988]:
 *   (1)  wᵀ (∂F/∂t + ∂F/∂y_d yp_d) = 0.
 * Each takes the place of one equation of its combination. If that makes the matrix regular, the index is 2.
 */
export class HiddenStart extends StartIteration {
  /** Reason of a failure, for the error message; '' before. */
  reason = ''
  /** The equation in `reason`. */
  worst = -1
  private readonly lu: DenseLu
  private hidden: readonly DependentRow[] = []
  /** F itself (n). */
  private readonly base: Float64Array
  private readonly flow: FlowDerivative
  private readonly work: Float64Array
  /** Bounds on the errors of the entries of the matrix, row-major. */
  private readonly errors: Float64Array
  private readonly yShifted: Float64Array
  private h = 1
  private weights: Float64Array

  constructor(
    residual: Residual,
    matrix: DaeMatrix,
    isDifferential: Uint8Array,
    private readonly limits: StepperOptions,
  ) {
    super(residual, matrix, isDifferential, limits)
    const { n } = matrix.layout
    this.lu = createDenseLu(HiddenStart.canTreat(n) ? n : 0)
    this.base = new Float64Array(n)
    this.flow = new FlowDerivative(n)
    this.work = new Float64Array(n)
    this.errors = new Float64Array(this.lu.a.length)
    this.yShifted = new Float64Array(n)
    this.weights = this.work
  }

  static canTreat(n: number): boolean {
    return n <= MAX_SIZE
  }

  /** Corrects `y` (algebraic part) and `yp` (differential part) in place; `h` is the size of the first step [s]. */
  solve(t: number, y: Float64Array, yp: Float64Array, h: number, weights: Float64Array): number {
    this.h = h
    this.weights = weights
    this.hidden = []
    this.reason = ''
    this.worst = -1
    const status = this.iterate(t, y, yp, h, weights)
    if (status === OK || status === NEWTON_FAILED) {
      if (this.isViolated()) return INCONSISTENT
    }
    if (status === NEWTON_FAILED) this.blameIteration()
    return status
  }

  /** True if M at the given point is singular up to rounding errors. False if that is unknown. */
  isNeeded(t: number, y: Float64Array, yp: Float64Array, h: number, weights: Float64Array): boolean {
    this.h = h
    this.weights = weights
    if (this.residual.evaluate(t, y, yp, this.base) !== OK) return false
    if (this.splitMatrix(t, y, yp, this.base, h, weights) !== OK) return false
    return this.findHidden(y, yp).length > 0
  }

  protected evaluate(t: number, y: Float64Array, yp: Float64Array): number {
    const { residual, base, terms, flow, isDifferential, yShifted, limits } = this
    let status = residual.evaluate(t, y, yp, base)
    if (status !== OK) return status
    multiplyMagnitudes(this.matrix.layout, this.ofY, y, terms)
    for (let i = 0; i < base.length; i++) terms[i] += Math.abs(base[i])
    const speed = limits.rtol * wrmsNorm(yp, this.weights)
    const longest = speed * this.h > LONGEST_MOVE ? LONGEST_MOVE / speed : this.h
    status = flow.compute(
      (s, out) => {
        for (let j = 0; j < y.length; j++) yShifted[j] = isDifferential[j] ? y[j] + s * yp[j] : y[j]
        return residual.evaluate(t + s, yShifted, yp, out)
      },
      base,
      longest,
      terms,
    )
    this.combine()
    return status
  }

  protected factor(t: number, y: Float64Array, yp: Float64Array, h: number, weights: Float64Array): number {
    const { lu, base } = this
    const status = this.splitMatrix(t, y, yp, base, h, weights)
    if (status !== OK) return status
    this.hidden = this.findHidden(y, yp)
    this.combine()
    const gradient = new Float64Array(base.length)
    for (const { row, weights: w } of this.hidden) {
      this.computeGradient(w, gradient)
      lu.a.set(gradient, row * lu.n)
      const unit = ROUNDING_SAFETY * (this.matrix.isExact ? EPS : Math.sqrt(EPS))
      for (let j = 0; j < lu.n; j++) this.errors[row * lu.n + j] = unit * Math.abs(gradient[j])
    }
    const left = findDependentRows(lu.n, lu.a, this.errors)
    this.residual.stats.lu++
    if (left.length > 0 || factorDenseLu(lu) !== 0) return this.blameIndex(left)
    this.measureNoise(yp, h, weights)
    return OK
  }

  protected solveLinear(b: Float64Array): void {
    solveDenseLu(this.lu, b)
  }

  /** The dependent rows of M, which is then in `lu.a`. */
  private findHidden(y: Float64Array, yp: Float64Array): readonly DependentRow[] {
    const { isDifferential, ofY, ofYp, errors } = this
    const { n, a } = this.lu
    this.measureErrors(y, yp)
    a.fill(0)
    forEachEntry(this.matrix.layout, (i, j, k) => {
      a[i * n + j] = isDifferential[j] ? ofYp[k] : ofY[k]
    })
    return findDependentRows(n, a, errors)
  }

  /**
   * Errors of the entries of M. Of differences: those of the terms of F over the increments, of y √eps of the sizes of
   * the variables, and √eps of the entries, where F bends. Without any change of F, they are zero. Of exact ones:
   * those of the separation of ∂F/∂yp from ∂F/∂y.
   */
  private measureErrors(y: Float64Array, yp: Float64Array): void {
    const { base, terms, work, ofY, ofYp, h, weights, matrix, errors, isDifferential, increments } = this
    const { n } = this.lu
    multiplyMagnitudes(matrix.layout, ofY, y, terms)
    multiplyMagnitudes(matrix.layout, ofYp, yp, work)
    for (let i = 0; i < n; i++) terms[i] += work[i] + Math.abs(base[i])
    const { rtol } = this.limits
    const rootEps = Math.sqrt(EPS)
    errors.fill(0)
    forEachEntry(matrix.layout, (i, j, k) => {
      const isD = isDifferential[j]
      const entry = Math.abs(isD ? ofYp[k] : ofY[k])
      if (entry === 0) return
      const error = matrix.isExact
        ? EPS * (entry + (isD ? h * Math.abs(ofY[k]) : 0))
        : rootEps * entry + (EPS * terms[i]) / (isD ? increments[j] : rootEps / (rtol * weights[j]))
      errors[i * n + j] = ROUNDING_SAFETY * error
    })
  }

  /** wᵀ ∂F/∂y_d, zero for algebraic variables, which a combination does not depend on (n). */
  private computeGradient(w: Float64Array, out: Float64Array): void {
    const { isDifferential, ofY } = this
    out.fill(0)
    forEachEntry(this.matrix.layout, (i, j, k) => {
      if (isDifferential[j]) out[j] += w[i] * ofY[k]
    })
  }

  /** F with (1) in place of the dependent equations. */
  private combine(): void {
    const { res, base, flow, hidden } = this
    res.set(base)
    for (const { row, weights } of hidden) {
      let sum = 0
      for (let i = 0; i < weights.length; i++) if (weights[i] !== 0) sum += weights[i] * flow.values[i]
      res[row] = sum
    }
  }

  private measureNoise(yp: Float64Array, h: number, weights: Float64Array): void {
    const { hidden, flow, work } = this
    work.fill(0)
    for (const { row, weights: w } of hidden) {
      for (let i = 0; i < w.length; i++) if (w[i] !== 0) work[row] += Math.abs(w[i]) * flow.errors[i]
    }
    this.solveLinear(work)
    this.noise = NOISE_SAFETY * this.norm(work, yp, h, weights)
  }

  /** True if differential variables violate a constraint by more than their tolerances. They are not changed. */
  private isViolated(): boolean {
    const { base, weights, work } = this
    let largest = MAX_VIOLATION
    for (const { row, weights: w } of this.hidden) {
      this.computeGradient(w, work)
      let violation = 0
      let allowed = 0
      for (let j = 0; j < w.length; j++) {
        violation += w[j] * base[j]
        allowed += (work[j] / weights[j]) ** 2
      }
      const relative = Math.abs(violation) / Math.sqrt(allowed)
      if (!(relative > largest)) continue
      largest = relative
      this.worst = row
      const others = listOthers(w, row)
      this.reason =
        `The initial values violate a constraint between differential variables: equation ${row}${others} has ` +
        'the residual ' +
        `${violation.toPrecision(3)}, ${relative.toPrecision(2)} times what the tolerances allow. y0 of ` +
        'differential variables is not changed: give ' +
        'values that fulfill it, or mark algebraic variables in `differential`'
    }
    return this.worst >= 0
  }

  private blameIndex(left: readonly DependentRow[]): number {
    const rows = left.map(({ row }) => row)
    const hidden = this.hidden.map(({ row }) => row)
    this.worst = hidden.find((row) => rows.includes(row)) ?? hidden[0] ?? rows[0] ?? -1
    this.reason =
      `The equations and the derivative of equation ${hidden.join(', ')} with respect to time do not determine ` +
      'the derivatives and algebraic variables ' +
      'at the start: the index is above 2 (differentiate constraints until it is at most 2), equations are ' +
      'redundant, algebraic variables are not ' +
      'marked in `differential`, or the guess of an algebraic variable is a singular point'
    return SINGULAR
  }

  private blameIteration(): void {
    const { res } = this
    let worst = 0
    for (let i = 1; i < res.length; i++) if (Math.abs(res[i]) > Math.abs(res[worst])) worst = i
    const isHidden = this.hidden.some(({ row }) => row === worst)
    this.worst = worst
    this.reason =
      'No consistent initial values were found; ' +
      `${isHidden ? 'the derivative with respect to time of ' : ''}equation ${worst} has the largest residual, ` +
      `${res[worst].toPrecision(3)}. Give better guesses of algebraic variables in y0, or yp0`
  }
}

function listOthers(w: Float64Array, row: number): string {
  const others = [...w.keys()].filter((i) => i !== row && w[i] !== 0)
  return others.length > 0 ? `, combined with ${others.join(', ')},` : ''
}
