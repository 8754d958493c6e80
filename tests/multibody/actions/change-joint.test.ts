/** Joints that become others while a model runs: positions, velocities, impulses, places in the tree, refusals. */
import { expr, quantity, type SignalTable, simulate } from 'vario'
import {
  type ActionProgram,
  Cylindrical,
  Fix,
  Free,
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
import { add, cross, matVec, multiply, rotationAbout, scale, solve, transpose } from './small-algebra.ts'

type Matrix = readonly (readonly number[])[]

const INERTIA_A = { mass: 2, Ixx: 0.3, Iyy: 0.4, Izz: 0.5, Ixy: 0.05, Ixz: -0.03, Iyz: 0.02 }
const INERTIA_B = { mass: 1.3, Ixx: 0.2, Iyy: 0.15, Izz: 0.3, Ixy: -0.02, Ixz: 0.01, Iyz: 0.03 }
const solid = (inertia: object) => Solid({ massProperties: MassProperties(inertia) })
const scene = Object3D({ feature: Scene({ enableContactDetection: false, gravityField: NoGravityField() }) })
const FREE_A = {
  ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, translation: [0.2, -0.1, 0.4] },
  ...{ velocity: [0.1, 0.2, 0.3], angularVelocity: [0.5, -0.4, 0.3], rotation: [0.1, 0.2, 0.3] },
}
const PORT_A = { parent: 'a', translation: [0.5, 0.1, 0], rotation: [0.3, 0.1, 0.2] }
const PORT_B = { parent: 'b', translation: [-0.4, 0, 0.2], rotation: [0.1, 0.5, 0.2] }

/** Two bodies in space; a joint connects a port of one with one of the other. */
const pair = (members: object) =>
  Model3D({
    world: scene,
    a: Object3D({ ...FREE_A, feature: solid(INERTIA_A) }),
    b: Object3D({ feature: solid(INERTIA_B) }),
    pa: Object3D(PORT_A),
    pb: Object3D(PORT_B),
    ...members,
  })

const ends = { obj1: 'pa', obj2: 'pb' }
const records = (result: SignalTable) =>
  result.attributes.actions as readonly { readonly text: string; readonly lostEnergy?: number }[]
const final = (result: SignalTable, name: string) => Array.from(result.finalVector(name))
const largestDifference = (a: readonly number[], b: readonly number[]): number =>
  Math.max(...a.map((x, i) => Math.abs(x - b[i])))

function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    return (error as Error).message
  }
  return 'no error'
}

const axis = [1, 2, 3].map((x) => x / Math.sqrt(14))
const e1 = [0.6, 0.8, 0]

/** Pose and motion of obj2 in obj1 by hand: rotation, position, angular velocity, velocity of the origin. */
interface Motion {
  readonly R: Matrix
  readonly p: readonly number[]
  readonly w: readonly number[]
  readonly v: readonly number[]
}
const zero = [0, 0, 0]
const kinds: readonly (readonly [
  string,
  (starts: boolean) => object,
  Motion,
  Readonly<Record<string, number[]>>,
])[] = [
  [
    'Revolute',
    (starts) => Revolute({ ...ends, axis, ...(starts && { phi: 2.9, w: -1.3 }) }),
    { R: rotationAbout(axis, 2.9), p: zero, w: scale(-1.3, axis), v: zero },
    { phi: [2.9], w: [-1.3] },
  ],
  [
    'Revolute, half a turn',
    (starts) => Revolute({ ...ends, axis, ...(starts && { phi: Math.PI, w: 2 }) }),
    { R: rotationAbout(axis, Math.PI), p: zero, w: scale(2, axis), v: zero },
    { phi: [Math.PI], w: [2] },
  ],
  [
    'Prismatic',
    (starts) => Prismatic({ ...ends, axis, ...(starts && { s: -0.7, v: 0.8 }) }),
    { R: rotationAbout(axis, 0), p: scale(-0.7, axis), w: zero, v: scale(0.8, axis) },
    { s: [-0.7], v: [0.8] },
  ],
  [
    'Cylindrical',
    (starts) => Cylindrical({ ...ends, axis, ...(starts && { phi: -2.2, w: 0.9, s: 0.6, v: -0.4 }) }),
    { R: rotationAbout(axis, -2.2), p: scale(0.6, axis), w: scale(0.9, axis), v: scale(-0.4, axis) },
    { phi: [-2.2], w: [0.9], s: [0.6], v: [-0.4] },
  ],
  [
    'Universal',
    (starts) =>
      Universal({ ...ends, axis1: e1, axis2: axis, ...(starts && { phi: [2.5, -2.8], w: [0.7, -1.1] }) }),
    {
      R: multiply(rotationAbout(e1, 2.5), rotationAbout(axis, -2.8)),
      p: zero,
      w: add(scale(0.7, e1), scale(-1.1, matVec(rotationAbout(e1, 2.5), axis))),
      v: zero,
    },
    { phi: [2.5, -2.8], w: [0.7, -1.1] },
  ],
  [
    'Planar',
    (starts) =>
      Planar({ ...ends, axis: 'y', ...(starts && { s: [0.3, -0.5], v: [0.2, 0.4], phi: 3, w: 0.6 }) }),
    // the axes after y are z and x
    { R: rotationAbout([0, 1, 0], 3), p: [-0.5, 0, 0.3], w: [0, 0.6, 0], v: [0.4, 0, 0.2] },
    { s: [0.3, -0.5], v: [0.2, 0.4], phi: [3], w: [0.6] },
  ],
  [
    'Spherical',
    (starts) =>
      Spherical({ ...ends, ...(starts && { rotation: [0.4, 1.2, -2], angularVelocity: [0.3, -0.6, 0.9] }) }),
    {
      R: multiply(
        rotationAbout([1, 0, 0], 0.4),
        multiply(rotationAbout([0, 1, 0], 1.2), rotationAbout([0, 0, 1], -2)),
      ),
      p: zero,
      w: [0.3, -0.6, 0.9],
      v: zero,
    },
    { rotation: [0.4, 1.2, -2], angularVelocity: [0.3, -0.6, 0.9] },
  ],
  [
    'Fix',
    (starts) => Fix({ ...ends, ...(starts && { translation: [0.1, 0.2, 0.3], rotation: [0, 0, 0.7] }) }),
    { R: rotationAbout([0, 0, 1], 0.7), p: [0.1, 0.2, 0.3], w: zero, v: zero },
    {},
  ],
]

describe('the positions and velocities of the new joint are those of its objects', () => {
  /** Cardan angles 1-2-3. */
  const anglesOf = (R: Matrix) => [
    Math.atan2(-R[1][2], R[2][2]),
    Math.asin(R[0][2]),
    Math.atan2(-R[0][1], R[0][0]),
  ]
  const freeAs = ({ R, p, w, v }: Motion, orientation: 'cardan' | 'quaternion') =>
    Free({ ...ends, translation: p, velocity: v, rotation: anglesOf(R), angularVelocity: w, orientation })
  const names = ['a.r_abs', 'a.q_abs', 'b.r_abs', 'b.q_abs']

  test.each(kinds)('%s: as if it had been there from the start', (_, create, motion, values) => {
    const options = { stopTime: 0.5, tolerance: 1e-10, interval: 0.1 }
    const direct = simulate(pair({ joint: create(true) }), options)
    const changed = simulate(
      pair({
        joint: freeAs(motion, 'quaternion'),
        actions: function* (act) {
          yield act.changeJoint('joint', create(false) as ReturnType<typeof Revolute>)
        } satisfies ActionProgram,
      }),
      options,
    )
    for (const [name, expected] of Object.entries(values)) {
      const signal = changed.signal(`joint.${name}`)
      // the first instant of the second segment: rounding of poses of size 1
      const k = Array.from(signal.missing ?? []).indexOf(0)
      const found = Array.from(
        changed.values(`joint.${name}`).slice(Math.max(0, k), Math.max(0, k) + expected.length),
      )
      // half a turn in both directions is the same
      const turns = found.map((x, i) => (name === 'phi' ? Math.round((x - expected[i]) / (2 * Math.PI)) : 0))
      const turned = expected.map((x, i) => x + 2 * Math.PI * turns[i])
      expect(largestDifference(found, turned)).toBeLessThan(1e-12)
    }
    // two runs with tolerance 1e-10
    for (const name of names)
      expect(largestDifference(final(changed, name), final(direct, name))).toBeLessThan(1e-8)
  })

  test.each(kinds)('%s: obj1 and obj2 the other way round move the same', (_, create, motion) => {
    const options = { stopTime: 0.5, tolerance: 1e-10, interval: 0.1 }
    const direct = simulate(pair({ joint: create(true) }), options)
    // p_21 = -Rᵀ p, w_21 in 2 is -Rᵀ w, and the velocity is -Rᵀ (v - w × p)
    const Rt = transpose(motion.R)
    const turned: Motion = {
      R: Rt,
      p: scale(-1, matVec(Rt, motion.p)),
      w: scale(-1, matVec(Rt, motion.w)),
      v: scale(-1, matVec(Rt, add(motion.v, scale(-1, cross(motion.w, motion.p))))),
    }
    const changed = simulate(
      pair({
        joint: {
          ...freeAs(turned, 'cardan'),
          value: { ...freeAs(turned, 'cardan').value, obj1: 'pb', obj2: 'pa' },
        },
        actions: function* (act) {
          yield act.changeJoint('joint', create(false) as ReturnType<typeof Revolute>)
        } satisfies ActionProgram,
      }),
      options,
    )
    for (const name of names)
      expect(largestDifference(final(changed, name), final(direct, name))).toBeLessThan(1e-8)
  })

  test('an angle keeps its turns, or has those that the record gives', () => {
    const run = (phi?: number) => {
      const seen: number[] = []
      simulate(
        pair({
          joint: Revolute({ ...ends, axis, phi: 20.5, w: 1 }),
          actions: function* (act) {
            const state = yield act.changeJoint('joint', {
              kind: 'Cylindrical',
              axis,
              ...(phi !== undefined && { phi }),
            })
            seen.push(state.jointPosition('joint', 2))
          } satisfies ActionProgram,
        }),
        { stopTime: 0.01 },
      )
      return seen[0]
    }
    expect(run()).toBeCloseTo(20.5, 12)
    expect(run(20.5 - 8 * Math.PI)).toBeCloseTo(20.5 - 8 * Math.PI, 12)
  })

  test('what the elements cannot do, within the gap, stays as it is', () => {
    const R = multiply(rotationAbout([1, 0, 0], 6e-4), rotationAbout([0, 0, 1], 0.8))
    const motion = { R, p: [3e-4, -2e-4, 5e-4], w: zero, v: zero }
    const poses: number[][] = []
    simulate(
      pair({
        joint: freeAs(motion, 'quaternion'),
        actions: function* (act) {
          let state = yield act.wait(0)
          const read = () => [...state.position('b'), ...state.rotation('b')]
          poses.push(read())
          state = yield act.changeJoint('joint', Revolute(ends))
          poses.push(read())
          // the nearest angle is that of the second rotation, because the first is about a perpendicular axis
          expect(state.jointPosition('joint')).toBeCloseTo(0.8, 12)
          state = yield act.changeJoint('joint', { kind: 'Free' })
          poses.push(read())
        } satisfies ActionProgram,
      }),
      { stopTime: 0.01 },
    )
    expect(largestDifference(poses[1], poses[0])).toBeLessThan(1e-14)
    expect(largestDifference(poses[2], poses[0])).toBeLessThan(1e-14)
  })

  test('results of another size stand under the new kind', () => {
    const result = simulate(
      pair({
        joint: Revolute({ ...ends, axis: 'x', phi: 0.3, w: 2 }),
        actions: function* (act) {
          yield act.wait(0.1)
          yield act.changeJoint('joint', Universal(ends))
          yield act.wait(0.1)
          yield act.lock('joint', { impulse: true })
        } satisfies ActionProgram,
      }),
      { stopTime: 0.3 },
    )
    const end = (name: string, t: number) => result.at(name, t)
    // the last of one and the first of the other are the same; 1e-3 s at some rad/s beside
    expect(Math.abs(end('joint.Universal.phi[1]', 0.101) - end('joint.phi', 0.099))).toBeLessThan(0.01)
    expect(end('joint.Universal.phi[1]', 0.101)).toBeGreaterThan(0.4)
    expect(end('joint.Universal.phi[2]', 0.101)).toBeCloseTo(0, 3)
    expect(end('joint.Universal.w[1]', 0.25)).toBe(0)
  })
})

describe('an impulse keeps momentum, and loses as little energy as possible', () => {
  interface Body {
    readonly mass: number
    readonly I: Matrix
    readonly p: readonly number[]
    readonly v: readonly number[]
    readonly w: readonly number[]
  }
  /** Inertia in the axes of the world. */
  const inertiaIn = (i: typeof INERTIA_A, R: Matrix): Matrix =>
    multiply(
      multiply(R, [
        [i.Ixx, i.Ixy, i.Ixz],
        [i.Ixy, i.Iyy, i.Iyz],
        [i.Ixz, i.Iyz, i.Izz],
      ]),
      transpose(R),
    )
  const rotationOf = ([x, y, z]: readonly number[]): Matrix =>
    multiply(rotationAbout([1, 0, 0], x), multiply(rotationAbout([0, 1, 0], y), rotationAbout([0, 0, 1], z)))

  /** Velocities after the impulse, by Lagrange multipliers on the 12 velocities of two free bodies. */
  function project(bodies: readonly Body[], point: readonly number[], forbidden: readonly number[][]) {
    // rows of J: force and torque directions on b at the point, and the opposite ones on a
    const J = forbidden.map((direction) => {
      const [torque, force] = [direction.slice(0, 3), direction.slice(3)]
      return bodies.flatMap(({ p }, k) => {
        const arm = add(point, scale(-1, p))
        const sign = k === 0 ? -1 : 1
        return scale(sign, [...force, ...add(torque, cross(arm, force))])
      })
    })
    const v = bodies.flatMap((body) => [...body.v, ...body.w])
    const MinvJt = J.map((row) =>
      bodies.flatMap(({ mass, I }, k) => [
        ...scale(1 / mass, row.slice(6 * k, 6 * k + 3)),
        ...solve(I, row.slice(6 * k + 3, 6 * k + 6)),
      ]),
    )
    const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, x, i) => sum + x * b[i], 0)
    const W = J.map((row) => MinvJt.map((column) => dot(row, column)))
    const c = J.map((row) => dot(row, v))
    const lambda = solve(W, scale(-1, c))
    const after = v.map((x, i) => x + lambda.reduce((sum, l, k) => sum + l * MinvJt[k][i], 0))
    return { after, lost: -dot(c, lambda) / 2 }
  }

  const anglesA = [0.1, 0.2, 0.3]
  const R_WA = rotationOf(anglesA)
  const R_W1 = multiply(R_WA, rotationOf(PORT_A.rotation))

  test.each<[string, (record: typeof ends) => object, number[][]]>([
    [
      'Revolute about another axis',
      (record) => Revolute({ ...record, axis: 'x' }),
      [
        [0, 1, 0, 0, 0, 0],
        [0, 0, 1, 0, 0, 0],
        [0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 1, 0],
        [0, 0, 0, 0, 0, 1],
      ],
    ],
    [
      'Prismatic',
      (record) => Prismatic({ ...record, axis: 'y' }),
      [
        [1, 0, 0, 0, 0, 0],
        [0, 1, 0, 0, 0, 0],
        [0, 0, 1, 0, 0, 0],
        [0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 0, 1],
      ],
    ],
    [
      'Universal',
      (record) => Universal({ ...record, axis1: 'x', axis2: 'y' }),
      [
        [0, 0, 1, 0, 0, 0],
        [0, 0, 0, 1, 0, 0],
        [0, 0, 0, 0, 1, 0],
        [0, 0, 0, 0, 0, 1],
      ],
    ],
    [
      'Fix',
      (record) => Fix(record),
      [0, 1, 2, 3, 4, 5].map((k) => [0, 1, 2, 3, 4, 5].map((i) => (i === k ? 1 : 0))),
    ],
  ])('%s', (_, create, directions) => {
    const seen: number[][] = []
    const result = simulate(
      pair({
        joint: Revolute({ ...ends, axis: 'z', phi: 0, w: 1.7 }),
        actions: function* (act) {
          let state = yield act.wait(0)
          const read = () => ['a', 'b'].flatMap((n) => [...state.velocity(n), ...state.angularVelocity(n)])
          seen.push(
            read(),
            state.position('a'),
            state.position('b'),
            state.rotation('b'),
            state.position('pb'),
          )
          state = yield act.changeJoint('joint', create(ends) as ReturnType<typeof Fix>, { impulse: true })
          seen.push(read())
        } satisfies ActionProgram,
      }),
      { stopTime: 0.01 },
    )
    const [before, pa, pb, anglesB, point, after] = seen
    const bodies: Body[] = [
      { mass: 2, I: inertiaIn(INERTIA_A, R_WA), p: pa, v: before.slice(0, 3), w: before.slice(3, 6) },
      {
        mass: 1.3,
        I: inertiaIn(INERTIA_B, rotationOf(anglesB)),
        p: pb,
        v: before.slice(6, 9),
        w: before.slice(9),
      },
    ]
    const inWorld = directions.map((d) => [...matVec(R_W1, d.slice(0, 3)), ...matVec(R_W1, d.slice(3))])
    const expected = project(bodies, point, inWorld)
    // responses are differences of accelerations; two solutions of small linear systems with conditions near 10
    expect(largestDifference(after, expected.after)).toBeLessThan(1e-12)
    const lost = records(result).at(-1)!.lostEnergy!
    expect(Math.abs(lost - expected.lost)).toBeLessThan(1e-12)
    expect(lost).toBeGreaterThan(0.01)
  })
})

describe('where the joint stands', () => {
  /** Two free bodies whose ports are at the same place, at rest to each other but for a turn about z. */
  const dock = (actions: ActionProgram, members: object = {}) =>
    Model3D({
      world: scene,
      a: Object3D({
        ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, velocity: [0.3, 0, 0] },
        feature: solid(INERTIA_A),
      }),
      b: Object3D({
        ...{ parent: 'world', fixedToParent: false, assemblyRoot: true, translation: [1, 0, 0] },
        // about the port, half a metre before it
        ...{ velocity: [0.3, 0.5, 0], angularVelocity: [0, 0, 1] },
        feature: solid(INERTIA_B),
      }),
      pa: Object3D({ parent: 'a', translation: [0.5, 0, 0], lockable: true }),
      pb: Object3D({ parent: 'b', translation: [-0.5, 0, 0], lockable: true }),
      ...members,
      actions,
    })
  const options = { stopTime: 1, tolerance: 1e-10 }
  const tree = (result: SignalTable) =>
    printTree(
      (result as unknown as { segments: { tree: Parameters<typeof printTree>[0] }[] }).segments.at(-1)!.tree,
    )
  const balance = (result: SignalTable) => {
    for (const name of ['world.momentum', 'world.angularMomentum', 'world.kineticEnergy']) {
      const values = Array.from(result.values(name))
      const n = values.length / result.time.length
      // tolerance 1e-10 over a second
      expect(largestDifference(values.slice(-n), values.slice(0, n))).toBeLessThan(1e-8)
    }
  }

  test('docking on a hinge: the free motion of one of the two becomes the hinge', () => {
    const result = simulate(
      dock(function* (act) {
        yield act.changeJoint('b', Revolute(ends))
      }),
      options,
    )
    expect(tree(result)).toBe('world\n  Free a (6): a, pa\n    Revolute b (1): pb, b')
    balance(result)
    expect(result.at('b.w', 0.01)).toBeCloseTo(1, 1)
  })

  test('a hinge that has held something else lets that go', () => {
    const members = {
      rod: Object3D({ feature: solid(INERTIA_A) }),
      hinge: Revolute({ obj1: 'a', obj2: 'rod', w: 0 }),
    }
    const result = simulate(
      dock(function* (act) {
        const state = yield act.changeJoint('hinge', Revolute(ends))
        expect(state.exists('hinge')).toBe(true)
        yield act.wait(0.1)
        // the rod and both bodies are assemblies that may be taken
        yield act.delete('rod')
      }, members),
      options,
    )
    expect(records(result)[0].text).toBe(
      'hinge connects pb with pa, b does not move freely any more, rod moves freely',
    )
    expect(tree(result)).toBe('world\n  Free a (6): a, pa\n    Revolute hinge (1): pb, b')
  })

  test('what is docked by a name can be undone, attached and released under the names of its roots', () => {
    const seen: (string | null)[] = []
    const result = simulate(
      dock(function* (act) {
        yield act.changeJoint('b', Spherical({ ...ends, orientation: 'quaternion' }))
        let state = yield act.wait(0.2)
        yield act.changeJoint('b', Fix(ends), { impulse: true })
        state = yield act.wait(0.1)
        seen.push(state.attachedTo('pb'))
        state = yield act.release('b')
        seen.push(state.attachedTo('pb'))
      }),
      options,
    )
    expect(seen).toEqual(['pa', null])
    expect(tree(result)).toBe('world\n  Free b (6): b, pb\n  Free a (6): a, pa')
    // the lost energy is that between the states
    const energy = (t: number) => result.at('world.kineticEnergy', t)
    const lost = records(result).reduce((sum, { lostEnergy = 0 }) => sum + lostEnergy, 0)
    expect(Math.abs(energy(0) - energy(1) - lost)).toBeLessThan(1e-8)
    expect(lost).toBeGreaterThan(0.01)
  })

  test.each<[string, ActionProgram, RegExp]>([
    [
      'closing a loop',
      function* (act) {
        yield act.changeJoint('b', Revolute(ends))
        yield act.changeJoint('hinge', Revolute({ obj1: 'pb', obj2: 'pa' }))
      },
      /pb and pa are connected already without hinge: a joint between them would close a kinematic loop\. \(actions: changeJoint\('hinge', Revolute\(…\)\) at t = 0 s\)/,
    ],
    [
      'a part of what it carries itself',
      function* (act) {
        yield act.changeJoint('a', Revolute({ obj1: 'a', obj2: 'rod' }))
      },
      /would close a kinematic loop/,
    ],
    [
      'a joint with flange',
      function* (act) {
        yield act.changeJoint('driven', { kind: 'Spherical' })
      },
      /driven has a flange, and its equations go on whatever happens to it/,
    ],
    [
      'no joint',
      function* (act) {
        yield act.changeJoint('hing', { kind: 'Spherical' })
      },
      /the path of a joint.*did you mean 'hinge'/,
    ],
    [
      'no record of a joint',
      function* (act) {
        yield act.changeJoint('hinge', Object3D({}) as unknown as ReturnType<typeof Fix>)
      },
      /a joint without flange: Revolute, Prismatic/,
    ],
    [
      'nothing at all',
      function* (act) {
        yield act.changeJoint('hinge', undefined as unknown as ReturnType<typeof Fix>)
      },
      /a joint without flange: Revolute, Prismatic/,
    ],
    [
      'an object with itself',
      function* (act) {
        yield act.changeJoint('hinge', Revolute({ obj1: 'a', obj2: 'a' }))
      },
      /another object than obj1, found 'a'/,
    ],
    [
      'an unknown object',
      function* (act) {
        yield act.changeJoint('hinge', Revolute({ obj1: 'a', obj2: 'rodd' }))
      },
      /did you mean 'rod'/,
    ],
    [
      'an unknown key',
      function* (act) {
        yield act.changeJoint('hinge', { kind: 'Revolute', axes: 'x' } as unknown as { kind: 'Revolute' })
      },
      /did you mean 'axis'/,
    ],
    [
      'an expression',
      function* (act) {
        yield act.changeJoint('hinge', { kind: 'Revolute', phi: { init: expr`0.5` } })
      },
      /record\.phi: expected a value, which an expression of parameters has not here/,
    ],
    [
      'a value in a wrong unit',
      function* (act) {
        yield act.changeJoint('hinge', Revolute({ obj1: 'a', obj2: 'rod', phi: quantity(20, 'degC') }))
      },
      /Revolute\.phi: expected a quantity in rad/,
    ],
    [
      'objects that are elsewhere',
      function* (act) {
        yield act.changeJoint('b', Revolute({ obj1: 'a', obj2: 'pb' }))
      },
      /pb is not where b as Revolute lets it be, seen from a: it is 0\.500 m away \(allowed: the gap of the scene, 0\.001\), and turned by 0\.00 rad \(allowed: gap\/nominalLength, 0\.001\)/,
    ],
    [
      'motion that it does not allow',
      function* (act) {
        yield act.changeJoint('b', Revolute({ ...ends, axis: 'x' }))
      },
      /velocity 0\.00 m\/s \(allowed: 0\.[0-9]+\), angular velocity 1\.00 rad\/s \(allowed: 0\.0011\)\. Bring it to rest before, or use { impulse: true }/,
    ],
    [
      'a start value that is not so',
      function* (act) {
        yield act.changeJoint('b', Revolute({ ...ends, phi: 0.4 }))
      },
      /b\.phi is given, but differs by 0\.400 rad from what it is/,
    ],
    [
      'a start velocity that is not so',
      function* (act) {
        yield act.changeJoint('b', Revolute({ ...ends, w: { init: 0, nominal: 2 } }))
      },
      /b\.w is given, but differs by 1\.00 rad\/s from what it is/,
    ],
    [
      'the pose of a rigid connection that is not so',
      function* (act) {
        yield act.changeJoint('b', Fix({ ...ends, translation: [0.1, 0, 0] }), { impulse: true })
      },
      /pb is not where b as Fix lets it be, seen from pa: it is 0\.100 m away/,
    ],
  ])('refused: %s', (_, actions, message) => {
    const model = dock(actions, {
      rod: Object3D({ feature: solid(INERTIA_A) }),
      hinge: Revolute({ obj1: 'a', obj2: 'rod' }),
      arm: Object3D({ feature: solid(INERTIA_A) }),
      driven: RevoluteWithFlange({ obj1: 'world', obj2: 'arm' }),
    })
    expect(messageOf(() => simulate(model, { stopTime: 0.01 }))).toMatch(message)
  })
})
