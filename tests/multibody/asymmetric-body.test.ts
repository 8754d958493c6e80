/** The torque-free asymmetric body against Jacobi's elliptic functions, and rotations through the singularities of Cardan angles. */
import { simulate } from 'vario'
import { MassProperties, Model3D, NoGravityField, Object3D, Scene, Solid } from 'vario/multibody'
import { integrate } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { jacobi } from '../mechanics/support/jacobi.ts'

type Orientation = 'cardan' | 'quaternion'
type Vector = [number, number, number]

/** Principal moments [kg.m2]. */
const I: Vector = [0.1, 0.2, 0.25]

const createBody = (
  rotation: readonly number[],
  angularVelocity: readonly number[],
  orientation: Orientation,
  moments: Vector = I,
) =>
  Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    body: Object3D({
      parent: 'world',
      fixedToParent: false,
      rotation,
      angularVelocity,
      angularVelocityResolvedInParent: false,
      velocity: [0.3, -0.2, 0.1],
      orientation,
      feature: Solid({
        massProperties: MassProperties({ mass: 2, Ixx: moments[0], Iyy: moments[1], Izz: moments[2] }),
      }),
    }),
  })

/**
 * Angular velocity in the body at time `t` from (a, 0, c). With L² = Σ I² ω², 2 T = Σ I ω² [Landau, Lifshitz:
 * Mechanics, § 37], in the form for L² > 2 T I2, in which ω3 keeps its sign; otherwise axes 1 and 3 are swapped.
 */
function eulerSolution(a: number, c: number, t: number): Vector {
  const L2 = (I[0] * a) ** 2 + (I[2] * c) ** 2
  const T2 = I[0] * a * a + I[2] * c * c
  const isAboutThird = L2 > T2 * I[1]
  const [i1, i3] = isAboutThird ? [I[0], I[2]] : [I[2], I[0]]
  const [first, third] = isAboutThird ? [a, c] : [c, a]
  const rate = Math.sqrt(((i3 - I[1]) * (L2 - T2 * i1)) / (i1 * I[1] * i3))
  const m = ((I[1] - i1) * (T2 * i3 - L2)) / ((i3 - I[1]) * (L2 - T2 * i1))
  const { sn, cn, dn } = jacobi(rate * t, m)
  // ω2 from Euler's equation of the first axis: I1 ω1' = (I2 - I3) ω2 ω3; swapping axes changes the sign
  const second = ((first * rate * i1) / ((i3 - I[1]) * third)) * (isAboutThird ? 1 : -1)
  const [w1, w3] = [first * cn, third * dn]
  return isAboutThird ? [w1, second * sn, w3] : [w3, second * sn, w1]
}

/** R_WB of a quaternion x, y, z, w. */
function rotationOf(q: ArrayLike<number>, o = 0): number[] {
  const [x, y, z, w] = [q[o], q[o + 1], q[o + 2], q[o + 3]]
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ].flat()
}

/** v in the axes of the body. */
const toBody = (R: readonly number[], v: readonly number[]): number[] =>
  [0, 1, 2].map((j) => R[j] * v[0] + R[3 + j] * v[1] + R[6 + j] * v[2])

/** R' = R ω̂ from R = 1, with the angular velocity of the closed form. */
function exactRotation(a: number, c: number, t: number): Float64Array {
  const f = (time: number, x: Float64Array, dx: Float64Array): void => {
    const w = eulerSolution(a, c, time)
    for (let i = 0; i < 9; i += 3) {
      dx[i] = x[i + 1] * w[2] - x[i + 2] * w[1]
      dx[i + 1] = x[i + 2] * w[0] - x[i] * w[2]
      dx[i + 2] = x[i] * w[1] - x[i + 1] * w[0]
    }
  }
  const x0 = [1, 0, 0, 0, 1, 0, 0, 0, 1]
  return integrate({ n: 9, f }, { method: 'dop853', t0: 0, x0, tEnd: t, rtol: 1e-12, atol: 1e-12 }).x
}

it("the closed form satisfies Euler's equations", () => {
  const h = 1e-5
  for (const [a, c] of [
    [1, 3],
    [3, 1],
    [1e-3, 2],
  ]) {
    const [before, now, after] = [0.7 - h, 0.7, 0.7 + h].map((t) => eulerSolution(a, c, t))
    for (let k = 0; k < 3; k++) {
      const [i, j] = [(k + 1) % 3, (k + 2) % 3]
      const torque = (I[k] * (after[k] - before[k])) / (2 * h) - (I[i] - I[j]) * now[i] * now[j]
      // central differences: h² times third derivatives of about 100
      expect(Math.abs(torque)).toBeLessThan(1e-7)
    }
  }
})

describe.each<Orientation>(['cardan', 'quaternion'])('torque-free body with %s states', (orientation) => {
  const TOLERANCE = 1e-10
  const STOP_TIME = 20

  it.each([
    ['about the axis of the largest moment', 1, 3],
    ['about the axis of the smallest moment', 3, 1],
    // L² ≈ 2 T I2: the body turns over between long phases about the middle axis
    ['beside the separatrix', 1.5, 1.5 * Math.sqrt((0.1 * 0.1) / (0.25 * 0.05)) * (1 + 1e-4)],
  ])('%s', (_, a, c) => {
    const result = simulate(createBody([0, 0, 0], [a, 0, c], orientation), {
      stopTime: STOP_TIME,
      tolerance: TOLERANCE,
    })
    const q = result.values('body.q_abs')
    const w = result.values('body.angularVelocity')
    // about 5000 steps, and the phase of the motion: 1e3 times the tolerance
    const bound = 1e3 * TOLERANCE
    result.values('time').forEach((t, i) => {
      const w_B = toBody(rotationOf(q, 4 * i), [w[3 * i], w[3 * i + 1], w[3 * i + 2]])
      const exact = eulerSolution(a, c, t)
      for (let k = 0; k < 3; k++) expect(Math.abs(w_B[k] - exact[k])).toBeLessThan(bound)
    })
    const R = rotationOf(result.finalVector('body.q_abs'))
    exactRotation(a, c, STOP_TIME).forEach((value, k) => {
      expect(Math.abs(R[k] - value)).toBeLessThan(bound)
    })
    // the center of mass moves in a straight line
    result.finalVector('body.translation').forEach((x, k) => {
      expect(Math.abs(x - [0.3, -0.2, 0.1][k] * STOP_TIME)).toBeLessThan(1e-12 * STOP_TIME)
    })
  })

  it('keeps energy, momentum and angular momentum', () => {
    const start = [0.7, -1.1, 2]
    const model = createBody([0.3, -0.5, 1], start, orientation)
    const result = simulate(model, { stopTime: 50, tolerance: TOLERANCE })
    const E = result.values('world.kineticEnergy')
    const H = result.values('world.angularMomentum')
    const p = result.values('world.momentum')
    const R = rotationOf(result.values('body.q_abs'))
    const H_B = toBody(R, [...H.slice(0, 3)])
    // At the origin initially: the angular momentum is I ω, in the body.
    for (let k = 0; k < 3; k++) expect(H_B[k]).toBeCloseTo(I[k] * start[k], 14)
    for (let i = 0; i < E.length; i++) {
      // 1e4 steps whose errors have changing signs
      expect(Math.abs(E[i] / E[0] - 1)).toBeLessThan(1e3 * TOLERANCE)
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(H[3 * i + k] - H[k])).toBeLessThan(1e3 * TOLERANCE)
        expect(Math.abs(p[3 * i + k] - 2 * [0.3, -0.2, 0.1][k])).toBeLessThan(1e-14)
      }
    }
  })
})

describe('rotation through the singularities', () => {
  // Turned by 90° about z initially, then about y of the world: R13 = sin(t) and R12 = -cos(t) are alternately ±1,
  // where the second angle of the sequences 1-2-3 and 1-3-2 is ±90°.
  const start = [0, 0, Math.PI / 2]

  it.each<Orientation>(['cardan', 'quaternion'])(
    'is accurate in both sequences, with %s states',
    (orientation) => {
      const tolerance = 1e-9
      const model = createBody(start, [1, 0, 0], orientation, [0.3, 0.2, 0.1])
      const result = simulate(model, { stopTime: 20, tolerance })
      const q = result.values('body.q_abs')
      const h = Math.SQRT1_2
      result.values('time').forEach((t, i) => {
        const [s, c] = [Math.sin(t / 2), Math.cos(t / 2)]
        const exact = [s * h, s * h, c * h, c * h]
        const sign = Math.sign(exact.reduce((sum, value, k) => sum + value * q[4 * i + k], 0))
        // 20 s at 1 rad/s: a few hundred steps
        exact.forEach((value, k) => {
          expect(Math.abs(q[4 * i + k] - sign * value)).toBeLessThan(100 * tolerance)
        })
      })
    },
  )

  it('changes the sequence only where the second angle is 1.5 rad', () => {
    const model = createBody(start, [1, 0, 0], 'cardan', [0.3, 0.2, 0.1])
    const result = simulate(model, { stopTime: 20, tolerance: 1e-9 })
    const isXYZ = result.values('body.rotationXYZ')
    const time = result.values('time')
    const changes = [...isXYZ.keys()].filter((i) => i > 0 && isXYZ[i] !== isXYZ[i - 1]).map((i) => time[i])
    // from 1.5 rad on, once per quarter turn
    const expected: number[] = []
    for (let t = 1.5; t < 20; t += Math.PI / 2) expected.push(t)
    expect(changes).toHaveLength(expected.length)
    changes.forEach((t, k) => {
      expect(Math.abs(t - expected[k])).toBeLessThan(1e-6)
    })
    const angles = result.values('body.rotation')
    for (let i = 0; i < time.length; i++) expect(Math.abs(angles[3 * i + 1])).toBeLessThan(1.5 + 1e-6)
  })

  it('may start in a singular position', () => {
    const model = createBody([0.4, Math.PI / 2, -0.2], [0.1, 2, 0.3], 'cardan')
    const quaternion = createBody([0.4, Math.PI / 2, -0.2], [0.1, 2, 0.3], 'quaternion')
    const options = { stopTime: 10, tolerance: 1e-10 }
    const [a, b] = [simulate(model, options), simulate(quaternion, options)]
    expect(a.values('body.rotationXYZ')[0]).toBe(0)
    const [Ra, Rb] = [a, b].map((result) => rotationOf(result.finalVector('body.q_abs')))
    // two sets of states, thousands of steps
    Ra.forEach((value, k) => {
      expect(Math.abs(value - Rb[k])).toBeLessThan(1e-6)
    })
  })
})
