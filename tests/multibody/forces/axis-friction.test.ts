/** Dry friction of the axes of joints, which holds them. */
import { equations, equilibrium, expr, linearize, simulate, Var } from 'vario'
import { BearingFriction, Inertia } from 'vario/library/rotational'
import {
  createDynamics,
  Model3D,
  Object3D,
  Planar,
  Prismatic,
  Revolute,
  RevoluteWithFlange,
  Solid,
  Sphere,
  Universal,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { impulseScene } from '../impulse/scenes.ts'
import { arm, body, createParallelogram, empty } from './axis-law-models.ts'

const SOLVERS = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto'] as const
const OPTIONS = { stopTime: 5, tolerance: 1e-9 }
/** The step errors of 1e-9 over seconds. */
const DIGITS = 7
const ends = { obj1: 'world', obj2: 'b' }
const slide = (args: object) => Model3D({ world: empty, b: body, j: Prismatic({ ...ends, ...args }) })

describe.each(SOLVERS)('solver %s', (solver) => {
  const run = (model: Parameters<typeof simulate>[0], stopTime = 5) =>
    simulate(model, { ...OPTIONS, solver, stopTime })

  it('a body slides until m v^2/(2 f), and stays exactly there', () => {
    const result = run(slide({ v: 3, friction: 4 }))
    expect(result.final('j.s')).toBeCloseTo((2 * 9) / 8, DIGITS)
    expect(result.at('j.s', 3)).toBe(result.final('j.s'))
    expect(result.final('j.v')).toBe(0)
    expect(result.final('j.mode')).toBe(0)
    expect(result.final('world.dissipatedEnergy')).toBeCloseTo(9, DIGITS)
  })

  it('a load breaks it loose where it exceeds the static friction', () => {
    const result = run(slide({ f: expr`2*time`, friction: { coulomb: 3, static: 4 } }))
    // from 2 s on: v' = t - 1.5
    expect(result.at('j.s', 1.99)).toBe(0)
    expect(result.at('j.reaction', 1.5)).toBeCloseTo(-3, 12)
    expect(result.final('j.v')).toBeCloseTo(6, DIGITS)
    expect(result.final('j.reaction')).toBeCloseTo(-3, 12)
    expect(result.final('j.mode')).toBe(1)
  })

  it('viscous friction ends a motion after m/d log(1 + d v/f)', () => {
    const result = run(slide({ v: -3, friction: { coulomb: 2, viscous: 4 } }))
    const end = 0.5 * Math.log(1 + (4 * 3) / 2)
    // m v' = f - d v: s = v m/d - f/d end, with the sign of the motion
    expect(result.final('j.s')).toBeCloseTo(-(3 * 0.5 - 0.5 * end), DIGITS)
    const times = Array.from(result.time)
    const speeds = Array.from(result.values('j.v'))
    const last = Math.max(...times.filter((_, i) => speeds[i] !== 0))
    expect(Math.abs(last - end)).toBeLessThan(1e-6)
  })

  it('a spring loses 2 f/k of its amplitude per half oscillation, and is held at 0.1 m', () => {
    const result = run(slide({ s: 1, stiffness: 8, friction: 0.9 }), 12)
    expect(result.final('j.s')).toBeCloseTo(0.1, DIGITS)
    expect(result.final('j.reaction')).toBeCloseTo(0.8, 6)
    expect(Math.min(...result.values('j.s'))).toBeCloseTo(-0.775, 3)
  })
})

describe.each([
  ['strong', 8, 5, 1],
  ['weak', 5, 1, 1],
  ['static', 3, 0.3, 1.3],
])('an arm that falls with %s friction', (_, c1, c2, peak) => {
  const [d1, d2] = [0.1, 0.05]
  const first = { obj1: 'world', obj2: 'upper' }
  const second = { obj1: 'elbow', obj2: 'lower' }
  const Ours = Model3D({
    ...arm,
    r1: Revolute({ ...first, friction: { coulomb: c1, static: peak * c1, viscous: d1 } }),
    r2: Revolute({ ...second, phi: -1, friction: { coulomb: c2, static: peak * c2, viscous: d2 } }),
  })
  const Theirs = Model3D({
    ...arm,
    r1: RevoluteWithFlange({ ...first, phi: { init: 0 } }),
    r2: RevoluteWithFlange({ ...second, phi: { init: -1 } }),
    f1: BearingFriction({ tau_c: c1, d: d1, peak }),
    f2: BearingFriction({ tau_c: c2, d: d2, peak }),
    connect: [
      ['f1.flange_a', 'r1.flange'],
      ['f2.flange_a', 'r2.flange'],
    ],
  })
  const [ours, theirs] = [Ours, Theirs].map((model) => simulate(model, { ...OPTIONS, stopTime: 4 }))

  it('moves as with friction of the library at flanges', () => {
    for (const name of ['r1.phi', 'r2.phi', 'r1.w', 'r2.w'])
      expect(ours.final(name)).toBeCloseTo(theirs.final(name), DIGITS)
    for (const k of [1, 2]) {
      expect(ours.final(`r${k}.mode`)).toBe(theirs.final(`f${k}.mode`))
      expect(ours.final(`r${k}.reaction`)).toBeCloseTo(-theirs.final(`f${k}.tau`), DIGITS)
    }
  })

  it('loses the energy that friction takes', () => {
    const [energy, lost] = ['totalEnergy', 'dissipatedEnergy'].map((name) => ours.values(`world.${name}`))
    // 10 J with the step errors of 1e-9 over 4 s
    energy.forEach((e, i) => {
      expect(Math.abs(e + lost[i] - energy[0])).toBeLessThan(1e-7)
    })
  })
})

it('joints of a chain that stick carry the torques of gravity together, and do not creep', () => {
  const joints = {
    r1: Revolute({ obj1: 'world', obj2: 'upper', phi: 0.3, friction: 30 }),
    r2: Revolute({ obj1: 'elbow', obj2: 'lower', phi: -1, friction: 8 }),
  }
  const model = Model3D({ ...arm, ...joints })
  const result = simulate(model, { stopTime: 1000 })
  const robot = createDynamics(model)
  const load = robot.gravityForces(robot.createPositions())
  expect(result.final('r1.phi')).toBe(0.3)
  expect(result.final('r2.phi')).toBe(-1)
  expect(result.final('r1.reaction')).toBeCloseTo(load[0], 12)
  expect(result.final('r2.reaction')).toBeCloseTo(load[1], 12)
})

it('a state of rest keeps joints that stick, and linearization has no motion of them', () => {
  const model = Model3D({
    ...arm,
    r1: Revolute({ obj1: 'world', obj2: 'upper', phi: 0.3, friction: 30 }),
    r2: Revolute({ obj1: 'elbow', obj2: 'lower', phi: -1, friction: 8 }),
  })
  const { merge } = equilibrium(model)
  expect(merge).toEqual({ r1: { phi: 0.3, w: 0 }, r2: { phi: -1, w: 0 } })
  const { A, states } = linearize(model)
  for (const name of ['r1.w', 'r2.w']) expect(A[states.indexOf(name)]).toEqual([0, 0, 0, 0])
  // sliding: v' = -(1 + 4 v)/2
  const sliding = linearize(slide({ v: 1, friction: { coulomb: 1, viscous: 4 } }))
  expect(sliding.A[sliding.states.indexOf('j.v')][sliding.states.indexOf('j.v')]).toBeCloseTo(-2, 7)
})

it('a stuck joint beside a flange is the same as beside a rotor', () => {
  const first = Revolute({ obj1: 'world', obj2: 'upper', friction: 5, limits: [-1.2, 1] })
  const second = { obj1: 'elbow', obj2: 'lower' }
  const flange = Model3D({
    ...arm,
    r1: first,
    r2: RevoluteWithFlange({ ...second, phi: { init: -1 } }),
    i: Inertia({ J: 0.3, phi: { init: null }, w: { init: null } }),
    connect: [['i.flange_a', 'r2.flange']],
  })
  const rotor = Model3D({ ...arm, r1: first, r2: Revolute({ ...second, phi: -1, armature: 0.3 }) })
  const [a, b] = [flange, rotor].map((model) => simulate(model, OPTIONS))
  for (const name of ['r1.phi', 'r2.phi', 'r2.w', 'r1.reaction'])
    expect(a.final(name)).toBeCloseTo(b.final(name), DIGITS)
  expect(a.final('r1.stop')).toBe(-1)
})

describe('in a closed loop', () => {
  it.each([
    [{ friction: 1.7 }, {}, {}],
    [{ friction: 1 }, {}, { friction: 0.7 }],
    [{ friction: 1 }, { friction: 0.4 }, { friction: 0.3 }],
  ])('friction of all joints adds up, %#', (r1, r2, r3) => {
    // inertia 1 kg.m2, and angles that all turn alike: loose at 0.5 t = 1.7 N.m
    const loose = simulate(createParallelogram({ r1: { ...r1, tau: expr`0.5*time` }, r2, r3 }), OPTIONS)
    expect(loose.final('r1.phi')).toBeCloseTo((0.5 * 1.6 ** 3) / 6, DIGITS)
    expect(Math.abs(loose.at('r1.phi', 3.39))).toBeLessThan(1e-14)

    // forth and back: phi'' = 3 sin t -+ 1.7
    const shaken = simulate(createParallelogram({ r1: { ...r1, tau: expr`3*sin(time)` }, r2, r3 }), OPTIONS)
    expect(shaken.final('r1.w')).toBeCloseTo(shakenSpeed(5), DIGITS)
  })

  /** Speed of an inertia of 1 kg.m2 under 3 sin t with friction of 1.7 N.m, which it reaches at asin(1.7/3). */
  function shakenSpeed(t: number): number {
    const start = Math.asin(1.7 / 3)
    const speed = (x: number): number => 3 * (Math.cos(start) - Math.cos(x)) - 1.7 * (x - start)
    // bisection for the rest after the first motion, between 3 and 4 s
    let [low, high] = [2.5, 4.5]
    for (let k = 0; k < 60; k++) {
      const middle = 0.5 * (low + high)
      if (speed(middle) > 0) low = middle
      else high = middle
    }
    // there the load is beyond the friction in the other direction, or it waits for it
    const again = Math.max(low, Math.PI + start)
    return 3 * (Math.cos(again) - Math.cos(t)) + 1.7 * (t - again)
  }
})

it('an impact does not see the friction, which is finite', () => {
  const hit = (friction: object) =>
    simulate(
      Model3D({
        world: Object3D({ feature: impulseScene({ e: 0.5, g: 0 }) }),
        target: Object3D({
          feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true }),
        }),
        j: Prismatic({ obj1: 'world', obj2: 'target', ...friction }),
        ball: Object3D({
          ...{ parent: 'world', fixedToParent: false, translation: [-1, 0, 0], velocity: [2, 0, 0] },
          feature: Solid({ shape: Sphere({ diameter: 0.2 }), solidMaterial: 'Steel', collision: true }),
        }),
      }),
      // they meet at 0.4 s, and would again at 0.408 s
      { ...OPTIONS, stopTime: 0.406 },
    )
  const stuck = hit({ friction: 1e4 })
  const m = 8000 * (4 / 3) * Math.PI * 1e-3
  // equal masses: the ball keeps (1 - e)/2 of its speed, and the target slides with (1 + e)/2
  expect(stuck.final('ball.velocity[1]')).toBeCloseTo(0.5, 9)
  expect(stuck.final('j.s')).toBeCloseTo((m * 1.5 ** 2) / 2e4, 9)
})

it('axes of one joint have their own friction, in both directions of the tree', () => {
  for (const [obj1, obj2] of [
    ['world', 'b'],
    ['b', 'world'],
  ]) {
    const j = Universal({
      ...{ obj1, obj2, w: [2, 0], tau: expr`[0, 0.1*time]` },
      friction: [1, { coulomb: 0.5, static: 0.6 }],
    })
    const result = simulate(Model3D({ world: empty, b: body, j }), OPTIONS)
    // 1 kg.m2 about x: 2 rad/s end after 2 s
    expect(result.final('j.phi[1]')).toBeCloseTo(2, DIGITS)
    expect(result.final('j.phi[2]')).toBe(0)
    expect(result.final('j.reaction[2]')).toBeCloseTo(-0.5, 9)
  }
  const plate = Planar({ ...ends, v: [1, 1], w: 1, friction: [2, null, 1] })
  const moved = simulate(Model3D({ world: empty, b: body, j: plate }), OPTIONS)
  expect(moved.final('j.s[1]')).toBeCloseTo(0.5, DIGITS)
  expect(moved.final('j.s[2]')).toBeCloseTo(5, DIGITS)
  expect(moved.final('j.phi')).toBeCloseTo(1, DIGITS)
})

it('equations see the mode and the reaction', () => {
  const model = slide({ f: expr`2*time`, friction: 4 }).extend({
    slipping: Var({ init: 0 }),
    load: Var({ unit: 'N' }),
    equations: equations`
      der(slipping) = if j.mode > 0.5 then 1 else 0
      load = j.reaction
    `,
  })
  const result = simulate(model, OPTIONS)
  expect(result.final('slipping')).toBeCloseTo(3, DIGITS)
  expect(result.at('load', 1)).toBeCloseTo(-2, 12)
})

it('the friction of a changed joint is that of the new record', () => {
  const model = (record: object) =>
    Model3D({
      world: empty,
      b: body,
      j: Prismatic({ ...ends, v: 3, friction: 4 }),
      actions: function* (act) {
        yield act.wait(0.5)
        yield act.changeJoint('j', record as Parameters<typeof act.changeJoint>[1])
      },
    })
  // at 0.5 s: 2 m/s, 1.25 m
  expect(simulate(model({ kind: 'Prismatic' }), OPTIONS).final('j.s')).toBeCloseTo(2.25, DIGITS)
  expect(simulate(model({ kind: 'Prismatic', friction: 8 }), OPTIONS).final('j.s')).toBeCloseTo(1.75, DIGITS)
  expect(simulate(model({ kind: 'Cylindrical', axis: 'x' }), OPTIONS).final('j.s')).toBeCloseTo(10.25, DIGITS)
})

describe('wrong values', () => {
  it.each([
    [{ friction: -1 }, 'j.friction: expected a number >= 0, got -1'],
    [{ friction: { static: 1 } }, 'j.friction.coulomb: expected a number >= 0'],
    [{ friction: { coulomb: 2, static: 1 } }, 'j.friction.static: expected a number >= coulomb, 2'],
    [{ friction: { coulomb: 2, dynamic: 1 } }, 'j.friction'],
    [{ friction: [1] }, 'j.friction: expected a force >= 0, or { coulomb, static, viscous }'],
    [{ friction: Number.NaN }, 'j.friction: expected a number >= 0, got NaN'],
  ])('%# are errors', (args, message) => {
    expect(() => simulate(slide(args), OPTIONS)).toThrow(message)
  })

  it('lists of the wrong length are errors', () => {
    const j = Universal({ ...ends, friction: [1] })
    expect(() => simulate(Model3D({ world: empty, b: body, j }), OPTIONS)).toThrow(
      'j.friction: expected a list with 2 elements, one for each axis (null: none)',
    )
  })
})
