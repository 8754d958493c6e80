/**
 * Uncertainty of fitted parameters, from the Jacobian J at the solution [Bates & Watts 1988, section 2.1.2]:
 *
 *   s² = ‖r‖²/(m - n),   covariance = s² (JᵀJ)⁻¹ = s² P R⁻¹ R⁻ᵀ Pᵀ   with J P = Q R                        (1)
 *
 * Parameters that a bound holds are constants in it. A column that is a combination of others, to the precision of J,
 * belongs to a parameter that the data do not determine: its group is it and those others.
 */
import { EPS } from '../../base/index.ts'
import { createQr, factorQr, solveQr } from '../../math/index.ts'

/** Standard errors and correlation of parameters. */
export interface Estimate {
  /** m - n. */
  readonly degreesOfFreedom: number
  /** s; NaN without degrees of freedom. */
  readonly residualDeviation: number
  /** Row-major (n × n); NaN for parameters that a bound holds, and for those of a group that is not determined. */
  readonly covariance: Float64Array
  /** Square roots of the diagonal (n). */
  readonly standardErrors: Float64Array
  /** Groups of parameters that the data do not determine: each has one that does not act, or some that act alike. */
  readonly undetermined: readonly (readonly string[])[]
}

/** Part of a column that counts as a combination of others, in estimated errors of the Jacobian. */
const RANK_MARGIN = 10
/** Coefficient, of columns of length 1, below which a parameter has no part in a combination. */
const PART = 0.01

/**
 * @param jacobian row-major (m × n)
 * @param isFixed 1 for parameters that a bound holds (n)
 * @param error estimated error of the columns, relative to their norms
 */
export function estimateParameters(
  names: readonly string[],
  m: number,
  n: number,
  jacobian: Float64Array,
  residuals: Float64Array,
  isFixed: Uint8Array,
  error: number,
): Estimate {
  const tolerance = Math.min(0.1, RANK_MARGIN * Math.max(error, EPS * Math.max(m, n)))
  const { lengths, free } = measureColumns(m, n, jacobian, isFixed)
  const undetermined: string[][] = []
  for (let j = 0; j < n; j++) if (isFixed[j] === 0 && !(lengths[j] > 0)) undetermined.push([names[j]])
  const nFree = free.length
  const qr = createQr(m, nFree)
  for (let i = 0; i < m; i++)
    for (let k = 0; k < nFree; k++) qr.a[i * nFree + k] = jacobian[i * n + free[k]] / lengths[free[k]]
  const rank = nFree === 0 ? 0 : factorQr(qr, tolerance)
  const order = [...qr.columnOrder].map((k) => free[k])
  const blurred = new Set<number>()
  for (const j of order.slice(Math.max(rank, 0))) {
    const others = order.slice(0, rank)
    const parts = combine(m, n, jacobian, lengths, others, j)
    const group = [...others.filter((_, k) => Math.abs(parts[k]) > PART), j].sort((a, b) => a - b)
    for (const member of group) blurred.add(member)
    undetermined.push(group.map((member) => names[member]))
  }
  const degreesOfFreedom = m - isFixed.reduce((sum, flag) => sum - flag, n)
  const square = residuals.reduce((sum, value) => sum + value * value, 0)
  const residualDeviation = degreesOfFreedom > 0 ? Math.sqrt(square / degreesOfFreedom) : Number.NaN
  const covariance = new Float64Array(n * n).fill(Number.NaN)
  const known = order.slice(0, Math.max(rank, 0)).filter((j) => !blurred.has(j))
  const inverse = invertNormal(m, n, jacobian, lengths, order.slice(0, Math.max(rank, 0)))
  for (const i of known) for (const j of known) covariance[i * n + j] = residualDeviation ** 2 * inverse(i, j)
  const standardErrors = Float64Array.from({ length: n }, (_, j) => Math.sqrt(covariance[j * n + j]))
  return { degreesOfFreedom, residualDeviation, covariance, standardErrors, undetermined }
}

/** Norms of the columns (n), and the parameters that act. */
function measureColumns(
  m: number,
  n: number,
  jacobian: Float64Array,
  isFixed: Uint8Array,
): { lengths: Float64Array; free: number[] } {
  const lengths = new Float64Array(n)
  for (let i = 0; i < m; i++)
    for (let j = 0; j < n; j++) lengths[j] = Math.hypot(lengths[j], jacobian[i * n + j])
  const free = Array.from({ length: n }, (_, j) => j).filter(
    (j) => isFixed[j] === 0 && lengths[j] > 0 && lengths[j] < Infinity,
  )
  return { lengths, free }
}

/** Coefficients of columns of length 1 whose combination is column j. */
function combine(
  m: number,
  n: number,
  jacobian: Float64Array,
  lengths: Float64Array,
  columns: readonly number[],
  j: number,
): Float64Array {
  const qr = createQr(m, columns.length)
  const b = new Float64Array(m)
  for (let i = 0; i < m; i++) {
    columns.forEach((column, k) => {
      qr.a[i * columns.length + k] = jacobian[i * n + column] / lengths[column]
    })
    b[i] = jacobian[i * n + j] / lengths[j]
  }
  const parts = new Float64Array(columns.length)
  factorQr(qr)
  solveQr(qr, b, parts)
  return parts
}

/** Elements of (JᵀJ)⁻¹ over independent columns, from those of R⁻¹. */
function invertNormal(
  m: number,
  n: number,
  jacobian: Float64Array,
  lengths: Float64Array,
  columns: readonly number[],
): (i: number, j: number) => number {
  const size = columns.length
  const qr = createQr(m, size)
  for (let i = 0; i < m; i++)
    columns.forEach((column, k) => {
      qr.a[i * size + k] = jacobian[i * n + column] / lengths[column]
    })
  if (size > 0) factorQr(qr, 0)
  // row k of P R⁻¹ belongs to parameter columns[k]; R stands above the diagonal of `a`
  const rows = new Float64Array(size * size)
  for (let c = 0; c < size; c++) {
    for (let k = c; k >= 0; k--) {
      let sum = k === c ? 1 : 0
      for (let l = k + 1; l <= c; l++) sum -= qr.a[k * size + l] * rows[qr.columnOrder[l] * size + c]
      rows[qr.columnOrder[k] * size + c] = sum / qr.a[k * size + k]
    }
  }
  return (i, j) => {
    const a = columns.indexOf(i) * size
    const b = columns.indexOf(j) * size
    let sum = 0
    for (let c = 0; c < size; c++) sum += rows[a + c] * rows[b + c]
    return sum / (lengths[i] * lengths[j])
  }
}
