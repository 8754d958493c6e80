/** Gravity that expressions of variables determine: elevators, centrifuges, parabola flights. */

import { equations, expr, instantiate, linearize, modelFromJson, modelToJson, simulate, Var } from 'vario'
import {
  Box,
  createDynamics,
  Imu,
  MassProperties,
  Model3D,
  Object3D,
  PointGravityField,
  Prismatic,
  Revolute,
  Scene,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const solid = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 2, Izz: 3 }) })
const FREE = { parent: 'world', fixedToParent: false } as const
const ball = Object3D({ ...FREE, feature: solid })
const OPTIONS = { stopTime: 2, tolerance: 1e-9 }
const withField = (
  gravityField: ReturnType<typeof UniformGravityField> | ReturnType<typeof PointGravityField>,
) => Object3D({ feature: Scene({ gravityField }) })

describe('uniform gravity', () => {
  it.each(['auto', 'tsit5', 'bdf', 'radau5'] as const)('varies with time, by %s', (solver) => {
    const Falling = Model3D({ world: withField(UniformGravityField({ g: expr`9.81 + 2*sin(time)` })), ball })
    const y = simulate(Falling, { ...OPTIONS, solver }).final('ball.r_abs[2]')
    expect(y).toBeCloseTo(-(9.81 * 2 + 2 * (2 - Math.sin(2))), 6)
  })

  it('equals the acceleration of an elevator', () => {
    const bob = Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [0, -0.5, 0] }) }),
    })
    const swing = Revolute({ obj1: 'cabin', obj2: 'bob', phi: 0.4 })
    const outside = simulate(
      Model3D({
        ...{ world: withField(UniformGravityField()), cabin: Object3D(), bob, swing },
        lift: Prismatic({ obj1: 'world', obj2: 'cabin', axis: 'y', motion: expr`sin(3*time)` }),
      }),
      OPTIONS,
    )
    const inside = simulate(
      Model3D({
        ...{
          world: withField(UniformGravityField({ g: expr`9.81 + a` })),
          cabin: Object3D({ parent: 'world' }),
          bob,
          swing,
        },
        ...{ a: Var({ unit: 'm/s2' }), equations: equations`a = -9*sin(3*time)` },
      }),
      OPTIONS,
    )
    // the cabin begins with 3 m/s, together with the bob: relative velocities are equal
    expect(inside.final('swing.phi')).toBeCloseTo(outside.final('swing.phi'), 6)
  })

  it('gives the period of a pendulum in an elevator', () => {
    const bob = Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [0, -0.5, 0] }) })
    const Swing = Model3D({
      world: withField(UniformGravityField({ g: expr`9.81 + a` })),
      ...{ a: Var({ unit: 'm/s2' }), equations: equations`a = 3` },
      ...{ bob: Object3D({ feature: bob }), swing: Revolute({ obj1: 'world', obj2: 'bob', phi: 1e-3 }) },
    })
    const quarter = (Math.PI / 2) * Math.sqrt(0.5 / 12.81)
    // the finite amplitude makes the period longer by 1e-6/16
    expect(simulate(Swing, { stopTime: quarter, tolerance: 1e-9 }).final('swing.phi')).toBeCloseTo(0, 9)
  })

  it('turns its direction, as in a centrifuge', () => {
    const n = expr`[sin(time), -cos(time), 0]`
    const result = simulate(Model3D({ world: withField(UniformGravityField({ g: 3, n })), ball }), OPTIONS)
    expect(result.final('ball.r_abs[1]')).toBeCloseTo(3 * (2 - Math.sin(2)), 6)
    expect(result.final('ball.r_abs[2]')).toBeCloseTo(3 * (Math.cos(2) - 1), 6)
    expect(result.final('world.n[1]')).toBeCloseTo(Math.sin(2), 10)
  })

  it('may depend on the motion, is felt by sensors, and may be negative', () => {
    const Field = Model3D({
      ...{
        world: withField(UniformGravityField({ g: expr`k*ball.r_abs[2]` })),
        imu: Imu({ object: 'fixed' }),
      },
      ...{ ball: Object3D({ ...FREE, feature: solid, translation: [0, 0.3, 0] }), k: 4 },
      fixed: Object3D({ parent: 'world' }),
      ...{ y: Var({ unit: 'm/s2' }), equations: equations`y = imu.specificForce[2]` },
    })
    const result = simulate(Field, OPTIONS)
    // y'' = -4 y
    expect(result.final('ball.r_abs[2]')).toBeCloseTo(0.3 * Math.cos(4), 6)
    expect(result.final('y')).toBeCloseTo(4 * 0.3 * Math.cos(4), 6)
  })

  it('stops all boxes of a pile from pressing on each other in a parabola flight', () => {
    const steel = {
      shape: Box({ lengthX: 0.2, lengthY: 0.1, lengthZ: 0.2 }),
      solidMaterial: 'Steel',
      collision: true,
    }
    const at = (x: number, y: number) => Object3D({ ...FREE, translation: [x, y, 0], feature: Solid(steel) })
    const Flight = Model3D({
      world: withField(UniformGravityField({ g: expr`if time < 0.2 or time > 0.4 then 9.81 else 0` })),
      ...{
        floor: Object3D({ parent: 'world', feature: Solid(steel) }),
        a: at(0, 0.1),
        b: at(0, 0.2),
        far: at(3, 0.1),
      },
      floor2: Object3D({ parent: 'world', translation: [3, 0, 0], feature: Solid(steel) }),
    })
    for (const solver of ['auto', 'radau5'] as const) {
      const result = simulate(Flight, { stopTime: 0.6, solver })
      for (const name of ['a', 'b', 'far']) {
        const v = Math.abs(result.at(`${name}.velocity[2]`, 0.39))
        // released elastic deformations of some micrometers
        expect(v).toBeLessThan(0.02)
        expect(Math.abs(result.final(`${name}.velocity[2]`))).toBeLessThan(0.02)
      }
    }
  })
})

describe('gravity of a point', () => {
  it('vanishes at an event: the body flies on along the tangent', () => {
    const mue = expr`if time < 1 then 8 else 0`
    const start = Object3D({ ...FREE, feature: solid, translation: [2, 0, 0], velocity: [0, 2, 0] })
    const result = simulate(Model3D({ world: withField(PointGravityField({ mue })), ball: start }), OPTIONS)
    // circle of 2 m with 1 rad/s, to second order in the size of the body; its inertia here is 1e-1 of m r²
    const light = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1e-9, Iyy: 1e-9, Izz: 1e-9 }) })
    const point = Object3D({ ...FREE, translation: [2, 0, 0], velocity: [0, 2, 0], feature: light })
    const exact = simulate(Model3D({ world: withField(PointGravityField({ mue })), ball: point }), OPTIONS)
    expect(exact.final('ball.r_abs[1]')).toBeCloseTo(2 * Math.cos(1) - 2 * Math.sin(1), 6)
    expect(exact.final('ball.r_abs[2]')).toBeCloseTo(2 * Math.sin(1) + 2 * Math.cos(1), 6)
    expect(result.at('ball.velocity[1]', 1.5)).toBe(result.final('ball.velocity[1]'))
  })
})

describe('an expression of gravity', () => {
  const u = Var({ input: true, unit: 'm/s2' })
  const rod = Object3D({
    feature: Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [1, 0, 0] }) }),
  })
  const Input = Model3D({
    ...{ world: withField(UniformGravityField({ g: expr`9.81 + u` })), u, rod },
    rev: Revolute({ obj1: 'world', obj2: 'rod', phi: -1.2 }),
  })

  it('is an input of a linear system', () => {
    const { A, B } = linearize(Input)
    expect(A[1][0]).toBeCloseTo(9.81 * Math.sin(-1.2), 6)
    expect(B[1][0]).toBeCloseTo(-Math.cos(-1.2), 6)
  })

  it('is the same from a file and in interpreted code', () => {
    const options = { stopTime: 1, inputs: { u: (t: number) => t } }
    const expected = simulate(Input, options).final('rev.phi')
    expect(
      simulate(modelFromJson(JSON.parse(JSON.stringify(modelToJson(Input)))), options).final('rev.phi'),
    ).toBe(expected)
    expect(instantiate(Input, { interpret: true }).simulate(options).final('rev.phi')).toBe(expected)
  })

  it('cannot be merged, has a direction, and is unknown without a run', () => {
    const merge = { world: { feature: { gravityField: { g: 1 } } } }
    expect(() => instantiate(Input).simulate({ stopTime: 1, merge })).toThrow(
      'gravityField.g: expected no value',
    )
    const n = expr`[0, 0*time, 0]`
    expect(() => simulate(Model3D({ world: withField(UniformGravityField({ n })), ball }), OPTIONS)).toThrow(
      'gravityField.n: expected a direction of any length, got [0, 0, 0]',
    )
    expect(() => createDynamics(Input).gravityForces([0])).toThrow('expected constant gravity')
  })
})
