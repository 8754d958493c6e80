/** Force elements, sensors, paths and drives as members of models. */

import { equations, expr, Model, Par, quantity, simulate, Var } from 'vario'
import { Ramp } from 'vario/library/blocks'
import { Flange } from 'vario/library/rotational'
import {
  Box,
  Bushing,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  PtpReference,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Servo,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const solidOf = (mass: number, Izz: number) =>
  Solid({
    shape: Box({ lengthX: 0.1, lengthY: 0.1, lengthZ: 0.1 }),
    massProperties: MassProperties({ mass, Ixx: Izz, Iyy: Izz, Izz }),
  })

describe('in models', () => {
  it('evaluates a bushing with expressions, quantities and functions: case force.HarmonicOscillator', () => {
    const model = Model3D({
      c: Par(100, 'N/m'),
      world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 9.81, n: [0, 0, -1] }) }) }),
      oscillator: Object3D({ feature: solidOf(1, 0.1) }),
      joint: Prismatic({ obj1: 'world', obj2: 'oscillator', axis: 'z' }),
      force: Bushing({
        obj1: 'world',
        obj2: 'oscillator',
        nominalForce: [0, 0, quantity(500, 'mN')],
        springForceLaw: expr`[0, 0, c]`,
        damperForceLaw: [0, 0, (v) => 2 * v],
      }),
      sensor: SensorResult({ object: 'oscillator' }),
    })
    const result = simulate(model, { stopTime: 5, tolerance: 1e-8 })
    const rest = -(9.81 + 0.5) / 100
    const w = Math.sqrt(100 - 1)
    const s = rest * (1 - Math.exp(-5) * (Math.cos(5 * w) + Math.sin(5 * w) / w))
    const v = rest * Math.exp(-5) * ((1 + w * w) / w) * Math.sin(5 * w)
    // 1e-8 per step over a few hundred steps
    expect(Math.abs(result.final('joint.s') - s)).toBeLessThan(1e-6)
    expect(Math.abs(result.final('joint.v') - v)).toBeLessThan(1e-6)
    // the acceleration of the sensor is the force over the mass
    expect(result.final('sensor.acceleration[3]')).toBeCloseTo(
      result.final('force.forceVector[3]') - 9.81,
      12,
    )
    expect(result.signal('force.torqueVector').unit).toBe('N.m')
    // another stiffness in the next run
    const stiff = simulate(model, { stopTime: 20, tolerance: 1e-6, merge: { c: 400 } })
    expect(stiff.final('joint.s')).toBeCloseTo(-(9.81 + 0.5) / 400, 6)
  })

  it.each([
    [0.1, false],
    [0.1, true],
    [0.9, false],
    [0.9, true],
  ])(
    'keeps the energy of a body of three inertias that rotates by %f rad in a bushing, largeAngles %s',
    (angle, largeAngles) => {
      const model = Model3D({
        world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 0 }) }) }),
        box: Object3D({
          parent: 'world',
          fixedToParent: false,
          rotation: [angle, -0.7 * angle, 0.5 * angle],
          feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.15, Izz: 0.2 }) }),
        }),
        force: Bushing({
          obj1: 'world',
          obj2: 'box',
          springForceLaw: [1, 1, 1],
          rotSpringForceLaw: [5, 10, 20],
          largeAngles,
        }),
      })
      for (const solver of ['auto', 'radau5'] as const) {
        const energy = simulate(model, { stopTime: 20, tolerance: 1e-8, solver }).values('world.totalEnergy')
        expect(energy[0]).toBeGreaterThan(0.5 * 5 * (0.8 * angle) ** 2)
        // 30 oscillations of about 20 steps with 1e-8 each
        for (const value of energy) expect(Math.abs(value / energy[0] - 1)).toBeLessThan(3e-6)
      }
    },
  )

  it('ends the run where the angles of a bushing leave their range', () => {
    const model = (largeAngles: boolean, stiffness: readonly number[]) =>
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: UniformGravityField({ g: 0 }) }) }),
        box: Object3D({
          parent: 'world',
          fixedToParent: false,
          angularVelocity: [0, 0, 2],
          feature: solidOf(1, 0.1),
        }),
        force: Bushing({ obj1: 'world', obj2: 'box', rotSpringForceLaw: stiffness, largeAngles }),
      })
    // a spring too weak to hold the box: 170 degrees at 2 rad/s
    const time = (170 / 180) * (Math.PI / 2)
    for (const largeAngles of [false, true]) {
      let error: unknown
      try {
        simulate(model(largeAngles, [1e-9, 1e-9, 1e-9]), { stopTime: 5 })
      } catch (caught) {
        error = caught
      }
      expect(error).toMatchObject({ code: 'BUSHING_ANGLE', fields: { path: 'force' } })
      expect((error as { fields: { time: number } }).fields.time).toBeCloseTo(time, 4)
    }
    // in place of a hinge about z, it rotates freely
    const hinge = simulate(model(true, [100, 100, 0]), { stopTime: 5 })
    expect(hinge.final('box.angularVelocity[3]')).toBeCloseTo(2, 9)
  })

  it('drives a revolute joint by a servo like an inertia: one algebraic loop through gear and world', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      body: Object3D({ feature: solidOf(1.39, 0.32) }),
      rev: RevoluteWithFlange({ obj1: 'world', obj2: 'body', axis: 'z' }),
      ramp: Ramp({ height: 2.95, duration: 1.18 }),
      servo: Servo({ ratio: 156, J: 1.3909e-5, k1: 50, k2: 0.1, T: 1 }),
      connect: [
        ['ramp.y', 'servo.refLoadAngle'],
        ['servo.flange', 'rev.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 4, tolerance: 1e-8 })
    // case robot.ServoWithRamp, whose load has the same inertia; its own tolerance is 1e-6 per step
    const names = ['servo.ppi.PI.x', 'rev.phi', 'rev.w']
    const reference = [-0.004445925511355035, 2.9499994183801284, 5.816286501116783e-7]
    for (const [k, name] of names.entries())
      expect(Math.abs(result.final(name) - reference[k])).toBeLessThan(1e-6)
  })

  it('gives a flange the torque for the angle that a path prescribes', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      body: Object3D({ feature: solidOf(1, 0.5) }),
      rev: RevoluteWithFlange({
        obj1: 'world',
        obj2: 'body',
        axis: 'z',
        phi: { init: null },
        w: { init: null },
      }),
      path: PtpReference({ points: [[0], [1]], v_max: [1], a_max: [2] }),
      drive: Model({
        flange: Flange(),
        phi: Var({ input: true, unit: 'rad' }),
        equations: equations`flange.phi = phi`,
      }),
      equations: equations`drive.phi = path.position[1]`,
      connect: [['drive.flange', 'rev.flange']],
    })
    const result = simulate(model, { stopTime: 2 })
    // 0.5 s at 2 rad/s2, 0.5 s at none, 0.5 s at -2 rad/s2; J = 0.5 kg.m2
    for (const [t, torque] of [
      [0.2, 1],
      [0.7, 0],
      [1.2, -1],
      [1.8, 0],
    ])
      expect(result.at('rev.tau', t)).toBeCloseTo(torque, 12)
  })
})
