/** Chains of rods: the double pendulum compared with its equations of motion, and the energy of longer chains. */
import { Model, simulate } from 'vario'
import {
  Beam,
  MassProperties,
  Model3D,
  Object3D,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { integrate } from 'vario/ode'
import { describe, expect, it } from 'vitest'

const GRAVITY = 9.81

describe('double pendulum', () => {
  /** Lengths, masses, distances of the centers of mass from the joints, moments of inertia about them [SI]. */
  const [L1, m1, l1, I1] = [0.8, 1.5, 0.3, 0.07]
  const [m2, l2, I2] = [0.9, 0.5, 0.04]

  /**
   * Lagrange's equations in the absolute angles q from the horizontal:
   *
   *   (I1 + m1 l1² + m2 L1²) q1'' + K cos(q1 - q2) q2'' + K sin(q1 - q2) q2'² + (m1 l1 + m2 L1) g cos q1 = 0
   *   K cos(q1 - q2) q1'' + (I2 + m2 l2²) q2'' - K sin(q1 - q2) q1'² + m2 l2 g cos q2 = 0,    K = m2 L1 l2
   */
  function solve(q1: number, q2: number, t: number): Float64Array {
    const K = m2 * L1 * l2
    const [M11, M22] = [I1 + m1 * l1 * l1 + m2 * L1 * L1, I2 + m2 * l2 * l2]
    const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
      const [s, c] = [Math.sin(x[0] - x[1]), Math.cos(x[0] - x[1])]
      const M12 = K * c
      const b1 = -K * s * x[3] * x[3] - (m1 * l1 + m2 * L1) * GRAVITY * Math.cos(x[0])
      const b2 = K * s * x[2] * x[2] - m2 * l2 * GRAVITY * Math.cos(x[1])
      const det = M11 * M22 - M12 * M12
      dx[0] = x[2]
      dx[1] = x[3]
      dx[2] = (M22 * b1 - M12 * b2) / det
      dx[3] = (M11 * b2 - M12 * b1) / det
    }
    const x0 = [q1, q2, 0, 0]
    return integrate({ n: 4, f }, { method: 'dop853', t0: 0, x0, tEnd: t, rtol: 1e-12, atol: 1e-12 }).x
  }

  const Arm = (mass: number, l: number, Izz: number, length: number) =>
    Model({
      near: Object3D({
        feature: Solid({
          massProperties: MassProperties({ mass, centerOfMass: [l, 0, 0], Ixx: Izz, Iyy: Izz, Izz }),
        }),
      }),
      far: Object3D({ parent: 'near', translation: [length, 0, 0] }),
    })

  it.each([
    ['hidden', Revolute, Revolute],
    ['flange', RevoluteWithFlange, RevoluteWithFlange],
    ['hidden and flange', Revolute, RevoluteWithFlange],
  ] as const)('follows its equations of motion, with %s joints', (_, First, Second) => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      upper: Arm(m1, l1, I1, L1),
      lower: Arm(m2, l2, I2, 1),
      rev1: First({ obj1: 'world', obj2: 'upper.near', axis: 'z', phi: { init: 0.3 } }),
      rev2: Second({ obj1: 'upper.far', obj2: 'lower.near', axis: 'z', phi: { init: 0.9 } }),
    })
    const stopTime = 5
    const result = simulate(model, { stopTime, tolerance: 1e-11 })
    const [q1, q2, w1, w2] = solve(0.3, 1.2, stopTime)
    // The motion is chaotic: about e^2 per second. 1e-11 per step, a thousand steps partly with changing signs,
    // amplified by 1e2.
    const bound = 3e-8
    expect(Math.abs(result.final('rev1.phi') - q1)).toBeLessThan(bound)
    expect(Math.abs(result.final('rev2.phi') - (q2 - q1))).toBeLessThan(bound)
    expect(Math.abs(result.final('rev1.w') - w1)).toBeLessThan(10 * bound)
    expect(Math.abs(result.final('rev2.w') - (w2 - w1))).toBeLessThan(10 * bound)
  })
})

describe('chains of n rods', () => {
  const Link = Model({
    body: Object3D({
      feature: Solid({
        shape: Beam({ axis: 'x', length: 0.5, width: 0.05, thickness: 0.05 }),
        solidMaterial: 'Steel',
      }),
    }),
    a: Object3D({ parent: 'body', translation: [-0.25, 0, 0] }),
    b: Object3D({ parent: 'body', translation: [0.25, 0, 0] }),
  })

  /**
   * A chain released from the horizontal. The axes alternate between z and y if `isSpatial`, so that it moves in space.
   */
  function createChain(n: number, isSpatial: boolean): ReturnType<typeof Model3D> {
    const members: Record<string, unknown> = { world: Object3D({ feature: Scene() }) }
    for (let i = 1; i <= n; i++) {
      members[`link${i}`] = Link()
      members[`rev${i}`] = Revolute({
        obj1: i === 1 ? 'world' : `link${i - 1}.b`,
        obj2: `link${i}.a`,
        axis: isSpatial && i % 2 === 0 ? 'y' : 'z',
        w: isSpatial ? 1 : 0,
      })
    }
    return Model3D(members)
  }

  /** Largest energy error in 10 s, relative to the largest kinetic energy. */
  function driftOf(n: number, tolerance: number, isSpatial: boolean): number {
    const result = simulate(createChain(n, isSpatial), { stopTime: 10, tolerance })
    const E = result.values('world.totalEnergy')
    const error = E.reduce((largest, value) => Math.max(largest, Math.abs(value - E[0])), 0)
    return error / Math.max(...result.values('world.kineticEnergy'))
  }

  // Drift with tsit5, which 'auto' takes here:
  //
  //        tolerance  1e-4    1e-6    1e-8    1e-10
  //   n =  2          4e-3    9e-6    8e-8    8e-10
  //   n =  5          1e-3    5e-6    3e-8    3e-10
  //   n = 10          1e-3    2e-6    2e-8    2e-10
  //
  // Errors of the steps, each of the size of the tolerance, add up in 200 to 10000 steps, most of them with changing signs: a hundred times
  // the tolerance is the bound.
  it.each([
    [2, false],
    [5, false],
    [10, false],
    [5, true],
  ])('n = %d, in space: %s: the drift of the energy follows the tolerance', (n, isSpatial) => {
    const drifts = [1e-4, 1e-6, 1e-8, 1e-10].map((tolerance) => driftOf(n, tolerance, isSpatial) / tolerance)
    for (const drift of drifts) expect(drift).toBeLessThan(100)
    // and a hundred times smaller tolerance gains at least a factor of 30
    for (let k = 1; k < drifts.length; k++) expect(drifts[k]).toBeLessThan(3.3 * drifts[k - 1])
  })
})
