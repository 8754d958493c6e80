/** Functions of matrices: systems of linear equations, inverse, determinant, joining of arrays. */
import { VarioError } from '../base/index.ts'
import { createMatrix, describeValue, isMatrix, type MatrixValue } from './values.ts'

/** Factors of a square matrix with rows exchanged, P A = L U. */
interface Factors {
  /** L below the diagonal, which is 1, and U (n × n). */
  readonly lu: Float64Array
  /** Row of A that has become row i. */
  readonly rows: Int32Array
  /** Sign of the exchange of rows. */
  readonly sign: number
  readonly n: number
}

/** The solution x of A x = b: a vector for a vector b, a matrix for a matrix b. */
export function solve(a: unknown, b: unknown): Float64Array | MatrixValue {
  const factors = factorize('solve', a)
  const { n } = factors
  if (b instanceof Float64Array) {
    if (b.length !== n) throw wrong('solve', `a right side with ${n} elements`, b)
    return substituteColumn(factors, b)
  }
  if (!isMatrix(b) || b.rows !== n) throw wrong('solve', `a right side with ${n} rows`, b)
  return byColumns(factors, b)
}

/** The inverse of a square matrix. */
export function inverse(a: unknown): MatrixValue {
  const factors = factorize('inv', a)
  const identity = createMatrix(factors.n, factors.n)
  for (let i = 0; i < factors.n; i++) identity.data[i * factors.n + i] = 1
  return byColumns(factors, identity)
}

/** The determinant of a square matrix. */
export function determinant(a: unknown): number {
  const { lu, n, sign } = factorize('det', a, true)
  let result = sign
  for (let i = 0; i < n; i++) result *= lu[i * n + i]
  return result
}

/** For each element the determinant of the matrix without its row and column, with sign. */
export function cofactors(a: unknown): MatrixValue {
  if (!isMatrix(a) || a.rows !== a.cols) throw wrong('det', 'a square matrix', a)
  const n = a.rows
  const result = createMatrix(n, n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      const rest = a.data.filter((_, k) => Math.floor(k / n) !== i && k % n !== j)
      const minor = n === 1 ? 1 : determinant({ rows: n - 1, cols: n - 1, data: rest })
      result.data[i * n + j] = (i + j) % 2 === 0 ? minor : -minor
    }
  return result
}

/** Gaussian elimination with partial pivoting. */
function factorize(fn: string, a: unknown, maySingular = false): Factors {
  if (!isMatrix(a) || a.rows !== a.cols) throw wrong(fn, 'a square matrix', a)
  const n = a.rows
  const lu = a.data.slice()
  const rows = Int32Array.from({ length: n }, (_, i) => i)
  let sign = 1
  for (let k = 0; k < n; k++) {
    let pivot = k
    for (let i = k + 1; i < n; i++) if (Math.abs(lu[i * n + k]) > Math.abs(lu[pivot * n + k])) pivot = i
    if (lu[pivot * n + k] === 0) {
      if (maySingular) continue
      throw new VarioError('EVALUATION', `${fn}: expected an invertible matrix, got a singular one.`)
    }
    if (pivot !== k) {
      for (let j = 0; j < n; j++) {
        const kept = lu[k * n + j]
        lu[k * n + j] = lu[pivot * n + j]
        lu[pivot * n + j] = kept
      }
      const kept = rows[k]
      rows[k] = rows[pivot]
      rows[pivot] = kept
      sign = -sign
    }
    for (let i = k + 1; i < n; i++) {
      const factor = lu[i * n + k] / lu[k * n + k]
      lu[i * n + k] = factor
      for (let j = k + 1; j < n; j++) lu[i * n + j] -= factor * lu[k * n + j]
    }
  }
  return { lu, rows, sign, n }
}

/** Forward and backward substitution for one right side. */
function substituteColumn({ lu, rows, n }: Factors, b: Float64Array): Float64Array {
  const x = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    let value = b[rows[i]]
    for (let j = 0; j < i; j++) value -= lu[i * n + j] * x[j]
    x[i] = value
  }
  for (let i = n - 1; i >= 0; i--) {
    let value = x[i]
    for (let j = i + 1; j < n; j++) value -= lu[i * n + j] * x[j]
    x[i] = value / lu[i * n + i]
  }
  return x
}

function byColumns(factors: Factors, b: MatrixValue): MatrixValue {
  const { n } = factors
  const result = createMatrix(n, b.cols)
  const column = new Float64Array(n)
  for (let j = 0; j < b.cols; j++) {
    for (let i = 0; i < n; i++) column[i] = b.data[i * b.cols + j]
    const x = substituteColumn(factors, column)
    for (let i = 0; i < n; i++) result.data[i * b.cols + j] = x[i]
  }
  return result
}

/**
 * Joins arrays along dimension 1, one after another or one below the other, or along dimension 2, side by side; a vector
 * beside a matrix is a column.
 */
export function concatenate(dimension: unknown, ...parts: readonly unknown[]): Float64Array | MatrixValue {
  if (dimension !== 1 && dimension !== 2) throw wrong('cat', 'dimension 1 or 2', dimension)
  if (dimension === 1 && parts.every((part) => part instanceof Float64Array)) {
    const result = new Float64Array(
      parts.reduce<number>((sum, part) => sum + (part as Float64Array).length, 0),
    )
    let at = 0
    for (const part of parts as Float64Array[]) {
      result.set(part, at)
      at += part.length
    }
    return result
  }
  const matrices = parts.map((part) => asMatrix('cat', part))
  return dimension === 1 ? below(matrices) : beside(matrices)
}

/** The matrix of blocks `[A, b; c, 1]`: a vector is a column, a number one element. */
export function matrixOfBlocks(rows: readonly (readonly unknown[])[]): MatrixValue {
  return below(rows.map((row) => beside(row.map((part) => asMatrix('[…; …]', part)))))
}

function asMatrix(where: string, value: unknown): MatrixValue {
  if (isMatrix(value)) return value
  if (value instanceof Float64Array) return { rows: value.length, cols: 1, data: value }
  if (typeof value === 'number') return { rows: 1, cols: 1, data: Float64Array.of(value) }
  throw wrong(where, 'numbers, vectors or matrices', value)
}

function below(parts: readonly MatrixValue[]): MatrixValue {
  const { cols } = parts[0]
  const rows = parts.reduce((sum, part) => sum + part.rows, 0)
  const result = createMatrix(rows, cols)
  let at = 0
  for (const part of parts) {
    if (part.cols !== cols) throw unequal('columns', cols, part.cols)
    result.data.set(part.data, at)
    at += part.data.length
  }
  return result
}

function beside(parts: readonly MatrixValue[]): MatrixValue {
  const { rows } = parts[0]
  const cols = parts.reduce((sum, part) => sum + part.cols, 0)
  const result = createMatrix(rows, cols)
  let first = 0
  for (const part of parts) {
    if (part.rows !== rows) throw unequal('rows', rows, part.rows)
    for (let i = 0; i < rows; i++)
      for (let j = 0; j < part.cols; j++) result.data[i * cols + first + j] = part.data[i * part.cols + j]
    first += part.cols
  }
  return result
}

function unequal(what: string, a: number, b: number): VarioError {
  return new VarioError(
    'EVALUATION',
    `matrix: expected blocks with equal numbers of ${what}, got ${a} and ${b}.`,
  )
}

function wrong(fn: string, expected: string, found: unknown): VarioError {
  const shown = typeof found === 'number' ? String(found) : describeValue(found)
  return new VarioError('EVALUATION', `${fn}: expected ${expected}, got ${shown}.`)
}
