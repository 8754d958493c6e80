import { expect, it } from 'vitest'
import { computeGrowthRate, computeSpectralRadius } from '../../src/math/index.ts'

/** T D T⁻¹ for known eigenvalues; T = 1 + u vᵀ. */
function createMatrix(D: readonly (readonly number[])[]): Float64Array {
  const n = D.length
  const u = D.map((_, i) => 0.3 + 0.1 * i)
  const v = D.map((_, i) => 0.5 - 0.2 * i)
  const dot = u.reduce((sum, x, i) => sum + x * v[i], 0)
  const T = (i: number, j: number, sign: number): number => (i === j ? 1 : 0) + sign * u[i] * v[j]
  const out = new Float64Array(n * n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++)
      for (let k = 0; k < n; k++)
        for (let l = 0; l < n; l++) out[n * i + j] += T(i, k, 1) * D[k][l] * T(l, j, -1 / (1 + dot))
  return out
}

it.each([
  [
    'a real one',
    [
      [-100, 0, 0],
      [0, 2, 0],
      [0, 0, -1],
    ],
    2,
  ],
  [
    'none',
    [
      [-100, 0, 0],
      [0, -2, 0],
      [0, 0, -1],
    ],
    0,
  ],
  [
    'an oscillation that neither grows nor falls',
    [
      [0, 3, 0],
      [-3, 0, 0],
      [0, 0, -1],
    ],
    0,
  ],
  [
    'a drift, which grows less than exponentially',
    [
      [0, 1, 0],
      [0, 0, 0],
      [0, 0, -5],
    ],
    0,
  ],
])('the growth rate is right: %s', (_, D, expected) => {
  // rounding of a matrix of norm 100 or less; for a double eigenvalue with one eigenvector, the root of it
  const limit = D[0][1] === 1 ? 1e-6 : 1e-11
  expect(Math.abs(computeGrowthRate(createMatrix(D), 3) - expected)).toBeLessThan(limit)
})

it('the growth rate of a growing oscillation is right, up to the part that the transform adds', () => {
  const rate = computeGrowthRate(
    createMatrix([
      [0.1, 3, 0],
      [-3, 0.1, 0],
      [0, 0, -1],
    ]),
    3,
  )
  expect(rate).toBeGreaterThan(0.05)
  expect(rate).toBeLessThan(0.2)
})

it('the growth rate of the zero matrix is zero', () => {
  expect(computeGrowthRate(new Float64Array(4), 2)).toBe(0)
})

it('the spectral radius of a rotation in one plane and of a Jordan block is right', () => {
  // eigenvalues ±3i and −2
  expect(computeSpectralRadius(Float64Array.of(0, 9, 0, -1, 0, 0, 0, 0, -2), 3)).toBeCloseTo(3, 12)
  expect(computeSpectralRadius(Float64Array.of(0, 1, 0, 0), 2)).toBe(0)
})
