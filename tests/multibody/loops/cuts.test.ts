/** Cut joints: their results are those of joints of the tree, for any choice of the cut joint. */
import { type SignalTable, simulate } from 'vario'
import {
  Box,
  Cylindrical,
  Fix,
  Free,
  JointForce,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  Planar,
  Prismatic,
  printTree,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { createLoopModel } from './support/loop-model.ts'
import { LOOPS_TRUTH, type LoopTruth } from './support/loops-truth.ts'

const NAMES = [
  'fourbar2018-unequal',
  'slider-crank-spring',
  'spatial-slider-crank-RSUP',
  'spatial-four-bar-RSUR',
  'A04-bricard',
] as const

const cutsOf = (result: SignalTable): string[] =>
  (result.segments[0].tree?.cuts ?? []).map(({ path }) => path)

/** All elements of a signal at the end. */
function lastOf(result: SignalTable, name: string): number[] {
  const { values, nElement } = result.signal(name)
  return Array.from(values as ArrayLike<number>).slice(-nElement)
}

describe.each(NAMES)('%s, cut at each of its joints', (name) => {
  const truth: LoopTruth = LOOPS_TRUTH[name]
  const { t, joints, reactions } = truth.results.find((values) => values.t >= 1)!
  const size = Math.max(
    1,
    ...Object.values(truth.results.at(-1)!.reactions!).flatMap(({ wrench }) =>
      wrench.map((x) => Math.abs(x ?? 0)),
    ),
  )
  const runs = truth.joints.map((joint) => {
    const model = createLoopModel(truth, { cut: joint.name, hasSensors: true })
    return { cut: joint.name, result: simulate(model, { stopTime: t, tolerance: 1e-10, interval: 0.05 }) }
  })

  test('has the requested cut', () => {
    for (const { cut, result } of runs) expect(cutsOf(result)).toEqual([cut])
    expect(reactions === undefined || t === truth.results.at(-1)!.t).toBe(true)
  })

  test('has the known values of all joints', () => {
    // as in truth.test.ts: errors of steps add up to a few tolerances
    for (const { cut, result } of runs)
      for (const [joint, values] of Object.entries(joints!))
        for (const [key, value] of Object.entries(values))
          expect(
            Math.abs(result.at(`${joint}.${key}`, t) - value),
            `${joint}.${key}, ${cut} cut`,
          ).toBeLessThan(30e-10 * (1 + Math.abs(value)))
  })

  test('has the same results, in number, names and values', () => {
    const [first, ...others] = runs
    const names = first.result.names.toSorted()
    for (const { cut, result } of others) {
      expect(result.names.toSorted()).toEqual(names)
      for (const signal of names) {
        expect(result.signal(signal).header.unit, signal).toBe(first.result.signal(signal).header.unit)
        const [a, b] = [lastOf(first.result, signal), lastOf(result, signal)]
        // errors of accelerations and forces are about ten times those of velocities
        const limit = 1e-7 * (signal.startsWith('f_') ? size : 1 + Math.max(...a.map(Math.abs)))
        a.forEach((x, k) => {
          expect(Math.abs(x - b[k]), `${signal}, ${cut} cut`).toBeLessThan(limit)
        })
      }
    }
  })
})

/** An arm on a free joint, and a joint of any kind that closes the loop. */
const BODY = Solid({ massProperties: MassProperties({ mass: 2, Ixx: 0.3, Iyy: 0.2, Izz: 0.4, Ixy: 0.02 }) })

/** A body on a joint, and the same with a parallel free joint, which makes the joint the cut one. */
function compare(joint: object, start: object, options: { tolerance: number; stopTime: number }) {
  const scene = Object3D({ feature: Scene() })
  const members = {
    world: scene,
    base: Object3D({ parent: 'world', translation: [0.2, 0.1, 0.3], rotation: [0.3, -0.2, 0.5] }),
    body: Object3D({ feature: BODY }),
    pin: Object3D({ parent: 'body', translation: [0.3, -0.1, 0.2], rotation: [0.1, 0.4, -0.3] }),
    force: JointForce({ joint: 'joint' }),
  }
  const inTree = simulate(Model3D({ ...members, joint } as never), { ...options, interval: 0.05 })
  const first = (name: string): number[] => [1, 2, 3].map((i) => inTree.values(`${name}[${i}]`)[0])
  const free = Free({
    ...{ obj1: 'world', obj2: 'body', translation: first('body.r_abs'), rotation: first('body.rot123_abs') },
    orientation: 'quaternion',
    ...start,
  })
  const isCut = simulate(Model3D({ ...members, joint, free } as never), { ...options, interval: 0.05 })
  return { inTree, isCut }
}

const ENDS = { obj1: 'base', obj2: 'pin' }

const KINDS = {
  Revolute: Revolute({ ...ENDS, axis: [1, 2, -1] }),
  Prismatic: Prismatic({ ...ENDS, axis: [1, 2, -1] }),
  Cylindrical: Cylindrical({ ...ENDS, axis: [1, 2, -1] }),
  Planar: Planar({ ...ENDS, axis: [1, 2, -1] }),
  Universal: Universal({ ...ENDS, axis1: [1, 0.3, 0], axis2: [0.2, 1, 0.1] }),
  Spherical: Spherical({ ...ENDS }),
  SphericalQuaternion: Spherical({ ...ENDS, orientation: 'quaternion' }),
}

describe('a joint parallel to a free one, which keeps its start values, is cut', () => {
  test.each(Object.entries(KINDS))('%s has the results of the joint alone', (_kind, joint) => {
    const { inTree, isCut } = compare(joint, {}, { tolerance: 1e-10, stopTime: 2 })
    expect(cutsOf(isCut)).toEqual(['joint'])
    const names = inTree.names.filter((name) => name.startsWith('joint.') || name.startsWith('force.'))
    expect(names.length).toBeGreaterThan(3)
    for (const name of names) {
      if (name === 'joint.rotationXYZ') continue
      expect(isCut.signal(name).header.unit, name).toBe(inTree.signal(name).header.unit)
      const [a, b] = [lastOf(inTree, name), lastOf(isCut, name)]
      const size = Math.max(...Array.from(inTree.signal(name).values as ArrayLike<number>, Math.abs), 1)
      a.forEach((x, k) => {
        expect(Math.abs(x - b[k]), name).toBeLessThan(1e-7 * size)
      })
    }
    expect(isCut.segments[0].dof).toBe(inTree.segments[0].dof)
    expect(isCut.segments[0].redundant).toBe(0)
  })
})

test('a rigid connection is cut if everything else has start values: the body stays', () => {
  const result = simulate(
    Model3D({
      world: Object3D({ feature: Scene() }),
      body: Object3D({ feature: BODY }),
      tip: Object3D({ parent: 'body', translation: [1, 0, 0] }),
      part: Object3D({ feature: BODY }),
      hinge: Revolute({ obj1: 'world', obj2: 'body', phi: { init: 0 } }),
      elbow: Revolute({ obj1: 'tip', obj2: 'part', phi: { init: 0 } }),
      fix: Fix({ obj1: 'world', obj2: 'part', translation: [1, 0, 0] }),
      force: JointForce({ joint: 'fix' }),
    }),
    { stopTime: 1 },
  )
  expect(cutsOf(result)).toEqual(['fix'])
  expect(result.segments[0].dof).toBe(0)
  expect(Math.abs(result.final('hinge.phi'))).toBeLessThan(1e-12)
})

/** A parallelogram that rotates many times in a long step. */
const turning = (cut: 'left' | 'right') =>
  Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    other: Object3D({ parent: 'world', translation: [1.5, 0, 0] }),
    left: Object3D({ feature: BODY, translation: [0, 0, 0] }),
    leftEnd: Object3D({ parent: 'left', translation: [0, 1, 0] }),
    right: Object3D({ feature: BODY }),
    rightEnd: Object3D({ parent: 'right', translation: [0, 1, 0] }),
    coupler: Object3D({ feature: BODY }),
    couplerEnd: Object3D({ parent: 'coupler', translation: [1.5, 0, 0] }),
    a: Revolute({ obj1: 'world', obj2: 'left', ...(cut !== 'left' && { phi: { init: 0 }, w: { init: 3 } }) }),
    b: Revolute({ obj1: 'leftEnd', obj2: 'coupler', phi: { init: 0 }, w: { init: -3 } }),
    c: Revolute({ obj1: 'couplerEnd', obj2: 'rightEnd', phi: { init: 0 }, w: { init: 3 } }),
    d: Revolute({
      obj1: 'other',
      obj2: 'right',
      ...(cut !== 'right' && { phi: { init: 0 }, w: { init: 3 } }),
    }),
  })

test.each(['left', 'right'] as const)(
  'angles of a cut joint count revolutions for any output points (%s)',
  (cut) => {
    for (const interval of [0.01, 10]) {
      const result = simulate(turning(cut), { stopTime: 20, interval, tolerance: 1e-8 })
      expect(cutsOf(result)).toEqual([cut === 'left' ? 'a' : 'd'])
      // a coupler without spin: both cranks rotate alike, without any force; w = 3 rad/s for 20 s is 9.5 revolutions
      for (const joint of ['a', 'c', 'd'])
        expect(Math.abs(result.final(`${joint}.phi`) - 60)).toBeLessThan(1e-6)
      expect(Math.abs(result.final('b.phi') + 60)).toBeLessThan(1e-6)
    }
  },
)

test('positions and velocities of cut joints are consistent', () => {
  const truth: LoopTruth = LOOPS_TRUTH['spatial-four-bar-RSUR']
  for (const cut of ['cross', 'rockerJoint']) {
    const result = simulate(createLoopModel(truth, { cut }), {
      stopTime: 0.5,
      interval: 0.001,
      tolerance: 1e-10,
    })
    const names = cut === 'cross' ? ['[1]', '[2]'] : ['']
    for (const place of names) {
      const phi = result.values(`${cut}.phi${place}`)
      const w = result.values(`${cut}.w${place}`)
      // differences over two intervals: h² w''/6 is below 2e-4 for these motions of a few rad/s and 10 rad/s
      for (let i = 1; i < phi.length - 1; i++)
        expect(Math.abs((phi[i + 1] - phi[i - 1]) / 0.002 - w[i])).toBeLessThan(2e-3)
    }
  }
})

test('tree and log list the cut joints, and the open ones', () => {
  const truth: LoopTruth = LOOPS_TRUTH['fourbar2018-unequal']
  const lines: string[] = []
  const result = simulate(createLoopModel(truth, { cut: 'rev4' }), {
    stopTime: 0.1,
    log: (line) => lines.push(line),
  })
  expect(printTree(result.segments[0].tree!).split('\n').at(-1)).toBe(
    'closes a loop: Revolute rev4: rev4_1 - rev4_2',
  )
  expect(lines.join('\n')).toMatch(
    /closed loops: cut at rev4; 5 constraints, 3 of them redundant; degrees of freedom: 1/,
  )
  expect(lines.join('\n')).toMatch(
    /\(axes of obj1\): rev\d, rev\d, rev\d, rev\d: force along z, torque about x, y/,
  )
})

/** Plates of a four-bar that overlap at their joints. */
function plates(cut: string, canCollide: boolean) {
  const plate = (lengthX: number, lengthY: number) =>
    Solid({ shape: Box({ lengthX, lengthY, lengthZ: 0.05 }), solidMaterial: 'Steel', collision: true })
  const at = (parent: string, x: number, y: number) => Object3D({ parent, translation: [x, y, 0] })
  const start = (name: string) => (name === cut ? {} : { phi: { init: 0 } })
  const pin = (name: string, obj1: string, obj2: string) =>
    Revolute({ obj1, obj2, canCollide: canCollide && name === cut, ...start(name) })
  return Model3D({
    world: Object3D({ feature: Scene() }),
    other: at('world', 1, 0),
    ...{ a: Object3D({ feature: plate(0.1, 1) }), a1: at('a', 0, -0.45), a2: at('a', 0, 0.45) },
    ...{ b: Object3D({ feature: plate(1.1, 0.1) }), b1: at('b', -0.5, 0), b2: at('b', 0.5, 0) },
    ...{ c: Object3D({ feature: plate(0.1, 1) }), c1: at('c', 0, -0.45), c2: at('c', 0, 0.45) },
    r1: pin('r1', 'world', 'a1'),
    r2: pin('r2', 'a2', 'b1'),
    r3: pin('r3', 'b2', 'c2'),
    r4: pin('r4', 'other', 'c1'),
  })
}

test('objects of a cut joint collide only if it enables it', () => {
  for (const cut of ['r2', 'r3']) {
    const still = simulate(plates(cut, false), { stopTime: 0.01 })
    expect(cutsOf(still)).toEqual([cut])
    expect(still.final('world.nContact')).toBe(0)
    // plates that overlap by a part of their width push each other apart
    const touching = simulate(plates(cut, true), { stopTime: 1e-5 })
    expect(Math.max(...touching.values('world.nContact'))).toBe(1)
  }
})

test('a loop in which all joints have flanges is an error that names the remedy', () => {
  const joint = (obj1: string, obj2: string) => RevoluteWithFlange({ obj1, obj2 })
  const model = Model3D({
    world: Object3D({ feature: Scene() }),
    a: Object3D({ feature: BODY }),
    b: Object3D({ feature: BODY }),
    r1: joint('world', 'a'),
    r2: joint('a', 'b'),
    r3: joint('world', 'b'),
  })
  expect(() => simulate(model, { stopTime: 1 })).toThrow(
    /r[123]: expected a joint without flange in the loop that it closes/,
  )
})

test('start values of all joints of a loop must agree, including those of the cut joint', () => {
  const truth: LoopTruth = LOOPS_TRUTH['fourbar2018-unequal']
  const model = (start: object) => {
    const more = { rev3: Revolute({ obj1: 'rev3_1', obj2: 'rev3_2', ...start }) }
    return createLoopModel(truth, { cut: 'rev3', more })
  }
  const run = (start: object) => simulate(model(start), { stopTime: 0.01 })
  const { w } = { w: run({}).values('rev3.w')[0] }
  expect(() => run({ phi: { init: 0 }, w: { init: w } })).not.toThrow()
  expect(() => run({ phi: { init: 0.3 } })).toThrow(/got 0\.3 rad|expected positions that close them/)
  expect(() => run({ w: { init: w + 1 } })).toThrow(
    /rev3\.w: expected the start value|expected velocities that keep them closed/,
  )
  // an additional revolution is the same
  expect(run({ phi: { init: 2 * Math.PI } }).values('rev3.phi')[0]).toBeCloseTo(2 * Math.PI, 12)
})
