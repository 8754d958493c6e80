/** Poses against products of homogeneous matrices; velocities and accelerations against differences of poses. */
import {
  computeAccelerations,
  computePositions,
  computeVelocities,
  createTreeData,
  FREE,
  PRISMATIC,
  REVOLUTE,
  type Tree,
} from 'vario/mechanics'
import { integrate } from 'vario/ode'
import { describe, test } from 'vitest'
import { expectClose, product, rodrigues, transposed } from '../support/geometry.ts'
import { createCases, createRandom, randomVector } from './support/random-tree.ts'
import { computePositionRates } from './support/simulate-tree.ts'

const CASES = createCases(24)

/** Homogeneous 4 × 4 matrix of a pose. */
const pose = (R: ArrayLike<number>, p: ArrayLike<number>): number[] => [
  ...[R[0], R[1], R[2], p[0]],
  ...[R[3], R[4], R[5], p[1]],
  ...[R[6], R[7], R[8], p[2]],
  ...[0, 0, 0, 1],
]

/** X_JB of a joint. */
function jointPose(tree: Tree, i: number, q: Float64Array): number[] {
  const iq = tree.qStart[i]
  const zero = [0, 0, 0]
  if (tree.kind[i] === REVOLUTE) return pose(rodrigues([0, 0, 1], q[iq]), zero)
  if (tree.kind[i] === PRISMATIC) return pose([1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 0, q[iq]])
  return pose(q.subarray(iq, iq + 9), tree.kind[i] === FREE ? q.subarray(iq + 9, iq + 12) : zero)
}

test('X_WB is the product of the poses along the path', () => {
  for (const { tree, data, q } of CASES) {
    const X_W: ArrayLike<number>[] = []
    for (let i = 0; i < tree.nBody; i++) {
      const X_PJ = pose(tree.R_PJ.subarray(9 * i), tree.p_PJ.subarray(3 * i))
      const X_PB = product(X_PJ, jointPose(tree, i, q), 4)
      X_W.push(tree.parent[i] < 0 ? X_PB : product(X_W[tree.parent[i]], X_PB, 4))
      // 12 rotations in sequence, distances up to 30 m: 100 roundings of 4e-15
      expectClose(pose(data.R_WB.subarray(9 * i), data.p_WB.subarray(3 * i)), X_W[i], 4e-13)
    }
  }
})

describe('differences along a motion with constant v̇', () => {
  /** Step [s]: errors of the differences of fourth order h⁴ f⁽⁵⁾/30 and of rounding eps f/h are both about 1e-10. */
  const h = 1e-3
  const TOLERANCE = 1e-7

  test('give velocities and accelerations of all bodies', () => {
    for (const { tree, q, v } of CASES) {
      const { nq, nv } = tree
      const vdot = randomVector(createRandom(2), nv)
      // states at 0, h … 4h
      const f = (t: number, x: Float64Array, dx: Float64Array): void =>
        computePositionRates(
          tree,
          x,
          v.map((value, k) => value + t * vdot[k]),
          dx,
        )
      const samples = [0, 1, 2, 3, 4].map((k) => {
        const data = createTreeData(tree)
        const options = { method: 'dop853', t0: 0, x0: q, tEnd: k * h, rtol: 1e-13, atol: 1e-13 } as const
        computePositions(tree, data, integrate({ n: nq, f }, options).x)
        computeVelocities(
          tree,
          data,
          v.map((value, j) => value + k * h * vdot[j]),
        )
        return data
      })
      const middle = samples[2]
      computeAccelerations(tree, middle, vdot)
      const differentiate = (value: (sample: (typeof samples)[0]) => ArrayLike<number>): number[] => {
        const [a, b, , d, e] = samples.map(value)
        return Array.from(b, (_, k) => (a[k] - 8 * b[k] + 8 * d[k] - e[k]) / (12 * h))
      }
      for (let i = 0; i < tree.nBody; i++) {
        const R_WB = (sample: (typeof samples)[0]): Float64Array => sample.R_WB.slice(9 * i, 9 * i + 9)
        const toBody = (u: ArrayLike<number>): Float64Array => product(transposed(R_WB(middle)), u, 3)
        const toWorld = (sample: (typeof samples)[0], half: number): Float64Array =>
          product(R_WB(sample), sample.V_WB_B.slice(6 * i + half, 6 * i + half + 3), 3)

        // [w]× = Rᵀ Ṙ, v = Rᵀ ṗ, alpha = Rᵀ d(R w)/dt, a = Rᵀ d(R v)/dt
        const W = product(transposed(R_WB(middle)), differentiate(R_WB), 3)
        const velocity = toBody(differentiate((sample) => sample.p_WB.slice(3 * i, 3 * i + 3)))
        expectClose(middle.V_WB_B.slice(6 * i, 6 * i + 6), [W[7], W[2], W[3], ...velocity], TOLERANCE)
        const alpha = toBody(differentiate((sample) => toWorld(sample, 0)))
        const a = toBody(differentiate((sample) => toWorld(sample, 3)))
        expectClose(middle.A_WB_B.slice(6 * i, 6 * i + 6), [...alpha, ...a], TOLERANCE)
      }
    }
  })
})
