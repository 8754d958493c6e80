/** Encoders, force-torque sensors and contact switches in equations: sampled, late, with bias and noise. */
import { equations, expr, instantiate, Model, modelFromJson, modelToJson, Par, simulate, Var } from 'vario'
import { FixedDelay } from 'vario/library/blocks'
import {
  Box,
  ContactResult,
  Imu,
  JointForce,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  RangeSensor,
  Revolute,
  SampledSensor,
  Scene,
  Solid,
  Sphere,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const
const G = 9.81

describe.each(SOLVERS)('solver %s', (solver) => {
  it('a delayed sample comes out exactly after its delay, shorter and longer than a period', () => {
    for (const delay of [0.013, 0.1, 0.25]) {
      const Late = Model({
        x: Var({ init: 0 }),
        s: SampledSensor({ samplePeriod: 0.1, delay, bias: 1 }),
        equations: equations`
          der(x) = 2
          s.u = x
        `,
      })
      const run = simulate(Late, { stopTime: 1, solver, interval: 0.01 })
      expect(run.at('s.y', 0.5 * delay)).toBe(0)
      expect(run.at('s.y', 0.5 * (0.1 + delay))).toBeCloseTo(0.5 * (0.1 + delay) < delay ? 0 : 1, 12)
      for (const tick of [0.2, 0.5, 0.7]) {
        // the ramp at the tick, with the rounding of the state
        const before = run.at('s.y', tick + delay - 1e-6)
        const after = run.at('s.y', tick + delay + 1e-6)
        expect(before).toBeCloseTo(1 + 2 * (tick - 0.1), 9)
        expect(after).toBeCloseTo(1 + 2 * tick, 9)
      }
    }
  })

  it('an encoder closes a loop through a late and coarse angle, the same with all solvers', () => {
    const run = simulate(Servo, { stopTime: 2, solver, tolerance: 1e-9 })
    const other = simulate(Servo, { stopTime: 2, solver: 'tsit5', tolerance: 1e-10, maxStep: 0.004 })
    // the values of the encoder are the same numbers, up to the rounding of the delay, so that the motion is, too
    for (const t of [0.3, 1.1, 1.97]) expect(run.at('encoder.y', t)).toBeCloseTo(other.at('encoder.y', t), 14)
    expect(run.final('j.phi')).toBeCloseTo(other.final('j.phi'), 6)
    // it settles within a step of the encoder and the bias
    expect(Math.abs(run.final('j.phi') - 0.49)).toBeLessThan((2 * Math.PI) / 500)
  })
})

const Servo = Model3D({
  world: Object3D({ feature: Scene() }),
  b: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1, Izz: 2 }) }) }),
  j: Revolute({ obj1: 'world', obj2: 'b', tau: expr`u` }),
  u: Var({ unit: 'N.m' }),
  encoder: SampledSensor({ samplePeriod: 0.01, delay: 0.007, resolution: (2 * Math.PI) / 500, bias: 0.01 }),
  gyro: SampledSensor({ samplePeriod: 0.01, delay: 0.007, deviation: 1e-4, seed: 4 }),
  equations: equations`
    encoder.u = j.phi
    gyro.u = j.w
    u = 60*(0.5 - encoder.y) - 20*gyro.y
  `,
})

it('delays of sensors survive a file and interpreted code, and change with a parameter', () => {
  const copy = modelFromJson(JSON.parse(JSON.stringify(modelToJson(Servo))))
  const [a, b] = [Servo, copy].map((model) => simulate(model, { stopTime: 1 }))
  const c = instantiate(Servo, { interpret: true }).simulate({ stopTime: 1 })
  expect(b.final('j.phi')).toBe(a.final('j.phi'))
  expect(c.final('j.phi')).toBeCloseTo(a.final('j.phi'), 12)
  const merge = { encoder: { delay: 0.03 } }
  expect(simulate(Servo, { stopTime: 0.2, merge }).final('j.phi')).not.toBeCloseTo(a.at('j.phi', 0.2), 5)
  expect(() => simulate(Servo, { stopTime: 1, merge: { encoder: { delay: -1 } } })).toThrow(/encoder\.delay/)
})

it('an inertial unit and a distance are delayed as signals, exactly', () => {
  const Drop = Model3D({
    world: Object3D({ feature: Scene() }),
    ground: Object3D({
      parent: 'world',
      feature: Solid({ shape: Box({ lengthX: 4, lengthY: 0.2, lengthZ: 4 }) }),
    }),
    ball: Object3D({ feature: Solid({ shape: Sphere({ diameter: 0.4 }), massProperties: 2 }) }),
    lift: Prismatic({ obj1: 'world', obj2: 'ball', axis: 'y', s: 2.1, f: expr`2*thrust` }),
    thrust: Var({ unit: 'N' }),
    imu: Imu({ object: 'ball' }),
    range: RangeSensor({ object: 'ball', axis: '-y', maximumRange: 9 }),
    lateForce: FixedDelay({ delayTime: 0.2 }),
    lateDistance: FixedDelay({ delayTime: 0.3 }),
    equations: equations`
      thrust = if time < 0.5 then 0 else 12*time
      lateForce.u = imu.specificForce[2]
      lateDistance.u = range.distance
    `,
  })
  for (const solver of SOLVERS) {
    const run = simulate(Drop, { stopTime: 1, solver, tolerance: 1e-8 })
    // the specific force is that of the thrust, which jumps at 0.5 s
    expect(run.at('lateForce.y', 0.699)).toBeCloseTo(0, 9)
    expect(run.at('lateForce.y', 0.701)).toBeCloseTo(12 * 0.501, 6)
    expect(run.at('lateDistance.y', 0.2)).toBeCloseTo(2, 9)
    expect(run.at('lateDistance.y', 0.7)).toBeCloseTo(2 - 0.5 * G * 0.16, 6)
  }
})

it('a force-torque sensor in a joint weighs with its bias and noise, and a switch sees a contact', () => {
  const Hung = Model3D({
    world: Object3D({ feature: Scene() }),
    hand: Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    lift: Prismatic({
      obj1: 'world',
      obj2: 'hand',
      axis: 'y',
      f: expr`3*9.81 + 30*(0.05 - lift.s) - 30*lift.v`,
    }),
    load: Object3D({
      ...{ parent: 'hand', translation: [0.4, 0, 0] },
      feature: Solid({ massProperties: MassProperties({ mass: 1 }) }),
    }),
    cut: JointForce({ joint: 'lift' }),
    weight: SampledSensor({ samplePeriod: 0.02, delay: 0.05, bias: 0.5, deviation: 0.2, seed: 7 }),
    torque: SampledSensor({ samplePeriod: 0.02 }),
    mean: Var({ init: 0 }),
    equations: equations`
      weight.u = cut.forceVector[2]
      torque.u = cut.torqueVector[3]
      der(mean) = if time > 10 then weight.y/30 else 0
    `,
  })
  const run = simulate(Hung, { stopTime: 40 })
  // 1500 samples: four standard errors of 0.2 N
  expect(Math.abs(run.final('mean') - 3 * G - 0.5)).toBeLessThan((4 * 0.2) / Math.sqrt(1500))
  // the guide carries the torque of the load
  expect(run.final('torque.y')).toBeCloseTo(0.4 * G, 6)

  const ball = (height: number) =>
    Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [0, height, 0] },
      feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true }),
    })
  const Bounce = Model3D({
    world: Object3D({ feature: Scene() }),
    floor: Object3D({
      ...{ parent: 'world', translation: [0, -0.1, 0] },
      feature: Solid({
        shape: Box({ lengthX: 1, lengthY: 0.2, lengthZ: 1 }),
        ...{ solidMaterial: 'Steel', collision: true },
      }),
    }),
    ball: ball(1.1),
    touch: ContactResult({ obj1: 'ball', obj2: 'floor' }),
    first: Var({ start: -1 }),
    signal: SampledSensor({ samplePeriod: 0.05, delay: 0.02 }),
    pressed: Var({ start: 0 }),
    scale: Par(1),
    equations: equations`
      when touch.penetration > 0 then
        first = if pre(first) < 0 then time else pre(first)
        pressed = pre(pressed) + 1
      end when
      signal.u = pressed
    `,
  })
  const bounce = simulate(Bounce, { stopTime: 0.6 })
  const fall = Math.sqrt(2 / G)
  // the ball touches after the fall; a contact begins at the hysteresis of some nanometers
  expect(bounce.final('first')).toBeCloseTo(fall, 6)
  const tick = 0.05 * Math.ceil(fall / 0.05)
  expect(bounce.at('signal.y', tick + 0.019)).toBe(0)
  expect(bounce.at('signal.y', tick + 0.021)).toBe(1)
})
