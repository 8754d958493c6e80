import { computeDenseNorm1, createDenseLu, factorDenseLu, solveDenseLu } from './dense-lu.ts'
import { multiplyDense } from './multiply-dense.ts'

/**
 * Largest norms for which the diagonal Padé approximants of these degrees have a backward error below rounding
 * [Higham 2005, table 2.3], and the last one for the norms of powers [Al-Mohy & Higham 2009, table 3.1].
 */
const DEGREES = [
  [3, 1.495585217958292e-2],
  [5, 2.53939833006323e-1],
  [7, 9.504178996162932e-1],
  [9, 2.097847961257068],
] as const
const LAST_DEGREE = 13
const LAST_LIMIT = 4.25
/** 2^(this) A overflows. */
const MAX_SQUARINGS = 1000

/**
 * Computes e^A of a dense matrix, row-major (n × n), by scaling and squaring with Padé approximants, where norms of powers
 * of A avoid needless squarings of matrices that are far from normal [Higham 2005; Al-Mohy & Higham 2009].
 */
export function computeMatrixExponential(n: number, A: Float64Array): Float64Array {
  if (n === 0) return new Float64Array(0)
  const norm = computeDenseNorm1(n, A)
  if (!(norm < Infinity)) return new Float64Array(n * n).fill(Number.NaN)
  for (const [degree, limit] of DEGREES) if (norm <= limit) return approximate(n, A, degree)
  const A2 = multiplyDense(n, n, n, A, A)
  const A4 = multiplyDense(n, n, n, A2, A2)
  const A6 = multiplyDense(n, n, n, A4, A2)
  const root = (power: Float64Array, degree: number): number => computeDenseNorm1(n, power) ** (1 / degree)
  const d6 = root(A6, 6)
  const d8 = root(multiplyDense(n, n, n, A4, A4), 8)
  const d10 = root(multiplyDense(n, n, n, A6, A4), 10)
  // powers that overflow decide nothing
  const size = Math.min(norm, Math.max(d6, d8), Math.max(d8, d10))
  let s = Math.max(0, Math.ceil(Math.log2(size / LAST_LIMIT)))
  s = Math.min(MAX_SQUARINGS, s + countRoundingSquarings(n, A, norm, s))
  let X = approximate(
    n,
    A.map((a) => a * 2 ** -s),
    LAST_DEGREE,
  )
  for (let k = 0; k < s; k++) X = multiplyDense(n, n, n, X, X)
  return X
}

/** Squarings beyond s that rounding errors of the approximant need: ℓ of [Al-Mohy & Higham 2009, eq. 4.1]. */
function countRoundingSquarings(n: number, A: Float64Array, norm: number, s: number): number {
  const m = LAST_DEGREE
  // ‖|A|^(2m+1)‖₁/‖A‖₁ of the scaled matrix, in logarithms: column sums of a power are a row times a matrix
  let sums = new Float64Array(n).fill(1)
  let log = 0
  for (let k = 0; k < 2 * m + 1; k++) {
    const next = new Float64Array(n)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) next[j] += sums[i] * Math.abs(A[i * n + j])
    const largest = Math.max(...next)
    if (largest === 0) return 0
    log += Math.log2(largest)
    sums = next.map((x) => x / largest)
  }
  log += -Math.log2(norm) - 2 * m * s
  // coefficient (m!)²/((2m)! (2m+1)!)
  for (let k = 1; k <= m; k++) log += 2 * Math.log2(k)
  for (let k = 1; k <= 2 * m; k++) log -= 2 * Math.log2(k)
  log -= Math.log2(2 * m + 1)
  return Math.max(0, Math.ceil((log + 53) / (2 * m)))
}

/** Padé approximant of e^A of a degree: (V - U)⁻¹ (V + U) with the even part V and the odd part U. */
function approximate(n: number, A: Float64Array, degree: number): Float64Array {
  const c = [1]
  for (let j = 1; j <= degree; j++) c.push((c[j - 1] * (degree - j + 1)) / ((2 * degree - j + 1) * j))
  const A2 = multiplyDense(n, n, n, A, A)
  const even = new Float64Array(n * n)
  const odd = new Float64Array(n * n)
  let power: Float64Array = new Float64Array(n * n)
  for (let i = 0; i < n; i++) power[i * n + i] = 1
  for (let j = 0; j <= degree; j += 2) {
    if (j > 0) power = multiplyDense(n, n, n, power, A2)
    for (let k = 0; k < n * n; k++) {
      even[k] += c[j] * power[k]
      odd[k] += c[j + 1] * power[k]
    }
  }
  const U = multiplyDense(n, n, n, A, odd)
  const lu = createDenseLu(n)
  for (let k = 0; k < n * n; k++) lu.a[k] = even[k] - U[k]
  factorDenseLu(lu)
  const out = new Float64Array(n * n)
  const column = new Float64Array(n)
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) column[i] = even[i * n + j] + U[i * n + j]
    solveDenseLu(lu, column)
    for (let i = 0; i < n; i++) out[i * n + j] = column[i]
  }
  return out
}
