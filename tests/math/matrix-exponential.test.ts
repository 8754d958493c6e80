/** The matrix exponential: closed forms, published examples, and its functional equations. */
import { describe, expect, it } from 'vitest'
import { computeMatrixExponential, multiplyDense } from '../../src/math/index.ts'
import { createRandom, EPS, randomVector, relativeDifference } from './matrix-helpers.ts'

describe('the matrix exponential', () => {
  it('is exact for nilpotent matrices, and of the empty one', () => {
    const A = Float64Array.of(0, 2, 3, 0, 0, 4, 0, 0, 0)
    expect([...computeMatrixExponential(3, A)]).toEqual([1, 2, 7, 0, 1, 4, 0, 0, 1])
    expect(computeMatrixExponential(0, new Float64Array(0))).toHaveLength(0)
  })

  it('is e^a of a number of any size', () => {
    for (const a of [0, 1e-300, 0.01, 0.2, 0.9, 2, 5, -5, 30, -700, 700]) {
      const [e] = computeMatrixExponential(1, Float64Array.of(a))
      // the relative condition number is |a|
      expect(Math.abs(e / Math.exp(a) - 1)).toBeLessThan(10 * EPS * (1 + Math.abs(a)))
    }
  })

  it('turns by any angle', () => {
    for (const angle of [1e-8, 0.5, 3, 40, 1000]) {
      const E = computeMatrixExponential(2, Float64Array.of(0, angle, -angle, 0))
      const exact = [Math.cos(angle), Math.sin(angle), -Math.sin(angle), Math.cos(angle)]
      exact.forEach((value, k) => {
        expect(Math.abs(E[k] - value)).toBeLessThan(20 * EPS * (1 + angle))
      })
    }
  })

  it('has the example of Moler and Van Loan, where series cancel', () => {
    // eigenvalues -1 and -17, eigenvectors (1, 2) and (3, 4)
    const E = computeMatrixExponential(2, Float64Array.of(-49, 24, -64, 31))
    const [a, b] = [Math.exp(-1), Math.exp(-17)]
    const exact = [-2 * a + 3 * b, 1.5 * a - 1.5 * b, -4 * a + 4 * b, 3 * a - 2 * b]
    expect(relativeDifference(E, Float64Array.from(exact))).toBeLessThan(1e-13)
  })

  it('does not lose digits where a matrix is far from normal', () => {
    // norm 1e9, but the powers are small: overscaling would lose 8 digits
    const E = computeMatrixExponential(2, Float64Array.of(1, 1e9, 0, -1))
    const exact = Float64Array.of(Math.E, 1e9 * Math.sinh(1), 0, Math.exp(-1))
    E.forEach((value, k) => {
      expect(Math.abs(value - exact[k])).toBeLessThanOrEqual(1e-14 * exact[k])
    })
  })

  it('fulfills e^A e^-A = 1 and e^2A = (e^A)²', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = createRandom(seed)
      const n = 1 + Math.floor(random() * 10)
      const size = 10 ** (4 * random() - 3)
      const A = randomVector(n * n, random).map((a) => size * a)
      const E = computeMatrixExponential(n, A)
      const twice = computeMatrixExponential(
        n,
        A.map((a) => 2 * a),
      )
      // errors grow with the norm of A and the sizes of the factors
      expect(relativeDifference(multiplyDense(n, n, n, E, E), twice)).toBeLessThan(1e-13 * (1 + n * size))
      const inverse = computeMatrixExponential(
        n,
        A.map((a) => -a),
      )
      const unit = multiplyDense(n, n, n, E, inverse)
      const largest = (m: Float64Array): number => m.reduce((max, x) => Math.max(max, Math.abs(x)), 0)
      for (let k = 0; k < n * n; k++)
        expect(Math.abs(unit[k] - (k % (n + 1) === 0 ? 1 : 0))).toBeLessThan(
          1e-13 * (n + largest(E) * largest(inverse)),
        )
    }
  })

  it('is NaN for non-finite entries', () => {
    expect(computeMatrixExponential(1, Float64Array.of(Infinity))[0]).toBeNaN()
  })
})
