/** Joints that equations drive: forward dynamics, rigid drives, prescribed motion. */

import { equations, instantiate, Model, Par, simulate } from 'vario'
import { Damper, Fixed, IdealGear, Inertia } from 'vario/library/rotational'
import { Fixed as FixedRail, Spring } from 'vario/library/translational'
import {
  Box,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const link = (
  feature = Solid({ shape: Box({ lengthX: 0.5, lengthY: 0.1, lengthZ: 0.2 }), massProperties: 1.5 }),
) =>
  Model({
    body: Object3D({ feature }),
    a: Object3D({ parent: 'body', translation: [-0.25, 0, 0] }),
    b: Object3D({ parent: 'body', translation: [0.25, 0, 0], rotation: [0.3, 0.2, 0.1] }),
  })

/** A chain of three links; `hasFlange` states for each joint whether it is visible to equations. */
function createChain(hasFlange: readonly boolean[]): Parameters<typeof simulate>[0] {
  const joint = (i: number, obj1: string, axis: 'x' | 'y' | 'z', phi: number) => {
    const args = { obj1, obj2: `link${i}.a`, axis, phi: { init: phi }, w: { init: 0.5 } }
    return hasFlange[i - 1] ? RevoluteWithFlange(args) : Revolute(args)
  }
  return Model3D({
    world: Object3D({ feature: Scene() }),
    link1: link(),
    link2: link(),
    link3: link(),
    rev1: joint(1, 'world', 'z', 0.2),
    rev2: joint(2, 'link1.b', 'y', 0.4),
    rev3: joint(3, 'link2.b', 'x', -0.3),
  })
}

const POINT = MassProperties({ mass: 2, centerOfMass: [0.5, 0, 0], Izz: 0.1 })
const pendulum = {
  world: Object3D({ feature: Scene() }),
  body: Object3D({ feature: Solid({ massProperties: POINT }) }),
  rev: RevoluteWithFlange({ obj1: 'world', obj2: 'body', axis: 'z', phi: { init: 0.4 } }),
}
/** Moment of inertia about the axis [kg.m2], and m g l [N.m]. */
const I_AXIS = 0.1 + 2 * 0.25
const M_G_L = 2 * 9.81 * 0.5

describe('joints with flanges', () => {
  test('move like those without, for every combination of visible joints', () => {
    const [plain, ...others] = [
      [false, false, false],
      [true, true, true],
      [true, false, true],
      [false, true, false],
      [false, false, true],
    ].map((hasFlange) => simulate(createChain(hasFlange), { stopTime: 1, tolerance: 1e-9 }))
    // tolerance 1e-9 with an error growth of about 100 in a second of this motion
    for (const result of others) {
      for (const name of ['rev1.phi', 'rev1.w', 'rev2.phi', 'rev2.w', 'rev3.phi', 'rev3.w'])
        expect(Math.abs(result.final(name) - plain.final(name))).toBeLessThan(1e-7)
    }
  })

  test('need no system of equations if the torques are known', () => {
    const model = Model3D({
      ...pendulum,
      damper: Damper({ d: 0.5 }),
      fixed: Fixed(),
      connect: [
        ['damper.flange_b', 'rev.flange'],
        ['damper.flange_a', 'fixed.flange'],
      ],
    })
    expect(instantiate(model).translation.systems).toEqual([])
  })

  test('add the inertia of a motor with a rigid gear times the square of the ratio', () => {
    const [J, ratio] = [2e-4, 30]
    const driven = Model3D({
      ...pendulum,
      motor: Inertia({ J, phi: { init: null }, w: { init: null } }),
      gear: IdealGear({ ratio }),
      connect: [
        ['motor.flange_b', 'gear.flange_a'],
        ['gear.flange_b', 'rev.flange'],
      ],
    })
    const heavier = Model3D({
      ...pendulum,
      body: Object3D({
        feature: Solid({
          massProperties: MassProperties({ mass: 2, centerOfMass: [0.5, 0, 0], Izz: 0.1 + ratio ** 2 * J }),
        }),
      }),
    })
    const options = { stopTime: 2, tolerance: 1e-9 }
    const [a, b] = [simulate(driven, options), simulate(heavier, options)]
    expect(Math.abs(a.final('rev.phi') - b.final('rev.phi'))).toBeLessThan(1e-7)
    expect(Math.abs(a.final('motor.w') - ratio * b.final('rev.w'))).toBeLessThan(1e-5)
    // without the motor the pendulum swings visibly faster
    expect(
      Math.abs(simulate(Model3D(pendulum), options).final('rev.phi') - a.final('rev.phi')),
    ).toBeGreaterThan(0.1)
  })

  test('give the torque of the closed form for a prescribed motion', () => {
    const Motion = Model({
      flange: RevoluteWithFlange.members.flange as never,
      equations: equations`flange.phi = 0.4*cos(3*time)`,
    })
    const model = Model3D({
      ...pendulum,
      motion: Motion,
      connect: [['motion.flange', 'rev.flange']],
    })
    const result = simulate(model, { stopTime: 1, interval: 0.1 })
    const time = result.values('time')
    const tau = result.values('rev.tau')
    for (let i = 0; i < time.length; i++) {
      const phi = 0.4 * Math.cos(3 * time[i])
      const expected = -9 * phi * I_AXIS + M_G_L * Math.cos(phi)
      // no integration is involved: only rounding errors
      expect(Math.abs(tau[i] - expected)).toBeLessThan(1e-12 * M_G_L)
    }
  })

  test('oscillate against a spring with the frequency sqrt(c/m) if prismatic', () => {
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      body: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 0.5 }) }) }),
      prism: PrismaticWithFlange({ obj1: 'world', obj2: 'body', axis: [1, 0, 1], s: { init: 0.2 } }),
      spring: Spring({ c: 8 }),
      fixed: FixedRail(),
      connect: [
        ['fixed.flange', 'spring.flange_a'],
        ['spring.flange_b', 'prism.flange'],
      ],
    })
    const result = simulate(model, { stopTime: 3, tolerance: 1e-9 })
    expect(Math.abs(result.final('prism.s') - 0.2 * Math.cos(3 * Math.sqrt(8 / 0.5)))).toBeLessThan(1e-7)
  })

  test('couple two drivetrains to one free body: hidden and visible states together', () => {
    // a free body with a driven wheel: the reaction rotates the body; angular momentum about the axis stays zero
    const model = Model3D({
      world: Object3D({ feature: Scene() }),
      base: Object3D({
        parent: 'world',
        fixedToParent: false,
        feature: Solid({ massProperties: MassProperties({ mass: 3, Ixx: 1, Iyy: 1, Izz: 1 }) }),
      }),
      wheel: Object3D({
        feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.2 }) }),
      }),
      rev: RevoluteWithFlange({ obj1: 'base', obj2: 'wheel', axis: 'z' }),
      drive: Model({
        tau: Par(0.3, 'N.m'),
        flange: RevoluteWithFlange.members.flange as never,
        equations: equations`flange.tau = -tau`,
      }),
      connect: [['drive.flange', 'rev.flange']],
    })
    const result = simulate(model, { stopTime: 2, tolerance: 1e-9 })
    // (1 + 0.2) w_base + 0.2 w = 0 and 0.2 (w' + w_base') = tau
    const wheelRate = (0.3 * 2) / 0.2
    const base = result.finalVector('base.angularVelocity')[2]
    expect(Math.abs(base + 0.3 * 2)).toBeLessThan(1e-8)
    expect(Math.abs(result.final('rev.w') + base - wheelRate)).toBeLessThan(1e-8)
    expect(Math.abs(result.finalVector('base.velocity')[1] + 2 * 9.81)).toBeLessThan(1e-8)
  })

  test('accept new parameters and initial values without a new translation', () => {
    const model = instantiate(Model3D(pendulum))
    const a = model.simulate({ stopTime: 0.5, merge: { rev: { phi: { init: 1.2 } } } })
    expect(a.values('rev.phi')[0]).toBe(1.2)
    const b = model.simulate({ stopTime: 0.5, merge: { body: { feature: { massProperties: { Izz: 5 } } } } })
    const c = model.simulate({ stopTime: 0.5 })
    expect(c.values('rev.phi')[0]).toBe(0.4)
    expect(Math.abs(b.final('rev.phi') - 0.4)).toBeLessThan(Math.abs(c.final('rev.phi') - 0.4))
  })
})

test('plain prismatic and revolute joints fall and swing as in the closed forms', () => {
  const model = Model3D({
    world: Object3D({ feature: Scene() }),
    body: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 0.5 }) }) }),
    prism: Prismatic({ obj1: 'world', obj2: 'body', axis: [0, 20, 0], s: 3, v: 1 }),
  })
  const result = simulate(model, { stopTime: 2 })
  expect(Math.abs(result.final('prism.s') - (3 + 2 - 0.5 * 9.81 * 4))).toBeLessThan(1e-10)
})
