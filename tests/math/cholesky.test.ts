import { describe, expect, it } from 'vitest'
import { createCholesky, factorCholesky, solveCholesky } from '../../src/math/index.ts'
import { backwardError, createRandom, EPS, randomVector } from './matrix-helpers.ts'

/** B Bᵀ of a random n × r matrix: symmetric, of rank r. */
function createGram(n: number, r: number, random: () => number): Float64Array {
  const B = randomVector(n * r, random)
  return Float64Array.from({ length: n * n }, (_, k) => {
    const [i, j] = [Math.floor(k / n), k % n]
    let sum = 0
    for (let c = 0; c < r; c++) sum += B[r * i + c] * B[r * j + c]
    return sum
  })
}

function multiply(n: number, A: Float64Array, x: Float64Array): Float64Array {
  return Float64Array.from({ length: n }, (_, i) =>
    x.reduce((sum, value, j) => sum + A[n * i + j] * value, 0),
  )
}

describe('Cholesky factorization with pivots', () => {
  it('solves an integer system exactly, and takes the largest pivot first', () => {
    // A = L Lᵀ with L = [1 0; 2 3]: pivots are 13, then 1 - 4/13
    const factors = createCholesky(2)
    factors.a.set([1, 2, 2, 13])
    expect(factorCholesky(factors, 0)).toBe(2)
    expect(Array.from(factors.order)).toEqual([1, 0])
    const x = new Float64Array(2)
    solveCholesky(factors, Float64Array.of(5, 28), x)
    // (1, 2): A x = (5, 28); two roundings of the pivots
    expect(x[0]).toBeCloseTo(1, 14)
    expect(x[1]).toBeCloseTo(2, 14)
  })

  it('finds rank and solutions of singular matrices of any rank', () => {
    const random = createRandom(5)
    for (let n = 1; n <= 8; n++) {
      for (let rank = 0; rank <= n; rank++) {
        const A = createGram(n, rank, random)
        const factors = createCholesky(n)
        factors.a.set(A)
        // what is left after `rank` pivots is n EPS times the matrix; true pivots of 200 such matrices are above 1e-9
        expect(factorCholesky(factors, 1e-11)).toBe(rank)
        // a right-hand side in the range of A, so that all equations hold
        const b = multiply(n, A, randomVector(n, random))
        const x = new Float64Array(n)
        solveCholesky(factors, b, x)
        expect(x.filter((value) => value !== 0).length).toBe(rank)
        // backward stable up to the growth of W = A11⁻¹ A12 [Higham 2002, theorem 10.14]: 4^r at most, here below 100
        expect(backwardError(n, A, x, b)).toBeLessThan(100 * n * EPS)
      }
    }
  })

  it('has no pivots for a matrix of zeros, or for NaN', () => {
    const factors = createCholesky(3)
    expect(factorCholesky(factors, 0)).toBe(0)
    factors.a.fill(NaN)
    expect(factorCholesky(factors, 0)).toBe(0)
    const x = Float64Array.of(1, 2, 3)
    solveCholesky(factors, Float64Array.of(1, 1, 1), x)
    expect(Array.from(x)).toEqual([0, 0, 0])
  })

  it('forgets the factors of the matrix before', () => {
    const factors = createCholesky(2)
    factors.a.set([4, 2, 2, 3])
    factorCholesky(factors, 0)
    factors.a.set([0, 0, 0, 9])
    expect(factorCholesky(factors, 0)).toBe(1)
    const x = new Float64Array(2)
    solveCholesky(factors, Float64Array.of(0, 18), x)
    expect(Array.from(x)).toEqual([0, 2])
  })
})
