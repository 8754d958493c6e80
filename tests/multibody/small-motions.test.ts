/**
 * Tolerances that follow the size of a motion: nominal values, the nominal length of the scene, and small start values.
 */
import { Model, simulate } from 'vario'
import { Fixed, Spring as RotationalSpring } from 'vario/library/rotational'
import { Fixed as FixedRail, Spring as LinearSpring } from 'vario/library/translational'
import {
  Bushing,
  Free,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  type Object3DArguments,
  Prismatic,
  PrismaticWithFlange,
  Revolute,
  RevoluteWithFlange,
  Scene,
  type SceneArguments,
  Solid,
  Universal,
  WorldForce,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'

const SOLVERS = ['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const
const feature = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 1, Iyy: 1, Izz: 1 }) })
const sceneOf = (args: SceneArguments = {}) =>
  Object3D({ feature: Scene({ gravityField: NoGravityField(), ...args }) })

/** Two masses of 1 kg in a row, with springs of 100 N/m to the world and between them; both are displaced by `s`. */
function createChain(s: object | number, scene: SceneArguments = {}) {
  return Model3D({
    world: sceneOf(scene),
    a: Object3D({ feature }),
    b: Object3D({ feature }),
    first: Prismatic({ obj1: 'world', obj2: 'a', s: s as number }),
    second: Prismatic({ obj1: 'a', obj2: 'b' }),
    spring1: Bushing({ obj1: 'world', obj2: 'a', springForceLaw: [100, 0, 0] }),
    spring2: Bushing({ obj1: 'a', obj2: 'b', springForceLaw: [100, 0, 0] }),
  })
}

/** x1'' = -200 x1 + 100 x2, x2'' = 100 x1 - 100 x2 by its two modes, λ = 50 (3 ± √5), from x1 = x2 = 1 at rest. */
function chainAt(t: number): { x1: number; x2: number } {
  let [x1, x2] = [0, 0]
  for (const sign of [1, -1]) {
    const lambda = 50 * (3 + sign * Math.sqrt(5))
    const mode = [100, 200 - lambda]
    const norm = Math.hypot(...mode)
    const amplitude = ((mode[0] + mode[1]) / norm) * Math.cos(Math.sqrt(lambda) * t)
    x1 += (amplitude * mode[0]) / norm
    x2 += (amplitude * mode[1]) / norm
  }
  return { x1, x2 }
}

describe('amplitudes from 1e-9 m to 1 km', () => {
  const { x1, x2 } = chainAt(5)
  const errorOf = (
    model: ReturnType<typeof createChain>,
    amplitude: number,
    solver: (typeof SOLVERS)[number],
  ) => {
    const result = simulate(model, { stopTime: 5, solver })
    const first = result.final('first.s') / amplitude
    const second = result.final('second.s') / amplitude
    return Math.hypot(first - x1, first + second - x2)
  }
  // 15 oscillations at a tolerance of 1e-6 per step; bdf is the least accurate, 5e-5
  const LIMIT = 2e-4

  it.each([1e-9, 1e-7, 1e3])('are resolved with a start value of %f m', (amplitude) => {
    for (const solver of SOLVERS)
      expect(errorOf(createChain(amplitude), amplitude, solver)).toBeLessThan(LIMIT)
  })

  it.each([1e-7, 1e3])('are resolved with a nominal length of %f m of the scene', (amplitude) => {
    const model = createChain({ init: amplitude }, { nominalLength: amplitude })
    for (const solver of SOLVERS) expect(errorOf(model, amplitude, solver)).toBeLessThan(LIMIT)
  })

  it('are resolved from rest under a force of 1e-7 N: with the nominal length as accurately as under 1 N', () => {
    const error = (force: number, scene: SceneArguments, codes: readonly string[] = []): number => {
      const push = WorldForce({ objectApply: 'a', forceFunction: () => [force, 0, 0] })
      const result = simulate(createChain(0, scene).extend({ push }), { stopTime: 5 })
      expect(result.warnings.map(({ code }) => code)).toEqual(codes)
      // x is that of the masses displaced from their new equilibrium, x1 = x2 = F/100, from rest at minus that
      const rest = force / 100
      const modes = [1, -1].map((sign) => {
        const lambda = 50 * (3 + sign * Math.sqrt(5))
        const mode = [100, 200 - lambda]
        const amount = (mode[0] + mode[1]) / (mode[0] ** 2 + mode[1] ** 2)
        return amount * mode[0] * Math.cos(Math.sqrt(lambda) * 5)
      })
      return Math.abs(result.final('first.s') - rest * (1 - modes[0] - modes[1])) / rest
    }
    expect(error(1, {})).toBeLessThan(1e-3)
    expect(error(1e-7, { nominalLength: 1e-7 })).toBeLessThan(1e-3)
    // a warning without it: the solver sees no error in these values
    expect(error(1e-7, {}, ['SMALL_MOTION'])).toBeGreaterThan(0.1)
  })

  it('are named in a warning if they are those of a body beside a large motion, far from the origin', () => {
    const free = (translation: readonly number[], velocity: readonly number[]) =>
      Object3D({ parent: 'world', fixedToParent: false, feature, translation, velocity } as Object3DArguments)
    const warnings = (force: number) =>
      simulate(
        Model3D({
          world: sceneOf(),
          ...{ a: free([5, 0, 0], [0, 0, 0]), b: free([0, 5, 0], [1, 0, 0]), c: free([0, 9, 0], [0, 0, 0]) },
          push: WorldForce({ objectApply: 'a', forceFunction: () => [force, 0, 0] }),
        }),
        { stopTime: 2 },
      ).warnings.map(({ message }) => message)
    const small = warnings(1e-9)
    expect(small).toHaveLength(1)
    // s = F/m t²/2, v = F/m t
    expect(small[0]).toMatch(
      /^a\.translation \(by at most 2\.0e-9\), a\.velocity \(by at most 2\.0e-9\): during/,
    )
    expect(warnings(0)).toEqual([])
    expect(warnings(1e-3)).toEqual([])
  })
})

describe('joints with flanges', () => {
  const at = (amplitude: number, scene: SceneArguments, more: object = {}) => {
    const model = Model3D({
      world: sceneOf(scene),
      a: Object3D({ feature }),
      arms: [
        Model({
          joint: PrismaticWithFlange({ obj1: 'world', obj2: 'a', s: { init: amplitude, ...more } }),
          spring: LinearSpring({ c: 100 }),
          fixed: FixedRail(),
          connect: [
            ['joint.flange', 'spring.flange_b'],
            ['spring.flange_a', 'fixed.flange'],
          ],
        }),
      ],
    })
    return SOLVERS.map((solver) => {
      const result = simulate(model, { stopTime: 5, solver })
      return Math.abs(result.final('arms[1].joint.s') / amplitude - Math.cos(50))
    })
  }
  it('have tolerances that follow the size of the motion', () => {
    for (const amplitude of [1e-7, 1]) for (const error of at(amplitude, {})) expect(error).toBeLessThan(2e-4)
    for (const error of at(0.01, { nominalLength: 0.01 })) expect(error).toBeLessThan(2e-4)
    // a nominal value of the user counts: absolute tolerance 1e-4 for an amplitude of 0.01
    expect(Math.max(...at(0.01, {}, { nominal: 1e3 }))).toBeGreaterThan(1e-2)
  })

  it('have tolerances that follow the size of the motion if revolute', () => {
    const model = Model3D({
      world: sceneOf(),
      a: Object3D({ feature }),
      joint: RevoluteWithFlange({ obj1: 'world', obj2: 'a', phi: { init: 1e-8 } }),
      spring: RotationalSpring({ c: 100 }),
      fixed: Fixed(),
      connect: [
        ['joint.flange', 'spring.flange_b'],
        ['spring.flange_a', 'fixed.flange'],
      ],
    })
    for (const solver of SOLVERS)
      expect(
        Math.abs(simulate(model, { stopTime: 5, solver }).final('joint.phi') / 1e-8 - Math.cos(50)),
      ).toBeLessThan(2e-4)
  })
})

describe('nominal values', () => {
  /** Joints with an oscillation x'' = -100 x of this amplitude, and the name of x. */
  const AMPLITUDE = 0.002
  const start = (init: number, nominal?: number) => ({ init, ...(nominal && { nominal }) })
  const cases = {
    Prismatic: (nominal?: number) => ({
      a: Object3D({ feature }),
      joint: Prismatic({ obj1: 'world', obj2: 'a', s: start(AMPLITUDE, nominal), v: start(0) }),
      name: 'joint.s',
    }),
    Revolute: (nominal?: number) => ({
      a: Object3D({ feature }),
      joint: Revolute({ obj1: 'world', obj2: 'a', axis: 'x', phi: start(AMPLITUDE, nominal) }),
      name: 'joint.phi',
    }),
    Universal: (nominal?: number) => ({
      a: Object3D({ feature }),
      joint: Universal({
        obj1: 'world',
        obj2: 'a',
        phi: { init: [AMPLITUDE, 0], ...(nominal && { nominal: [nominal, nominal] }) },
      }),
      name: 'joint.phi[1]',
    }),
    Free: (nominal?: number) => ({
      a: Object3D({ feature }),
      joint: Free({
        obj1: 'world',
        obj2: 'a',
        translation: { init: [AMPLITUDE, 0, 0], ...(nominal && { nominal }) },
      }),
      name: 'joint.translation[1]',
    }),
    Object3D: (nominal?: number) => ({
      a: Object3D({
        parent: 'world',
        fixedToParent: false,
        feature,
        rotation: { init: [AMPLITUDE, 0, 0], ...(nominal && { nominal }) },
      }),
      joint: undefined,
      name: 'a.rotation[1]',
    }),
  }
  it.each(Object.entries(cases))('set the tolerance of the states of %s', (_, create) => {
    const [loose, usual, tight] = [1e3, undefined, 1e-5].map((nominal) => {
      const { a, joint, name } = create(nominal)
      const model = Model3D({
        world: sceneOf(),
        a,
        ...(joint && { joint }),
        spring: Bushing({
          obj1: 'world',
          obj2: 'a',
          springForceLaw: [100, 100, 100],
          rotSpringForceLaw: [100, 100, 100],
        }),
      })
      const result = simulate(model, { stopTime: 10, tolerance: 1e-4 })
      const errors = result
        .values(name)
        .map((x, i) => Math.abs(x / AMPLITUDE - Math.cos(10 * result.time[i])))
      return Math.max(...errors)
    })
    // absolute tolerances of 5, 5e-3 and 5e-8 of the amplitude, beside the relative one of 1e-4
    expect(loose).toBeGreaterThan(5 * usual)
    expect(tight).toBeLessThan(0.5 * usual)
    expect(usual).toBeLessThan(0.1)
  })

  const refusal = (members: object): string => {
    try {
      simulate(Model3D({ world: sceneOf(), ...members }), { stopTime: 0.1 })
      return ''
    } catch (error) {
      return (error as Error).message
    }
  }

  it('are, like init and start, the only attributes of start values', () => {
    const joint = (s: object) => ({ a: Object3D({ feature }), p: Prismatic({ obj1: 'world', obj2: 'a', s }) })
    expect(refusal(joint({ init: 1, foo: 2 }))).toBe(
      "p.s.foo: expected one of the names init, start, nominal, got 'foo'.",
    )
    expect(refusal(joint({ init: 1, nominl: 2 }))).toContain("(did you mean 'nominal'?)")
    expect(refusal(joint({ init: 1, nominal: 0 }))).toBe('p.s.nominal: expected a positive number, got 0.')
    expect(refusal(joint({ nominal: 0.1 }))).toBe('')
    const free = (args: object) => ({
      a: Object3D({ parent: 'world', fixedToParent: false, feature, ...args } as Object3DArguments),
    })
    expect(refusal(free({ velocity: { init: [1, 0, 0], unit: 'm/s' } }))).toMatch(
      /^a\.velocity\.unit: expected one of/,
    )
    expect(refusal(free({ rotation: { init: [1, 0, 0], nominal: [1, 2] } }))).toMatch(
      /^a\.rotation\.nominal: expected an array of 3/,
    )
    expect(refusal({ world: sceneOf({ nominalLength: 0 }) })).toBe(
      'world.feature.nominalLength: expected a positive number, got 0.',
    )
  })
})
