/** Joints of closed loops that are locked, unlocked and changed while they are cut, without states. */
import { simulate } from 'vario'
import {
  type ActionProgram,
  Cylindrical,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  Prismatic,
  printTree,
  Revolute,
  Scene,
  Solid,
  Spherical,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { largestDifference, vectorAt } from './chains.ts'

const world = Object3D({ feature: Scene({ enableContactDetection: false }) })

/** Corners of the loop [m]; bodies are parallel to the world at the start. */
const CORNERS = [
  [0, 0, 0],
  [0.4, 0.7, 0.1],
  [1.3, 0.9, -0.3],
  [1.8, 0.2, 0.2],
  [1.2, -0.4, 0.5],
]

/** A joint with its start values, or without them, in which case it is cut. */
type Create = (ends: { obj1: string; obj2: string }, isGiven: boolean) => object

/**
 * World, four bodies, world, at rest: 2 degrees of freedom besides those of the third joint, of which one is locked.
 */
function createLoop(third: Create, cut: number, actions: ActionProgram) {
  const creates: Create[] = [
    (ends, is) => Revolute({ ...ends, axis: [0.1, 0.2, 1], ...(is && { phi: 0 }) }),
    (ends, is) => Universal({ ...ends, axis1: [0, 0, 1], axis2: [1, 0.2, 0], ...(is && { phi: [0, 0] }) }),
    third,
    (ends, is) => Universal({ ...ends, axis1: [0.2, 1, 0], axis2: [1, 0, 0.3], ...(is && { phi: [0, 0] }) }),
    (ends, is) => Spherical({ ...ends, ...(is && { rotation: [0, 0, 0] }) }),
  ]
  const members: Record<string, unknown> = { world }
  const middle = (k: number): number[] => CORNERS[k].map((x, i) => (x + CORNERS[k + 1][i]) / 2)
  const from = (k: number, p: readonly number[]): number[] => CORNERS[k].map((x, i) => x - p[i])
  for (let k = 0; k < 4; k++) {
    const massProperties = MassProperties({ mass: 1 + 0.3 * k, Ixx: 0.06, Iyy: 0.05, Izz: 0.08, Ixy: 0.01 })
    members[`b${k}`] = Object3D({ feature: Solid({ massProperties }) })
  }
  creates.forEach((create, k) => {
    const [obj1, obj2] = [`p${k}`, `q${k}`]
    members[obj1] = Object3D({
      ...(k === 0 ? { parent: 'world' } : { parent: `b${k - 1}`, translation: from(k, middle(k - 1)) }),
    })
    members[obj2] = Object3D({
      ...(k === 4
        ? { parent: 'world', translation: CORNERS[4] }
        : { parent: `b${k}`, translation: from(k, middle(k)) }),
    })
    members[`j${k}`] = create({ obj1, obj2 }, k !== cut)
  })
  return Model3D({ ...members, actions } as Parameters<typeof Model3D>[0])
}

const axis = [0.3, 0.1, 1]
const kinds: readonly (readonly [string, number, readonly string[], Create])[] = [
  ['Revolute', 1, ['phi', 'w'], (ends, is) => Revolute({ ...ends, axis, ...(is && { phi: 0 }) })],
  ['Prismatic', 1, ['s', 'v'], (ends, is) => Prismatic({ ...ends, axis, ...(is && { s: 0 }) })],
  [
    'Cylindrical',
    2,
    ['phi', 'w', 's', 'v'],
    (ends, is) => Cylindrical({ ...ends, axis, ...(is && { phi: 0, s: 0 }) }),
  ],
  [
    'Universal',
    2,
    ['phi', 'w'],
    (ends, is) => Universal({ ...ends, axis1: axis, axis2: [1, 1, 0], ...(is && { phi: [0, 0] }) }),
  ],
  [
    'Planar',
    3,
    ['phi', 'w', 's', 'v'],
    (ends, is) => Planar({ ...ends, axis, ...(is && { phi: 0, s: [0, 0] }) }),
  ],
  [
    'Spherical',
    3,
    ['rotation', 'angularVelocity'],
    (ends, is) => Spherical({ ...ends, ...(is && { rotation: [0, 0, 0] }) }),
  ],
]

const brake: ActionProgram = function* (act) {
  yield act.wait(0.2)
  yield act.lock('j2', { impulse: true })
  yield act.wait(0.1)
  yield act.unlock('j2')
}

describe('a cut joint is locked and unlocked as if another joint were cut', () => {
  test.each(kinds)('%s', (_, dof, values, third) => {
    const [own, other] = [2, 4].map((cut) => {
      const result = simulate(createLoop(third, cut, brake), { stopTime: 0.4, tolerance: 1e-10 })
      const tree = printTree(result.segments[0].tree as unknown as Parameters<typeof printTree>[0])
      expect([0, 1, 2, 3, 4].filter((k) => !tree.includes(` j${k} `))).toEqual([cut])
      expect(result.segments.map((segment) => segment.dof)).toEqual([2 + dof, 2, 2 + dof])
      return result
    })
    const lost = [own, other].map(
      ({ attributes }) => (attributes.actions as readonly { lostEnergy?: number }[])[0].lostEnergy!,
    )
    // two runs with tolerance 1e-10, of velocities near 1
    expect(Math.abs(lost[0] - lost[1])).toBeLessThan(1e-8)
    expect(lost[0]).toBeGreaterThan(1e-3)
    for (const name of ['b0.r_abs', 'b1.r_abs', 'b2.q_abs', 'b3.r_abs', ...values.map((v) => `j2.${v}`)])
      for (const t of [0.1, 0.25, 0.35, 0.4])
        expect(largestDifference(vectorAt(own, name, t), vectorAt(other, name, t)), name).toBeLessThan(1e-7)
    const positions = values.filter((name) => /phi|^s|rotation/.test(name)).map((name) => `j2.${name}`)
    for (const name of positions) {
      // it is continuous, and stands still: constraints are satisfied to 1e-10
      const held = [0.2 + 1e-9, 0.25, 0.3 - 1e-9].map((t) => vectorAt(own, name, t))
      expect(largestDifference(held[1], held[0])).toBeLessThan(1e-9)
      expect(largestDifference(held[2], held[0])).toBeLessThan(1e-9)
      expect(largestDifference(held[0], vectorAt(own, name, 0.2 - 1e-9))).toBeLessThan(1e-7)
    }
  })
})

describe('revolutions of a cut joint', () => {
  // a shaft in two bearings rotates uniformly: 10 rad after half a second
  const shaft = (command: ActionProgram) =>
    Model3D({
      world,
      shaft: Object3D({ feature: Solid({ massProperties: MassProperties({ mass: 1, Izz: 0.1 }) }) }),
      left: Revolute({ obj1: 'world', obj2: 'shaft', phi: 0, w: 20 }),
      right: Cylindrical({ obj1: 'world', obj2: 'shaft' }),
      actions: function* (act: Parameters<ActionProgram>[0]) {
        yield act.wait(0.5)
        yield* command(act)
      },
    } as Parameters<typeof Model3D>[0])

  test('survive a lock', () => {
    const result = simulate(
      shaft(function* (act) {
        yield act.lock('right', { impulse: true })
        yield act.wait(0.1)
        yield act.unlock('right')
      }),
      { stopTime: 0.7, tolerance: 1e-10 },
    )
    for (const t of [0.55, 0.65]) expect(result.at('right.phi', t)).toBeCloseTo(10, 8)
    expect(result.final('left.phi')).toBeCloseTo(10, 8)
    expect(result.final('right.w')).toBeCloseTo(0, 12)
  })

  test('continue in the joint that replaces it', () => {
    const result = simulate(
      shaft(function* (act) {
        yield act.changeJoint('right', Revolute({ obj1: 'world', obj2: 'shaft' }))
      }),
      { stopTime: 0.7, tolerance: 1e-10 },
    )
    expect(result.final('right.phi')).toBeCloseTo(14, 8)
    expect(result.final('left.phi')).toBeCloseTo(14, 8)
  })
})

describe('a plastic lock in a loop with two degrees of freedom', () => {
  const body = (mass: number) =>
    Object3D({
      feature: Solid({
        massProperties: MassProperties({ mass, centerOfMass: [0.5, 0, 0], Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }),
      }),
    })
  const end = (parent: string, x: number) => Object3D({ parent, translation: [x, 0, 0] })
  const guess = (start: number) => ({ phi: { start }, w: { start: 0 } })
  const members = {
    world: Object3D({ feature: Scene({ gravityField: NoGravityField(), enableContactDetection: false }) }),
    ...{ a: body(1), b: body(2), c: body(3), d: body(1.5), ground: end('world', 2) },
    ...{ aEnd: end('a', 1), bEnd: end('b', 1.6), cEnd: end('c', 1.7), dEnd: end('d', 1.3) },
    j1: Revolute({ obj1: 'world', obj2: 'a', phi: 1.9, w: 1 }),
    j2: Revolute({ obj1: 'aEnd', obj2: 'b', ...guess(-1.5) }),
    j3: Revolute({ obj1: 'bEnd', obj2: 'c', ...guess(-1) }),
    j4: Revolute({ obj1: 'cEnd', obj2: 'dEnd', ...guess(0) }),
    j5: Revolute({ obj1: 'ground', obj2: 'd', phi: 1.2, w: 0.5 }),
  }

  // for each cut before, and after
  test.each(['j1', 'j2', 'j3', 'j4', 'j5'])(
    '%s: the decrease of the energy is the reported loss',
    (joint) => {
      const result = simulate(
        Model3D({
          ...members,
          actions: function* (act) {
            yield act.wait(0.125)
            yield act.lock(joint, { impulse: true })
          },
        }),
        { stopTime: 0.25, tolerance: 1e-6, interval: 0.125 },
      )
      const energies = result.values('world.kineticEnergy')
      const [before, after] = [result.time.indexOf(0.125), result.time.lastIndexOf(0.125)].map(
        (i) => energies[i],
      )
      const [{ lostEnergy }] = result.attributes.actions as readonly { lostEnergy: number }[]
      expect(lostEnergy).toBeGreaterThan(0.01)
      // rounding errors of sums of velocities that cancel
      expect(before - after).toBeCloseTo(lostEnergy, 11)
      expect(result.segments.map(({ dof }) => dof)).toEqual([2, 1])
    },
  )
})
