/** Flipped chains: the motion is the same, and so are the values of all joints. */
import { Model, type SignalTable, simulate } from 'vario'
import { Fixed, SpringDamper } from 'vario/library/rotational'
import {
  type ActionProgram,
  Cylindrical,
  Fix,
  Free,
  JointForce,
  Model3D,
  Object3D,
  Prismatic,
  printTree,
  Revolute,
  RevoluteWithFlange,
  Scene,
  Spherical,
  UniformGravityField,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { axis, BODIES, ends, floating, kinds, largestDifference, solid, vectorAt } from './chains.ts'
import { matVec, multiply, rotationAbout, transpose } from './small-algebra.ts'

const options = { stopTime: 0.6, tolerance: 1e-11, interval: 0.1 }
const carriedBy2: ActionProgram = function* (act) {
  yield act.wait(0.2)
  yield act.changeJoint('l0', Free({ obj1: 'world', obj2: 'l2', orientation: 'quaternion' }))
}
const treeOf = (result: SignalTable, k: number) =>
  printTree(
    (result as unknown as { segments: { tree: Parameters<typeof printTree>[0] }[] }).segments.at(k)!.tree,
  )

describe('a chain in space has the same motion for each link as its root', () => {
  test.each(kinds)('%s', (name, members, values) => {
    const sensors =
      name === 'Fix' ? {} : { force2: JointForce({ joint: 'j2', objectCoordinateRef: 'world' }) }
    const straight = simulate(floating({ ...members, ...sensors }), options)
    const flipped = simulate(floating({ ...members, ...sensors }, carriedBy2), options)
    // it is carried from the other end
    expect(treeOf(flipped, -1)).toContain('world\n  Free l0 (6): l2, f2')
    const forces = ['force1', ...Object.keys(sensors)].flatMap((n) => [
      `${n}.forceVector`,
      `${n}.torqueVector`,
    ])
    // two runs with tolerance 1e-11, over half a second
    for (const signal of [...BODIES, 'j1.phi', 'j1.w', ...values.map((v) => `j2.${v}`), ...forces])
      for (const t of [0.3, 0.6])
        expect(largestDifference(vectorAt(flipped, signal, t), vectorAt(straight, signal, t))).toBeLessThan(
          1e-8,
        )
    for (const invariant of ['world.momentum', 'world.angularMomentum'])
      expect(
        largestDifference(vectorAt(flipped, invariant, 0.6), vectorAt(flipped, invariant, 0)),
      ).toBeLessThan(1e-9)
  })

  test.each(kinds)('%s: two flips are the identity, and all values are continuous', (_, members, values) => {
    const seen: number[][] = []
    const result = simulate(
      floating(members, function* (act) {
        let state = yield act.wait(0.2)
        const read = () =>
          seen.push(
            ['l0', 'l1', 'l2'].flatMap((n) => [
              ...state.position(n),
              ...state.rotation(n),
              ...state.velocity(n),
              ...state.angularVelocity(n),
            ]),
          )
        read()
        state = yield act.changeJoint('l0', Free({ obj1: 'world', obj2: 'l2', orientation: 'quaternion' }))
        read()
        state = yield act.changeJoint('l0', Free({ obj1: 'world', obj2: 'l0', orientation: 'quaternion' }))
        read()
      }),
      options,
    )
    // poses of size 1, composed about ten times
    expect(largestDifference(seen[1], seen[0])).toBeLessThan(1e-13)
    expect(largestDifference(seen[2], seen[0])).toBeLessThan(1e-13)
    // values of the joints are the same on both sides of each change
    const { time } = result
    for (const name of ['j1.phi', 'j1.w', ...values.map((v) => `j2.${v}`)]) {
      const all = result.values(name)
      const n = all.length / time.length
      for (let i = 1; i < time.length; i++) {
        // other events change the sequence of Cardan angles
        if (time[i] !== time[i - 1] || Math.abs(time[i] - 0.2) > 1e-9) continue
        const [before, after] = [i - 1, i].map((k) => Array.from(all.slice(n * k, n * k + n)))
        // accelerations and forces are computed along the tree, and rounded in each step
        expect(largestDifference(after, before)).toBeLessThan(1e-12)
      }
    }
  })
})

describe('a chain that walks', () => {
  /** A chain whose first link is locked at a dock of the world, at rest; its last link is at another dock. */
  const walking = (
    members: object,
    dock: { r: number[]; rotation: number[] } | null,
    actions?: ActionProgram,
  ) =>
    Model3D({
      world: Object3D({
        feature: Scene({
          enableContactDetection: false,
          gravityField: UniformGravityField({ n: [0, 0, -1] }),
        }),
      }),
      dockA: Object3D({ parent: 'world', translation: [0.1, 0.2, 0.3], lockable: true }),
      l0: Object3D({ parent: 'dockA', assemblyRoot: true, feature: solid(0) }),
      endA: Object3D({ parent: 'l0', lockable: true }),
      l1: Object3D({ feature: solid(1) }),
      l2: Object3D({ feature: solid(2) }),
      endB: Object3D({ parent: 'l2', translation: [0.3, 0, 0], lockable: true }),
      e0: Object3D({ parent: 'l0', translation: [0.4, 0, 0.1], rotation: [0.2, 0, 0.1] }),
      e1: Object3D({ parent: 'l1', translation: [-0.3, 0.1, 0] }),
      j1: Revolute({ obj1: 'e0', obj2: 'e1', axis: [0, 0.6, 0.8], phi: -0.3 }),
      f1: Object3D({ parent: 'l1', translation: [0.35, 0, 0], rotation: [0, 0.3, 0.4] }),
      f2: Object3D({ parent: 'l2', translation: [-0.3, 0.05, 0], rotation: [0.1, 0, 0.2] }),
      ...(dock && {
        dockB: Object3D({ parent: 'world', translation: dock.r, rotation: dock.rotation, lockable: true }),
      }),
      ...members,
      ...(actions && { actions }),
    })
  const still: readonly (readonly [string, object, object])[] = [
    [
      'Revolute',
      { j2: Revolute({ ...ends, axis, phi: 0.4 }) },
      { j2: Revolute({ obj1: 'f2', obj2: 'f1', axis: axis.map((x) => -x), phi: 0.4 }) },
    ],
    [
      'Prismatic',
      { j2: Prismatic({ ...ends, axis, s: 0.3 }) },
      { j2: Prismatic({ obj1: 'f2', obj2: 'f1', axis: axis.map((x) => -x), s: 0.3 }) },
    ],
    [
      'Cylindrical',
      { j2: Cylindrical({ ...ends, axis, phi: 0.4, s: 0.3 }) },
      { j2: Cylindrical({ obj1: 'f2', obj2: 'f1', axis: axis.map((x) => -x), phi: 0.4, s: 0.3 }) },
    ],
    [
      // the inverse of rotations about a, then b, are rotations about -b, then -a
      'Universal',
      { j2: Universal({ ...ends, axis1: 'y', axis2: axis, phi: [0.4, -0.7] }) },
      {
        j2: Universal({ obj1: 'f2', obj2: 'f1', axis1: axis.map((x) => -x), axis2: '-y', phi: [-0.7, 0.4] }),
      },
    ],
    [
      'Spherical',
      { j2: Spherical({ ...ends, rotation: [0.5, 0, 0] }) },
      { j2: Spherical({ obj1: 'f2', obj2: 'f1', rotation: [-0.5, 0, 0] }) },
    ],
    [
      'Fix',
      { j2: Fix({ ...ends, translation: [0, 0, 0.2], rotation: [0, 0, 0.5] }) },
      { j2: Fix({ obj1: 'f2', obj2: 'f1', translation: [0, 0, -0.2], rotation: [0, 0, -0.5] }) },
    ],
    [
      'Revolute with a spring at its flange',
      {
        j2: RevoluteWithFlange({ ...ends, axis, phi: { init: 0.4 } }),
        ...{ spring: SpringDamper({ c: 20, d: 0.5 }), fixed: Fixed() },
        connect: [
          ['fixed.flange', 'spring.flange_a'],
          ['spring.flange_b', 'j2.flange'],
        ],
      },
      {
        j2: RevoluteWithFlange({ obj1: 'f2', obj2: 'f1', axis: axis.map((x) => -x), phi: { init: 0.4 } }),
        ...{ spring: SpringDamper({ c: 20, d: 0.5 }), fixed: Fixed() },
        connect: [
          ['fixed.flange', 'spring.flange_a'],
          ['spring.flange_b', 'j2.flange'],
        ],
      },
    ],
  ]

  test.each(still)('%s: moves like the chain built from the other end', (_, members, turned) => {
    // position of the other end
    const pose = { r: [0, 0, 0], rotation: [0, 0, 0], link: [0, 0, 0] }
    simulate(
      walking(members, null, function* (act) {
        const state = yield act.wait(0)
        Object.assign(pose, { r: state.position('endB'), rotation: state.rotation('endB') })
      }),
      { stopTime: 1e-3 },
    )
    const flipped = simulate(
      walking(members, pose, function* (act) {
        yield act.flipChain('endB', 'dockB', 'endA')
      }),
      options,
    )
    const chain = walking(members, pose).extend({
      l0: Object3D({ feature: solid(0) }),
      l2: Object3D({ parent: 'dockB', translation: [-0.3, 0, 0], assemblyRoot: true, feature: solid(2) }),
      // a rotation about the opposite axis, from the other side
      j1: Revolute({ obj1: 'e1', obj2: 'e0', axis: [0, -0.6, -0.8], phi: -0.3 }),
    })
    const built = simulate(Model({ ...chain.members, ...turned } as Parameters<typeof Model>[0]), options)
    for (const name of [...BODIES, 'j1.phi', 'world.kineticEnergy'])
      expect(largestDifference(vectorAt(flipped, name, 0.6), vectorAt(built, name, 0.6))).toBeLessThan(1e-8)
    expect(flipped.at('world.kineticEnergy', 0.6)).toBeGreaterThan(0.1)
  })

  /**
   * Kinetic energy of velocities [v of the center, w] of the three links (18), with inertia in the axes of the world.
   */
  const energyOf = (velocities: readonly number[], rotations: readonly (readonly number[])[]): number =>
    rotations.reduce((sum, [x, y, z], k) => {
      const R = multiply(
        rotationAbout([1, 0, 0], x),
        multiply(rotationAbout([0, 1, 0], y), rotationAbout([0, 0, 1], z)),
      )
      const [v, w] = [velocities.slice(6 * k, 6 * k + 3), velocities.slice(6 * k + 3, 6 * k + 6)]
      const local = matVec(transpose(R), w)
      const I = [
        [0.2 + 0.05 * k, 0.02, -0.01],
        [0.02, 0.3, 0.015],
        [-0.01, 0.015, 0.25],
      ]
      const dot = (a: readonly number[], b: readonly number[]) => a.reduce((t, c, i) => t + c * b[i], 0)
      return sum + 0.5 * (1 + 0.3 * k) * dot(v, v) + 0.5 * dot(local, matVec(I, local))
    }, 0)

  test.each(kinds)('%s in motion: the impulse dissipates the least energy', (_, members) => {
    // the chain falls until its other end is caught in place
    const at = { r: [0, 0, 0], rotation: [0, 0, 0] }
    const centers = {
      c0: Object3D({ parent: 'l0', translation: [0.1, 0, -0.02] }),
      c1: Object3D({ parent: 'l1', translation: [0.1, 0.05, -0.02] }),
      c2: Object3D({ parent: 'l2', translation: [0.1, 0.1, -0.02] }),
    }
    const wait = 0.15
    const look: ActionProgram = function* (act) {
      const state = yield act.wait(wait)
      Object.assign(at, { r: state.position('endB'), rotation: state.rotation('endB') })
    }
    simulate(walking({ ...members, ...centers }, null, look), { stopTime: wait + 1e-3, tolerance: 1e-10 })
    const seen: number[][] = []
    const rotations: number[][] = []
    let end: number[] = []
    const result = simulate(
      walking({ ...members, ...centers }, at, function* (act) {
        let state = yield act.wait(wait)
        const read = () =>
          seen.push(['c0', 'c1', 'c2'].flatMap((n) => [...state.velocity(n), ...state.angularVelocity(n)]))
        read()
        for (const n of ['c0', 'c1', 'c2']) rotations.push(state.rotation(n))
        state = yield act.flipChain('endB', 'dockB', 'endA', { impulse: true })
        read()
        end = [...state.velocity('endB'), ...state.angularVelocity('endB')]
      }),
      { stopTime: wait + 1e-3, tolerance: 1e-10 },
    )
    const [before, after] = seen.map((v) => energyOf(v, rotations))
    const change = energyOf(
      seen[1].map((x, i) => x - seen[0][i]),
      rotations,
    )
    const actions = result.attributes.actions as unknown as readonly { readonly lostEnergy?: number }[]
    const lost = actions.reduce((sum, { lostEnergy = 0 }) => sum + lostEnergy, 0)
    // a projection in the metric of kinetic energy: the dissipated energy is that of the removed velocity
    expect(Math.abs(before - after - change)).toBeLessThan(1e-10 * before)
    expect(Math.abs(lost - change)).toBeLessThan(1e-10 * before)
    expect(change).toBeGreaterThan(1e-3 * before)
    expect(Math.max(...end.map(Math.abs))).toBeLessThan(1e-12)
  })
})
