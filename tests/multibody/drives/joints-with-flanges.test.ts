/** Universal, cylindrical and planar joints with one flange for each axis. */

import { equations, instantiate, modelFromJson, modelToJson, simulate } from 'vario'
import { IdealGear, IdealRollingWheel, Inertia, Torque } from 'vario/library/rotational'
import {
  Cylindrical,
  CylindricalWithFlanges,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  PlanarWithFlanges,
  Scene,
  Solid,
  Universal,
  UniversalWithFlanges,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const world = Object3D({ feature: Scene() })
const weightless = Object3D({ feature: Scene({ gravityField: NoGravityField() }) })
const massProperties = MassProperties({
  mass: 2,
  centerOfMass: [0.1, 0.2, 0.3],
  Ixx: 1,
  Iyy: 2,
  Izz: 2.5,
  Ixy: 0.1,
})
const b = Object3D({ feature: Solid({ massProperties }) })
const OPTIONS = { stopTime: 2, tolerance: 1e-10 }
/** Two runs with errors of 1e-10 per step. */
const DIGITS = 7

/** Two routes: states of the world, and states of the equations. Either object may be on the side of the world. */
describe.each([
  ['world', 'b'],
  ['b', 'world'],
])('unconnected flanges from %s to %s', (obj1, obj2) => {
  const ends = { obj1, obj2 }
  const run = (joint: object) =>
    simulate(Model3D({ world, b, joint } as Parameters<typeof Model3D>[0]), OPTIONS)

  it('leave a universal joint free', () => {
    const plain = run(Universal({ ...ends, axis1: 'z', axis2: [1, 1, 0], phi: [0.2, 0], w: [1, 2] }))
    const flanges = run(
      UniversalWithFlanges({
        ...{ ...ends, axis1: 'z', axis2: [1, 1, 0], phi1: { init: 0.2 } },
        ...{ w1: { init: 1 }, w2: { init: 2 } },
      }),
    )
    for (const k of [1, 2])
      expect(flanges.final(`joint.phi${k}`)).toBeCloseTo(plain.final(`joint.phi[${k}]`), DIGITS)
  })

  it('leave a cylindrical joint free', () => {
    const plain = run(Cylindrical({ ...ends, axis: [1, 2, 3], phi: 0.2, v: 1, w: 2 }))
    const flanges = run(
      CylindricalWithFlanges({
        ...{ ...ends, axis: [1, 2, 3], phi: { init: 0.2 } },
        ...{ v: { init: 1 }, w: { init: 2 } },
      }),
    )
    for (const name of ['s', 'phi', 'w'])
      expect(flanges.final(`joint.${name}`)).toBeCloseTo(plain.final(`joint.${name}`), DIGITS)
  })

  it('leave a planar joint free', () => {
    const plain = run(Planar({ ...ends, axis: 'x', s: [0.2, 0], v: [0, 1], w: 2 }))
    const flanges = run(
      PlanarWithFlanges({
        ...{ ...ends, axis: 'x', s1: { init: 0.2 } },
        ...{ v2: { init: 1 }, w: { init: 2 } },
      }),
    )
    for (const k of [1, 2])
      expect(flanges.final(`joint.s${k}`)).toBeCloseTo(plain.final(`joint.s[${k}]`), DIGITS)
    expect(flanges.final('joint.phi')).toBeCloseTo(plain.final('joint.phi'), DIGITS)
  })
})

const disc = Object3D({
  feature: Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 2, Izz: 0.03 }) }),
})

describe('drives', () => {
  const free = { phi: { init: null }, w: { init: null } }

  it.each([
    [1, 1],
    [2, 2],
  ])('turn axis %i of a universal joint by a motor behind a gear', (axis, inertia) => {
    const Driven = Model3D({
      ...{ world: weightless, disc, joint: UniversalWithFlanges({ obj1: 'world', obj2: 'disc' }) },
      ...{ motor: Inertia({ J: 0.01, ...free }), gear: IdealGear({ ratio: 10 }), torque: Torque() },
      equations: equations`torque.tau = 0.5`,
      connect: [
        ['torque.flange', 'motor.flange_a'],
        ['motor.flange_b', 'gear.flange_a'],
        ['gear.flange_b', `joint.flange_phi${axis}`],
      ],
    })
    // phi = tau t²/2 / (I + ratio² J)
    for (const solver of ['auto', 'dop853', 'bdf', 'radau5'] as const)
      expect(
        simulate(Driven, { stopTime: 1, tolerance: 1e-9, solver }).final(`joint.phi${axis}`),
      ).toBeCloseTo(2.5 / (inertia + 1), 7)
  })

  const Screw = Model3D({
    world,
    disc,
    joint: CylindricalWithFlanges({
      obj1: 'world',
      obj2: 'disc',
      axis: 'y',
      s: { init: null },
      v: { init: null },
    }),
    ...{ nut: IdealRollingWheel({ radius: 0.02 }), torque: Torque() },
    equations: equations`torque.tau = 0.5`,
    connect: [
      ['torque.flange', 'joint.flange_phi', 'nut.flange_r'],
      ['nut.flange_t', 'joint.flange_s'],
    ],
  })

  it('turn a nut that lifts itself on a screw', () => {
    const result = simulate(Screw, { stopTime: 1, tolerance: 1e-9 })
    // s = r phi, (I + m r²) phi'' = tau - m g r, with I = Iyy
    const turned = (0.5 - 2 * 9.81 * 0.02) / (2 + 2 * 0.02 ** 2) / 2
    expect(result.final('joint.phi')).toBeCloseTo(turned, 8)
    expect(result.final('joint.s')).toBeCloseTo(0.02 * turned, 10)
  })

  it('give the same from a file and in interpreted code', () => {
    const options = { stopTime: 1 }
    const expected = simulate(Screw, options).final('joint.phi')
    expect(
      simulate(modelFromJson(JSON.parse(JSON.stringify(modelToJson(Screw)))), options).final('joint.phi'),
    ).toBe(expected)
    expect(instantiate(Screw, { interpret: true }).simulate(options).final('joint.phi')).toBe(expected)
  })
})
