import { EPS } from '../../base/index.ts'

/** Passes of the scaling of rows and columns: each halves the remaining spread. */
const SCALING_PASSES = 6

/** A row of a matrix that is a combination of others. */
export interface DependentRow {
  /** Number of the row: each one has its own. */
  readonly row: number
  /** w with wᵀ A = 0 to within errors, and w_row = 1 (n). */
  readonly weights: Float64Array
}

/**
 * The rows of a square matrix that depend on the others, by an LU factorization with complete pivoting of the scaled
 * matrix [Golub & Van Loan 2013, section 3.4.8]. Errors of the entries are followed through the elimination: what is
 * not larger than its error is zero. With P R A C Q = L U and no pivot from position r on, row k ≥ r of L says of which
 * rows it consists: its first r entries l give w = e_k - L₁₁⁻ᵀ l.
 *
 * @param A row-major (n × n), not changed
 * @param E bounds on the errors of its entries (n × n), not changed
 */
export function findDependentRows(n: number, A: Float64Array, E: Float64Array): DependentRow[] {
  const lu = A.slice()
  const errors = E.slice()
  const scales = scaleEntries(n, lu, errors)
  const rows = Int32Array.from({ length: n }, (_, i) => i)
  const rank = factorCompletely(n, lu, errors, rows)
  const found: DependentRow[] = []
  for (let k = rank; k < n; k++) {
    const combination = new Float64Array(n)
    // x L₁₁ = l, from the last column on
    const x = lu.slice(k * n, k * n + rank)
    for (let j = rank - 1; j >= 0; j--) {
      for (let i = j + 1; i < rank; i++) x[j] -= x[i] * lu[i * n + j]
      combination[rows[j]] = -x[j] * scales[rows[j]]
    }
    const own = scales[rows[k]]
    for (let i = 0; i < n; i++) combination[i] /= own
    combination[rows[k]] = 1
    found.push({ row: rows[k], weights: combination })
  }
  return found
}

/**
 * Scales rows and columns by the geometric means of their smallest and largest entries, so that units do not matter,
 * and then to largest entries of 1 [Curtis & Reid 1972 minimize the same spread]. Returns the factors of the rows.
 */
function scaleEntries(n: number, a: Float64Array, errors: Float64Array): Float64Array {
  const ofRows = new Float64Array(n).fill(1)
  for (let pass = 0; pass <= SCALING_PASSES; pass++) {
    const isLast = pass === SCALING_PASSES
    for (let j = 0; j < n; j++) scaleLine(a, errors, j, n, n, isLast)
    for (let i = 0; i < n; i++) ofRows[i] *= scaleLine(a, errors, i * n, 1, n, isLast)
  }
  return ofRows
}

/** Divides n entries by their mean or largest size, and returns the factor; zeros stay. */
function scaleLine(
  a: Float64Array,
  errors: Float64Array,
  first: number,
  stride: number,
  n: number,
  byLargest: boolean,
): number {
  let largest = 0
  let smallest = Infinity
  for (let k = 0, p = first; k < n; k++, p += stride) {
    const size = Math.abs(a[p])
    if (size > largest) largest = size
    if (size > 0 && size < smallest) smallest = size
  }
  if (!(largest > 0 && largest < Infinity)) return 1
  const scale = 1 / (byLargest ? largest : Math.sqrt(smallest) * Math.sqrt(largest))
  for (let k = 0, p = first; k < n; k++, p += stride) {
    a[p] *= scale
    errors[p] *= scale
  }
  return scale
}

/** Factorizes in place as long as there is a pivot, and returns the number of pivots; `rows` follows the exchanges. */
function factorCompletely(n: number, a: Float64Array, errors: Float64Array, rows: Int32Array): number {
  for (let k = 0; k < n; k++) {
    let pivot = -1
    let largest = 0
    for (let i = k; i < n; i++) {
      for (let j = k, p = i * n + k; j < n; j++, p++) {
        const size = Math.abs(a[p])
        if (!(size > largest && size > errors[p])) continue
        largest = size
        pivot = p
      }
    }
    if (pivot < 0) return k
    const pivotRow = Math.floor(pivot / n)
    for (const entries of [a, errors]) {
      exchange(entries, k * n, pivotRow * n, 1, n)
      exchange(entries, k, pivot - pivotRow * n, n, n)
    }
    exchange(rows, k, pivotRow, 1, 1)
    for (let i = k + 1; i < n; i++) eliminate(n, a, errors, k, i)
  }
  return n
}

/** Subtracts a multiple of row k from row i. */
function eliminate(n: number, a: Float64Array, errors: Float64Array, k: number, i: number): void {
  const pivot = a[k * n + k]
  const m = a[i * n + k] / pivot
  const mError = (errors[i * n + k] + Math.abs(m) * errors[k * n + k]) / Math.abs(pivot)
  a[i * n + k] = m
  if (m === 0 && mError === 0) return
  const mSize = Math.abs(m)
  for (let j = k + 1, p = i * n + k + 1, q = k * n + k + 1; j < n; j++, p++, q++) {
    const product = m * a[q]
    errors[p] += mSize * errors[q] + mError * Math.abs(a[q]) + EPS * (Math.abs(a[p]) + Math.abs(product))
    a[p] -= product
  }
}

function exchange(a: Float64Array | Int32Array, p: number, q: number, stride: number, count: number): void {
  if (p === q) return
  for (let k = 0; k < count; k++) {
    const old = a[p + k * stride]
    a[p + k * stride] = a[q + k * stride]
    a[q + k * stride] = old
  }
}
