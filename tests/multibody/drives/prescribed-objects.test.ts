/** Objects whose pose is an expression: platforms, plates and tables, with their reactions and contacts. */

import {
  equations,
  expr,
  instantiate,
  Model,
  modelFromJson,
  modelToJson,
  Par,
  quantity,
  simulate,
  Var,
} from 'vario'
import {
  Box,
  Fix,
  JointForce,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Pool,
  Revolute,
  Scene,
  SensorResult,
  Solid,
  Sphere,
  Spherical,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const G = 9.81
const world = Object3D({ feature: Scene() })
const weightless = Object3D({ feature: Scene({ gravityField: NoGravityField() }) })
const solid = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 1, Iyy: 2, Izz: 3 }) })
const OPTIONS = { stopTime: 1, tolerance: 1e-9 }
/** Prescribed values are exact: errors are rounding. */
const EXACT = 10

describe('a rotating platform', () => {
  const Platform = Model3D({
    world,
    table: Object3D({
      parent: 'world',
      translation: [0, quantity(50, 'cm'), 0],
      motion: { rotation: expr`[0, time^3, 0]` },
    }),
    load: Object3D({ parent: 'table', translation: [1.5, 0, 0], feature: solid }),
    cut: JointForce({ joint: 'table' }),
    ...{ y: Var({ unit: 'rad' }), equations: equations`y = table.phi2` },
  })

  it('carries the weight, the centripetal force and the angular acceleration of its load', () => {
    const result = simulate(Platform, OPTIONS)
    const [phi, w, z] = [1, 3, 6]
    expect(result.final('y')).toBeCloseTo(phi, EXACT)
    expect(result.final('load.r_abs[1]')).toBeCloseTo(1.5 * Math.cos(phi), EXACT)
    expect(result.final('load.r_abs[2]')).toBeCloseTo(0.5, EXACT)
    // forces along the axes of the parent: m a, with a = -w² r - z r x e_y
    const along = [-(w ** 2) * 1.5, -z * 1.5]
    const f = [
      2 * (along[0] * Math.cos(phi) + along[1] * Math.sin(phi)),
      2 * G,
      2 * (-along[0] * Math.sin(phi) + along[1] * Math.cos(phi)),
    ]
    f.forEach((force, k) => {
      expect(result.final(`table.f${k + 1}`)).toBeCloseTo(force, 8)
      expect(result.final(`cut.forceVector[${k + 1}]`)).toBeCloseTo(force, 8)
    })
    expect(result.final('table.tau2')).toBeCloseTo((2 + 2 * 1.5 ** 2) * z, 8)
    expect(result.final('cut.torqueVector[2]')).toBeCloseTo((2 + 2 * 1.5 ** 2) * z, 8)
  })

  it('is the same from a file and in interpreted code', () => {
    const options = { stopTime: 0.5 }
    const expected = simulate(Platform, options).final('table.tau2')
    const read = modelFromJson(JSON.parse(JSON.stringify(modelToJson(Platform))))
    expect(simulate(read, options).final('table.tau2')).toBe(expected)
    expect(instantiate(Platform, { interpret: true }).simulate(options).final('table.tau2')).toBe(expected)
  })

  it('turns through 90 degrees of its second angle, and keeps the rest of its pose', () => {
    const a = Object3D({
      ...{ parent: 'world', rotation: [0.3, 0, 0] },
      motion: { translation: [0, expr`time`, 0.5] },
      feature: solid,
    })
    const b = Object3D({ parent: 'a', motion: { rotation: [0.1, expr`2*time`, 0.2] }, feature: solid })
    const result = simulate(
      Model3D({ world, a, b, view: SensorResult({ object: 'b', objectOrigin: 'a' }) }),
      OPTIONS,
    )
    expect(result.final('a.r_abs[2]')).toBeCloseTo(1, EXACT)
    expect(result.final('a.rot123_abs[1]')).toBeCloseTo(0.3, EXACT)
    // Cardan angles beyond 90° have a second triple with all angles shifted: the direction of x is Rx(0.1) Ry(2) Rz(0.2) e_x
    const x = [
      Math.cos(2) * Math.cos(0.2),
      Math.cos(0.1) * Math.sin(0.2) + Math.sin(0.1) * Math.sin(2) * Math.cos(0.2),
    ]
    const [p, q, r] = [1, 2, 3].map((k) => result.final(`view.rotation[${k}]`))
    expect(Math.cos(q) * Math.cos(r)).toBeCloseTo(x[0], EXACT)
    expect(Math.cos(p) * Math.sin(r) + Math.sin(p) * Math.sin(q) * Math.cos(r)).toBeCloseTo(x[1], EXACT)
  })
})

describe('a moving frame', () => {
  it('is the support of a pendulum, as its acceleration and gravity are the same', () => {
    const bob = Solid({ massProperties: MassProperties({ mass: 1, centerOfMass: [0, -0.5, 0] }) })
    const common = {
      bob: Object3D({ feature: bob }),
      swing: Revolute({ obj1: 'cabin', obj2: 'bob', phi: 0.4 }),
    }
    const result = simulate(
      Model3D({
        world,
        cabin: Object3D({ parent: 'world', motion: { translation: expr`[0, 2*time^2, 0]` } }),
        ...common,
      }),
      OPTIONS,
    )
    const heavier = simulate(
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: { kind: 'UniformGravityField', g: G + 4 } }) }),
        cabin: Object3D({ parent: 'world' }),
        ...common,
      }),
      OPTIONS,
    )
    expect(result.final('swing.phi')).toBeCloseTo(heavier.final('swing.phi'), 7)
  })

  it('drives parts in arrays, each by the values of its component', () => {
    const Lift = Model({
      ...{ v: Par(1, 'm/s'), u: Var({ unit: 'm' }), equations: equations`u = v*time` },
      cabin: Object3D({ parent: 'world', motion: { translation: [0, expr`u`, 0] }, feature: solid }),
    })
    const cars = Par([
      Object3D({ parent: 'world', motion: { translation: expr`[sin(time), 0, 0]` } }),
      Object3D({ parent: 'cars[1]', motion: { translation: expr`[0, 0, time]` } }),
    ])
    const result = simulate(
      Model3D({ world, n: 2, lifts: Lift({ v: expr`i`, for: { i: expr`1:n` } }), cars }),
      OPTIONS,
    )
    expect(result.final('lifts[2].cabin.r_abs[2]')).toBeCloseTo(2, EXACT)
    expect(result.final('lifts[2].cabin.f2')).toBeCloseTo(2 * G, EXACT)
    expect(result.final('cars[2].r_abs[1]')).toBeCloseTo(Math.sin(1), EXACT)
    expect(result.final('cars[2].r_abs[3]')).toBeCloseTo(1, EXACT)
  })

  it('carries a body that moves freely relative to it', () => {
    const Carried = Model3D({
      world: weightless,
      car: Object3D({ parent: 'world', motion: { translation: expr`[time^2, 0, 0]` } }),
      ball: Object3D({ parent: 'car', fixedToParent: false, velocity: [3, 0, 0], feature: solid }),
    })
    const result = simulate(Carried, OPTIONS)
    // no force acts: 3 m/s in the world, where the car was at rest
    expect(result.final('ball.r_abs[1]')).toBeCloseTo(3, 8)
    expect(result.final('ball.translation[1]')).toBeCloseTo(2, 8)
  })

  it('pushes a closed loop', () => {
    const rod = (L: number) =>
      Solid({ shape: Box({ lengthX: L, lengthY: 0.02, lengthZ: 0.02 }), solidMaterial: 'Steel' })
    const Crank = Model3D({
      world,
      piston: Object3D({
        parent: 'world',
        motion: { translation: [expr`1 + 0.2*sin(time)`, 0, 0] },
        feature: solid,
      }),
      ...{ crank: Object3D({ parent: 'c', translation: [0.25, 0, 0], feature: rod(0.5) }), c: Object3D() },
      ...{ d: Object3D({ parent: 'c', translation: [0.5, 0, 0] }), e: Object3D() },
      rod: Object3D({ parent: 'e', translation: [-0.4, 0, 0], feature: rod(0.8) }),
      f: Object3D({ parent: 'e', translation: [-0.8, 0, 0] }),
      j1: Revolute({ obj1: 'world', obj2: 'c', phi: { start: 0.9 } }),
      j2: Revolute({ obj1: 'd', obj2: 'f', phi: { start: -1.4 } }),
      j3: Revolute({ obj1: 'piston', obj2: 'e' }),
    })
    for (const solver of ['auto', 'bdf', 'radau5'] as const) {
      const result = simulate(Crank, { ...OPTIONS, solver, interval: 0.001 })
      // law of cosines
      const x = 1 + 0.2 * Math.sin(1)
      expect(Math.cos(result.final('j1.phi'))).toBeCloseTo((x * x + 0.25 - 0.64) / x, 8)
      const [time, f, v] = ['time', 'piston.f1', 'piston.v1'].map((name) => result.values(name))
      const energy = result.values('world.totalEnergy')
      let work = 0
      for (let i = 0; i + 2 < time.length; i += 2)
        work += ((time[i + 2] - time[i]) / 6) * (f[i] * v[i] + 4 * f[i + 1] * v[i + 1] + f[i + 2] * v[i + 2])
      expect(work).toBeCloseTo(energy[energy.length - 1] - energy[0], 6)
    }
  })
})

describe('contacts', () => {
  const steel = { solidMaterial: 'Steel', collision: true } as const
  const box = (y: number) =>
    Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [0, y, 0] },
      feature: Solid({ shape: Box({ lengthX: 0.2, lengthY: 0.1, lengthZ: 0.2 }), ...steel }),
    })
  const plate = { shape: Box({ lengthX: 9, lengthY: 0.1, lengthZ: 1 }), ...steel }
  /** Mass of the box [kg]. */
  const MASS = 8000 * 0.2 * 0.1 * 0.2

  it.each(['auto', 'radau5', 'bdf'] as const)('feel the velocity of a conveyor, by %s', (solver) => {
    const Conveyor = Model3D({
      ...{ world, box: box(0.1) },
      plate: Object3D({
        parent: 'world',
        motion: { translation: expr`[2*time, 0, 0]` },
        feature: Solid(plate),
      }),
    })
    const result = simulate(Conveyor, { stopTime: 0.6, solver })
    // friction 0.5 m g until the box has the speed of the plate, at 2/(0.5 g) = 0.408 s
    expect(result.at('box.velocity[1]', 0.3)).toBeCloseTo(0.5 * G * 0.3, 4)
    expect(result.at('plate.f1', 0.3) / (0.5 * MASS * G)).toBeCloseTo(1, 4)
    expect(result.final('box.velocity[1]')).toBeCloseTo(2, 4)
    expect(Math.abs(result.final('plate.f1')) / (0.5 * MASS * G)).toBeLessThan(1e-3)
  })

  it('end where the table accelerates down by g, and the box flies on', () => {
    // s'' = -20 t
    const Shaker = Model3D({
      ...{ world, box: box(0.1) },
      table: Object3D({
        parent: 'world',
        motion: { translation: expr`[0, -20*time^3/6, 0]` },
        feature: Solid(plate),
      }),
    })
    const result = simulate(Shaker, { stopTime: 0.7, interval: 1e-4 })
    const off = G / 20
    const [time, n] = [result.values('time'), result.values('world.nContact')]
    const end = time[n.findIndex((count, i) => count === 0 && time[i] > 0.01)]
    // the elastic deformation, some micrometers, is released at the end
    expect(end).toBeCloseTo(off, 2)
    const [s, v] = [(-20 * off ** 3) / 6, -10 * off ** 2]
    expect(result.final('box.r_abs[2]') - 0.1).toBeCloseTo(
      s + v * (0.7 - off) - (G / 2) * (0.7 - off) ** 2,
      4,
    )
    // before, the table carries (M + m) (g + s'')
    expect(result.at('table.f2', 0.3) / (MASS + 8000 * 0.9)).toBeCloseTo(G - 6, 3)
  })

  it('throw an elastic ball with twice the speed of the plate', () => {
    const ball = { solidMaterial: 'BilliardBall', collision: true } as const
    const Bat = Model3D({
      world: weightless,
      bat: Object3D({
        ...{ parent: 'world', motion: { translation: expr`[time, 0, 0]` } },
        feature: Solid({ shape: Box({ lengthX: 0.1 }), ...ball }),
      }),
      ball: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0.2, 0, 0] },
        feature: Solid({ shape: Sphere({ diameter: 0.1 }), ...ball }),
      }),
    })
    expect(simulate(Bat, { stopTime: 0.4 }).final('ball.velocity[1]')).toBeCloseTo(2, 3)
  })
})

describe('actions', () => {
  const Arm = (program: object) =>
    Model3D({
      world: weightless,
      arm: Object3D({ parent: 'world', motion: { rotation: expr`[0, 0, 2*time]` }, feature: solid }),
      tip: Object3D({ parent: 'arm', translation: [1, 0, 0], lockable: true }),
      cargo: Object3D({
        ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, lockable: true, feature: solid },
        ...{ translation: [Math.cos(2), Math.sin(2), 0], rotation: [0, 0, 2] },
      }),
      rev: Revolute({ obj1: 'world', obj2: 'wheel', motion: expr`time` }),
      wheel: Object3D({ feature: solid }),
      actions: program,
    } as Parameters<typeof Model3D>[0])

  it('attach a body to a driven arm and release it', () => {
    const result = simulate(
      // biome-ignore lint/suspicious/noExplicitAny: commands of a program
      Arm(function* (act: any) {
        yield act.waitUntil((state: { time: number }) => state.time >= 1)
        yield act.attach('cargo', 'tip', { impulse: true })
        yield act.waitUntil((state: { time: number }) => state.time >= 2)
        yield act.release('cargo')
      }),
      { stopTime: 3, tolerance: 1e-9 },
    )
    expect(result.at('cargo.r_abs[1]', 1.5)).toBeCloseTo(Math.cos(3), 8)
    expect(result.at('arm.tau3', 1.5)).toBeCloseTo(0, 8)
    // centripetal force on the load
    expect(result.at('rev.phi', 1.5)).toBeCloseTo(1.5, EXACT)
    // it continues along the tangent
    const [c, s] = [Math.cos(4), Math.sin(4)]
    expect(result.final('cargo.r_abs[1]')).toBeCloseTo(c - 2 * s, 6)
    expect(result.final('cargo.r_abs[2]')).toBeCloseTo(s + 2 * c, 6)
  })

  it.each(['lock', 'disconnect'])('refuse to %s what is prescribed', (command) => {
    const run = (joint: string) =>
      simulate(
        // biome-ignore lint/suspicious/noExplicitAny: commands of a program
        Arm(function* (act: any) {
          yield act.waitUntil((state: { time: number }) => state.time >= 1)
          yield act[command](joint)
        }),
        { stopTime: 3 },
      )
    expect(() => run('rev')).toThrow('rev has a prescribed motion')
    expect(() => run('arm')).toThrow('arm has a prescribed motion')
  })
})

describe('the key motion of an object', () => {
  const motion = { translation: expr`[time, 0, 0]` }
  it.each([
    [{ motion }, 'a.parent: expected the path of an Object3D, because motion is relative to it'],
    [
      { parent: 'world', fixedToParent: false, motion },
      'a.fixedToParent: expected no value, because the motion',
    ],
    [
      { parent: 'world', translation: [1, 0, 0], motion },
      'a.translation: expected no value, because the motion',
    ],
    [{ parent: 'world', velocity: [1, 0, 0], motion }, 'a.velocity: expected no value, because the motion'],
    [{ parent: 'world', motion: {} }, 'a.motion: expected a map { translation, rotation } with at least one'],
    [{ parent: 'world', motion: { position: 1, translation: [0, 0, 0] } }, 'a.motion.position'],
    [
      { parent: 'world', motion: { translation: [0, 0] } },
      'a.motion.translation: expected an expression with 3 values',
    ],
    [
      { parent: 'world', motion: { translation: [0, 'x', 0] } },
      'a.motion.translation[2]: expected an expression',
    ],
  ])('refuses %j', (args, message) => {
    const a = Object3D({ ...args, feature: solid } as Parameters<typeof Object3D>[0])
    expect(() => simulate(Model3D({ world, a }), OPTIONS)).toThrow(message)
  })

  it('is refused in a pool', () => {
    expect(() => Pool({ a: Object3D({ motion, feature: solid }) })).toThrow(
      'Pool.a.motion: expected no prescribed motion',
    )
  })

  it('cannot be merged, and neither can the rest of the pose', () => {
    const a = Object3D({ parent: 'world', translation: [1, 0, 0], motion: { rotation: expr`[0, time, 0]` } })
    const model = instantiate(Model3D({ world, a }))
    expect(() => model.simulate({ ...OPTIONS, merge: { a: { translation: [2, 0, 0] } } })).toThrow(
      'a.translation: expected the value of the model',
    )
    expect(() => model.simulate({ ...OPTIONS, merge: { a: { motion: { rotation: [0, 0, 0] } } } })).toThrow(
      'a.motion: expected the expressions of the model',
    )
  })

  it('names the component of a position that jumps', () => {
    const a = Object3D({
      parent: 'world',
      motion: { translation: [0, expr`if time < 0.5 then 0 else 1`, 0] },
    })
    expect(() => simulate(Model3D({ world, a }), OPTIONS)).toThrow(
      'a.s2: expected a jump by a finite impulse at t = 0.5 s',
    )
  })

  it('may hold other frames and joints', () => {
    const Held = Model3D({
      ...{ world, a: Object3D({ parent: 'world', motion }), bob: Object3D({ feature: solid }) },
      ...{ frame: Object3D(), fix: Fix({ obj1: 'a', obj2: 'frame', translation: [0, 1, 0] }) },
      ball: Spherical({ obj1: 'frame', obj2: 'bob' }),
    })
    const result = simulate(Held, OPTIONS)
    expect(result.final('bob.r_abs[1]')).toBeCloseTo(1, EXACT)
    expect(result.final('a.f2')).toBeCloseTo(2 * G, EXACT)
  })
})
