/** Initial velocities of free objects and spherical joints are kept if loops allow them. */
import { simulate } from 'vario'
import {
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Revolute,
  Rod,
  Scene,
  Solid,
  Spherical,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

type Vector = [number, number, number]

const body = (com: Vector, motion: object = {}): ReturnType<typeof Object3D> =>
  Object3D({
    feature: Solid({
      massProperties: MassProperties({ mass: 1, centerOfMass: com, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }),
    }),
    ...motion,
  })
const world = Object3D({
  feature: Scene({ enableContactDetection: false, gravityField: NoGravityField() }),
})
const free = { parent: 'world', fixedToParent: false }

/** A free frame of four bars; all joints at zero, where each body has the axes of the world. */
function createFrame(guesses: readonly string[]) {
  const corners: readonly (readonly [string, string, string, Vector])[] = [
    ['j1', 'a', 'b', [1, 0, 0]],
    ['j2', 'b', 'c', [1, 1.1, 0]],
    ['j3', 'c', 'd', [0, 1, 0]],
    ['j4', 'a', 'd', [0, 0, 0]],
  ]
  const joints = corners.flatMap(([name, obj1, obj2, translation]) => [
    [`${name}_1`, Object3D({ parent: obj1, translation })],
    [`${name}_2`, Object3D({ parent: obj2, translation })],
    [
      name,
      Revolute({
        ...{ obj1: `${name}_1`, obj2: `${name}_2` },
        ...(name === 'j1' && { w: { init: 1 } }),
        ...(guesses.includes(name) && { phi: { start: 0 } }),
      }),
    ],
  ])
  return Model3D({
    world,
    a: body([0.5, 0, 0], { ...free, velocity: [1, 2, 0.3], angularVelocity: [1, 2, 3] }),
    ...{ b: body([1, 0.5, 0]), c: body([0.5, 1, 0]), d: body([0, 0.5, 0]) },
    ...(Object.fromEntries(joints) as Record<string, ReturnType<typeof Object3D>>),
  })
}

describe('a free frame of four bars', () => {
  const run = (guesses: readonly string[]) =>
    simulate(createFrame(guesses), { stopTime: 1, tolerance: 1e-10, solver: 'dop853' })
  const results = [['j4'], ['j3', 'j4'], ['j2', 'j3']].map(run)

  test('starts with the given velocities, for any cut', () => {
    const cuts = results.map(({ segments }) => segments[0].tree!.cuts)
    expect(new Set(cuts.map((cut) => JSON.stringify(cut))).size).toBeGreaterThan(1)
    for (const result of results)
      for (const [i, v, w] of [
        [1, 1, 1],
        [2, 2, 2],
        [3, 0.3, 3],
      ]) {
        expect(result.at(`a.velocity[${i}]`, 0)).toBeCloseTo(v, 12)
        expect(result.at(`a.angularVelocity[${i}]`, 0)).toBeCloseTo(w, 12)
      }
  })

  test('has the same motion for any cut', () => {
    // a few tolerances
    for (const name of ['a', 'b', 'c', 'd'])
      for (const i of [1, 2, 3])
        for (const result of results.slice(1))
          expect(
            Math.abs(result.final(`${name}.r_abs[${i}]`) - results[0].final(`${name}.r_abs[${i}]`)),
          ).toBeLessThan(1e-8)
  })
})

test('a spherical joint with a given velocity moves the others', () => {
  const model = Model3D({
    world,
    a: body([0.5, 0, 0]),
    b: body([1, 0.5, 0]),
    base: Object3D({ parent: 'world', translation: [1.5, 0.5, 0] }),
    aEnd: Object3D({ parent: 'a', translation: [1, 0, 0] }),
    bEnd: Object3D({ parent: 'b', translation: [1.5, 0.5, 0] }),
    bOther: Object3D({ parent: 'b', translation: [1, 0.2, 0] }),
    ball: Spherical({ obj1: 'world', obj2: 'a', angularVelocity: [0.1, 0, 2] }),
    hinge: Revolute({ obj1: 'base', obj2: 'bEnd' }),
    rod: Rod({ obj1: 'aEnd', obj2: 'bOther' }),
  })
  const result = simulate(model, { stopTime: 0.1 })
  for (const [i, w] of [0.1, 0, 2].entries())
    expect(result.at(`ball.angularVelocity[${i + 1}]`, 0)).toBeCloseTo(w, 12)
  // the rod is along y: one end moves at 2 m/s, the other at −0.5 m times the angular velocity of the hinge
  expect(result.at('hinge.w', 0)).toBeCloseTo(-4, 12)
})

test('velocities that rods do not allow are corrected with a warning', () => {
  // two points with a rod between them that would extend at 2 m/s
  const model = Model3D({
    world,
    a: body([0, 0, 0], { ...free, translation: [0, 0, 0], velocity: [-1, 1, 0] }),
    b: body([0, 0, 0], { ...free, translation: [1, 0, 0], velocity: [1, 2, 0] }),
    rod: Rod({ obj1: 'a', obj2: 'b' }),
  })
  const result = simulate(model, { stopTime: 0.1 })
  expect(result.warnings.map(({ code }) => code)).toEqual(['INIT', 'INIT'])
  expect(result.warnings[0].message).toContain('got [-1, 1, 0] m/s')
  // equal masses share the correction
  const expected = { a: [0, 1], b: [0, 2] }
  for (const [name, velocity] of Object.entries(expected))
    for (const [i, v] of velocity.entries())
      expect(result.at(`${name}.velocity[${i + 1}]`, 0)).toBeCloseTo(v, 9)
})

describe('two free bodies on a hinge, of which one must be cut', () => {
  const hinge = (a: object, b: object, size = 1, joint: object = {}) =>
    Model3D({
      world,
      a: body([0, 0, 0], { ...free, ...a }),
      b: body([0, 0, 0], { ...free, ...b }),
      pinA: Object3D({ parent: 'a', translation: [0.5 * size, 0, 0] }),
      pinB: Object3D({ parent: 'b', translation: [-0.5 * size, 0, 0] }),
      hinge: Revolute({ obj1: 'pinA', obj2: 'pinB', axis: 'z', ...joint }),
    })
  const vectorAt = (result: ReturnType<typeof simulate>, name: string): number[] =>
    [1, 2, 3].map((i) => result.at(`${name}[${i}]`, 0))
  const close = (found: number[], expected: number[], size = 1): void => {
    found.forEach((x, i) => {
      // rounding errors of the solved equations
      expect(Math.abs(x - expected[i])).toBeLessThan(1e-12 * size)
    })
  }

  // positions and velocities in these units
  test.each([1, 1e-6, 1e6])('move with the velocity of either, at the scale %d', (size) => {
    for (const moving of ['a', 'b']) {
      const motion = { velocity: [size, 0, 0] }
      const model = moving === 'a' ? hinge(motion, {}, size) : hinge({}, motion, size)
      const result = simulate(model, { stopTime: 0.1 })
      // along the connecting line, no rotation
      for (const name of ['a', 'b']) close(vectorAt(result, `${name}.velocity`), [size, 0, 0], size)
      expect(result.final('a.translation[1]') + result.final('b.translation[1]')).toBeCloseTo(
        result.at('a.translation[1]', 0) + result.at('b.translation[1]', 0) + 0.2 * size,
        size > 1 ? 3 : 9,
      )
    }
  })

  test('keep both velocities that determine the hinge', () => {
    const result = simulate(hinge({ velocity: [0, 1, 0] }, { velocity: [0, 3, 0] }, 1, { w: 5 }), {
      stopTime: 0.1,
    })
    close(vectorAt(result, 'a.velocity'), [0, 1, 0])
    close(vectorAt(result, 'b.velocity'), [0, 3, 0])
    // 1 + w_a/2 = 3 − (w_a + 5)/2 is the velocity of the pin
    expect(result.at('a.angularVelocity[3]', 0)).toBeCloseTo(-0.5, 12)
    expect(result.at('b.angularVelocity[3]', 0)).toBeCloseTo(4.5, 12)
  })

  test('take an angular velocity in the axes of the body, where the loop rotates the body', () => {
    const turned = { angularVelocity: [0, 0, 2], angularVelocityResolvedInParent: false }
    // the hinge is about z of a, which is x of the world
    const result = simulate(hinge({ rotation: [0, Math.PI / 2, 0] }, turned), { stopTime: 0.1 })
    close(vectorAt(result, 'b.angularVelocity'), [2, 0, 0])
  })

  test.each<[string, object, object, object, RegExp]>([
    [
      'velocities',
      { velocity: [1, 0, 0] },
      { velocity: [2, 0, 0] },
      {},
      /[ab]\.velocity: expected the start value/,
    ],
    [
      'translations',
      { translation: [1, 0, 0] },
      { translation: [7, 0, 0] },
      {},
      /given start values of .*[ab]/,
    ],
    [
      'a place and an angle',
      { translation: [0, 0, 0], rotation: [0, 0, 0] },
      { translation: [1, 0, 0] },
      { phi: 1 },
      /hinge\.phi: expected the start value|b\.translation: expected the start value|given start values of .*(hinge|b)/,
    ],
    [
      'orientations',
      { rotation: [0, 0, 0] },
      { rotation: [0.5, 0, 0] },
      {},
      /[ab]\.rotation: expected the start value|given start values of .*[ab]/,
    ],
    [
      'angular velocities',
      { angularVelocity: [0, 1, 0] },
      { angularVelocity: [0, -1, 0] },
      {},
      /[ab]\.angularVelocity: expected the start value/,
    ],
  ])('are named in an error if %s contradict each other', (_, a, b, joint, message) => {
    expect(() => simulate(hinge(a, b, 1, joint), { stopTime: 0.1 })).toThrow(message)
  })
})
