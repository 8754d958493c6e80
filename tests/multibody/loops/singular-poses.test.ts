/** Poses where the rank of the constraints drops: collinear parallelograms. */
import { simulate } from 'vario'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Revolute,
  Scene,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { createLoopModel } from './support/loop-model.ts'
import { LOOPS_TRUTH, type LoopTruth } from './support/loops-truth.ts'

// bdf makes most of its error after each restart, at low order
const METHODS = [
  ['auto', 40],
  ['tsit5', 40],
  ['dop853', 100],
  ['radau5', 40],
  ['bdf', 3000],
] as const

describe.each(METHODS)(
  'two parallelograms that pass the collinear pose three times, %s',
  (solver, growth) => {
    const truth: LoopTruth = LOOPS_TRUTH['A02-N2']

    test.each([1e-4, 1e-6, 1e-8, 1e-10])('stay parallelograms at tolerance %d', (tolerance) => {
      const result = simulate(createLoopModel(truth), { stopTime: 3, tolerance, interval: 0.1, solver })
      // the other branch, on which the parallelogram folds, is wrong by more than 1 rad
      for (const { t, theta } of truth.results)
        expect(Math.abs(result.at('A0.phi', t) + theta!), `${t} s`).toBeLessThan(growth * tolerance)
      const { steps } = result.attributes.statistics as unknown as { readonly steps: number }
      expect(steps).toBeLessThan(3000)
    })
  },
)

/**
 * A parallelogram, 1 m and 2 m, with cranks at the angle `phi` [rad] that rotate at `w` [rad/s], the second one at
 * `ratio` times that.
 */
function createParallelogram(phi: number, w: number, ratio = 1) {
  const bar = () =>
    Object3D({
      feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.01, Iyy: 0.1, Izz: 0.1 }) }),
    })
  const end = (parent: string, x: number) => Object3D({ parent, translation: [x, 0, 0] })
  return Model3D({
    world: Object3D({
      feature: Scene({ enableContactDetection: false, gravityField: UniformGravityField({ n: [0, -1, 0] }) }),
    }),
    ...{ a: bar(), b: bar(), c: bar(), base: end('world', 2) },
    ...{ a1: end('a', -0.5), a2: end('a', 0.5), b1: end('b', -1), b2: end('b', 1) },
    ...{ c1: end('c', -0.5), c2: end('c', 0.5) },
    crank: Revolute({ obj1: 'world', obj2: 'a1', axis: 'z', phi, w }),
    pin: Revolute({ obj1: 'a2', obj2: 'b1', axis: 'z', phi: -phi, w: ((ratio - 3) / 2) * w }),
    rocker: Revolute({ obj1: 'base', obj2: 'c1', axis: 'z', phi, w: ratio * w }),
    tip: Revolute({ obj1: 'c2', obj2: 'b2', axis: 'z' }),
  })
}

describe('a start in the collinear pose', () => {
  test('stays on the branch of the parallelogram if it has a velocity', () => {
    const result = simulate(createParallelogram(0, 1), { stopTime: 2, tolerance: 1e-8, interval: 0.1 })
    for (const t of [0.5, 1, 1.5, 2])
      expect(Math.abs(result.at('crank.phi', t) - result.at('rocker.phi', t))).toBeLessThan(1e-10)
    // the energy of this motion: both cranks with 1 kg at 0.5 m and 0.1 kg.m2, the coupler with 1 kg at 1 m
    const J = 2 * (0.25 + 0.1) + 1
    const [phi, w] = [result.at('crank.phi', 2), result.at('crank.w', 2)]
    const energy = (J / 2) * w * w + 9.81 * 2 * Math.sin(phi)
    expect(Math.abs(energy - J / 2)).toBeLessThan(1e-6)
    expect(result.segments[0].dof).toBe(1)
    expect(result.segments[0].redundant).toBe(3)
  })

  test('stays on the branch of the antiparallelogram with its velocities', () => {
    const result = simulate(createParallelogram(0, 1, -3), { stopTime: 0.5, tolerance: 1e-8, interval: 0.1 })
    // closed form for sides of 1 m and 2 m: tan(rocker/2) = (1 + 2)/(1 - 2) tan(crank/2)
    for (const t of [0.1, 0.3, 0.5]) {
      const [crank, rocker] = [result.at('crank.phi', t), result.at('rocker.phi', t)]
      expect(Math.abs(Math.tan(rocker / 2) + 3 * Math.tan(crank / 2)), `${t} s`).toBeLessThan(1e-9)
    }
  })

  // 1 + (r - 1)²/2 = r² for the ratio r on a branch: r = 1 or r = -3; all others satisfy J v = 0 as well
  test.each([-5, -1, -1 / 3, 0, 0.5, 1.1])('is an error with velocities of no branch, ratio %d', (ratio) => {
    expect(() => simulate(createParallelogram(0, 1, ratio), { stopTime: 0.1 })).toThrow(
      /The start at t = 0 s: expected velocities with which the closed loops with tip can go on/,
    )
  })

  test.each([
    [1, 0.3],
    [1, 1e-8],
    [1e-6, 0.3],
    [1e6, 1e-3],
  ])('is an error for stretched links of %d m between fixed points, at %d rad/s', (length, w) => {
    const at = (parent: string, x: number) => Object3D({ parent, translation: [x * length, 0, 0] })
    const I = 0.1 * length ** 2
    const link = () =>
      Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Ixx: I, Iyy: I, Izz: I }) }) })
    const model = Model3D({
      world: Object3D({ feature: Scene({ enableContactDetection: false, gravityField: NoGravityField() }) }),
      ...{ a: link(), b: link(), a1: at('a', 1), b1: at('b', 1), pillar: at('world', 2) },
      hinge: Revolute({ obj1: 'world', obj2: 'a', w }),
      knee: Revolute({ obj1: 'a1', obj2: 'b', w: -2 * w }),
      tip: Revolute({ obj1: 'pillar', obj2: 'b1' }),
    })
    expect(() => simulate(model, { stopTime: 0.1 })).toThrow(/with which the closed loops with tip can go on/)
  })

  test('is an error at rest, because two branches continue', () => {
    expect(() => simulate(createParallelogram(0, 0), { stopTime: 1 })).toThrow(
      /closed loops with .*: expected .* one way to go on at t = 0 s, got rest in a pose with several/,
    )
  })

  test('may be at rest at a small distance from it', () => {
    const result = simulate(createParallelogram(1e-3, 0), { stopTime: 2, tolerance: 1e-8, interval: 0.1 })
    for (const t of [1, 2])
      expect(Math.abs(result.at('crank.phi', t) - result.at('rocker.phi', t))).toBeLessThan(1e-10)
  })
})

test('a coupler far lighter than the other bars has no influence, and does not make the pose singular', () => {
  const truth: LoopTruth = LOOPS_TRUTH['fourbar2018-unequal']
  const turn = (factor: number): number => {
    const bodies = truth.bodies.map((body, k) => {
      const scale = k === 1 ? factor : 1
      return { ...body, mass: scale * body.mass, inertia: body.inertia.map((x) => scale * x) }
    })
    const model = createLoopModel({ ...truth, bodies } as LoopTruth)
    const result = simulate(model, { stopTime: 1, tolerance: 1e-8, interval: 0.1 })
    expect([result.segments[0].dof, result.segments[0].redundant]).toEqual([1, 3])
    return result.at('rev1.phi', 1)
  }
  const limit = turn(1e-9)
  const [small, smaller] = [1e-3, 1e-5].map((factor) => Math.abs(turn(factor) - limit))
  expect(small).toBeLessThan(1e-2)
  // its influence is proportional to its mass
  expect(Math.abs(smaller / small - 1e-2)).toBeLessThan(1e-3)
})
