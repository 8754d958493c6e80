/**
 * Cholesky factorization with complete pivoting of a symmetric matrix that may be singular [Higham 2002, 10.3]:
 *
 *   Pᵀ A P = L Lᵀ,   l_kk = √a_kk,   l_ik = a_ik / l_kk,   a_ij −= l_ik l_jk                              (1)
 *
 * Each step takes the largest diagonal element that is left. It ends where that is rounding: the rank is found, and
 * unknowns of the rows that are left are zero in a solution.
 */

/** Factors of a symmetric positive semidefinite matrix. Fill `a`, call {@link factorCholesky}, then {@link solveCholesky}. */
interface Cholesky {
  /** Order of the matrix. */
  readonly n: number
  /** The matrix before factorization, what is left of it afterwards, row-major (n × n). */
  readonly a: Float64Array
  /** L with the rows of the matrix in their places, row-major (n × n). */
  readonly l: Float64Array
  /** Rows of the matrix in the order of their pivots (n). */
  readonly order: Int32Array
  /** Number of pivots. */
  rank: number
}

/** Allocates the factorization of an n × n matrix, filled with zeros. */
export function createCholesky(n: number): Cholesky {
  return { n, a: new Float64Array(n * n), l: new Float64Array(n * n), order: new Int32Array(n), rank: 0 }
}

/**
 * Factorizes `factors.a` in place.
 *
 * @param tolerance pivots at most this large, relative to the largest diagonal element, are rounding
 * @returns the rank
 */
export function factorCholesky(factors: Cholesky, tolerance: number): number {
  const { n, a, l, order } = factors
  const isLeft = new Uint8Array(n).fill(1)
  let largest = 0
  for (let i = 0; i < n; i++) largest = Math.max(largest, a[n * i + i])
  l.fill(0)
  let k = 0
  for (; k < n; k++) {
    let pivot = -1
    for (let i = 0; i < n; i++)
      if (isLeft[i] === 1 && (pivot < 0 || a[n * i + i] > a[n * pivot + pivot])) pivot = i
    if (!(a[n * pivot + pivot] > tolerance * largest)) break
    isLeft[pivot] = 0
    order[k] = pivot
    const root = Math.sqrt(a[n * pivot + pivot])
    l[n * pivot + k] = root
    for (let i = 0; i < n; i++) if (isLeft[i] === 1) l[n * i + k] = a[n * i + pivot] / root
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++)
        if (isLeft[i] === 1 && isLeft[j] === 1) a[n * i + j] -= l[n * i + k] * l[n * j + k]
  }
  factors.rank = k
  return k
}

/**
 * Solves A x = b with the rows of the pivots; the other equations hold as far as they follow from these.
 *
 * @param b right-hand side (n)
 * @param x solution, zero where there is no pivot (n)
 */
export function solveCholesky({ n, l, order, rank }: Cholesky, b: Float64Array, x: Float64Array): void {
  const y = new Float64Array(rank)
  for (let k = 0; k < rank; k++) {
    const i = order[k]
    let sum = b[i]
    for (let j = 0; j < k; j++) sum -= l[n * i + j] * y[j]
    y[k] = sum / l[n * i + k]
  }
  x.fill(0)
  for (let k = rank - 1; k >= 0; k--) {
    let sum = y[k]
    for (let j = k + 1; j < rank; j++) sum -= l[n * order[j] + k] * x[order[j]]
    x[order[k]] = sum / l[n * order[k] + k]
  }
}
