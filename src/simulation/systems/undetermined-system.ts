import type { SystemBlock } from '../../compiler/index.ts'
import { createQr, factorQr, type Qr, solveQr } from '../../math/index.ts'
import { LeastNorm } from './least-norm.ts'
import type { SystemAccess } from './system-access.ts'
import type { SystemMatrix } from './system-matrix.ts'
import { computeTermSizes } from './term-sizes.ts'

/**
 * Remainder of an equation that contradicts the others, relative to its terms. Smaller ones are rounding errors, or
 * below any error of the integration.
 */
const CONTRADICTION = 1e-10
/** A correction reduces errors of a solution to less than this fraction. */
const IMPROVEMENT = 0.1
/** Change of a variable along an undetermined direction, relative to its terms, that exceeds rounding errors. */
const CHANGE = 1e-10
/** Weight of a variable without a nominal value, where others have 1/√nominal, see eq. (1). */
const WITHOUT_NOMINAL = 1e-8
/** Larger systems are not solved: the factorization is that of a full matrix. */
export const MAX_UNDETERMINED = 1000

/**
 * A linear system with a singular matrix: some of its equations follow from the others, and as many unknowns are not
 * determined, as the torques of two brakes that hold the same shaft. If the equations agree, of all solutions  x - N z
 * with the null space N of the matrix the one is taken for which the unknowns and the inner variables u are smallest:
 *
 *   z minimizes Σ (u(x) - U z)²/nominal,   U = ∂u/∂x N                                                     (1)
 *
 * so that variables which share a load do so in proportion to their nominal values. Variables without one count only
 * for the part that the others leave open, with equal weights. The solution does not depend on the choice of unknowns
 * and inner variables.
 */
export class UndeterminedSystem {
  /** All variables that the equations do not determine, inner ones included. */
  names: readonly string[] = []
  private readonly leastNorm: LeastNorm
  private readonly a: Float64Array
  private readonly nominal: Float64Array
  private readonly work: Float64Array
  private readonly residual: Float64Array
  /** Eq. (1): values of u, 1/√nominal, factors of U/√nominal, z. */
  private readonly all: Float64Array
  private readonly weight: Float64Array
  private weighted: Qr = createQr(0, 0)
  private z = new Float64Array(0)
  /** Undetermined unknowns for which `names` was computed. */
  private pattern = ''

  constructor(
    private readonly block: SystemBlock,
    private readonly access: SystemAccess,
    private readonly n: number,
  ) {
    this.leastNorm = new LeastNorm(n)
    this.a = new Float64Array(n * n)
    this.nominal = new Float64Array(n)
    this.work = new Float64Array(n)
    this.residual = new Float64Array(n)
    this.all = new Float64Array(access.sizeOfAll())
    access.nominal(this.nominal)
    access.declaredNominals(this.all)
    this.weight = this.all.map((nominal) => (nominal > 0 ? 1 / Math.sqrt(nominal) : WITHOUT_NOMINAL))
  }

  /** Takes the matrix before its factorization. */
  factor(matrix: SystemMatrix): void {
    const { a, all, weight, work, access, leastNorm } = this
    matrix.copyTo(a)
    leastNorm.factor(a, this.nominal)
    const { directions } = leastNorm
    const nNull = directions.length
    if (nNull === 0) return
    if (this.weighted.nCols !== nNull) {
      this.weighted = createQr(all.length, nNull)
      this.z = new Float64Array(nNull)
    }
    this.evaluateAt(work.fill(0))
    const origin = all.slice()
    directions.forEach((direction, s) => {
      this.evaluateAt(direction)
      for (let i = 0; i < all.length; i++) {
        this.weighted.a[i * nNull + s] = (all[i] - origin[i]) * weight[i]
      }
    })
    factorQr(this.weighted)
    access.write(work.fill(0))
  }

  /** Computes u(x). */
  private evaluateAt(x: Float64Array): void {
    const { access, all } = this
    access.write(x)
    access.residual(this.residual)
    access.readAll(all)
  }

  /** True if the rank is full after all, apart from the order of elimination. */
  get isRegular(): boolean {
    return this.leastNorm.rank === this.n
  }

  /** Replaces b by a solution, in general not that of eq. (1). */
  solve(b: Float64Array): void {
    this.leastNorm.solve(b)
  }

  /** Replaces a solution by that of eq. (1). */
  shorten(x: Float64Array): void {
    const { n, all, weight, weighted, z, leastNorm } = this
    this.evaluateAt(x)
    for (let i = 0; i < all.length; i++) all[i] *= weight[i]
    solveQr(weighted, all, z)
    leastNorm.directions.forEach((direction, s) => {
      for (let i = 0; i < n; i++) x[i] -= z[s] * direction[i]
    })
  }

  /**
   * Corrects a solution. A correction removes remainders of the equations that are due to rounding errors of x, also
   * those of small unknowns beside large ones; it cannot remove contradictions.
   *
   * @param x solution, which is in the store of the model
   * @param b residuals at x = 0
   * @param residual residuals at x
   * @returns the equation that contradicts the others most; -1 if they agree
   */
  correct(x: Float64Array, b: Float64Array, residual: Float64Array): number {
    const { n, access } = this
    if (residual.every((value) => value === 0)) return -1
    const before = residual.slice()
    const correction = residual.slice()
    this.solve(correction)
    for (let i = 0; i < n; i++) x[i] -= correction[i]
    access.write(x)
    access.residual(residual)
    const noise = this.work
    this.leastNorm.residualNoise(correction, noise)
    const left = residual.map((value, i) =>
      Math.abs(value) <= Math.max(IMPROVEMENT * Math.abs(before[i]), noise[i]) ? 0 : value,
    )
    if (this.findWorst(x, b, left) < 0) return -1
    // The terms themselves may have canceled.
    const { residuals } = computeTermSizes(this.block, access.evaluate)
    const largest = residuals.reduce((max, size) => Math.max(max, size), 0)
    return this.findWorst(x, b, left, residuals.length === n ? residuals : left.map(() => largest))
  }

  /** Equation with the largest remainder, relative to its terms, if it exceeds rounding errors; otherwise -1. */
  private findWorst(
    x: Float64Array,
    b: Float64Array,
    residual: Float64Array,
    sizes?: ArrayLike<number>,
  ): number {
    const { n, a } = this
    let worst = -1
    let worstPart = CONTRADICTION
    for (let i = 0; i < n; i++) {
      if (residual[i] === 0) continue
      let terms = Math.abs(b[i])
      for (let j = 0; j < n; j++) terms += Math.abs(a[i * n + j] * x[j])
      const part = Math.abs(residual[i]) / Math.max(terms, sizes?.[i] ?? 0)
      if (!(part <= worstPart)) [worst, worstPart] = [i, part]
    }
    return worst
  }

  /** Lets `findNames` examine the same set of undetermined unknowns again, at other values. */
  examineAgain(): void {
    this.pattern = ''
  }

  /**
   * Determines `names` at the solution x, if the set of undetermined unknowns has changed.
   *
   * @returns one of them on whose derivative, or as a derivative, the motion depends; undefined: none
   */
  findNames(x: Float64Array): string | undefined {
    const { n, block, access, leastNorm, nominal } = this
    const { directions } = leastNorm
    const isFree = (i: number): boolean => directions.some((direction) => direction[i] !== 0)
    const indices = Array.from({ length: n }, (_, i) => i).filter(isFree)
    const pattern = `${directions.length}: ${indices.join(' ')}`
    if (pattern === this.pattern) return undefined
    const labels = access.labels()
    const names = new Set(indices.map((i) => labels[i]))
    const at = computeTermSizes(block, access.evaluate)
    const shifted = new Float64Array(n)
    for (const direction of directions) {
      // A step of the size of the unknowns makes changes visible
      let step = 1
      for (let i = 0; i < n; i++) step = Math.max(step, Math.abs(x[i] / nominal[i]))
      for (let i = 0; i < n; i++) shifted[i] = x[i] + step * direction[i]
      access.write(shifted)
      access.residual(this.work)
      const there = computeTermSizes(block, access.evaluate)
      for (const [name, value] of there.values) {
        const size = Math.max(there.sizes.get(name)!, at.sizes.get(name)!)
        if (Math.abs(value - at.values.get(name)!) > CHANGE * size) names.add(name)
      }
    }
    access.write(x)
    access.residual(this.work)
    this.names = [...names]
    const moving = this.names.find(access.isDifferentiated)
    if (moving === undefined) this.pattern = pattern
    return moving
  }
}
