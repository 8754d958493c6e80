import { simulate } from 'vario'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Prismatic,
  Revolute,
  Rod,
  Scene,
  Solid,
  Spherical,
  SpringDamperPtP,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const TOLERANCE = 1e-10
const point = (mass: number, I = 0) =>
  Solid({ massProperties: MassProperties({ mass, Ixx: I, Iyy: I, Izz: I }) })
const world = Object3D({ feature: Scene({ enableContactDetection: false }) })
const finals = (result: ReturnType<typeof simulate>, names: readonly string[]): number[] =>
  names.map((name) => result.final(name))
const CENTER = ['bob.r_abs[1]', 'bob.r_abs[2]', 'bob.r_abs[3]']

describe('Rod', () => {
  test('turns a free body into a spherical pendulum', () => {
    const bob = { translation: [1.2, 0, 0], velocity: [0, 0, 1.5], feature: point(2, 0.1) }
    const options = { stopTime: 1.5, tolerance: TOLERANCE }
    const byRod = simulate(
      Model3D({
        world,
        bob: Object3D({ parent: 'world', fixedToParent: false, ...bob }),
        rod: Rod({ obj1: 'world', obj2: 'bob' }),
      }),
      options,
    )
    // the same as a point at the end of an arm with a spherical joint
    const byJoint = simulate(
      Model3D({
        world,
        arm: Object3D({}),
        bob: Object3D({ parent: 'arm', translation: [1.2, 0, 0], feature: point(2) }),
        turn: Object3D({
          parent: 'arm',
          feature: Solid({ massProperties: MassProperties({ mass: 0, Ixx: 1e-3 }) }),
        }),
        ball: Spherical({ obj1: 'world', obj2: 'arm', angularVelocity: [0, -1.5 / 1.2, 0] }),
      }),
      options,
    )
    // two runs with 1e-10 for each step, over a few hundred steps
    finals(byRod, CENTER).forEach((x, i) => {
      expect(x).toBeCloseTo(finals(byJoint, CENTER)[i], 7)
    })
    const height = byRod.final('bob.r_abs[2]')
    const speed = 1.5 ** 2 - 2 * 9.81 * height
    // tension m v²/L − m g·(y/L), with v² of the conserved energy
    expect(byRod.final('rod.force')).toBeCloseTo(2 * (speed / 1.2 - (9.81 * height) / 1.2), 6)
    expect(byRod.final('rod.forceVector[2]')).toBeCloseTo((-byRod.final('rod.force') * height) / 1.2, 8)
  })

  test('keeps a given length: objects are moved to it at the start', () => {
    const model = Model3D({
      world,
      slider: Object3D({ feature: point(1) }),
      foot: Object3D({ parent: 'world', translation: [0.5, 0, 0] }),
      rail: Prismatic({ obj1: 'foot', obj2: 'slider', axis: 'x' }),
      block: Object3D({ feature: point(1) }),
      lift: Prismatic({ obj1: 'world', obj2: 'block', axis: 'y', s: 0.6, v: 0.2 }),
      rod: Rod({ obj1: 'slider', obj2: 'block', length: 1 }),
    })
    const result = simulate(model, { stopTime: 0, tolerance: TOLERANCE })
    expect(result.final('slider.r_abs[1]')).toBeCloseTo(0.8, 12)
    // x·x′ + 0.6·0.2 = 0
    expect(result.final('rail.v') * 0.8).toBeCloseTo(-0.12, 12)
  })

  /** A rod of a four-bar, between two bars: as a body with joints, and as a Rod with the same mass. */
  const bars = {
    world,
    w2: Object3D({ parent: 'world', translation: [1.3, 0, 0.2] }),
    a: Object3D({ feature: point(1, 0.1) }),
    a1: Object3D({ parent: 'a', translation: [0, -0.5, 0] }),
    a2: Object3D({ parent: 'a', translation: [0, 0.5, 0] }),
    c: Object3D({ feature: point(1, 0.12) }),
    c1: Object3D({ parent: 'c', translation: [0, -0.6, 0] }),
    c2: Object3D({ parent: 'c', translation: [0, 0.6, 0] }),
    r1: Revolute({ obj1: 'world', obj2: 'a1', w: 2 }),
    r3: Revolute({ obj1: 'w2', obj2: 'c1', axis: [0, 0.2, 1] }),
  }
  const length = Math.hypot(1.3, 0.2, 0.2)
  const states = [
    'r1.phi',
    'r1.w',
    'r3.phi',
    'r3.w',
    'world.totalEnergy',
    'world.momentum[2]',
    'world.angularMomentum[3]',
  ]

  test.each([
    [
      'uniform',
      MassProperties({ mass: 0.8, Ixx: 0, Iyy: (0.8 * length ** 2) / 12, Izz: (0.8 * length ** 2) / 12 }),
    ],
    ['middle', MassProperties({ mass: 0.8, Ixx: 0, Iyy: 0, Izz: 0 })],
  ] as const)(
    'equals a body between a universal and a spherical joint if it has a mass, %s',
    (distribution, massProperties) => {
      const options = { stopTime: 1.5, tolerance: TOLERANCE }
      const rod = Rod({ obj1: 'a2', obj2: 'c2', mass: 0.8, distribution })
      const byRod = simulate(Model3D({ ...bars, rod }), options)
      const byBody = simulate(
        Model3D({
          ...bars,
          b: Object3D({ feature: Solid({ massProperties }) }),
          b1: Object3D({ parent: 'b', translation: [-length / 2, 0, 0] }),
          b2: Object3D({ parent: 'b', translation: [length / 2, 0, 0] }),
          universal: Universal({
            ...{ obj1: 'a2', obj2: 'b1', axis1: 'z', axis2: 'y' },
            phi: [Math.atan2(0.2, 1.3), -Math.asin(0.2 / length)],
          }),
          ball: Spherical({ obj1: 'b2', obj2: 'c2' }),
        }),
        options,
      )
      for (const name of states) expect(byRod.final(name)).toBeCloseTo(byBody.final(name), 7)
    },
  )

  test('gives a mass on the line of a spring weight, inertia and energy', () => {
    // a point on a vertical line between the world and a slider, at a third of the distance: m_eff = m + M/9
    const [m, M, c] = [1.5, 0.9, 40]
    const model = Model3D({
      world,
      slider: Object3D({ feature: point(m) }),
      rail: Prismatic({ obj1: 'world', obj2: 'slider', axis: 'y', s: -1 }),
      spring: SpringDamperPtP({
        ...{ obj1: 'world', obj2: 'slider', springForceLaw: c, nominalLength: 1 },
        ...{ mass: M, lengthFraction: 1 / 3 },
      }),
    })
    const result = simulate(model, { stopTime: 1.3, tolerance: TOLERANCE })
    const inertia = m + M / 9
    const omega = Math.sqrt(c / inertia)
    const amplitude = ((m + M / 3) * 9.81) / c
    expect(result.final('rail.s')).toBeCloseTo(-1 - amplitude * (1 - Math.cos(omega * 1.3)), 8)
    const energy = result.values('world.totalEnergy')
    expect(Math.max(...energy) - Math.min(...energy)).toBeLessThan(1e-7)
  })

  test('keeps the momentum of two free bodies that a heavy rod connects', () => {
    const free = { parent: 'world', fixedToParent: false }
    const model = Model3D({
      world: Object3D({ feature: Scene({ enableContactDetection: false, gravityField: NoGravityField() }) }),
      a: Object3D({ ...free, translation: [0, 0, 0], velocity: [0, 1, 0], feature: point(1, 0.1) }),
      b: Object3D({ ...free, translation: [1, 0, 0], velocity: [0, -0.5, 0.7], feature: point(2, 0.2) }),
      rod: Rod({ obj1: 'a', obj2: 'b', mass: 3 }),
    })
    const result = simulate(model, { stopTime: 4, tolerance: TOLERANCE })
    for (const name of ['momentum', 'angularMomentum']) {
      for (let i = 1; i <= 3; i++) {
        const values = result.values(`world.${name}[${i}]`)
        expect(Math.max(...values) - Math.min(...values)).toBeLessThan(1e-7)
      }
    }
  })

  test.each([
    [
      'the same body',
      { obj1: 'a', obj2: 'a2' },
      /rod\.obj2: expected an object that moves with respect to obj1/,
    ],
    ['no length', { obj1: 'world', obj2: 'a', length: 0 }, /rod\.length: expected a positive number/],
    ['coincident points', { obj1: 'world', obj2: 'a1' }, /rod: expected objects at two places, or a length/],
    ['a negative mass', { obj1: 'world', obj2: 'a', mass: -1 }, /rod\.mass: expected a number >= 0/],
  ])('rejects %s', (_what, args, message) => {
    const { a, a1, a2, r1 } = bars
    expect(() => simulate(Model3D({ world, a, a1, a2, r1, rod: Rod(args) }), { stopTime: 1 })).toThrow(
      message,
    )
  })
})

describe('a rod between coincident points', () => {
  test.each([
    {},
    { mass: 1 },
    { mass: 1, distribution: 'middle' as const },
    { mass: 1, length: 0.5 },
    { length: 0.5 },
  ])('is an error that names it: %j', (options) => {
    const free = { parent: 'world', fixedToParent: false, feature: point(1, 0.1) }
    // also if the distance is a rounding error
    for (const x of [0, 1e-17]) {
      const model = Model3D({
        world,
        a: Object3D(free),
        b: Object3D({ ...free, translation: [x, 0, 0] }),
        strut: Rod({ obj1: 'a', obj2: 'b', ...options }),
      })
      expect(() => simulate(model, { stopTime: 0.1 })).toThrow(/^strut: expected objects at two places/)
    }
  })
})
