/** Functions of the state of random trees, against definitions, differences, and runs of the same models. */
import { equations, simulate, Var } from 'vario'
import { createDynamics, type Dynamics } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { createRandomTree, differentiate, dot, type RandomTree, times } from './support.ts'

/** Rounding: sums of a hundred terms of size 10. */
const ROUNDING = 1e-11
/** Central differences with h = 1e-5: h² times third derivatives up to 1e2, and rounding of 1e-16·1e2/h. */
const DIFFERENCES = 2e-7

interface Case extends RandomTree {
  readonly robot: Dynamics
  readonly q: Float64Array
  readonly v: Float64Array
  readonly a: Float64Array
}

function createCase(seed: number, n = 6): Case {
  const tree = createRandomTree(seed, n)
  const robot = createDynamics(tree.model)
  const random = (): number => tree.random()
  const v = Float64Array.from(robot.velocities, random)
  return { ...tree, robot, q: robot.createPositions(), v, a: Float64Array.from(robot.velocities, random) }
}

function expectClose(found: ArrayLike<number>, expected: ArrayLike<number>, tolerance: number): void {
  expect(found.length).toBe(expected.length)
  const size = Math.max(1, ...Array.from(expected, Math.abs))
  for (let i = 0; i < found.length; i++)
    expect(Math.abs(found[i] - expected[i]) / size, `element ${i}`).toBeLessThan(tolerance)
}

/** Momentum of a body: R I Rᵀ w, m v_C, and its center. */
function momentumOf({ robot, q, v }: Case, body: RandomTree['bodies'][number]) {
  const V = Array.from(robot.velocity(body.path, q, v))
  const R = robot.rotation(body.path, q).data
  const turn = (x: readonly number[]): number[] => [0, 1, 2].map((i) => dot(R.subarray(3 * i, 3 * i + 3), x))
  const turnBack = (x: readonly number[]): number[] =>
    [0, 1, 2].map((j) => dot([R[j], R[j + 3], R[j + 6]], x))
  const [w, arm] = [V.slice(0, 3), turn(body.center)]
  const spin = turn(body.inertia.map((row) => dot(row, turnBack(w))))
  const velocity = cross(w, arm).map((x, i) => x + V[3 + i])
  const center = arm.map((x, i) => x + robot.position(body.path, q)[i])
  return { spin, velocity, center, momentum: velocity.map((x) => body.mass * x), w }
}

function cross([a, b, c]: readonly number[], [x, y, z]: readonly number[]): number[] {
  return [b * z - c * y, c * x - a * z, a * y - b * x]
}

describe.each(campaignSeeds(60, 6))('a random tree, seed %i', (seed) => {
  const tree = createCase(seed)
  const { robot, q, v, a, bodies } = tree

  it('has a mass matrix of the kinetic energy, which is the sum over the bodies', () => {
    const energy = bodies.reduce((sum, body) => {
      const { spin, velocity, momentum, w } = momentumOf(tree, body)
      return sum + 0.5 * (dot(w, spin) + dot(velocity, momentum))
    }, 0)
    expectClose([robot.kineticEnergy(q, v)], [energy], ROUNDING)
    const M = robot.massMatrix(q)
    expectClose([0.5 * dot(v, times(M, v))], [energy], ROUNDING)
    const transposed = M.data.map((_, k) => M.data[M.cols * (k % M.cols) + Math.floor(k / M.cols)])
    expectClose(transposed, M.data, ROUNDING)
  })

  it('has inverse dynamics M a + h, and forward dynamics as its inverse', () => {
    const tau = robot.inverseDynamics(q, v, a)
    const h = robot.biasForces(q, v)
    expectClose(
      tau,
      times(robot.massMatrix(q), a).map((x, i) => x + h[i]),
      ROUNDING,
    )
    // condition numbers of mass matrices up to 1e4
    expectClose(robot.forwardDynamics(q, v, tau), a, 1e-9)
  })

  it('has Jacobians whose products with v are velocities, the derivatives of poses', () => {
    for (const object of ['b5', 'f3', 'world']) {
      const V = robot.velocity(object, q, v)
      expectClose(times(robot.jacobian(object, q), v), V, ROUNDING)
      expectClose(
        V.subarray(3),
        differentiate(robot, q, v, a, (x) => robot.position(object, x)),
        DIFFERENCES,
      )
      // R' Rᵀ = [w]×
      const rate = differentiate(robot, q, v, a, (x) => robot.rotation(object, x).data)
      const R = robot.rotation(object, q).data
      const skew = (i: number, j: number): number =>
        dot(rate.slice(3 * i, 3 * i + 3), R.subarray(3 * j, 3 * j + 3))
      expectClose([skew(2, 1), skew(0, 2), skew(1, 0)], V.subarray(0, 3), DIFFERENCES)
    }
  })

  it('has accelerations that are the derivatives of velocities', () => {
    const A = robot.acceleration('f5', q, v, a)
    expectClose(
      A,
      differentiate(robot, q, v, a, (x, y) => robot.velocity('f5', x, y)),
      DIFFERENCES,
    )
  })

  it('keeps the balance of power, also of gravity alone', () => {
    const tau = robot.inverseDynamics(q, v, a)
    const energy = (x: Float64Array, y: Float64Array): number[] => [
      robot.kineticEnergy(x, y) + robot.potentialEnergy(x),
    ]
    expectClose(differentiate(robot, q, v, a, energy), [dot(tau, v)], DIFFERENCES)
    const potential = (x: Float64Array): number[] => [robot.potentialEnergy(x)]
    expectClose(differentiate(robot, q, v, a, potential), [dot(robot.gravityForces(q), v)], DIFFERENCES)
  })

  it('has the centroidal momentum of its bodies, linear in v', () => {
    const L = robot.centroidalMomentum(q, v)
    expectClose(times(robot.centroidalMatrix(q), v), L, ROUNDING)
    const center = robot.centerOfMass(q)
    const expected = [0, 0, 0, 0, 0, 0]
    for (const body of bodies) {
      const { spin, momentum, center: own } = momentumOf(tree, body)
      const orbit = cross(
        own.map((x, i) => x - center[i]),
        momentum,
      )
      for (let i = 0; i < 3; i++) {
        expected[i] += spin[i] + orbit[i]
        expected[i + 3] += momentum[i]
      }
    }
    expectClose(L, expected, ROUNDING)
    const speed = differentiate(robot, q, v, a, (x) => robot.centerOfMass(x))
    expectClose(
      L.subarray(3),
      speed.map((x) => robot.mass * x),
      DIFFERENCES,
    )
  })

  it('accelerates as a run of the same model does at its start', () => {
    const Observed = tree.model.extend({
      z: Var({ start: [0, 0, 0] }),
      a: Var({ start: [0, 0, 0] }),
      w: Var({ start: [0, 0, 0] }),
      v: Var({ start: [0, 0, 0] }),
      equations: equations`
        z = f5.z_abs
        a = f5.a_abs
        w = f5.w_abs
        v = f5.v_abs
      `,
    })
    const run = simulate(Observed, { stopTime: 1e-6, interval: 1e-6 })
    const start = robot.velocities.map((name) => run.at(name, 0))
    const speed = Float64Array.from(start)
    const A = robot.acceleration('f5', q, speed, robot.forwardDynamics(q, speed, new Float64Array(v.length)))
    const read = (name: string): number[] => [1, 2, 3].map((i) => run.at(`${name}[${i}]`, 0))
    // condition numbers of mass matrices up to 1e4
    expectClose(A, [...read('z'), ...read('a')], 1e-9)
    expectClose(robot.velocity('f5', q, speed), [...read('w'), ...read('v')], ROUNDING)
    expectClose(robot.position('f5', q), read('f5.r_abs'), ROUNDING)
  })

  it('finds positions back from a pose by inverse kinematics', () => {
    const near = q.map((x) => x + 0.02 * tree.random())
    const goal = robot.pose('b5', q)
    const target = { translation: goal.translation, quaternion: goal.quaternion }
    const found = robot.inverseKinematics({ b5: target }, { start: near, nearest: true })
    const reached = robot.pose('b5', found)
    // targets count as reached within 1e-9 of the size of the mechanism
    expectClose(reached.translation, goal.translation, 1e-8)
    const same = dot(reached.quaternion, goal.quaternion)
    expect(Math.abs(same)).toBeGreaterThan(1 - 1e-15)
    expect(Math.max(...found.map((x, i) => Math.abs(x - q[i])))).toBeLessThan(1)
  })
})
