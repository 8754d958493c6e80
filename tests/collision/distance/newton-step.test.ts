/** Newton steps in the tangent plane, checked with their equations. */
import { describe, expect, test } from 'vitest'
import { solveStep, TAU } from '../../../src/collision/distance/newton-polish-step.ts'
import { DIRT } from '../../support/dirty-memory.ts'

/** Rounding errors of some ten operations, in steps and forces of the size 1 … 100. */
const ROUNDING = 1e-12
const ANGLES = [0, 0.4, 1.3, Math.PI / 2, 2.2, 3]
const R = [0.3, -0.7] as const

/** K with the eigenvalues a, b, the first one in the direction of `angle`; r, and the size 1. */
function createSystem(a: number, b: number, angle: number): Float64Array {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return Float64Array.of(a * c * c + b * s * s, (a - b) * c * s, a * s * s + b * c * c, ...R, 1)
}

const solve = (edges: number[], m: number, system: Float64Array, dirt: number) => {
  const step = new Float64Array(6).fill(dirt)
  return { n: solveStep(step, Float64Array.from(edges), m, system), step }
}

describe('without free directions', () => {
  test.each([
    [2, 0.5],
    [0.5, 2],
    [3, -0.25],
    [-0.25, 3],
    [-2, -1],
    [1e-7, 1],
    [-1, -1],
  ])('each component is divided by the absolute value of its eigenvalue: %d and %d', (a, b) => {
    for (const angle of ANGLES) {
      const { n, step } = solve([], 0, createSystem(a, b, angle), Number.NaN)
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      const along = -(c * R[0] + s * R[1]) / Math.abs(a)
      const across = -(c * R[1] - s * R[0]) / Math.abs(b)
      const size = Math.max(Math.abs(along), Math.abs(across))
      // a small eigenvalue is a difference of numbers of the size 1: it has lost the digits of their ratio
      const tolerance = (ROUNDING * size) / Math.min(1, Math.abs(a), Math.abs(b))
      expect(n).toBe(0)
      expect(Math.abs(step[0] - (c * along - s * across))).toBeLessThan(tolerance)
      expect(Math.abs(step[1] - (s * along + c * across))).toBeLessThan(tolerance)
    }
  })

  test('n stays unchanged without a residual', () => {
    const system = Float64Array.of(0, 0, 0, 1e-13, -1e-13, 1)
    expect([...solve([], 0, system, 1).step.subarray(0, 2)].map(Math.abs)).toEqual([0, 0])
  })
})

describe('with free directions', () => {
  // g_k and c_k; the last two are parallel to the first
  const EDGES = [0.8, 0.3, 0.05, -0.2, 1.1, -0.4, 1.6, 0.6, 0.1, -0.8, -0.3, -0.05]

  test.each([
    [1, 1],
    [2, 2],
    [3, 2],
    [4, 2],
  ])(
    '%d directions, %d of them independent, satisfy all equations with any initial content',
    (m, independent) => {
      for (const dirt of DIRT) {
        for (const angle of ANGLES) {
          const system = createSystem(2, 0.5, angle)
          const { n, step } = solve(EDGES, m, system, dirt)
          const [k11, k12, k22] = system
          expect(n).toBe(independent)
          // (3): K x + Σ g τ = -r
          let [f1, f2] = [k11 * step[0] + k12 * step[1] + R[0], k12 * step[0] + k22 * step[1] + R[1]]
          for (let k = 0; k < m; k++) {
            f1 += EDGES[3 * k] * step[TAU + k]
            f2 += EDGES[3 * k + 1] * step[TAU + k]
            const along = EDGES[3 * k] * step[0] + EDGES[3 * k + 1] * step[1]
            expect(Math.abs(along - EDGES[3 * k + 2])).toBeLessThan(ROUNDING)
          }
          expect(Math.abs(f1)).toBeLessThan(ROUNDING)
          expect(Math.abs(f2)).toBeLessThan(ROUNDING)
        }
      }
    },
  )

  test('a direction without length has no solution', () => {
    expect(solve([0, 0, 1], 1, createSystem(1, 1, 0), 0).n).toBe(-1)
  })
})
