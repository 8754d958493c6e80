import { EPS } from '../../base/index.ts'
import { computeNullSpaceQr, createQr, factorQr, type Qr, solveQr } from '../../math/index.ts'

/**
 * Diagonal entries of R below this fraction of the first one, in units of the rounding error and per unknown, are zero.
 */
const SINGULAR_FACTOR = 16
/**
 * Components of an unknown along undetermined directions, in units of its column, that are rounding errors: minimum,
 * and in units of the rounding error, per unknown, times the condition of the determined part.
 */
const NEGLIGIBLE = 1e-10
const NEGLIGIBLE_FACTOR = 4

/**
 * Solves A x = b with a singular matrix, in the sense of least squares. With rows and columns scaled to a largest entry
 * of 1, (R A C) y = R b, the rank does not depend on units. Rows are scaled for unknowns in units of their nominal
 * values: small torques in the equation of a large acceleration keep their digits. Among the solutions, the one with
 * the least norm of y is found: while the rank is constant, it is as smooth as A and b.
 */
export class LeastNorm {
  rank = 0
  /**
   * Directions in x that leave the equations unchanged (n each), whose largest component is 1 in units of nominal
   * values.
   */
  readonly directions: Float64Array[] = []
  private readonly qr: Qr
  private readonly rowScale: Float64Array
  private readonly columnScale: Float64Array
  private readonly rhs: Float64Array

  constructor(private readonly n: number) {
    this.qr = createQr(n, n)
    this.rowScale = new Float64Array(n)
    this.columnScale = new Float64Array(n)
    this.rhs = new Float64Array(n)
  }

  /** @param a finite numbers, row-major (n × n), unchanged */
  factor(a: Float64Array, nominal: Float64Array): void {
    const { n, qr, rowScale, columnScale } = this
    for (let i = 0; i < n; i++) {
      let largest = 0
      for (let j = 0; j < n; j++) largest = Math.max(largest, Math.abs(a[i * n + j]) * nominal[j])
      rowScale[i] = invert(largest)
    }
    for (let j = 0; j < n; j++) {
      let largest = 0
      for (let i = 0; i < n; i++) largest = Math.max(largest, Math.abs(rowScale[i] * a[i * n + j]))
      columnScale[j] = invert(largest)
      for (let i = 0; i < n; i++) qr.a[i * n + j] = rowScale[i] * a[i * n + j] * columnScale[j]
    }
    this.rank = factorQr(qr, SINGULAR_FACTOR * n * EPS)
    this.findDirections(nominal)
  }

  private findDirections(nominal: Float64Array): void {
    const { n, qr, rank, columnScale, directions } = this
    const nNull = n - rank
    directions.length = 0
    if (nNull === 0) return
    const basis = new Float64Array(n * nNull)
    computeNullSpaceQr(qr, basis)
    const negligible = this.negligible()
    for (let s = 0; s < nNull; s++) {
      const direction = new Float64Array(n)
      let length = 0
      for (let i = 0; i < n; i++) {
        const part = basis[i * nNull + s]
        direction[i] = Math.abs(part) > negligible ? columnScale[i] * part : 0
        length = Math.max(length, Math.abs(direction[i]) / nominal[i])
      }
      for (let i = 0; i < n; i++) direction[i] /= length
      directions.push(direction)
    }
  }

  /** Writes the residuals caused by rounding errors of a solution x. */
  residualNoise(x: Float64Array, out: Float64Array): void {
    const { n, rowScale, columnScale } = this
    let largest = 0
    for (let j = 0; j < n; j++) largest = Math.max(largest, Math.abs(x[j] / columnScale[j]))
    const noise = this.negligible() * largest
    for (let i = 0; i < n; i++) out[i] = noise / rowScale[i]
  }

  private negligible(): number {
    return Math.max(NEGLIGIBLE, NEGLIGIBLE_FACTOR * this.n * EPS * this.estimateCondition())
  }

  /** Ratio of the largest to the smallest diagonal entry of the triangular factor. */
  private estimateCondition(): number {
    const { n, qr, rank } = this
    let largest = 0
    let least = Infinity
    for (let k = 0; k < rank; k++) {
      const size = Math.abs(qr.a[k * n + k])
      largest = Math.max(largest, size)
      least = Math.min(least, size)
    }
    return rank > 0 ? largest / least : 1
  }

  /** Replaces b by the solution. */
  solve(b: Float64Array): void {
    const { n, qr, rowScale, columnScale, rhs } = this
    for (let i = 0; i < n; i++) rhs[i] = rowScale[i] * b[i]
    solveQr(qr, rhs, b)
    for (let i = 0; i < n; i++) b[i] *= columnScale[i]
  }
}

function invert(largest: number): number {
  const inverse = 1 / largest
  return inverse < Infinity ? inverse : 1
}
