/** Schur form and eigenvalues: residuals, closed forms, and ml-matrix as a second route. */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix'
import { describe, expect, it } from 'vitest'
import {
  balanceMatrix,
  computeEigenvalues,
  computeRealSchur,
  createRealSchur,
  multiplyDense,
  type RealSchur,
  reorderSchur,
} from '../../src/math/index.ts'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom, EPS, randomVector, toRows } from './matrix-helpers.ts'

/** A = U T Uᵀ and UᵀU = I up to rounding, in units of n ε ‖A‖; T has standard blocks. */
function expectSchurForm({ n, t, u, im }: RealSchur, A: Float64Array): void {
  const ut = new Float64Array(n * n)
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) ut[j * n + i] = u[i * n + j]
  const product = multiplyDense(n, n, n, multiplyDense(n, n, n, u, t), ut)
  const norm = Math.sqrt(A.reduce((sum, a) => sum + a * a, 0))
  const residual = product.reduce((max, x, k) => Math.max(max, Math.abs(x - A[k])), 0)
  expect(residual).toBeLessThanOrEqual(10 * n * EPS * norm)
  const unit = multiplyDense(n, n, n, ut, u)
  unit.forEach((x, k) => {
    expect(Math.abs(x - (k % (n + 1) === 0 ? 1 : 0))).toBeLessThan(20 * n * EPS)
  })
  for (let i = 1; i < n; i++) {
    for (let j = 0; j < i - 1; j++) expect(t[i * n + j]).toBe(0)
    if (t[i * n + i - 1] === 0) continue
    expect(im[i - 1]).toBeGreaterThan(0)
    expect(t[i * n + i]).toBe(t[(i - 1) * n + i - 1])
    expect(t[i * n + i - 1] * t[(i - 1) * n + i]).toBeLessThan(0)
  }
}

function schurOf(n: number, A: Float64Array): RealSchur {
  const schur = createRealSchur(n)
  schur.t.set(A)
  expect(computeRealSchur(schur)).toBe(0)
  return schur
}

/** Largest distance of two lists of eigenvalues, each paired with the nearest. */
function distance(
  re: ArrayLike<number>,
  im: ArrayLike<number>,
  others: readonly (readonly number[])[],
): number {
  const left = [...others]
  let largest = 0
  for (let k = 0; k < re.length; k++) {
    const sizes = left.map(([x, y]) => Math.hypot(x - re[k], y - im[k]))
    const nearest = sizes.indexOf(Math.min(...sizes))
    largest = Math.max(largest, sizes[nearest])
    left.splice(nearest, 1)
  }
  return largest
}

describe('the Schur form', () => {
  it.each(campaignSeeds(200, 40))('reproduces a random matrix, also reordered: seed %i', (seed) => {
    const random = createRandom(seed)
    const n = 1 + Math.floor(random() * 14)
    const A = randomVector(n * n, random)
    // many zeros and equal entries: multiple and defective eigenvalues
    if (seed % 3 === 0) for (let k = 0; k < A.length; k++) if (random() < 0.7) A[k] = 0
    if (seed % 5 === 0) for (let k = 0; k < A.length; k++) A[k] = Math.round(2 * A[k])
    const schur = schurOf(n, A)
    expectSchurForm(schur, A)
    const top = reorderSchur(schur, (re) => re < -0.1)
    expectSchurForm(schur, A)
    for (let k = 0; k < n; k++)
      if (Math.abs(schur.re[k] + 0.1) > 1e-6) expect(schur.re[k] < -0.1).toBe(k < top)
    if (seed % 3 === 0 || seed % 5 === 0) return
    const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(new Matrix(toRows(n, n, A)))
    const found = computeEigenvalues(n, A)!
    // random eigenvalues have condition numbers up to some 1e3
    expect(
      distance(
        found.re,
        found.im,
        realEigenvalues.map((x, k) => [x, imaginaryEigenvalues[k]]),
      ),
    ).toBeLessThan(1e-11)
  })

  it('gives an error status for non-finite entries', () => {
    expect(computeEigenvalues(2, Float64Array.of(1, 2, Number.NaN, 1))).toBeNull()
    expect(computeEigenvalues(0, new Float64Array(0))!.re).toHaveLength(0)
  })
})

describe('eigenvalues', () => {
  it('has those of a cyclic permutation, the roots of unity, where shifts of zero do not converge', () => {
    const n = 8
    const A = new Float64Array(n * n)
    for (let i = 0; i < n; i++) A[i * n + ((i + 1) % n)] = 1
    const { re, im } = computeEigenvalues(n, A)!
    const roots = Array.from({ length: n }, (_, k) => [
      Math.cos((2 * Math.PI * k) / n),
      Math.sin((2 * Math.PI * k) / n),
    ])
    expect(distance(re, im, roots)).toBeLessThan(1e-14)
  })

  it('has those of a rod, 2 cos(kπ/(n+1)) - 2, to the last digits', () => {
    const n = 40
    const A = new Float64Array(n * n)
    for (let i = 0; i < n; i++) {
      A[i * n + i] = -2
      if (i > 0) A[i * n + i - 1] = A[(i - 1) * n + i] = 1
    }
    const { re, im } = computeEigenvalues(n, A)!
    const exact = Array.from({ length: n }, (_, k) => [2 * Math.cos(((k + 1) * Math.PI) / (n + 1)) - 2, 0])
    // symmetric: errors of a few ε ‖A‖
    expect(distance(re, im, exact)).toBeLessThan(100 * EPS)
    expect(im.every((y) => y === 0)).toBe(true)
  })

  it('balances states in different units: 12 digits of a matrix with entries from 1e-12 to 1e12', () => {
    // D A D⁻¹ with A of known eigenvalues -1, -2, -3 and D = diag(1, 1e6, 1e-6)
    const A = [
      [-1, 1, 2],
      [0, -2, 3],
      [0, 0, -3],
    ]
    const T = [
      [1, 0, 0],
      [1, 1, 0],
      [1, 1, 1],
    ]
    const inverse = [
      [1, 0, 0],
      [-1, 1, 0],
      [0, -1, 1],
    ]
    const d = [1, 1e6, 1e-6]
    const M = new Float64Array(9)
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        for (let k = 0; k < 3; k++)
          for (let l = 0; l < 3; l++) M[3 * i + j] += (d[i] * T[i][k] * A[k][l] * inverse[l][j]) / d[j]
    const { re, im } = computeEigenvalues(3, M)!
    expect(
      distance(re, im, [
        [-1, 0],
        [-2, 0],
        [-3, 0],
      ]),
    ).toBeLessThan(1e-12)
    const balanced = M.slice()
    const scales = balanceMatrix(3, balanced)
    expect(Math.max(...balanced.map(Math.abs))).toBeLessThan(100)
    expect([...scales].every((x) => Number.isInteger(Math.log2(x)))).toBe(true)
  })

  it('keeps a pair with the smallest imaginary parts, and a double eigenvalue', () => {
    const pair = computeEigenvalues(2, Float64Array.of(1, 1e-20, -1e20, 1))!
    expect([...pair.re, ...pair.im]).toEqual([1, 1, 1, -1])
    const jordan = computeEigenvalues(2, Float64Array.of(0, 1, 0, 0))!
    expect([...jordan.re, ...jordan.im]).toEqual([0, 0, 0, 0])
  })

  it('has those of Frank’s matrix of order 12, whose smallest one is ill-conditioned', () => {
    const n = 12
    const A = new Float64Array(n * n)
    for (let i = 0; i < n; i++) for (let j = Math.max(0, i - 1); j < n; j++) A[i * n + j] = n - Math.max(i, j)
    const { re, im } = computeEigenvalues(n, A)!
    const sorted = Array.from(re).sort((a, b) => b - a)
    // [Golub & Wilkinson 1976]: the largest is 32.2288915…, pairs are reciprocal, the smallest 0.0310280606…
    expect(sorted[0]).toBeCloseTo(32.2288915, 6)
    for (let k = 0; k < 3; k++) expect(sorted[k] * sorted[n - 1 - k]).toBeCloseTo(1, 5)
    expect(im.every((y) => Math.abs(y) < 1e-6)).toBe(true)
  })
})
