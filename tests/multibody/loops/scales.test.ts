/**
 * Mechanisms of any size: micrometers and thousands of kilometers give the same motion and the same accuracy of
 * closure.
 */
import { simulate } from 'vario'
import {
  assemble,
  GearConstraint,
  MassProperties,
  Model3D,
  Object3D,
  Prismatic,
  RackConstraint,
  Revolute,
  Scene,
  Solid,
  UniformGravityField,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'

const world = (L: number) => {
  const gravityField = UniformGravityField({ g: 9.81 * L })
  return Object3D({ feature: Scene({ enableContactDetection: false, gravityField }) })
}
/** A thick bar from the origin along x or y. */
const bar = (L: number, r: readonly number[], mass: number) => {
  const I = (i: number): number => mass * L * L * ((Math.hypot(...r) ** 2 - r[i] ** 2) / 12 + 1e-3)
  const centerOfMass = r.map((x) => (x * L) / 2)
  return Object3D({
    feature: Solid({
      massProperties: MassProperties({ mass, centerOfMass, Ixx: I(0), Iyy: I(1), Izz: I(2) }),
    }),
  })
}
const at = (L: number, parent: string, r: readonly number[]) =>
  Object3D({ parent, translation: r.map((x) => x * L) })

/** A crank with a rack that moves a piston: lengths and angles in one loop, and a relation between both. */
const pressWithRack = (L: number) =>
  Model3D({
    world: world(L),
    crank: bar(L, [0, 0.4, 0], 1),
    pin: at(L, 'crank', [0, 0.4, 0]),
    piston: bar(L, [0, 0.1, 0], 0.5),
    rod: bar(L, [0, 1, 0], 0.4),
    wrist: at(L, 'rod', [0, 1, 0]),
    slide: bar(L, [0.3, 0, 0], 2),
    main: Revolute({ obj1: 'world', obj2: 'crank', phi: 0.3, w: 3 }),
    guide: Prismatic({ obj1: 'world', obj2: 'piston', axis: 'y', s: { start: 1.3 * L } }),
    big: Revolute({ obj1: 'pin', obj2: 'rod', phi: { start: -0.2 } }),
    small: Revolute({ obj1: 'wrist', obj2: 'piston' }),
    way: Prismatic({ obj1: 'world', obj2: 'slide', axis: 'x' }),
    rack: RackConstraint({ pinion: 'main', rack: 'way', radius: 0.2 * L }),
  })

/** Five bars, two of them coupled by a gear. */
const gearedFiveBar = (L: number) =>
  Model3D({
    world: world(L),
    base: at(L, 'world', [0.6, 0, 0]),
    a: bar(L, [0.5, 0, 0], 1),
    aEnd: at(L, 'a', [0.5, 0, 0]),
    b: bar(L, [0.7, 0, 0], 0.6),
    bEnd: at(L, 'b', [0.7, 0, 0]),
    c: bar(L, [0.4, 0, 0], 1),
    cEnd: at(L, 'c', [0.4, 0, 0]),
    d: bar(L, [0.8, 0, 0], 0.6),
    dEnd: at(L, 'd', [0.8, 0, 0]),
    main: Revolute({ obj1: 'world', obj2: 'a', phi: 2.2, w: 1 }),
    left: Revolute({ obj1: 'aEnd', obj2: 'b', phi: { start: -1.2 } }),
    second: Revolute({ obj1: 'base', obj2: 'c', phi: 1 }),
    right: Revolute({ obj1: 'cEnd', obj2: 'd', phi: { start: 1.2 } }),
    top: Revolute({ obj1: 'bEnd', obj2: 'dEnd' }),
    gear: GearConstraint({ joint1: 'main', joint2: 'second', ratio: -1 }),
  })

describe.each([
  ['a press with a rack', pressWithRack, ['main.phi', 'main.w'], ['guide.s', 'way.s']],
  ['five bars with a gear', gearedFiveBar, ['main.phi', 'main.w', 'left.phi', 'second.phi'], []],
] as const)('%s', (_, create, angles, lengths) => {
  const run = (L: number) => {
    const result = simulate(create(L), { stopTime: 2, tolerance: 1e-9, interval: 0.1 })
    return [...angles.map((name) => result.final(name)), ...lengths.map((name) => result.final(name) / L)]
  }
  const expected = run(1)

  test.each([1e-6, 1e6])('moves like the original %f times as large', (L) => {
    // 1e-9 for each of a few hundred steps, whose sizes differ slightly
    run(L).forEach((x, i) => {
      expect(Math.abs(x - expected[i])).toBeLessThan(1e-7)
    })
  })
})

test.each([1e-6, 1, 1e6])('an arm of about %f m reaches its target, and reports its miss', (L) => {
  const arm = Model3D({
    world: Object3D({ feature: Scene() }),
    upper: Object3D(),
    elbow: at(L, 'upper', [1, 0, 0]),
    lower: Object3D(),
    tool: at(L, 'lower', [0.7, 0, 0]),
    shoulder: Revolute({ obj1: 'world', obj2: 'upper' }),
    bend: Revolute({ obj1: 'elbow', obj2: 'lower', phi: 0.1 }),
  })
  const found = assemble(arm, { tool: { translation: [1.1 * L, 0.5 * L, 0] } })
  // law of cosines
  const bend = Math.acos((1.1 ** 2 + 0.5 ** 2 - 1 - 0.49) / 1.4)
  expect(Math.abs(found.value('bend.phi') - bend)).toBeLessThan(1e-12)
  expect(found.targets.tool.distance).toBeLessThan(1e-12 * L)
  const near = assemble(arm, { tool: { translation: [3 * L, 0.5 * L, 0] } }, { nearest: true })
  expect(near.targets.tool.distance / L).toBeCloseTo(Math.hypot(3, 0.5) - 1.7, 9)
})
