import fc from 'fast-check'
import { Matrix, pseudoInverse, SVD } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import { computeNullSpaceQr, createQr, factorQr, type Qr, solveQr } from '../../src/math/index.ts'
import { createRandom, EPS, randomVector, relativeDifference, toRows } from './matrix-helpers.ts'

function filled(nRows: number, nCols: number, a: ArrayLike<number>): Qr {
  const qr = createQr(nRows, nCols)
  qr.a.set(a)
  return qr
}

/** A random matrix of the given rank: a product of two full ones. */
function randomOfRank(nRows: number, nCols: number, rank: number, random: () => number): Float64Array {
  const left = randomVector(nRows * rank, random)
  const right = randomVector(rank * nCols, random)
  const a = new Float64Array(nRows * nCols)
  for (let i = 0; i < nRows; i++) {
    for (let j = 0; j < nCols; j++) {
      for (let k = 0; k < rank; k++) a[i * nCols + j] += left[i * rank + k] * right[k * nCols + j]
    }
  }
  return a
}

function multiply(nRows: number, nCols: number, a: Float64Array, x: Float64Array): Float64Array {
  return Float64Array.from({ length: nRows }, (_, i) => {
    let sum = 0
    for (let j = 0; j < nCols; j++) sum += a[i * nCols + j] * x[j]
    return sum
  })
}

const norm = (v: Float64Array): number => Math.sqrt(v.reduce((sum, x) => sum + x * x, 0))

describe('rank-revealing QR', () => {
  it('finds the rank of products, with a gap of ten decades to the tolerance on both sides', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat(9),
        fc.integer(),
        (m, n, r, seed) => {
          const rank = Math.min(m, n, r)
          const qr = filled(m, n, randomOfRank(m, n, rank, createRandom(seed)))
          // Rounding leaves about 1e-15, random factors of this size have singular values above 1e-5 for the seed
          expect(factorQr(qr, 1e-10)).toBe(rank)
        },
      ),
      { seed: 81, numRuns: 300 },
    )
  })

  it('gives minimum-norm least-squares solutions: those of the pseudoinverse', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(8),
        fc.integer(),
        (m, n, r, seed) => {
          const random = createRandom(seed)
          const rank = Math.max(1, Math.min(m, n, r))
          const a = randomOfRank(m, n, rank, random)
          const b = randomVector(m, random)
          const qr = filled(m, n, a)
          expect(factorQr(qr, 1e-10)).toBe(rank)
          const x = new Float64Array(n)
          const residual = solveQr(qr, b, x)
          const pinv = Float64Array.from(pseudoInverse(new Matrix(toRows(m, n, a)), 1e-10).to1DArray())
          const oracle = multiply(n, m, pinv, b)
          // Least squares: error κ² ε; κ stays below 1e4 for the seed
          expect(relativeDifference(x, oracle)).toBeLessThan(1e8 * EPS)
          const ax = multiply(m, n, a, x)
          expect(Math.abs(residual - norm(ax.map((v, i) => v - b[i])))).toBeLessThan(1e6 * EPS)
        },
      ),
      { seed: 82, numRuns: 300 },
    )
  })

  it('spans the null space with orthonormal columns', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 8 }),
        fc.nat(8),
        fc.integer(),
        (m, n, r, seed) => {
          const rank = Math.min(m, n, r)
          const a = randomOfRank(m, n, rank, createRandom(seed))
          const qr = filled(m, n, a)
          factorQr(qr, 1e-10)
          const nNull = n - rank
          const basis = new Float64Array(n * nNull)
          computeNullSpaceQr(qr, basis)
          for (let s = 0; s < nNull; s++) {
            const v = Float64Array.from({ length: n }, (_, i) => basis[i * nNull + s])
            // Reflections are orthogonal to a few ε each; A has entries up to 8
            expect(norm(multiply(m, n, a, v))).toBeLessThan(8 * 16 * n * EPS)
            for (let t = 0; t < nNull; t++) {
              let dot = 0
              for (let i = 0; i < n; i++) dot += v[i] * basis[i * nNull + t]
              expect(Math.abs(dot - (s === t ? 1 : 0))).toBeLessThan(8 * n * EPS)
            }
          }
        },
      ),
      { seed: 83, numRuns: 200 },
    )
  })

  it('gives R with a falling diagonal, and the permutation of columns', () => {
    const n = 6
    const a = randomVector(n * n, createRandom(84))
    const qr = filled(n, n, a)
    expect(factorQr(qr)).toBe(n)
    for (let k = 1; k < n; k++) {
      // Norms of the rest fall; equal ones may differ by roundings
      expect(Math.abs(qr.a[k * n + k])).toBeLessThanOrEqual(
        Math.abs(qr.a[(k - 1) * n + k - 1]) * (1 + 4 * EPS),
      )
    }
    // Columns of R have the norms of the columns of A that stand there
    for (let j = 0; j < n; j++) {
      const r = Float64Array.from({ length: j + 1 }, (_, i) => qr.a[i * n + j])
      const column = Float64Array.from({ length: n }, (_, i) => a[i * n + qr.columnOrder[j]])
      expect(Math.abs(norm(r) - norm(column))).toBeLessThan(4 * n * EPS)
    }
  })

  it('orders columns by their remaining norm even when that is a billionth', () => {
    // Columns differ by 1e-9: after the first step, norms that were only updated would hold nothing but rounding errors
    const n = 8
    const random = createRandom(85)
    const qr = filled(
      n,
      n,
      Float64Array.from({ length: n * n }, (_, k) => 1 + 1e-9 * (1 + (k % n)) * random()),
    )
    expect(factorQr(qr)).toBe(n)
    for (let k = 2; k < n; k++) {
      // The remaining norm has a relative rounding error of ε / 1e-9
      const before = Math.abs(qr.a[(k - 1) * n + k - 1])
      expect(Math.abs(qr.a[k * n + k])).toBeLessThanOrEqual(before * (1 + 1e-6))
    }
  })

  it('detects the numerical rank of the Hilbert matrix of order 12', () => {
    const n = 12
    const hilbert = Float64Array.from({ length: n * n }, (_, k) => 1 / (1 + Math.floor(k / n) + (k % n)))
    const singularValues = new SVD(new Matrix(toRows(n, n, hilbert))).diagonal
    // Two singular values are a factor of about 30 apart; R's diagonal follows them within a factor of 5
    for (const tolerance of [1e-2, 1e-4, 1e-6, 1e-9]) {
      const isAbove = (s: number): boolean => s > tolerance * singularValues[0]
      expect(factorQr(filled(n, n, hilbert), tolerance)).toBe(singularValues.filter(isAbove).length)
    }
    const rank = factorQr(filled(n, n, hilbert))
    expect(rank).toBeGreaterThanOrEqual(10)
    expect(rank).toBeLessThan(12)
    // H x = b with b = H 1: the truncated solution leaves a residual of the size of the tolerance
    const qr = filled(n, n, hilbert)
    factorQr(qr)
    const b = multiply(n, n, hilbert, new Float64Array(n).fill(1))
    const x = new Float64Array(n)
    const residual = solveQr(qr, b, x)
    expect(residual).toBeLessThan(n * n * EPS)
    expect(norm(multiply(n, n, hilbert, x).map((v, i) => v - b[i]))).toBeLessThan(n * n * 4 * EPS)
  })

  it('solves an overdetermined system: the line through (0,1), (1,3), (2,4) is 7/6 + 3/2 t', () => {
    const qr = filled(3, 2, [1, 0, 1, 1, 1, 2])
    expect(factorQr(qr)).toBe(2)
    const x = new Float64Array(2)
    const b = Float64Array.of(1, 3, 4)
    // Residuals -1/6, 1/3, -1/6
    expect(solveQr(qr, b, x)).toBeCloseTo(Math.sqrt(1 / 6), 14)
    expect(x[0]).toBeCloseTo(7 / 6, 14)
    expect(x[1]).toBeCloseTo(3 / 2, 14)
    expect(Array.from(b)).toEqual([1, 3, 4])
  })

  it('accepts numbers near the limits of the range', () => {
    for (const scale of [2 ** -900, 2 ** 900]) {
      const qr = filled(2, 2, [3 * scale, scale, 4 * scale, 2 * scale])
      expect(factorQr(qr)).toBe(2)
      const x = new Float64Array(2)
      solveQr(qr, Float64Array.of(4 * scale, 6 * scale), x)
      expect(x[0]).toBeCloseTo(1, 13)
      expect(x[1]).toBeCloseTo(1, 13)
    }
  })

  it('accepts zero and empty matrices, reports numbers that are not finite', () => {
    const zero = createQr(2, 3)
    expect(factorQr(zero)).toBe(0)
    const x = new Float64Array(3).fill(7)
    expect(solveQr(zero, Float64Array.of(3, 4), x)).toBe(5)
    expect(Array.from(x)).toEqual([0, 0, 0])
    expect(factorQr(createQr(0, 3))).toBe(0)
    expect(factorQr(createQr(3, 0))).toBe(0)
    expect(factorQr(filled(2, 2, [1, NaN, 0, 1]))).toBe(-1)
    expect(factorQr(filled(2, 2, [1, 0, -Infinity, 1]))).toBe(-1)
  })
})
