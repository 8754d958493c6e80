/** Cases of the multibody reference: servo drives. */
import { equations, Model, simulate } from 'vario'
import { Ramp } from 'vario/library/blocks'
import { Inertia } from 'vario/library/rotational'
import {
  MassProperties,
  Model3D,
  Object3D,
  PtpReference,
  RevoluteWithFlange,
  Scene,
  Servo,
  Solid,
} from 'vario/multibody'
import { expect, it } from 'vitest'
import { checkInterpreter } from '../support/check-interpreter.ts'
import { CASE_RTOL, expectNormClose, finalStates, solveOde } from './support/final-states.ts'

checkInterpreter()

/** Tolerance of our runs; the published numbers were computed with 1e-6, so the differences are their errors. */
const TOLERANCE = 1e-8
/** A hundred times the tolerance, against independent computations. */
const EXACT_RTOL = 1e-6
const GRAVITY = 9.81

const [RATIO, J, K1, K2, T] = [156, 1.3909e-5, 50, 0.1, 1]
const servo = Servo({ ratio: RATIO, J, k1: K1, k2: K2, T })
const ramp = Ramp({ height: 2.95, duration: 1.18 })

/**
 * States phi, w, PI.x of the servo with a load of inertia `I` about the joint axis, and a mass m whose center is at (x, y) from it:
 *
 *   (I + ratio² J) w' = ratio k2 (PI.x + u) - m g (x cos(phi) - y sin(phi)),   u = k1 ratio (ref - phi) - ratio w,   T PI.x' = u
 *
 * `phases` of the reference have a duration [s], and initial value, slope and curvature.
 */
function solveServo(
  I: number,
  moments: readonly [number, number],
  phases: readonly (readonly [number, number, number, number])[],
): number[] {
  let state = [0, 0, 0]
  for (const [duration, ref, slope, curvature] of phases) {
    const f = (t: number, x: Float64Array, dx: Float64Array): void => {
      const u = K1 * RATIO * (ref + slope * t + 0.5 * curvature * t * t - x[0]) - RATIO * x[1]
      const weight = GRAVITY * (moments[0] * Math.cos(x[0]) - moments[1] * Math.sin(x[0]))
      dx[0] = x[1]
      dx[1] = (RATIO * K2 * (x[2] + u) - weight) / (I + RATIO * RATIO * J)
      dx[2] = u / T
    }
    state = [...solveOde(f, state, duration)]
  }
  return state
}

const RAMP = [
  [1.18, 0, 2.5, 0],
  [4 - 1.18, 2.95, 0, 0],
] as const

it('robot.ServoWithRamp: without 3D part', () => {
  const model = Model({
    ramp,
    servo,
    load: Inertia({ J: 0.32 }),
    connect: [
      ['ramp.y', 'servo.refLoadAngle'],
      ['servo.flange', 'load.flange_a'],
    ],
  })
  const result = simulate(model, { stopTime: 4, tolerance: TOLERANCE })
  const states = finalStates(result, ['servo.ppi.PI.x', 'load.phi', 'load.w'])
  expectNormClose(states, [-0.004445925511355035, 2.9499994183801284, 5.816286501116783e-7], CASE_RTOL)
  const [phi, w, x] = solveServo(0.32, [0, 0], RAMP)
  expectNormClose(states, [x, phi, w], EXACT_RTOL)
})

/** Mass properties that replace the mesh of the link, which is not ours; the case needs nothing else. */
const LINK1 = { mass: 1.39, centerOfMass: [0.00278762, -0.00346018, 0.04100369] }

it.each([
  ['with the inertia of the reference', 1.217e-6],
  // The reference multiplies the unit-density integral by the mass (design 10, defect 3).
  ['with the right inertia', 3.145e-3],
])('robot.ServoWithRampAndRevolute: %s', (_, Izz) => {
  const model = Model3D({
    world: Object3D({ feature: Scene({ nominalLength: 0.2 }) }),
    body: Object3D({
      feature: Solid({ massProperties: MassProperties({ ...LINK1, Ixx: Izz, Iyy: Izz, Izz }) }),
    }),
    obj2: Object3D({ parent: 'body', translation: [0.033, 0, 0], rotation: [Math.PI, 0, 0] }),
    rev: RevoluteWithFlange({ obj1: 'world', obj2: 'obj2', axis: 'z' }),
    ramp,
    servo,
    connect: [
      ['ramp.y', 'servo.refLoadAngle'],
      ['servo.flange', 'rev.flange'],
    ],
  })
  const result = simulate(model, { stopTime: 4, tolerance: TOLERANCE })
  const states = finalStates(result, ['rev.phi', 'rev.w', 'servo.ppi.PI.x'])
  // The inertia of the motor is a hundred times that of the link, and at the end only gravity counts: both agree with
  // the published numbers.
  expectNormClose(states, [2.949999509178657, 4.908194611512363e-7, 0.02159751818019237], CASE_RTOL)
  // Center of mass in the frame obj2, which is rotated by 180° about x.
  const [x, y] = [LINK1.centerOfMass[0] - 0.033, -LINK1.centerOfMass[1]]
  const I = Izz + LINK1.mass * (x * x + y * y)
  expectNormClose(states, solveServo(I, [LINK1.mass * x, LINK1.mass * y], RAMP), EXACT_RTOL)
})

it('robot.ServoWithPathAndRevolute: a reference path', () => {
  const published = [2.1923247415673457e-7, -2.1923342072392868e-7, -0.06934863003447111]
  // The facts do not give the center of mass of the mesh of this link. Near rest the motor holds it with k2 ratio (PI.x
  // + u) = m g x: the lever x follows from the three published numbers, which leaves two for the test. Its inertia
  // counts as little as that of link 1.
  const mass = 1.318
  const u = -K1 * RATIO * published[0] - RATIO * published[1]
  const x = (K2 * RATIO * (published[2] + u)) / (mass * GRAVITY)
  const Izz = 5e-3
  const model = Model3D({
    world: Object3D({ feature: Scene({ nominalLength: 0.2 }) }),
    body: Object3D({
      feature: Solid({
        massProperties: MassProperties({ mass, centerOfMass: [x + 0.155, 0, 0], Ixx: Izz, Iyy: Izz, Izz }),
      }),
    }),
    obj2: Object3D({ parent: 'body', translation: [0.155, 0, 0] }),
    rev: RevoluteWithFlange({ obj1: 'world', obj2: 'obj2', axis: 'z' }),
    reference: PtpReference({ points: [[0], [0.3], [0]], v_max: [2.68512], a_max: [1.5] }),
    servo,
    equations: equations`servo.refLoadAngle = reference.position[1]`,
    connect: [['servo.flange', 'rev.flange']],
  })
  const result = simulate(model, { stopTime: 4, tolerance: TOLERANCE, solver: 'radau5' })
  const states = finalStates(result, ['rev.phi', 'rev.w', 'servo.ppi.PI.x'])
  expectNormClose(states, published, CASE_RTOL)
  // 0.3 rad are too short for the largest velocity: parabolas of a duration sqrt(0.3/1.5), then the load settles.
  const h = Math.sqrt(0.3 / 1.5)
  const v = 1.5 * h
  const path = [
    [h, 0, 0, 1.5],
    [h, 0.15, v, -1.5],
    [h, 0.3, 0, -1.5],
    [h, 0.15, -v, 1.5],
    [4 - 4 * h, 0, 0, 0],
  ] as const
  const exact = solveServo(Izz + mass * x * x, [mass * x, 0], path)
  expectNormClose(states, exact, EXACT_RTOL)
  // The norm is dominated by PI.x. The remaining motion, 1e-7 rad, decays as in the published result, whose tolerance
  // was 1e-7.
  expect(Math.abs(states[0] - published[0])).toBeLessThan(1e-8)
  expect(Math.abs(states[1] - published[1])).toBeLessThan(1e-8)
})
