import fc from 'fast-check'
import { inverse, Matrix, solve } from 'ml-matrix'
import { createDenseLu, factorDenseLu, solveDenseLu } from 'vario/math'
import { describe, expect, it } from 'vitest'
import { computeDenseNorm1, rcondDenseLu, solveTransposeDenseLu } from '../../src/math/index.ts'
import {
  backwardError,
  createRandom,
  EPS,
  randomVector,
  relativeDifference,
  toRows,
} from './matrix-helpers.ts'

function factored(n: number, a: ArrayLike<number>): ReturnType<typeof createDenseLu> {
  const lu = createDenseLu(n)
  lu.a.set(a)
  expect(factorDenseLu(lu)).toBe(0)
  return lu
}

/** Exact 1-norm condition number, through the inverse of the oracle. */
function condition1(n: number, a: Float64Array): number {
  const inv = Float64Array.from(inverse(new Matrix(toRows(n, n, a))).to1DArray())
  return computeDenseNorm1(n, a) * computeDenseNorm1(n, inv)
}

function hilbert(n: number): Float64Array {
  return Float64Array.from({ length: n * n }, (_, k) => 1 / (1 + Math.floor(k / n) + (k % n)))
}

describe('dense LU', () => {
  it('solves a system that needs pivoting exactly', () => {
    // a_11 = 0, and integers small enough that every intermediate result is a short binary fraction
    const lu = factored(3, [0, 2, 1, 4, 2, -2, 2, 3, 4])
    const b = Float64Array.of(7, 2, 20)
    solveDenseLu(lu, b)
    expect(Array.from(b)).toEqual([1, 2, 3])
  })

  it('gives factors whose product is the permuted matrix P A', () => {
    const n = 7
    const a = randomVector(n * n, createRandom(3))
    const lu = factored(n, a)
    const permuted = a.slice()
    for (let k = 0; k < n; k++) {
      for (let j = 0; j < n; j++) {
        const t = permuted[k * n + j]
        permuted[k * n + j] = permuted[lu.pivots[k] * n + j]
        permuted[lu.pivots[k] * n + j] = t
      }
    }
    const product = new Float64Array(n * n)
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        for (let k = 0; k <= Math.min(i, j); k++) {
          product[i * n + j] += (k === i ? 1 : lu.a[i * n + k]) * lu.a[k * n + j]
        }
      }
    }
    // At most n products of size ≤ max|U| are added: n rounding errors
    expect(relativeDifference(product, permuted)).toBeLessThan(n * EPS)
    // Partial pivoting: no multiplier above 1
    for (let i = 0; i < n; i++)
      for (let j = 0; j < i; j++) expect(Math.abs(lu.a[i * n + j])).toBeLessThanOrEqual(1)
  })

  it('agrees with ml-matrix, and has a small backward error, for random matrices up to n = 20', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer(), (n, seed) => {
        const random = createRandom(seed)
        const a = randomVector(n * n, random)
        const b = randomVector(n, random)
        const lu = factored(n, a)
        const x = b.slice()
        solveDenseLu(lu, x)
        // Gaussian elimination with partial pivoting: about n ε with the growth of random matrices [Higham 2002, 9.3]
        expect(backwardError(n, a, x, b)).toBeLessThan(2 * n * EPS)
        const oracle = Float64Array.from(
          solve(new Matrix(toRows(n, n, a)), Matrix.columnVector(Array.from(b))).to1DArray(),
        )
        // Forward error = condition × backward error, of two solutions
        expect(relativeDifference(x, oracle)).toBeLessThan(4 * n * EPS * condition1(n, a))
      }),
      { seed: 1, numRuns: 200 },
    )
  })

  it('solves n = 100', () => {
    const n = 100
    const random = createRandom(5)
    const a = randomVector(n * n, random)
    const b = randomVector(n, random)
    const x = b.slice()
    solveDenseLu(factored(n, a), x)
    expect(backwardError(n, a, x, b)).toBeLessThan(n * EPS)
  })

  it('solves with the transpose', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer(), (n, seed) => {
        const random = createRandom(seed)
        const a = randomVector(n * n, random)
        const b = randomVector(n, random)
        const transposed = Float64Array.from({ length: n * n }, (_, k) => a[(k % n) * n + Math.floor(k / n)])
        const x = b.slice()
        solveTransposeDenseLu(factored(n, a), x)
        expect(backwardError(n, transposed, x, b)).toBeLessThan(4 * n * EPS)
      }),
      { seed: 2, numRuns: 100 },
    )
  })

  it('factors and solves at an offset, and leaves adjacent numbers unchanged', () => {
    const lu = factored(2, [2, 0, 0, 4])
    const b = Float64Array.of(9, 2, 8, 9)
    solveDenseLu(lu, b, 1)
    expect(Array.from(b)).toEqual([9, 1, 2, 9])
    solveTransposeDenseLu(lu, b, 1)
    expect(Array.from(b)).toEqual([9, 0.5, 0.5, 9])
  })

  it('reports the column without a usable pivot', () => {
    const status = (n: number, a: number[]): number => {
      const lu = createDenseLu(n)
      lu.a.set(a)
      return factorDenseLu(lu)
    }
    expect(status(2, [0, 0, 0, 0])).toBe(1)
    // Column 2 = column 1 + column 0, in exact arithmetic
    expect(status(3, [1, 2, 3, 2, 2, 4, 4, 2, 6])).toBe(3)
    expect(status(3, [1, 1, 0, 2, 2, 1, 4, 4, 3])).toBe(2)
    expect(status(2, [1, 2, Infinity, 1])).toBe(1)
  })

  it('reports a NaN at any place', () => {
    for (const n of [1, 2, 4, 5]) {
      for (let at = 0; at < n * n; at++) {
        const lu = createDenseLu(n)
        lu.a.set(randomVector(n * n, createRandom(at)))
        lu.a[at] = NaN
        expect(factorDenseLu(lu)).toBeGreaterThan(0)
      }
    }
  })

  it('takes subnormal pivots', () => {
    const lu = factored(2, [4e-320, 2e-320, 2e-320, 4e-320])
    const b = Float64Array.of(1e-319, 8e-320)
    solveDenseLu(lu, b)
    // Subnormal numbers near 4e-320 have 13 bits: the solution (2, 1) to 3 digits
    expect(b[0]).toBeCloseTo(2, 2)
    expect(b[1]).toBeCloseTo(1, 2)
  })

  it('accepts the empty matrix', () => {
    const lu = createDenseLu(0)
    expect(factorDenseLu(lu)).toBe(0)
    solveDenseLu(lu, new Float64Array(0))
    expect(rcondDenseLu(lu, 0)).toBe(1)
  })

  it('gives the same bytes for the same input', () => {
    const a = randomVector(36, createRandom(8))
    expect(factored(6, a).a).toEqual(factored(6, a).a)
  })
})

describe('condition estimate of dense LU', () => {
  it('the estimate is exact for diagonal matrices', () => {
    const a = Float64Array.of(1, 0, 0, 0, 1e-8, 0, 0, 0, 100)
    // ‖A‖ ‖A⁻¹‖ = 100 · 1e8, a handful of roundings
    expect(rcondDenseLu(factored(3, a), computeDenseNorm1(3, a)) * 1e10).toBeCloseTo(1, 14)
    expect(rcondDenseLu(factored(1, [5]), 5)).toBe(1)
  })

  it('detects the ill condition of Hilbert matrices', () => {
    for (const n of [4, 6, 8]) {
      const a = hilbert(n)
      const rcond = rcondDenseLu(factored(n, a), computeDenseNorm1(n, a))
      // Relative error of the condition itself: ε κ ≈ 1e-5 for n = 8; the estimate is exact here
      expect(rcond * condition1(n, a)).toBeCloseTo(1, 4)
    }
  })

  it('the estimate is an upper bound, rarely far from the true value', () => {
    let nWithin3 = 0
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 15 }), fc.integer(), (n, seed) => {
        const a = randomVector(n * n, createRandom(seed))
        const kappa = condition1(n, a)
        const ratio = rcondDenseLu(factored(n, a), computeDenseNorm1(n, a)) * kappa
        expect(ratio).toBeGreaterThan(1 - 100 * n * EPS * kappa)
        // Higham 2002, section 15.3: within a factor of 10 in practice, nearly always within 3
        expect(ratio).toBeLessThan(10)
        if (ratio <= 3) nWithin3++
      }),
      { seed: 3, numRuns: 200 },
    )
    expect(nWithin3).toBeGreaterThan(190)
  })
})
