import { InputError } from '../base/index.ts'
import { createDenseLu, factorDenseLu, multiplyDense, solveDenseLu } from '../math/index.ts'

/** A matrix as plain data: rows of numbers. */
export type Matrix = readonly (readonly number[])[]

/** A matrix with its sizes, which rows of numbers do not have if there are none. */
export interface Mat {
  readonly nRows: number
  readonly nCols: number
  /** Row-major (nRows × nCols). */
  readonly a: Float64Array
}

/** A matrix of zeros. */
export function zeros(nRows: number, nCols: number): Mat {
  return { nRows, nCols, a: new Float64Array(nRows * nCols) }
}

export function identity(n: number): Mat {
  const out = zeros(n, n)
  for (let i = 0; i < n; i++) out.a[i * n + i] = 1
  return out
}

/** Reads rows of numbers, with a check of their sizes and values. */
export function readMatrix(path: string, rows: Matrix, nRows: number, nCols: number): Mat {
  const isMatrix = Array.isArray(rows) && rows.length === nRows
  if (!isMatrix || (rows as Matrix).some((row) => !Array.isArray(row) || row.length !== nCols))
    throw new InputError(path, `${nRows} rows of ${nCols} numbers`, rows)
  const out = zeros(nRows, nCols)
  for (const [i, row] of (rows as Matrix).entries()) {
    row.forEach((value, j) => {
      if (!Number.isFinite(value)) throw new InputError(`${path}[${i}][${j}]`, 'a finite number', value)
      out.a[i * nCols + j] = value
    })
  }
  return out
}

/** Reads a symmetric matrix. */
export function readSymmetric(path: string, rows: Matrix, n: number): Mat {
  const out = readMatrix(path, rows, n, n)
  const size = largest(out)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      if (Math.abs(out.a[i * n + j] - out.a[j * n + i]) > ASYMMETRY * size)
        throw new InputError(path, `a symmetric matrix`, `[${i}][${j}] ≠ [${j}][${i}]`)
    }
  }
  return symmetric(out)
}

/** Matrices that were computed as symmetric ones are so up to rounding. */
const ASYMMETRY = 1e-8

/** Rows of numbers. */
export function toRows({ nRows, nCols, a }: Mat): number[][] {
  // -0 would be printed as such
  return Array.from({ length: nRows }, (_, i) =>
    Array.from(a.subarray(i * nCols, (i + 1) * nCols), (value) => value + 0),
  )
}

export function multiply(first: Mat, ...others: readonly Mat[]): Mat {
  return others.reduce((x, y) => {
    const a = multiplyDense(x.nRows, x.nCols, y.nCols, x.a, y.a)
    return { nRows: x.nRows, nCols: y.nCols, a }
  }, first)
}

/** X + factor Y */
export function add(x: Mat, y: Mat, factor = 1): Mat {
  return { ...x, a: x.a.map((value, k) => value + factor * y.a[k]) }
}

export function subtract(x: Mat, y: Mat): Mat {
  return add(x, y, -1)
}

export function scale(x: Mat, factor: number): Mat {
  return { ...x, a: x.a.map((value) => factor * value) }
}

export function transpose({ nRows, nCols, a }: Mat): Mat {
  const out = zeros(nCols, nRows)
  for (let i = 0; i < nRows; i++) for (let j = 0; j < nCols; j++) out.a[j * nRows + i] = a[i * nCols + j]
  return out
}

/** (X + Xᵀ)/2 */
export function symmetric(x: Mat): Mat {
  const t = transpose(x)
  return { ...x, a: x.a.map((value, k) => 0.5 * (value + t.a[k])) }
}

/** The matrix composed of blocks, row by row. */
export function compose(rows: readonly (readonly Mat[])[]): Mat {
  const nRows = rows.reduce((sum, [first]) => sum + first.nRows, 0)
  const nCols = rows[0].reduce((sum, block) => sum + block.nCols, 0)
  const out = zeros(nRows, nCols)
  let top = 0
  for (const row of rows) {
    let left = 0
    for (const block of row) {
      for (let i = 0; i < block.nRows; i++) {
        const values = block.a.subarray(i * block.nCols, (i + 1) * block.nCols)
        out.a.set(values, (top + i) * nCols + left)
      }
      left += block.nCols
    }
    top += row[0].nRows
  }
  return out
}

/** Rows `top` to below `bottom`, columns `left` to below `right`. */
export function slice(x: Mat, top: number, bottom: number, left: number, right: number): Mat {
  const out = zeros(bottom - top, right - left)
  for (let i = top; i < bottom; i++)
    out.a.set(x.a.subarray(i * x.nCols + left, i * x.nCols + right), (i - top) * out.nCols)
  return out
}

/** Largest absolute value. */
export function largest({ a }: Mat): number {
  return a.reduce((max, value) => Math.max(max, Math.abs(value)), 0)
}

/** A⁻¹ B; null if A is singular. */
export function solve(A: Mat, B: Mat): Mat | null {
  const n = A.nRows
  const lu = createDenseLu(n)
  lu.a.set(A.a)
  if (factorDenseLu(lu) !== 0) return null
  const out = zeros(n, B.nCols)
  const column = new Float64Array(n)
  for (let j = 0; j < B.nCols; j++) {
    for (let i = 0; i < n; i++) column[i] = B.a[i * B.nCols + j]
    solveDenseLu(lu, column)
    for (let i = 0; i < n; i++) out.a[i * B.nCols + j] = column[i]
  }
  return out
}

/** True if a symmetric matrix is positive definite, by Cholesky's factorization. */
export function isPositiveDefinite({ nRows: n, a }: Mat): boolean {
  const l = a.slice()
  for (let j = 0; j < n; j++) {
    let d = l[j * n + j]
    for (let k = 0; k < j; k++) d -= l[j * n + k] * l[j * n + k]
    if (!(d > n * Number.EPSILON * Math.abs(a[j * n + j]))) return false
    l[j * n + j] = Math.sqrt(d)
    for (let i = j + 1; i < n; i++) {
      let s = l[i * n + j]
      for (let k = 0; k < j; k++) s -= l[i * n + k] * l[j * n + k]
      l[i * n + j] = s / l[j * n + j]
    }
  }
  return true
}
