import { type CscPattern, createCscFromTriplets } from 'vario/math'
import { type CscMatrix, fillDenseFromCsc } from '../../src/math/index.ts'

export const EPS = Number.EPSILON

/** Deterministic random numbers in [0, 1): the mulberry32 generator. */
export function createRandom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** Numbers between -1 and 1. */
export function randomVector(n: number, random: () => number): Float64Array {
  return Float64Array.from({ length: n }, () => 2 * random() - 1)
}

export function toRows(nRows: number, nCols: number, a: Float64Array): number[][] {
  return Array.from({ length: nRows }, (_, i) => Array.from(a.subarray(i * nCols, (i + 1) * nCols)))
}

export function toDense(pattern: CscPattern, values: Float64Array): Float64Array {
  const out = new Float64Array(pattern.nRows * pattern.nCols)
  fillDenseFromCsc(pattern, values, out)
  return out
}

/** Normwise backward error ‖A x - b‖ / (‖A‖ ‖x‖ + ‖b‖) in the maximum norm, for a row-major n × n matrix. */
export function backwardError(n: number, a: Float64Array, x: Float64Array, b: Float64Array): number {
  let residual = 0
  let normA = 0
  let normX = 0
  let normB = 0
  for (let i = 0; i < n; i++) {
    let r = -b[i]
    let rowSum = 0
    for (let j = 0; j < n; j++) {
      r += a[i * n + j] * x[j]
      rowSum += Math.abs(a[i * n + j])
    }
    residual = worst(residual, Math.abs(r))
    normA = worst(normA, rowSum)
    normX = worst(normX, Math.abs(x[i]))
    normB = worst(normB, Math.abs(b[i]))
  }
  return residual === 0 ? 0 : residual / (normA * normX + normB)
}

/** Like Math.max, but NaN wins. */
function worst(a: number, b: number): number {
  return a > b || Number.isNaN(a) ? a : b
}

/** Largest |u_i - v_i| relative to the largest |v_i|. */
export function relativeDifference(u: Float64Array, v: Float64Array): number {
  let difference = 0
  let size = 0
  for (let i = 0; i < v.length; i++) {
    difference = worst(difference, Math.abs(u[i] - v[i]))
    size = worst(size, Math.abs(v[i]))
  }
  return difference === 0 ? 0 : difference / size
}

/** Collects triplets through `add(i, j, value)`. */
export function buildMatrix(
  n: number,
  fill: (add: (i: number, j: number, value: number) => void) => void,
): CscMatrix {
  const rows: number[] = []
  const cols: number[] = []
  const values: number[] = []
  fill((i, j, value) => {
    rows.push(i)
    cols.push(j)
    values.push(value)
  })
  return createCscFromTriplets(n, n, rows, cols, values)
}

/** The matrix with `diagonal` on the diagonal and -1 beside it. */
export function tridiagonal(n: number, diagonal = 2.1): CscMatrix {
  return buildMatrix(n, (add) => {
    for (let i = 0; i < n; i++) {
      add(i, i, diagonal)
      if (i > 0) add(i, i - 1, -1)
      if (i < n - 1) add(i, i + 1, -1)
    }
  })
}

/** Five-point Laplacian of a side × side grid with a little more on the diagonal. */
export function gridLaplacian(side: number): CscMatrix {
  return buildMatrix(side * side, (add) => {
    for (let i = 0; i < side; i++) {
      for (let j = 0; j < side; j++) {
        const k = i * side + j
        add(k, k, 4.1)
        if (i > 0) add(k, k - side, -1)
        if (j > 0) add(k, k - 1, -1)
        if (i < side - 1) add(k, k + side, -1)
        if (j < side - 1) add(k, k + 1, -1)
      }
    }
  })
}

/**
 * A random unsymmetric matrix of full structural rank whose diagonal is mostly empty: one entry of size 1..2 per row and
 * column by a random permutation, and `extra` more entries per row anywhere.
 */
export function randomSparse(n: number, extra: number, random: () => number): CscMatrix {
  const permutation = Array.from({ length: n }, (_, i) => i)
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const t = permutation[i]
    permutation[i] = permutation[j]
    permutation[j] = t
  }
  return buildMatrix(n, (add) => {
    for (let i = 0; i < n; i++) {
      add(i, permutation[i], (random() < 0.5 ? -1 : 1) * (1 + random()))
      for (let e = 0; e < extra; e++) add(i, Math.floor(random() * n), 2 * random() - 1)
    }
  })
}
