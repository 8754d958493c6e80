import {
  createHessenbergForm,
  type HessenbergForm,
  HessenbergLu,
  reduceToHessenberg,
} from '../../math/index.ts'
import { ComplexIterationMatrix, type DifferenceMatrix, IterationMatrix } from '../jacobian/index.ts'
import { OK, SINGULAR, type Statistics } from '../stepping/index.ts'
import { ALPHA, BETA, GAMMA } from './radau5-tableau.ts'

/** Dense matrices from this size on are reduced to Hessenberg form: below, both ways take the same time. */
const MIN_HESSENBERG = 20

/** The matrices γ I - h J and (α + iβ) I - h J of a step with their factors. */
export interface StageMatrices {
  /** Column without a pivot after a failed factorization; -1: none, or not known. */
  readonly singularColumn: number
  /** Marks that J has changed. */
  takeJacobian(): void
  /** Factorizes both for the step size h; returns a status. */
  factor(h: number): number
  /** Solve in place: the real system (n), and the complex one for bRe + i·bIm (n each). */
  solveReal(b: Float64Array): void
  solveComplex(bRe: Float64Array, bIm: Float64Array): void
}

export function createStageMatrices(jacobian: DifferenceMatrix, stats: Statistics): StageMatrices {
  const { n, pattern, rows } = jacobian.layout
  return !pattern && !rows && n >= MIN_HESSENBERG
    ? new ReducedMatrices(jacobian, stats)
    : new FactorisedMatrices(jacobian, stats)
}

/** Each is factorized anew for every step size. */
class FactorisedMatrices implements StageMatrices {
  private readonly real: IterationMatrix
  private readonly complex: ComplexIterationMatrix

  constructor(
    private readonly jacobian: DifferenceMatrix,
    stats: Statistics,
  ) {
    this.real = new IterationMatrix(jacobian.layout, stats)
    this.complex = new ComplexIterationMatrix(jacobian.layout, stats)
  }

  get singularColumn(): number {
    return this.real.singularColumn >= 0 ? this.real.singularColumn : this.complex.singularColumn
  }

  takeJacobian(): void {}

  factor(h: number): number {
    const { values } = this.jacobian
    const status = this.real.factor(values, -h, GAMMA)
    return status === OK ? this.complex.factor(values, -h, ALPHA, BETA) : status
  }

  solveReal(b: Float64Array): void {
    this.real.solve(b)
  }

  solveComplex(bRe: Float64Array, bIm: Float64Array): void {
    this.complex.solve(bRe, bIm)
  }
}

/** J is reduced to Hessenberg form once, and every step size costs only some n² operations. */
class ReducedMatrices implements StageMatrices {
  readonly singularColumn = -1
  private readonly form: HessenbergForm
  private readonly real: HessenbergLu
  private readonly complex: HessenbergLu
  private isReduced = false

  constructor(
    private readonly jacobian: DifferenceMatrix,
    private readonly stats: Statistics,
  ) {
    this.form = createHessenbergForm(jacobian.layout.n)
    this.real = new HessenbergLu(this.form, false)
    this.complex = new HessenbergLu(this.form, true)
  }

  takeJacobian(): void {
    this.isReduced = false
  }

  factor(h: number): number {
    if (!this.isReduced) {
      this.form.h.set(this.jacobian.values)
      reduceToHessenberg(this.form)
      this.isReduced = true
    }
    this.stats.lu += 2
    return this.real.factorReal(GAMMA, h) && this.complex.factorComplex(ALPHA, BETA, h) ? OK : SINGULAR
  }

  solveReal(b: Float64Array): void {
    this.real.solveReal(b)
  }

  solveComplex(bRe: Float64Array, bIm: Float64Array): void {
    this.complex.solveComplex(bRe, bIm)
  }
}
