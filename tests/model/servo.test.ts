/** The reference servo (case servo-system): hierarchy of signals and flanges, inside and outside connectors. */
import { equations, Model, Par, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import { evaluateParameters, flatten } from '../../src/model/index.ts'
import { Flange, Inertia } from './circuits.ts'
import { textsOf } from './support.ts'

const SISO = Model({ u: Var({ input: true }), y: Var({ output: true }) })
const Gain = SISO.extend({ k: 1, equations: equations`y = k*u` })
const PI = SISO.extend({
  k: 1,
  T: Par(1, 's'),
  x: Var({ init: 0 }),
  equations: equations`der(x) = u/T; y = k*(x + u)`,
})
const Feedback = Model({
  u1: Var({ input: true }),
  u2: Var({ input: true }),
  y: Var({ output: true }),
  equations: equations`y = u1 - u2`,
})
const Ramp = Model({
  height: 1,
  duration: Par(2, 's'),
  y: Var({ output: true }),
  equations: equations`y = height*time/duration`,
})
const Torque = Model({ tau: Var({ input: true }), flange: Flange(), equations: equations`flange.tau = -tau` })
const SpeedSensor = Model({
  flange: Flange(),
  w: Var({ output: true }),
  equations: equations`flange.tau = 0; w = der(flange.phi)`,
})
const Gear = Model({
  flange_a: Flange(),
  flange_b: Flange(),
  ratio: 105,
  equations: equations`flange_a.phi = ratio*flange_b.phi; 0 = ratio*flange_a.tau + flange_b.tau`,
})
const SpeedController = Model({
  refSpeed: Var({ input: true }),
  motorSpeed: Var({ input: true }),
  refCurrent: Var({ output: true }),
  gain: Gain({ k: 105 }),
  PI: PI({ T: 1, k: 1 }),
  feedback: Feedback(),
  connect: [
    ...[
      ['refSpeed', 'gain.u'],
      ['gain.y', 'feedback.u1'],
      ['motorSpeed', 'feedback.u2'],
    ],
    ...[
      ['feedback.y', 'PI.u'],
      ['PI.y', 'refCurrent'],
    ],
  ],
})
const Motor = Model({
  refCurrent: Var({ input: true }),
  flange: Flange(),
  torque: Torque(),
  inertia: Inertia({ J: 0.0025 }),
  connect: [
    ['refCurrent', 'torque.tau'],
    ['torque.flange', 'inertia.flange_a'],
    ['inertia.flange_b', 'flange'],
  ],
})
const Servo = Model({
  refSpeed: Var({ input: true }),
  flange_b: Flange(),
  speedController: SpeedController(),
  motor: Motor(),
  gear: Gear(),
  speedSensor1: SpeedSensor(),
  speedSensor2: SpeedSensor(),
  speedError: Feedback(),
  connect: [
    ['refSpeed', 'speedController.refSpeed', 'speedError.u1'],
    ['speedController.refCurrent', 'motor.refCurrent'],
    ['motor.flange', 'gear.flange_a', 'speedSensor1.flange'],
    ['speedSensor1.w', 'speedController.motorSpeed'],
    ['gear.flange_b', 'flange_b', 'speedSensor2.flange'],
    ['speedSensor2.w', 'speedError.u2'],
  ],
})
const Top = Model({
  ramp: Ramp({ duration: 1.18, height: 2.95 }),
  servo: Servo(),
  load: Inertia({ J: 170 }),
  equations: equations`load.flange_b.tau = 0`,
  connect: [
    ['ramp.y', 'servo.refSpeed'],
    ['servo.flange_b', 'load.flange_a'],
  ],
})

describe('servo', () => {
  const flat = flatten(Top)

  it('contains as many equations as unknowns, and every flow is determined', () => {
    expect(flat.equations).toHaveLength(flat.variables.size)
    expect(flat.notes).toEqual([])
  })

  it('connects inside and outside connectors', () => {
    const texts = textsOf(flat)
    expect(texts).toContain('servo.refSpeed = servo.speedController.refSpeed')
    expect(texts).toContain('servo.speedController.refSpeed = servo.speedError.u1')
    expect(texts).toContain('servo.flange_b.tau = servo.gear.flange_b.tau + servo.speedSensor2.flange.tau')
    expect(texts).toContain('servo.motor.flange.tau = servo.motor.inertia.flange_b.tau')
    expect(texts).toContain(
      '0 = servo.motor.flange.tau + servo.gear.flange_a.tau + servo.speedSensor1.flange.tau',
    )
    expect(texts).toContain('0 = servo.flange_b.tau + load.flange_a.tau')
  })

  it('evaluates its parameters', () => {
    const values = evaluateParameters(flat, { servo: { speedController: { PI: { T: 2 } } } })
    expect(values.get('servo.speedController.PI.T')).toBe(2)
    expect(values.get('servo.gear.ratio')).toBe(105)
    expect(values.get('load.w')).toBe(0)
  })
})
