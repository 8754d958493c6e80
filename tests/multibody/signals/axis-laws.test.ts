/** Friction, stops and limits of drives that are expressions of variables. */
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
import { Inertia } from 'vario/library/rotational'
import {
  Cylindrical,
  JointForce,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { body, createParallelogram, empty } from '../forces/axis-law-models.ts'

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const
const OPTIONS = { stopTime: 5, tolerance: 1e-9 }
/** The step errors of 1e-9 over seconds. */
const DIGITS = 7
const ends = { obj1: 'world', obj2: 'b' }
/** 2 kg along x. */
const slide = (args: object, others: object = {}) =>
  Model3D({ world: empty, b: body, j: Prismatic({ ...ends, ...args }), ...others })

/** The zero of a function that is positive at `low` and negative at `high`. */
function bisect(f: (x: number) => number, low: number, high: number): number {
  for (let k = 0; k < 100; k++) {
    const middle = 0.5 * (low + high)
    if (f(middle) > 0) low = middle
    else high = middle
  }
  return 0.5 * (low + high)
}

describe.each(SOLVERS)('solver %s', (solver) => {
  const run = (model: Parameters<typeof simulate>[0], stopTime = 5) =>
    simulate(model, { ...OPTIONS, solver, stopTime })

  it('friction that fades holds without creep, and releases where it is less than the load', () => {
    const result = run(slide({ f: 3, friction: expr`5 - time` }))
    expect(result.at('j.s', 1.999)).toBe(0)
    expect(result.at('j.v', 1.999)).toBe(0)
    // from 2 s on: 2 v' = 3 - (5 - t)
    expect(result.final('j.v')).toBeCloseTo(9 / 4, DIGITS)
    expect(result.final('j.s')).toBeCloseTo(27 / 12, DIGITS)
    expect(result.final('j.friction')).toBeCloseTo(0, 12)
  })

  it('a brake that begins to act while the body slides stops it', () => {
    // no event where the friction begins: max causes none
    const result = run(slide({ v: 3, friction: expr`4*max(0, time - 1)` }))
    // 2 v' = -4 (t - 1) from 1 s on: rest at 1 + sqrt(3) s
    expect(result.final('j.v')).toBe(0)
    expect(result.final('j.mode')).toBe(0)
    const T = Math.sqrt(3)
    expect(result.final('j.s')).toBeCloseTo(3 + 3 * T - T ** 3 / 3, 6)
  })

  it('a brake that is switched by equations holds, slips and holds again', () => {
    const brake = slide(
      { f: 3, friction: { coulomb: expr`grip`, static: expr`1.5*grip`, viscous: expr`0.5*grip` } },
      {
        grip: Var({ unit: 'N' }),
        equations: equations`grip = if time < 1 then 4 else if time < 2 then 1 else 10`,
      },
    )
    const result = run(brake)
    expect(result.at('j.s', 1)).toBe(0)
    // 2 v' = 2 - v/2 for a second, then 2 v' = -7 - 5 v
    const v2 = 4 * (1 - Math.exp(-0.25))
    expect(result.at('j.v', 2)).toBeCloseTo(v2, 6)
    const end = 2 + 0.4 * Math.log(1 + (5 * v2) / 7)
    expect(result.at('j.v', end - 1e-4)).toBeGreaterThan(0)
    expect(result.at('j.v', end + 1e-4)).toBe(0)
    expect(result.final('j.v')).toBe(0)
    expect(result.final('j.reaction')).toBeCloseTo(-3, 9)
  })

  it('a stop that moves hits with the relative velocity', () => {
    // a wall that moves with 2 m/s towards a body at rest at 1 m: at 0.5 s
    const hit = run(slide({ limits: { lower: expr`2*time - 1`, restitution: 0.5 } }), 2)
    // relative speed 2 m/s returns with 1 m/s: 3 m/s
    expect(hit.final('j.v')).toBeCloseTo(3, 9)
    expect(hit.final('j.s')).toBeCloseTo(4.5, 7)
    // relative energy: 0.5 2 (4 - 1)
    expect(hit.final('world.dissipatedEnergy')).toBeCloseTo(3, 7)
  })

  it('a stop that moves carries the axis, until it is slower than it', () => {
    // sin: pushes from pi/2 ... on the way back of the stop the body leaves with its largest speed, at the inflection
    const result = run(slide({ limits: { lower: expr`-1 + sin(time)*sin(time)*2` } }), 1.2)
    // 1 - cos 2t - 1 = -cos(2 t): reaches the body at pi/4 with 2 m/s, and then slows down: the body flies
    const flight = 1.2 - Math.PI / 4
    expect(result.final('j.v')).toBeCloseTo(2, 7)
    expect(result.final('j.s')).toBeCloseTo(2 * flight, 7)
    // with a load of -3 N the stop carries it, with force 2 a + 3, until a = -1.5
    const carried = run(slide({ s: -1, f: -3, limits: { lower: expr`-cos(2*time)` } }), 2)
    const t0 = 0.5 * Math.acos(-1.5 / 4)
    expect(carried.at('j.s', 0.7)).toBeCloseTo(-Math.cos(1.4), 7)
    expect(carried.at('j.v', 0.7)).toBeCloseTo(2 * Math.sin(1.4), 7)
    expect(carried.at('j.reaction', 0.5)).toBeCloseTo(2 * 4 * Math.cos(1) + 3, 6)
    expect(carried.at('j.stop', t0 - 1e-3)).toBe(-1)
    expect(carried.at('j.stop', t0 + 1e-3)).toBe(0)
    const later = 1.5 - t0
    const away = -Math.cos(2 * t0) + 2 * Math.sin(2 * t0) * later - 0.75 * later ** 2
    expect(carried.at('j.s', 1.5)).toBeCloseTo(away, 6)
  })

  it('a soft stop that moves pushes by its spring and its damper', () => {
    const result = run(slide({ limits: { upper: expr`-time`, stiffness: 200, damping: 4 } }), 1)
    // in the frame of the wall, where 2 x'' + 4 x' + 200 x = 0 from x = 0, x' = 1 on, while it pushes
    const w = Math.sqrt(99)
    const x = (t: number): number => (Math.exp(-t) * Math.sin(w * t)) / w
    const v = (t: number): number => Math.exp(-t) * (Math.cos(w * t) - Math.sin(w * t) / w)
    const end = bisect((t) => 200 * x(t) + 4 * v(t), 0.01, Math.PI / w)
    expect(result.final('j.v')).toBeCloseTo(v(end) - 1, 6)
    expect(result.final('j.s')).toBeCloseTo(-end + x(end) + (v(end) - 1) * (1 - end), 6)
  })

  it('a stop that is switched off lets the axis go', () => {
    const result = run(slide({ s: 1, f: -2, limits: { lower: 0.5, active: expr`time < 3` } }), 4)
    expect(result.at('j.s', 2.999)).toBeCloseTo(0.5, 9)
    expect(result.at('j.reaction', 2)).toBeCloseTo(2, 9)
    expect(result.final('j.s')).toBeCloseTo(0, DIGITS)
    expect(result.final('j.stop')).toBe(0)
  })

  it('the torque of a motor is below a curve of its speed, and a battery that empties', () => {
    // effort 4/(1 + w): 2 kg.m2 w' (1 + w) = 4
    const model = Model3D({
      world: empty,
      b: body,
      j: Revolute({ ...ends, tau: 100, effort: expr`4/(1 + j.w)` }),
    })
    expect(run(model).final('j.w')).toBeCloseTo(-1 + Math.sqrt(1 + 4 * 5), DIGITS)
    // power 3 W while 6 J last, then nothing
    const battery = slide(
      { v: 1, f: 50, effort: expr`if energy > 0 then 3/j.v else 0` },
      {
        energy: Var({ init: 6, unit: 'J' }),
        equations: equations`der(energy) = if energy > 0 then -3 else 0`,
      },
    )
    expect(run(battery).final('j.v')).toBeCloseTo(Math.sqrt(1 + 6), 6)
  })
})

it('friction by the load of its own bearing is found together with it', () => {
  // on a slope of 0.3 rad: held with mu = 0.5, slides with 0.1
  const model = (mu: number, g = 9.81) =>
    Model3D({
      world: Object3D({ feature: Scene() }),
      slope: Object3D({ parent: 'world', rotation: [0, 0, 0.3] }),
      b: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2 }) }) }),
      j: Prismatic({ obj1: 'slope', obj2: 'b', friction: expr`${mu}*abs(load.forceVector[2])` }),
      load: JointForce({ joint: 'j', objectCoordinateRef: 'slope' }),
      check: Par(g),
    })
  const held = simulate(model(0.5), OPTIONS)
  expect(held.final('j.s')).toBe(0)
  expect(held.final('j.reaction')).toBeCloseTo(2 * 9.81 * Math.sin(0.3), 9)
  expect(held.final('j.friction')).toBeCloseTo(0.5 * 2 * 9.81 * Math.cos(0.3), 9)
  const slides = simulate(model(0.1), OPTIONS)
  expect(slides.final('j.v')).toBeCloseTo(-5 * 9.81 * (Math.sin(0.3) - 0.1 * Math.cos(0.3)), DIGITS)
})

it('friction of joints that hold each other in a loop follows its expressions', () => {
  // r1 .. r3 turn alike, 1 kg.m2: a load of 1.7 N.m is held until 3 - 0.5 t - ... is smaller
  const model = createParallelogram({
    r1: { tau: 1.7, friction: expr`1.5 - 0.25*time` },
    r2: { friction: expr`max(0, 0.9 - 0.2*time)` },
    r3: { friction: 0.3 },
  })
  const result = simulate(model, OPTIONS)
  // 2.7 - 0.45 t = 1.7
  const t0 = 1 / 0.45
  expect(Math.abs(result.at('r1.phi', t0 - 0.01))).toBeLessThan(1e-14)
  expect(result.at('r1.phi', t0 + 0.01)).toBeGreaterThan(1e-9)
  // 0.45 (t - t0) until 4.5 s
  const [a, b] = [4.5 - t0, 0.5]
  const v = 0.225 * a ** 2
  const friction = (t: number): number => 1.8 - 0.25 * t
  expect(result.final('r1.w')).toBeCloseTo(v + b * (1.7 - friction(4.75)), DIGITS)
})

describe('a body that a moving stop carries', () => {
  /** Flies from the time on at which the stop is slowed down faster than by its load. */
  const t0 = 0.5 * Math.acos(-1.5 / 4)
  const away = -Math.cos(2 * t0) + 2 * Math.sin(2 * t0) * (1.5 - t0) - 0.75 * (1.5 - t0) ** 2
  const carried = { s: -1, f: -3, limits: { lower: expr`-cos(2*time)` } }

  it.each([
    ['in the other direction of the tree', { j: Prismatic({ obj1: 'b', obj2: 'world', ...carried }) }, 9],
    [
      'beside a flange with a rotor',
      {
        d: Object3D({
          feature: Solid({ massProperties: MassProperties({ mass: 1e-12, Ixx: 1, Iyy: 1, Izz: 2 }) }),
        }),
        k: RevoluteWithFlange({ obj1: 'b', obj2: 'd', w: { init: 1 } }),
        i: Inertia({ J: 3, w: { init: null }, phi: { init: null } }),
        connect: [['i.flange_a', 'k.flange']],
      },
      9,
    ],
    [
      'with events that do not concern it',
      {
        n: Var({ start: 0 }),
        equations: equations`
          when sample(0, 0.05) then
            n = pre(n) + 1
          end when
        `,
      },
      9,
    ],
  ] as const)('flies at the same time %s', (_, others, digits) => {
    const result = simulate(slide(carried, others), { ...OPTIONS, stopTime: 2 })
    expect(result.at('j.s', 0.9)).toBeCloseTo(-Math.cos(1.8), digits - 1)
    expect(result.at('j.s', 1.5)).toBeCloseTo(away, digits - 1)
  })

  it('carries another one that rests on its stop', () => {
    const model = slide(
      { limits: { lower: expr`time^2` } },
      { c: body, k: Prismatic({ obj1: 'b', obj2: 'c', limits: { lower: expr`0.5*time^2` } }) },
    )
    const result = simulate(model, { ...OPTIONS, stopTime: 2 })
    // accelerations 2 and 3 m/s2 of 2 kg each
    expect(result.final('k.s')).toBeCloseTo(2, 9)
    expect(result.final('k.reaction')).toBeCloseTo(6, 9)
    expect(result.final('j.reaction')).toBeCloseTo(10, 9)
  })
})

it('axes of one joint have their own expressions, in both directions of the tree', () => {
  for (const [obj1, obj2] of [
    ['world', 'b'],
    ['b', 'world'],
  ]) {
    const j = Cylindrical({
      ...{ obj1, obj2, v: 1, w: 1 },
      friction: [expr`2*k`, { coulomb: 0, viscous: expr`k` }],
      limits: [
        { upper: 9, active: expr`time < 9` },
        { upper: expr`0.8 + 0*time`, active: expr`time > 0.5`, stiffness: 1e6 },
      ],
    })
    const model = Model3D({ world: empty, b: body, k: Var(), j, equations: equations`k = 1 + 0*time` })
    const result = simulate(model, { ...OPTIONS, stopTime: 1 })
    expect(result.final('j.s')).toBeCloseTo(0.5, DIGITS)
    expect(result.final('j.phi')).toBeCloseTo(2 * (1 - Math.exp(-0.5)), DIGITS)
    expect(result.final('j.friction1')).toBe(2)
    expect(result.final('j.friction2.viscous')).toBe(1)
    // 2 kg.m2 bounce from the spring at 0.8 rad: there is 0.6 rad/s left
    expect(simulate(model, { ...OPTIONS, stopTime: 1.5 }).final('j.w')).toBeLessThan(0)
  }
})

it.each([1e-6, 1, 1e6])('the times and ways do not depend on the scale %g of lengths', (c) => {
  const model = Model3D({
    world: Object3D({ feature: Scene({ nominalLength: c }) }),
    b: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2 }) }) }),
    scale: Par(c),
    j: Prismatic({
      ...{ obj1: 'world', obj2: 'b', s: -c, f: -3 * c },
      limits: { lower: expr`-scale*cos(2*time)` },
    }),
    k: Prismatic({ obj1: 'world', obj2: 'd', f: 3 * c, friction: expr`scale*(5 - time)` }),
    d: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 2 }) }) }),
  })
  const result = simulate(model, { stopTime: 4, tolerance: 1e-9 })
  const t0 = 0.5 * Math.acos(-1.5 / 4)
  const later = 1.5 - t0
  const away = -Math.cos(2 * t0) + 2 * Math.sin(2 * t0) * later - 0.75 * later ** 2
  expect(result.at('j.s', 1.5) / c).toBeCloseTo(away, 6)
  expect(result.at('k.s', 1.99)).toBe(0)
  expect(result.final('k.v') / c).toBeCloseTo(1, DIGITS)
})

it('expressions of parameters are numbers as before', () => {
  const model = slide(
    { v: 3, friction: { coulomb: expr`p`, viscous: quantity(0, 'N.s/m') } },
    { p: Par(4, 'N') },
  )
  const result = simulate(model, OPTIONS)
  expect(result.final('j.s')).toBeCloseTo((2 * 9) / 8, DIGITS)
  expect(result.names).not.toContain('j.friction.coulomb')
  expect(simulate(model, { ...OPTIONS, merge: { p: 8 } }).final('j.s')).toBeCloseTo(9 / 8, DIGITS)
})

it('expressions of variables and of parameters stand side by side in components and arrays of them', () => {
  const Sled = Model({
    ...{ b: body, c: Par(1), p: Par(4, 'N') },
    u: Var({ unit: 'N' }),
    j: Prismatic({ obj1: 'world', obj2: 'b', v: 3, friction: { coulomb: expr`c*u`, static: expr`9*p` } }),
    equations: equations`u = p + 0*time`,
  })
  const Many = Model3D({ world: empty, n: 2, sleds: Sled({ c: expr`i`, for: { i: expr`1:n` } }) })
  const result = instantiate(Many).simulate({ ...OPTIONS, merge: { n: 3 } })
  for (const i of [1, 2, 3]) expect(result.final(`sleds[${i}].j.s`)).toBeCloseTo(9 / 4 / i, DIGITS)
  const list = simulate(Model3D({ world: empty, sleds: [Sled(), Sled({ c: 2 })] }), OPTIONS)
  expect(list.final('sleds[2].j.s')).toBeCloseTo(9 / 8, DIGITS)
})

it('a model in a file, and interpreted, is the same', () => {
  const model = slide({
    ...{ s: 1, f: -2, friction: { coulomb: expr`0.5 - 0.1*time`, viscous: 0.1 }, effort: expr`3 - 0.1*time` },
    limits: { lower: 0, restitution: 0.5, active: expr`time < 4` },
  })
  const copy = modelFromJson(JSON.parse(JSON.stringify(modelToJson(model))))
  const [a, b] = [model, copy].map((each) => simulate(each, OPTIONS))
  const c = instantiate(model, { interpret: true }).simulate(OPTIONS)
  for (const name of ['j.s', 'j.v', 'world.dissipatedEnergy']) {
    expect(b.final(name)).toBe(a.final(name))
    expect(c.final(name)).toBeCloseTo(a.final(name), 10)
  }
  expect(a.final('j.stop')).toBe(0)
})

describe('wrong values', () => {
  it.each([
    [{ v: 1, friction: expr`1 - time` }, /j\.friction at t = 1.* s: expected a number >= 0, got -/],
    [
      { v: 1, friction: expr`sqrt(1 - time)` },
      /of the model: .*First: j\.friction = NaN from j\.friction = sqrt\(1 - time\)/,
    ],
    [
      { f: 1, friction: { coulomb: 1, static: expr`3 + sqrt(1 - time)` } },
      'First: j.friction.static = NaN from j.friction.static = 3 + sqrt(1 - time)',
    ],
    [
      { f: 1, friction: { coulomb: 2, static: expr`3 - time` } },
      /j\.friction at t = 1.* s: expected a static friction >= coulomb, 2/,
    ],
    [{ f: 1, effort: expr`1 - time` }, /j\.effort at t = 1.* s: expected a number >= 0, got -/],
    [{ f: 1, effort: 1, velocity: expr`1 - time` }, /j\.velocity at t = 1/],
    [
      { s: -1, limits: { lower: -2, upper: 0, active: true, stiffness: expr`3 + time` } },
      'j.limits.stiffness: expected a number or an expression of parameters, got an expression of variables. Write the force',
    ],
    [{ armature: expr`2*time` }, 'j.armature: expected a number or an expression of parameters'],
    [{ gear: expr`2*time` }, 'j.gear: expected a number or an expression of parameters'],
    [{ limits: expr`[-time, 1]` }, 'j.limits: expected a number or an expression of parameters'],
    [
      { limits: { lower: expr`-1 + 0*time` }, friction: 1 },
      'j.limits: expected numbers for rigid stops of an axis with friction',
    ],
    [
      { limits: { lower: 0, active: 2 } },
      'j.limits.active: expected true, false, or an expression of variables',
    ],
    [
      { s: -1, limits: { lower: 0, upper: 2, active: expr`time > 0.5` } },
      'j: lower limit at t = 0.5 s: expected a stop that does not jump past the axis, which is at -1 m, got 0.',
    ],
    [
      { s: 1, limits: { lower: expr`if time < 1 then 0 else -1` } },
      /j\.limits\.lower: expected a jump by a finite impulse/,
    ],
    [{ limits: { lower: expr`time - 0.5`, upper: expr`1 - time` } }, 'j.limits at t = 0.75'],
    [
      { limits: { lower: expr`1 + 0*time` } },
      'j: position at t = 0 s: expected a value between the limits 1',
    ],
  ])('%# are errors', (args, message) => {
    expect(() => simulate(slide(args), OPTIONS)).toThrow(message)
  })
})
