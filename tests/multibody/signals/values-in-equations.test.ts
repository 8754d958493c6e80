/** Equations use values of 3D parts: poses, joints, sensors, contacts, balances. */

import { equations, expr, instantiate, Model, Par, simulate, Var } from 'vario'
import {
  Box,
  ContactResult,
  Cylindrical,
  Fix,
  JointForce,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  SensorResult,
  Solid,
  Sphere,
  Universal,
  WorldForce,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['tsit5', 'dop853', 'radau5', 'bdf', 'auto'] as const

const body = (mass: number, more: object = {}) =>
  Solid({ massProperties: MassProperties({ mass, Ixx: 1, Iyy: 1, Izz: 1, ...more }) })

/** A mass of 2 kg on a spring of 8 N/m with a damper of 2 N.s/m, which are equations. */
const Oscillator = Model3D({
  world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
  ball: Object3D({ parent: 'world', fixedToParent: false, translation: [1, 0, 0], feature: body(2) }),
  u: Var({ unit: 'N' }),
  push: WorldForce({ objectApply: 'ball', force: expr`[u, 0, 0]` }),
  equations: equations`
    u = -8*ball.r_abs[1] - 2*ball.v_abs[1]
    y = ball.r_abs[1]
    rate = der(y)
  `,
})

/** x'' + x' + 4 x = 0, x(0) = 1. */
function oscillate(t: number): number {
  const w = Math.sqrt(4 - 0.25)
  return Math.exp(-t / 2) * (Math.cos(w * t) + (0.5 / w) * Math.sin(w * t))
}

describe('a feedback through equations', () => {
  it.each(SOLVERS)('moves a free body as the closed form says, with %s', (solver) => {
    const result = simulate(Oscillator, { stopTime: 5, solver, tolerance: 1e-9 })
    // a hundred tolerances of 1e-9, and the phase error of the lower orders
    expect(Math.abs(result.final('ball.r_abs[1]') - oscillate(5))).toBeLessThan(1e-7)
    expect(result.final('y')).toBe(result.final('ball.r_abs[1]'))
    expect(result.final('rate')).toBeCloseTo(result.final('ball.velocity[1]'), 14)
  })

  it('is the same in interpreted code, bit by bit', () => {
    const options = { stopTime: 2, tolerance: 1e-7 }
    const compiled = instantiate(Oscillator).simulate(options)
    const interpreted = instantiate(Oscillator, { interpret: true }).simulate(options)
    expect(interpreted.values('ball.r_abs')).toEqual(compiled.values('ball.r_abs'))
  })

  it('records a value once, and the signal under the name of its key', () => {
    const names = simulate(Oscillator, { stopTime: 0.1 }).names
    expect(names.filter((name) => name === 'ball.r_abs')).toHaveLength(1)
    expect(names).toContain('push.force')
    expect(names).toContain('ball.v_abs')
    expect(names.some((name) => name.startsWith('_'))).toBe(false)
  })
})

describe('values of parts', () => {
  const Pendulum = Model3D({
    world: Object3D({ feature: Scene() }),
    arm: Object3D({ feature: body(1, { centerOfMass: [1, 0, 0], Ixx: 0, Iyy: 0, Izz: 0 }) }),
    tip: Object3D({ parent: 'arm', translation: [1, 0, 0] }),
    rev: Revolute({ obj1: 'world', obj2: 'arm', axis: 'z', phi: 0.5 }),
    cut: JointForce({ joint: 'rev' }),
    sensor: SensorResult({ object: 'tip' }),
    down: Var({ start: 0 }),
    angle: Var({ init: 0.5 }),
    equations: equations`
      height = sin(rev.phi)
      load = cut.forceVector
      E = world.totalEnergy
      R = tip.R_abs
      q = tip.q_abs
      a = tip.a_abs
      z = tip.z_abs[3]
      der(angle) = sensor.angularVelocity[3]
      when rev.phi < -1 then
        down = pre(down) + 1
      end when
    `,
  })

  it('are those of the results, and of closed forms', () => {
    const result = simulate(Pendulum, { stopTime: 2, tolerance: 1e-9 })
    const phi = result.final('rev.phi')
    const w = result.final('rev.w')
    expect(result.final('height')).toBe(Math.sin(phi))
    expect(result.finalVector('load')).toEqual(result.finalVector('cut.forceVector'))
    expect(result.final('E')).toBe(result.final('world.totalEnergy'))
    // both integrate the same velocity, with errors of their own
    expect(result.final('angle')).toBeCloseTo(phi, 8)
    // a rotation about z, row by row
    const [c, s] = [Math.cos(phi), Math.sin(phi)]
    const rotation = [c, -s, 0, s, c, 0, 0, 0, 1]
    for (const [i, value] of result.finalVector('R').entries()) expect(value).toBeCloseTo(rotation[i], 14)
    expect(result.finalVector('q')).toEqual(result.finalVector('tip.q_abs'))
    // point mass at 1 m: z = -g cos(phi), a = z e_phi - w² e_r
    const z = -9.81 * c
    expect(result.final('z')).toBeCloseTo(z, 12)
    expect(result.final('a[1]')).toBeCloseTo(-z * s - w * w * c, 11)
    expect(result.final('a[2]')).toBeCloseTo(z * c - w * w * s, 11)
  })

  it('cause events, located as any other', () => {
    const result = simulate(Pendulum, { stopTime: 2, tolerance: 1e-9 })
    expect(result.final('down')).toBe(1)
    const k = result.values('down').indexOf(1)
    expect(result.values('rev.phi')[k]).toBeCloseTo(-1, 9)
  })

  it('are those of contacts: the sum of the force is the momentum', () => {
    const Ball = Model3D({
      world: Object3D({ feature: Scene() }),
      floor: Object3D({
        ...{ parent: 'world', translation: [0, -0.5, 0] },
        feature: Solid({
          shape: Box({ lengthX: 4, lengthY: 1, lengthZ: 4 }),
          ...{ solidMaterial: 'Steel', collision: true },
        }),
      }),
      ball: Object3D({
        ...{ parent: 'world', fixedToParent: false, translation: [0, 0.5, 0] },
        feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true }),
      }),
      touch: ContactResult({ obj1: 'ball', obj2: 'floor' }),
      impulse: Var({ init: 0 }),
      hits: Var({ start: 0 }),
      equations: equations`
        der(impulse) = touch.forceVector[2]
        when touch.normalForce > 0 then
          hits = pre(hits) + 1
        end when
      `,
    })
    const result = simulate(Ball, { stopTime: 0.5, tolerance: 1e-8 })
    const mass = (8000 * Math.PI * 0.2 ** 3) / 6
    expect(result.final('hits')).toBe(1)
    // dp = ∫ F dt - m g t
    const momentum = mass * (result.final('ball.velocity[2]') + 9.81 * 0.5)
    expect(result.final('impulse') / momentum).toBeCloseTo(1, 9)
  })

  it('cause a warning if a joint excludes the contact', () => {
    const Guided = (canCollide: boolean) =>
      Model3D({
        world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
        wall: Object3D({
          ...{ parent: 'world', translation: [1, 0, 0] },
          feature: Solid({ shape: Box(), solidMaterial: 'Steel', collision: true }),
        }),
        tool: Object3D({
          feature: Solid({ shape: Sphere({ diameter: 0.1 }), solidMaterial: 'Steel', collision: true }),
        }),
        slide: Prismatic({ obj1: 'world', obj2: 'tool', v: 1, canCollide }),
        touch: ContactResult({ obj1: 'tool', obj2: 'wall' }),
      })
    const codes = (canCollide: boolean): string[] =>
      simulate(Guided(canCollide), { stopTime: 0.2 }).warnings.map(({ code }) => code)
    expect(codes(true)).toEqual([])
    expect(codes(false)).toEqual(['CONTACT_EXCLUDED'])
  })

  it('are found in components, in arrays of components and of objects, and outside of the 3D model', () => {
    const Falling = Model({
      lift: Par(9.81, 'm/s2'),
      box: Object3D({ parent: 'world', fixedToParent: false, feature: body(1) }),
      height: Var(expr`box.r_abs[2]`),
      push: WorldForce({ objectApply: 'box', force: expr`[0, lift*1, 0]` }),
    })
    const World = Model3D({
      world: Object3D({ feature: Scene() }),
      one: Falling(),
      more: [Falling({ lift: 0 }), Falling({ lift: 1 })],
      balls: Par([
        Object3D({ parent: 'world', fixedToParent: false, feature: body(1) }),
        Object3D({ parent: 'world', fixedToParent: false, velocity: [1, 0, 0], feature: body(1) }),
      ]),
      spring: WorldForce({ objectApply: 'balls[2]', force: expr`[-1*balls[2].r_abs[1], 9.81, 0]` }),
    })
    const Outside = Model({
      scene: World(),
      equations: equations`
        sum = scene.one.box.r_abs[2] + scene.more[1].height + scene.more[2].box.r_abs[2]
        x = scene.balls[2].r_abs[1]
      `,
    })
    const result = simulate(Outside, { stopTime: 1, tolerance: 1e-9 })
    expect(result.final('sum')).toBeCloseTo(-0.5 * (9.81 + 8.81), 10)
    expect(result.final('x')).toBeCloseTo(Math.sin(1), 8)
    // other values of a run reach the expressions
    const other = simulate(Outside, { stopTime: 1, merge: { scene: { one: { lift: 0 } } } })
    expect(other.final('scene.one.height')).toBeCloseTo(-0.5 * 9.81, 8)
  })
})

describe('algebraic loops through the world', () => {
  const parts = {
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    push: WorldForce({ objectApply: 'ball', force: expr`[10 - 3*ball.a_abs[1], 0, 0]` }),
  }
  const Free = Model3D({
    ...parts,
    ball: Object3D({ parent: 'world', fixedToParent: false, feature: body(2) }),
  })
  const Guided = Model3D({
    ...parts,
    ball: Object3D({ feature: body(2) }),
    slide: PrismaticWithFlange({ obj1: 'world', obj2: 'ball', axis: 'x' }),
  })

  // added mass: (2 + 3) a = 10
  it.each([
    ['of a free body', Free],
    ['of a joint with flange', Guided],
    [
      'through the acceleration of a joint',
      Guided({ push: WorldForce({ objectApply: 'ball', force: expr`[10 - 3*slide.a, 0, 0]` }) }),
    ],
  ])('are solved: added mass %s', (_, model) => {
    const result = simulate(model, { stopTime: 1, tolerance: 1e-9 })
    expect(result.final('ball.r_abs[1]')).toBeCloseTo(1, 12)
    expect(result.final('push.force[1]')).toBeCloseTo(4, 12)
  })

  it('are solved where the effect of the signal is small beside other loads', () => {
    const Heavy = Model3D({
      world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
      ball: Object3D({ parent: 'world', fixedToParent: false, feature: body(2) }),
      load: WorldForce({ objectApply: 'ball', force: [1e9, 0, 0] }),
      push: WorldForce({ objectApply: 'ball', force: expr`[-1e-3*ball.a_abs[1], 0, 0]` }),
    })
    const result = simulate(Heavy, { stopTime: 1, tolerance: 1e-9 })
    expect(result.final('ball.velocity[1]') / (1e9 / 2.001)).toBeCloseTo(1, 12)
  })
})

describe('names that do not exist', () => {
  const World = Model3D({ world: Object3D({ feature: Scene() }), box: Object3D({ parent: 'world' }) })

  it('are errors that list the values of the part', () => {
    const model = World.extend({ equations: equations`y = box.r_ab[1]` })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(
      /^equations, line 1: box\.r_ab: expected one of r_abs, .* 'r_abs'[\s\S]*\n {2}y = box\.r_ab\[1\]\n {6}\^+$/,
    )
  })

  it('have units, also as elements of a vector beside numbers', () => {
    const push = WorldForce({ objectApply: 'ball', force: expr`[ball.r_abs[1], 0, 0]` })
    expect(() => simulate(Oscillator.extend({ push: null }).extend({ push }), { stopTime: 1 })).toThrow(
      /different units: 'push\.force' is in N, .* is in m/,
    )
  })

  it('are errors for parts without values', () => {
    const model = World.extend({ equations: equations`y = box.phi` })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(/box\.phi: expected one of/)
  })
})

describe('messages', () => {
  const parts = {
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    ball: Object3D({ parent: 'world', fixedToParent: false, feature: body(2) }),
    push: WorldForce({ objectApply: 'ball', force: expr`[u, 0, 0]` }),
    u: Var({ unit: 'N' }),
  }

  it.each([
    ['v_abs[1]', 'der(…) of ball.v_abs: expected a position'],
    ['w_abs', 'z_abs in place of der(w_abs)'],
    ['R_abs', 'der(…) of ball.R_abs: expected a position'],
    ['kineticEnergy', 'ball.kineticEnergy: expected one of'],
  ])('say what replaces a derivative that does not exist: %s', (name, message) => {
    const text = [`u = 1; y = der(ball.${name})`]
    const model = Model3D({ ...parts, equations: equations(Object.assign(text, { raw: text })) })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(message)
  })

  it.each([
    [
      'an unknown name',
      { push: WorldForce({ objectApply: 'ball', force: expr`[nix, ball.v_abs[1], 0]` }) },
      {},
    ],
    ['a wrong number of equations', { equations: equations`ball.v_abs[1] = time` }, {}],
    ['a wrong key of merge', { equations: equations`u = ball.v_abs[1]` }, { merge: { nix: 1 } }],
  ])('do not name variables of the border: %s', (_, members, options) => {
    const run = () => simulate(Model3D({ ...parts, ...members }), { stopTime: 1, ...options })
    expect(run).toThrow(/ball/)
    expect(run).not.toThrow(/_position|_velocity|_signals/)
  })

  it.each([
    [RevoluteWithFlange, 'friction', 'BearingFriction'],
    [RevoluteWithFlange, 'limits', 'ElastoGap'],
    [PrismaticWithFlange, 'friction', 'BearingFriction'],
    [PrismaticWithFlange, 'damping', 'Damper'],
  ])('say what replaces keys that joints with flanges lack: %o %s', (Joint, key, element) => {
    const make = Joint as unknown as (args: object) => typeof RevoluteWithFlange
    const message = `expected ${Joint === RevoluteWithFlange ? 'Revolute' : 'Prismatic'}WithFlange without this key`
    expect(() => make({ obj1: 'world', [key]: {} })).toThrow(`${key}: ${message}`)
    expect(() => make({ obj1: 'world', [key]: {} })).toThrow(`such as ${element} of vario/library/`)
    // with the path of the joint
    expect(() => Model({ rev: make({}) })({ rev: { [key]: {} } } as never)).toThrow(`rev.${key}: ${message}`)
  })
})

describe('a part itself', () => {
  const parts = {
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    arm: Object3D({ feature: body(2) }),
    rev: Revolute({ obj1: 'world', obj2: 'arm' }),
    load: Fix({ obj1: 'arm', obj2: 'tool' }),
    tool: Object3D({ feature: body(2) }),
    balls: [1, 2].map(() => Object3D({ parent: 'world', fixedToParent: false, feature: body(1) })),
  }

  it.each([
    ['an object', equations`y = arm`, 'arm: expected a value of the part, such as arm.r_abs[1]'],
    ['a joint', equations`y = rev`, 'rev: expected a value of the part, such as rev.phi'],
    ['a joint without values', equations`y = load`, 'load: expected a number or a variable'],
    ['a list', equations`y = balls`, 'balls: expected a value of the part, such as balls[1].r_abs[1]'],
    [
      'an event',
      equations`when time > 0.1 then
        y = rev
      end when`,
      'equations, line 2: rev: expected a value of the part, such as rev.phi',
    ],
  ])('is an error as a value of equations: %s', (_, equations, message) => {
    expect(() => simulate(Model3D({ ...parts, equations }), { stopTime: 1 })).toThrow(message)
  })

  it('is an error in the value of a variable, and in equations around the 3D model', () => {
    const inVariable = Model3D({ ...parts, y: Var({ value: expr`2*rev` }) })
    expect(() => simulate(inVariable, { stopTime: 1 })).toThrow('rev: expected a value of the part')
    const outside = Model({ robot: Model3D(parts), equations: equations`y = robot.rev` })
    expect(() => simulate(outside, { stopTime: 1 })).toThrow('such as rev.phi')
  })
})

describe('keys that are vectors', () => {
  const parts = {
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    ball: Object3D({ parent: 'world', fixedToParent: false, feature: body(2) }),
    push: WorldForce({ objectApply: 'ball', force: expr`load` }),
  }

  it.each([
    ['parameter', { load: Par(3, 'N') }],
    ['state', { load: Var({ init: 3, unit: 'N' }), equations: equations`der(load) = 0` }],
    ['variable', { equations: equations`load = 3*time` }],
    ['derivative', { equations: equations`der(x) = 3; load = der(x)` }],
    ['state without start', { equations: equations`der(load) = 3` }],
  ])('are not filled with a number, which is an error: a %s', (_, members) => {
    expect(() => simulate(Model3D({ ...parts, ...members }), { stopTime: 1 })).toThrow(
      "push.force: expected a vector, got the number 'load'. Write all its elements: [a, b, …]",
    )
  })

  it('take variables that equations determine, or whose start values say, that they are vectors', () => {
    const final = (members: object) =>
      Array.from(simulate(Model3D({ ...parts, ...members }), { stopTime: 1 }).finalVector('ball.velocity'))
    // a = F/m = [1, 2, 3] t, v(1) = [0.5, 1, 1.5]
    const expected = [expect.closeTo(0.5, 12), expect.closeTo(1, 12), expect.closeTo(1.5, 12)]
    expect(final({ equations: equations`load = [2, 4, 6]*time` })).toEqual(expected)
    expect(final({ equations: equations`load = -c*time; c = -[2, 4, 6]` })).toEqual(expected)
    const load = Var({ start: [0, 0, 0], unit: 'N' })
    // the force that a motion needs
    expect(final({ load, equations: equations`ball.a_abs = [1, 2, 3]*time` })).toEqual(expected)
    expect(() =>
      final({ load: Var({ unit: 'N' }), equations: equations`ball.a_abs = [1, 2, 3]*time` }),
    ).toThrow('Write all its elements: [a, b, …], or declare load: Var({ start: [0, 0, …] }).')
  })

  it('take vectors', () => {
    const model = Model3D({ ...parts, load: Par([2, 4, 6], 'N') })
    expect(Array.from(simulate(model, { stopTime: 1 }).finalVector('ball.velocity'))).toEqual([
      expect.closeTo(1, 12),
      expect.closeTo(2, 12),
      expect.closeTo(3, 12),
    ])
  })
})

it.each([
  ['Revolute', Revolute({ obj1: 'world', obj2: 'b', w: 0.3 }), 'j.phi', 'rad'],
  ['Universal', Universal({ obj1: 'world', obj2: 'b', w: [0.3, 0] }), 'j.phi[1]', 'rad'],
  ['Planar', Planar({ obj1: 'world', obj2: 'b', v: [0.3, 0] }), 'j.s[1]', 'm'],
  ['Cylindrical', Cylindrical({ obj1: 'world', obj2: 'b', v: 0.3 }), 'j.s', 'm'],
] as const)('takes the derivative of a state of a joint: %s', (_, j, name, unit) => {
  const model = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    b: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }) }),
    ...{ j, y: Var({ unit: `${unit}/s` }) },
    equations: equations(`y = der(${name})`),
  })
  const result = simulate(model, { stopTime: 1 })
  expect(result.final('y')).toBeCloseTo(0.3, 12)
  expect(result.final(name.replace(/\.(\w+)/, '.der($1)'))).toBeCloseTo(0.3, 12)
  expect(result.names.filter((name) => name.includes('_position'))).toEqual([])
})

it('reads accelerations beside a prescribed motion that moves no mass', () => {
  const model = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    table: Object3D({ parent: 'world', motion: { rotation: expr`[0, 0, 2*time]` } }),
    b: Object3D({
      ...{ parent: 'world', fixedToParent: false, translation: [1, 0, 0] },
      feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) }),
    }),
    seen: SensorResult({ object: 'b', objectOrigin: 'table' }),
    y: Var({ unit: 'm/s2' }),
    equations: equations`y = sqrt(seen.acceleration*seen.acceleration)`,
  })
  // a body at rest at 1 m moves on a circle as seen from the table: w^2 r
  expect(simulate(model, { stopTime: 1 }).final('y')).toBeCloseTo(4, 9)
})
