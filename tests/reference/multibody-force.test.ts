/** Cases of the multibody reference: external forces, and bushings. */
import { Par, simulate } from 'vario'
import { Fixed, SpringDamper } from 'vario/library/rotational'
import {
  Box,
  Bushing,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Prismatic,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Solid,
  UniformGravityField,
  Visual,
  WorldForce,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { CASE_RTOL, expectNormClose, finalStates, freeStates, solveOde } from './support/final-states.ts'

checkInterpreter()

/** Tolerance of our runs; the published numbers were computed with 1e-6, so the differences are their errors. */
const TOLERANCE = 1e-8
/** A hundred times the tolerance, against exact solutions. */
const EXACT_RTOL = 1e-6
const GRAVITY = 9.81

const cube = Solid({
  shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }),
  massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }),
})
const world = Object3D({ feature: Scene({ gravityField: UniformGravityField({ n: [0, 0, -1] }) }) })

describe('world force', () => {
  it('force.BoxWorldForce: a pulse in a rotated frame', () => {
    const pulse = (t: number): number => Math.max(0, Math.min(1, t - 1, 4 - t))
    const angle = Math.PI / 6
    const model = Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      dirFrame: Object3D({ parent: 'world', rotation: [0, 0, angle], feature: Visual() }),
      box: Object3D({ parent: 'world', fixedToParent: false, feature: cube }),
      force: WorldForce({
        objectApply: 'box',
        objectCoord: 'dirFrame',
        forceFunction: (time) => [pulse(time), 0, 0],
      }),
    })
    const result = simulate(model, { stopTime: 5, tolerance: TOLERANCE, maxStep: 0.1 })
    const states = finalStates(result, freeStates('box'))
    const published = [4.330091998452314, 2.4999797809222875, 0, 1.7320345346635413, 0.9999906048337232, 0]
    expectNormClose(states, [...published, 0, 0, 0, 0, 0, 0], CASE_RTOL)
    // The pulse has an area of 2 N s about t = 2.5 s: v = 2 m/s, s = 2 (5 - 2.5) m along the direction. The kinks are
    // not events; a step over one is rejected until its error is below the tolerance.
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    expectNormClose(states.slice(0, 6), [5 * c, 5 * s, 0, 2 * c, 2 * s, 0], EXACT_RTOL)
    expect(states.slice(6)).toEqual([0, 0, 0, 0, 0, 0])
  })
})

/** Motion of m x'' = -m g - (F0 + c x + d x') from rest at `x0`, underdamped: position and velocity after `t`. */
function oscillate(g: number, F0: number, c: number, d: number, x0: number, t: number): [number, number] {
  const rest = -(g + F0) / c
  const delta = d / 2
  const w = Math.sqrt(c - delta * delta)
  const e = Math.exp(-delta * t)
  const x = rest + (x0 - rest) * e * (Math.cos(w * t) + (delta / w) * Math.sin(w * t))
  return [x, -(x0 - rest) * e * (c / w) * Math.sin(w * t)]
}

describe('bushing', () => {
  it('force.HarmonicOscillator', () => {
    const model = Model3D({
      world,
      oscillator: Object3D({ feature: cube }),
      joint: Prismatic({ obj1: 'world', obj2: 'oscillator', axis: 'z' }),
      force: Bushing({
        obj1: 'world',
        obj2: 'oscillator',
        nominalForce: [0, 0, 0.5],
        springForceLaw: [0, 0, 100],
        damperForceLaw: [0, 0, 2],
        largeAngles: false,
      }),
    })
    const result = simulate(model, { stopTime: 5, tolerance: TOLERANCE })
    const states = finalStates(result, ['joint.v', 'joint.s'])
    expectNormClose(states, [0.0034429013089251376, -0.10253096819858225], CASE_RTOL)
    const [s, v] = oscillate(GRAVITY, 0.5, 100, 2, 0, 5)
    expectNormClose(states, [v, s], EXACT_RTOL)
  })

  /** Box on a bushing, with laws mixed from coefficients and functions. */
  const createBox = (rotation: readonly number[], largeAngles: boolean) =>
    Model3D({
      world,
      box: Object3D({
        parent: 'world',
        fixedToParent: false,
        translation: [0.2, 0.1, 0.05],
        rotation,
        feature: cube,
      }),
      force: Bushing({
        obj1: 'world',
        obj2: 'box',
        springForceLaw: [(x) => 50 * x, 100, 200],
        damperForceLaw: [1, (v) => 2 * v, 4],
        rotSpringForceLaw: [5, 10, (angle) => 20 * angle],
        rotDamperForceLaw: [0.1, (w) => 0.2 * w, 0.4],
        largeAngles,
      }),
      result: SensorResult({ object: 'box' }),
    })

  /** The translation of the box does not depend on its rotation: three oscillators of 1 kg from rest. */
  const translation = (t: number): number[] => {
    const axes = [
      oscillate(0, 0, 50, 1, 0.2, t),
      oscillate(0, 0, 100, 2, 0.1, t),
      oscillate(GRAVITY, 0, 200, 4, 0.05, t),
    ]
    return [...axes.map(([x]) => x), ...axes.map(([, v]) => v)]
  }

  const LAWS = { springs: [5, 10, 20], dampers: [0.1, 0.2, 0.4] }

  /** Orientation R_WB, row-major, of Cardan angles. */
  const rotationOf = (angles: readonly number[]): number[] => {
    const [ca, cb, cg] = angles.map(Math.cos)
    const [sa, sb, sg] = angles.map(Math.sin)
    return [
      [cb * cg, -cb * sg, sb],
      [ca * sg + sa * sb * cg, ca * cg - sa * sb * sg, -sa * cb],
      [sa * sg - ca * sb * cg, sa * cg + ca * sb * sg, ca * cb],
    ].flat()
  }

  /** Euler's equations of the box, whose inertia is the same about all axes: 0.1 w' = torque(R, w), R' = w × R. */
  const turn = (
    rotation: readonly number[],
    t: number,
    torque: (R: Float64Array, w: readonly number[]) => readonly number[],
  ): number[] => {
    const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
      const w = [x[9], x[10], x[11]]
      for (let j = 0; j < 3; j++) {
        dx[j] = w[1] * x[6 + j] - w[2] * x[3 + j]
        dx[3 + j] = w[2] * x[j] - w[0] * x[6 + j]
        dx[6 + j] = w[0] * x[3 + j] - w[1] * x[j]
      }
      torque(x, w).forEach((value, i) => {
        dx[9 + i] = value / 0.1
      })
    }
    const x = solveOde(f, [...rotationOf(rotation), 0, 0, 0], t)
    const angles = [Math.atan2(-x[5], x[8]), Math.asin(x[2]), Math.atan2(-x[1], x[0])]
    return [...angles, ...x.slice(9)]
  }

  /**
   * The formulas of the facts B.8, which have no potential: angles R32, R13, R21, and torques as if these were
   * independent.
   */
  const published = (R: Float64Array, w: readonly number[]): number[] =>
    [R[7], R[2], R[3]].map((angle, i) => -(LAWS.springs[i] * angle + LAWS.dampers[i] * w[i]))

  /** Energy of the springs at the rotation vector of R, which comes from its trace and its skew part. */
  const energyOf = (R: ArrayLike<number>): number => {
    const skew = [(R[7] - R[5]) / 2, (R[2] - R[6]) / 2, (R[3] - R[1]) / 2]
    const sine = Math.hypot(...skew)
    const scale = sine < 1e-300 ? 1 : Math.atan2(sine, (R[0] + R[4] + R[8] - 1) / 2) / sine
    return skew.reduce((sum, x, i) => sum + 0.5 * LAWS.springs[i] * (x * scale) ** 2, 0)
  }

  /** Minus the gradient of that energy, by differences of fourth order over small rotations about the axes of the world. */
  const gradient = (R: Float64Array, w: readonly number[]): number[] =>
    [0, 1, 2].map((i) => {
      const h = 1e-3
      const turned = (angle: number): number => {
        const [j, k] = [(i + 1) % 3, (i + 2) % 3]
        const [c, s] = [Math.cos(angle), Math.sin(angle)]
        const Q = Array.from(R.subarray(0, 9))
        for (let m = 0; m < 3; m++) {
          Q[3 * j + m] = c * R[3 * j + m] - s * R[3 * k + m]
          Q[3 * k + m] = s * R[3 * j + m] + c * R[3 * k + m]
        }
        return energyOf(Q)
      }
      const slope = (8 * (turned(h) - turned(-h)) - (turned(2 * h) - turned(-2 * h))) / (12 * h)
      return -(slope + LAWS.dampers[i] * w[i])
    })

  it.each([
    [
      'force.BoxBushing_smallAngles',
      [-0.013214485263238932, 0.0005522500941536969, -0.0490466643002863],
      [0.0757922207638451, 0.0033409424747158703, -4.942995177735604e-5],
      [-0.00804978203315705, 0.0003491684885472317, 1.460136858508138e-6],
      [0.04510757535421865, 0.00182330830539622, -2.0621586293093137e-5],
    ],
    [
      // uncertain mass and inertia: nominal values
      'force.BoxBushing_Measurements_smallAngles',
      [-0.013215277601552635, 0.0005526103197354207, -0.049046654893074346],
      [0.0757985108632449, 0.003341935959151564, -4.971539341264976e-5],
      [-0.008050262232562722, 0.000349394588935699, 1.46263089343343e-6],
      [0.04511131507783584, 0.0018238149177386674, -2.073769187790423e-5],
    ],
  ])('%s follows the law from the energy of its springs', (_, ...values) => {
    const rotation = [0.12, 0.06, 0.03]
    const result = simulate(createBox(rotation, false), { stopTime: 5, tolerance: TOLERANCE })
    const states = finalStates(result, freeStates('box'))
    // The rotation of the reference results from a law without potential: it is wrong by the order of the product of
    // two small angles.
    expectNormClose([...translation(5), ...turn(rotation, 5, published)], values.flat(), CASE_RTOL)
    expectNormClose(states.slice(0, 6), values.flat().slice(0, 6), CASE_RTOL)
    expectNormClose(states, values.flat(), 0.12 * 0.06 + 0.06 * 0.03)
    expectNormClose(states, [...translation(5), ...turn(rotation, 5, gradient)], EXACT_RTOL)
    // The sensor measures the same, except for the rounding of a rotation and its inverse.
    expectNormClose(finalStates(result, ['result.translation', 'result.velocity']), states.slice(0, 6), 1e-14)
  })

  it('force.BoxBushing_Measurements: large angles equal those of three revolute joints with springs and dampers', () => {
    const angles = [0.8, 0.4, 0.2]
    const result = simulate(createBox(angles, true), { stopTime: 5, tolerance: TOLERANCE })
    const states = finalStates(result, freeStates('box'))
    // the rotation of the reference results from a law without potential, and is wrong by a quarter
    const values = [
      [-0.013215277601760956, 0.0005526103273748118, -0.04904665489506527],
      [0.07579851089880853, 0.0033419359041493876, -4.9715423211640314e-5],
    ].flat()
    expectNormClose(states.slice(0, 6), values, 1e-5)
    expectNormClose(states.slice(0, 6), translation(5), EXACT_RTOL)

    const axes = ['x', 'y', 'z'] as const
    const chain = Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      frames: Par([Object3D(), Object3D()]),
      box: Object3D({ feature: cube }),
      sensor: SensorResult({ object: 'box' }),
      joints: axes.map((axis, k) =>
        RevoluteWithFlange({
          obj1: k === 0 ? 'world' : `frames[${k}]`,
          obj2: k === 2 ? 'box' : `frames[${k + 1}]`,
          axis,
          phi: { init: angles[k] },
        }),
      ),
      springs: axes.map((_, k) => SpringDamper({ c: LAWS.springs[k], d: LAWS.dampers[k] })),
      fixed: Fixed(),
      connect: axes.flatMap((_, k): [string, string][] => [
        [`joints[${k + 1}].flange`, `springs[${k + 1}].flange_b`],
        [`springs[${k + 1}].flange_a`, 'fixed.flange'],
      ]),
    })
    const turned = simulate(chain, { stopTime: 5, tolerance: TOLERANCE })
    const expected = [
      ...axes.map((_, k) => turned.final(`joints[${k + 1}].phi`)),
      ...turned.finalVector('sensor.angularVelocity'),
    ]
    expectNormClose(states.slice(6), expected, EXACT_RTOL)
  })
})
