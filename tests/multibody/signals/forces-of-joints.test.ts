/** Generalized forces of joints: numbers, dampers, springs, and expressions of variables. */

import { equations, expr, simulate, Var } from 'vario'
import {
  Cylindrical,
  Free,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  Spherical,
  Universal,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const parts = {
  world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
  b: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 2, Izz: 1 }) }) }),
}
const OPTIONS = { stopTime: 1, tolerance: 1e-9 }
/** The step errors of 1e-9 over a second. */
const DIGITS = 8

/** Either object of a joint may be on the side of the world. */
describe.each([
  ['world', 'b'],
  ['b', 'world'],
])('a joint from %s to %s', (obj1, obj2) => {
  it('is driven by a torque: phi = 2 (1 - cos t)', () => {
    const j = Revolute({ obj1, obj2, phi: 0.1, tau: expr`2*cos(time)` })
    const result = simulate(Model3D({ ...parts, j }), OPTIONS)
    expect(result.final('j.phi')).toBeCloseTo(0.1 + 2 * (1 - Math.cos(1)), DIGITS)
  })

  it('has a damper and a spring with a rest position, whose energy counts', () => {
    const j = Revolute({ obj1, obj2, damping: 0.4, stiffness: 4, rest: 0.5, phi: 1.5 })
    const result = simulate(Model3D({ ...parts, j }), { ...OPTIONS, stopTime: 3 })
    const w = Math.sqrt(4 - 0.04)
    const phi = 0.5 + Math.exp(-0.6) * (Math.cos(3 * w) + (0.2 / w) * Math.sin(3 * w))
    expect(result.final('j.phi')).toBeCloseTo(phi, DIGITS)
    expect(result.final('world.potentialEnergy')).toBeCloseTo(2 * (result.final('j.phi') - 0.5) ** 2, 12)
  })

  it('is driven by a force along its axis, two axes, or in a plane', () => {
    const slide = Prismatic({ obj1, obj2, s: 1, f: expr`-8*j.s` })
    expect(simulate(Model3D({ ...parts, j: slide }), OPTIONS).final('j.s')).toBeCloseTo(Math.cos(2), DIGITS)

    const screw = Cylindrical({ obj1, obj2, s: 1, phi: 1, stiffness: [8, 4] })
    const turned = simulate(Model3D({ ...parts, j: screw }), OPTIONS)
    expect(turned.final('j.s')).toBeCloseTo(Math.cos(2), DIGITS)
    expect(turned.final('j.phi')).toBeCloseTo(Math.cos(2), DIGITS)

    const plate = Planar({ obj1, obj2, s: [1, 0.5], f: expr`-8*j.s`, tau: 1 })
    const moved = simulate(Model3D({ ...parts, j: plate }), OPTIONS)
    // forces are in the frame of obj1: it turns with the body if that is obj1, and momentum goes to the other axis
    if (obj1 === 'world') {
      expect(moved.final('j.s[1]')).toBeCloseTo(Math.cos(2), DIGITS)
      expect(moved.final('j.s[2]')).toBeCloseTo(0.5 * Math.cos(2), DIGITS)
      expect(moved.final('j.phi')).toBeCloseTo(0.5, DIGITS)
    }
  })

  it.each([
    [
      'universal',
      Universal({ obj1, obj2, phi: [0.2, 0.3], w: [0.5, -0.5], tau: expr`[1, 2*cos(j.phi[1])]` }),
      'j.tau*j.w',
    ],
    [
      'planar',
      Planar({ obj1, obj2, s: [1, 0.5], w: 1, f: expr`[1, cos(time)]`, tau: 0.5 }),
      'j.f*j.v + 0.5*j.w',
    ],
    [
      'spherical',
      Spherical({ obj1, obj2, angularVelocity: [0.5, -0.5, 0], torque: expr`[1, 2*cos(time), 0.3]` }),
      'j.torque*j.angularVelocity',
    ],
    [
      'free',
      Free({
        obj1,
        obj2,
        velocity: [0, 1, 0],
        angularVelocity: [0, 0, 1],
        force: expr`[1, cos(time), 0]`,
        torque: expr`[0.1, 0, 0.2]`,
      }),
      'j.force*j.velocity + j.torque*j.angularVelocity',
    ],
  ] as const)('%s: the power of its forces is the change of the kinetic energy', (kind, j, power) => {
    const model = Model3D({ ...parts, j, work: Var({ init: 0 }) }).extend({
      equations: equations(`der(work) = ${power}`),
    })
    const result = simulate(model, { ...OPTIONS, stopTime: 2 })
    const gained = result.final('world.kineticEnergy') - result.at('world.kineticEnergy', 0)
    // velocities of free joints are of the origin of obj2, where the force acts
    if (kind !== 'free' || obj1 === 'world') expect(result.final('work')).toBeCloseTo(gained, DIGITS)
    expect(Math.abs(gained)).toBeGreaterThan(0.1)
  })
})

it('a loop with a driven joint is cut elsewhere, and driven as by a torque between the bodies', () => {
  // a parallelogram: both cranks turn alike, (J1 + J2 + m L²) phi'' = tau
  const crank = Solid({ massProperties: MassProperties({ mass: 0.5, Ixx: 1, Iyy: 1, Izz: 0.25 }) })
  const Four = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    base: Object3D({ parent: 'world', translation: [1, 0, 0] }),
    a: Object3D({ feature: crank }),
    a1: Object3D({ parent: 'a', translation: [0, 0.5, 0] }),
    c: Object3D({ feature: crank }),
    c1: Object3D({ parent: 'c', translation: [0, 0.5, 0] }),
    bar: Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    bar1: Object3D({ parent: 'bar', translation: [1, 0, 0] }),
    r1: Revolute({ obj1: 'world', obj2: 'a', tau: 0.6 }),
    r2: Revolute({ obj1: 'a1', obj2: 'bar' }),
    r3: Revolute({ obj1: 'base', obj2: 'c' }),
    r4: Revolute({ obj1: 'c1', obj2: 'bar1' }),
  })
  const result = simulate(Four, OPTIONS)
  // both cranks and the mass at 0.5 m: 2·0.25 + 2·0.25 = 1 kg.m2
  expect(result.final('r1.phi')).toBeCloseTo(0.3, DIGITS)
})

it('a value in place of an expression is an error', () => {
  const model = Model3D({ ...parts, j: Revolute({ obj1: 'world', obj2: 'b', tau: expr`2*time` }) })
  const merge = { j: { tau: 3 } }
  expect(() => simulate(model, { stopTime: 1, merge })).toThrow(/j\.tau: expected no value/)
})

it('a torque of a spherical joint may depend on its motion and acceleration: a damper and a load in all axes', () => {
  const ball = Object3D({
    feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 1, Izz: 1 }) }),
  })
  const Loaded = Model3D({
    ...{ ...parts, b: ball },
    j: Spherical({
      ...{ obj1: 'world', obj2: 'b', angularVelocity: [1, -2, 0.5] },
      torque: expr`-3*j.angularVelocity - 0.5*b.z_abs`,
    }),
  })
  const result = simulate(Loaded, OPTIONS)
  // (1 + 0.5) w' = -3 w
  const rest = Math.exp(-2)
  ;[1, -2, 0.5].forEach((w, i) => {
    expect(result.final(`j.angularVelocity[${i + 1}]`)).toBeCloseTo(w * rest, DIGITS)
  })
})
