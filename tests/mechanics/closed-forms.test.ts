/** Motions with known solutions. */
import {
  addPointGravity,
  addUniformGravity,
  computeForwardDynamics,
  computePositions,
  computeVelocities,
  createTree,
  createTreeData,
  FREE,
  PRISMATIC,
  REVOLUTE,
  SPHERICAL,
} from 'vario/mechanics'
import { integrate } from 'vario/ode'
import { describe, expect, test } from 'vitest'
import { expectClose, product, rodrigues } from '../support/geometry.ts'
import { completeK, jacobi } from './support/jacobi.ts'
import { simulateTree } from './support/simulate-tree.ts'

const G = 9.81

describe('pendulum with a point mass on a massless rod, IFToMM A01', () => {
  // The rod is y of the body, so that it hangs at −y for the angle 0. The published x is for a start at rest at x = +1:
  // 10 s are four periods and less than a quarter, and the mass is on its first side again.
  const tree = createTree([{ parent: -1, kind: REVOLUTE, mass: 1, p_BC: [0, -1, 0] }])
  const START = Math.PI / 2
  const law = (data: ReturnType<typeof createTreeData>): void => addUniformGravity(tree, data, 0, -G, 0)

  test('the position after 10 s equals the published one', () => {
    const { q } = simulateTree(tree, [START], [0], 10, law)
    // some hundred steps of 1e-12 each
    expect(Math.sin(q[0])).toBeCloseTo(0.275087462576117, 9)
    expect(-Math.cos(q[0])).toBeCloseTo(-0.961419205099125, 9)
  })

  test('the period equals the published one, 4 K(1/2) √(l/g)', () => {
    expect(4 * completeK(0.5) * Math.sqrt(1 / G)).toBeCloseTo(2.367841947576237, 14)
    const period = findPeriod()
    expect(period).toBeCloseTo(2.367841947576237, 9)
  })

  test('the angle equals that by Jacobi functions', () => {
    // sin(φ/2) = k cd(ω t), from a release at φ0 with k = sin(φ0/2)
    for (const time of [0.3, 1, 5]) {
      const { q } = simulateTree(tree, [START], [0], time, law)
      const { cn, dn } = jacobi(Math.sqrt(G) * time, 0.5)
      expect(q[0]).toBeCloseTo(2 * Math.asin((Math.sin(START / 2) * cn) / dn), 9)
    }
  })

  /** Time of the second passage through the bottom in the same direction minus the first. */
  function findPeriod(): number {
    const data = createTreeData(tree)
    const [q, v, tau, vdot] = [1, 1, 1, 1].map((n) => new Float64Array(n))
    const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
      q[0] = x[0]
      v[0] = x[1]
      computePositions(tree, data, q)
      computeVelocities(tree, data, v)
      data.F_ext.fill(0)
      law(data)
      computeForwardDynamics(tree, data, tau, vdot)
      dx[0] = x[1]
      dx[1] = vdot[0]
    }
    const roots = {
      n: 1,
      g: (_t: number, x: Float64Array, z: Float64Array): void => {
        z[0] = x[0]
      },
      direction: [1],
    }
    const options = { method: 'dop853', t0: 0, x0: [START, 0], tEnd: 4.5, rtol: 1e-12, atol: 1e-12 } as const
    const { events } = integrate({ n: 2, f, roots }, options)
    expect(events).toHaveLength(2)
    return events[1].t - events[0].t
  }
})

test('a double pendulum has the accelerations of the Lagrange equations in absolute angles', () => {
  const [m1, m2, l1, l2] = [1.3, 0.7, 0.9, 1.6]
  // point masses below the joints, axes z; the second angle is relative
  const tree = createTree([
    { parent: -1, kind: REVOLUTE, mass: m1, p_BC: [0, -l1, 0] },
    { parent: 0, kind: REVOLUTE, p_PJ: [0, -l1, 0], mass: m2, p_BC: [0, -l2, 0] },
  ])
  const data = createTreeData(tree)
  for (const [a, b, wa, wb] of [
    [0.3, -1.2, 0.7, 2.1],
    [2.5, 0.4, -3, 1],
    [-1, -1, 0, 0],
  ]) {
    // (m1 + m2) l1 a'' + m2 l2 cos(a − b) b'' = −m2 l2 sin(a − b) b'² − (m1 + m2) g sin a
    // l1 cos(a − b) a'' + l2 b'' = l1 sin(a − b) a'² − g sin b
    const [c, s] = [Math.cos(a - b), Math.sin(a - b)]
    const [m11, m12, m21, m22] = [(m1 + m2) * l1, m2 * l2 * c, l1 * c, l2]
    const r1 = -m2 * l2 * s * wb * wb - (m1 + m2) * G * Math.sin(a)
    const r2 = l1 * s * wa * wa - G * Math.sin(b)
    const det = m11 * m22 - m12 * m21
    const [accA, accB] = [(r1 * m22 - m12 * r2) / det, (m11 * r2 - m21 * r1) / det]

    computePositions(tree, data, Float64Array.of(a, b - a))
    computeVelocities(tree, data, Float64Array.of(wa, wb - wa))
    data.F_ext.fill(0)
    addUniformGravity(tree, data, 0, -G, 0)
    const vdot = new Float64Array(2)
    computeForwardDynamics(tree, data, new Float64Array(2), vdot)
    // numbers up to 50, determinants down to 0.1 of their terms
    expectClose(vdot, [accA, accB - accA], 1e-12)
  }
})

test('a symmetric top precesses steadily', () => {
  const [mass, l, I1, I3] = [0.8, 0.3, 0.02, 0.01]
  // about the pivot; the axis of symmetry is z of the body
  const I_pivot = I1 + mass * l * l
  const tree = createTree([
    { parent: -1, kind: SPHERICAL, mass, p_BC: [0, 0, l], I_C: [I1, 0, 0, 0, I1, 0, 0, 0, I3] },
  ])
  const theta = 0.7
  const precession = 1.5
  // condition of steady precession [Goldstein 1980, 5-7]: m g l = φ' (I3 w3 − I φ' cos θ), w3 = ψ' + φ' cos θ
  const w3 = ((mass * G * l) / precession + I_pivot * precession * Math.cos(theta)) / I3
  const R = rodrigues([1, 0, 0], theta)
  const w_W = [0, 0, precession]
  const w_B = product([R[0], R[3], R[6], R[1], R[4], R[7], R[2], R[5], R[8]], w_W, 3)
  w_B[2] = w3
  const time = 2
  const { data } = simulateTree(tree, R, w_B, time, (sample) => addUniformGravity(tree, sample, 0, 0, -G))
  // the axis has turned about the vertical; w3 is 260 rad/s, so that 2 s are 80 turns at 1e-12 per step
  const expected = product(rodrigues([0, 0, 1], precession * time), [R[2], R[5], R[8]], 3)
  expectClose([data.R_WB[2], data.R_WB[5], data.R_WB[8]], expected, 1e-8)
})

describe('free body', () => {
  test("satisfies Euler's equations, in a frame away from the center of mass", () => {
    const I = [2, 3, 4]
    const c = [0.3, -0.2, 0.5]
    const tree = createTree([
      { parent: -1, kind: FREE, mass: 1.7, p_BC: c, I_C: [I[0], 0, 0, 0, I[1], 0, 0, 0, I[2]] },
    ])
    const data = createTreeData(tree)
    const w = [0.4, -1.1, 0.9]
    const v = [1, 2, 3]
    computePositions(tree, data, Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 6, 7))
    computeVelocities(tree, data, Float64Array.of(...w, ...v))
    const vdot = new Float64Array(6)
    computeForwardDynamics(tree, data, new Float64Array(6), vdot)
    const alpha = [
      ((I[1] - I[2]) * w[1] * w[2]) / I[0],
      ((I[2] - I[0]) * w[2] * w[0]) / I[1],
      ((I[0] - I[1]) * w[0] * w[1]) / I[2],
    ]
    // the center of mass has no acceleration: a + alpha × c + w × (w × c) = 0, and v̇ = a − w × v
    const cross = (a: number[], b: number[]): number[] => [
      a[1] * b[2] - a[2] * b[1],
      a[2] * b[0] - a[0] * b[2],
      a[0] * b[1] - a[1] * b[0],
    ]
    const a = cross(alpha, c).map((x, k) => -x - cross(w, cross(w, c))[k])
    expectClose(data.A_WB_B, [...alpha, ...a], 1e-14)
    expectClose(vdot, [...alpha, ...a.map((x, k) => x - cross(w, v)[k])], 1e-14)
  })

  test('rotates by Jacobi functions if it is asymmetric', () => {
    // [Landau, Lifshitz 1976, §37]: I1 < I2 < I3, w2(0) = 0, L² > 2 E I2
    const [I1, I2, I3] = [1, 2, 3.5]
    const [w1, w3] = [0.6, 1.4]
    const E2 = I1 * w1 * w1 + I3 * w3 * w3
    const L2 = (I1 * w1) ** 2 + (I3 * w3) ** 2
    expect(L2).toBeGreaterThan(E2 * I2)
    const rate = Math.sqrt(((I3 - I2) * (L2 - E2 * I1)) / (I1 * I2 * I3))
    const m = ((I2 - I1) * (E2 * I3 - L2)) / ((I3 - I2) * (L2 - E2 * I1))
    const tree = createTree([{ parent: -1, kind: FREE, mass: 1, I_C: [I1, 0, 0, 0, I2, 0, 0, 0, I3] }])
    const start = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0]
    for (const time of [1, 7]) {
      const { v } = simulateTree(tree, start, [w1, 0, w3, 0, 0, 0], time, () => {})
      const { sn, cn, dn } = jacobi(rate * time, m)
      const w2 = Math.sqrt((E2 * I3 - L2) / (I2 * (I3 - I2)))
      expectClose(v.slice(0, 3), [w1 * cn, w2 * sn, w3 * dn], 1e-9)
    }
  })

  test('a body in the field of a point stays on a circular orbit', () => {
    const mue = 5
    const r = 2
    const speed = Math.sqrt(mue / r)
    const tree = createTree([{ parent: -1, kind: FREE, mass: 3, I_C: [1, 0, 0, 0, 1, 0, 0, 0, 1] }])
    const period = (2 * Math.PI * r) / speed
    const start = [1, 0, 0, 0, 1, 0, 0, 0, 1, r, 0, 0]
    const { q } = simulateTree(tree, start, [0, 0, 0, 0, speed, 0], period / 4, (data) =>
      addPointGravity(tree, data, mue),
    )
    expectClose(q.slice(9), [0, r, 0], 1e-9)
  })
})

test('a body on a prismatic joint falls freely along an inclined axis', () => {
  const angle = 0.4
  const tree = createTree([{ parent: -1, kind: PRISMATIC, R_PJ: rodrigues([1, 0, 0], angle), mass: 2 }])
  const { q } = simulateTree(tree, [0], [0], 2, (data) => addUniformGravity(tree, data, 0, 0, -G))
  expect(q[0]).toBeCloseTo(-0.5 * G * Math.cos(angle) * 4, 10)
})
