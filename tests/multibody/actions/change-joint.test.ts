/** Joints that change their kind during a run: positions and velocities. */
import { simulate } from 'vario'
import {
  type ActionProgram,
  Cylindrical,
  Fix,
  Free,
  Planar,
  Prismatic,
  Revolute,
  Spherical,
  Universal,
} from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { add, cross, matVec, multiply, rotationAbout, scale, transpose } from './small-algebra.ts'
import { axis, e1, ends, final, largestDifference, type Matrix, pair } from './support/joint-pair.ts'

/** Pose and motion of obj2 in obj1, written by hand: rotation, position, angular velocity, velocity of the origin. */
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

describe('the positions and velocities of a changed joint are those of its objects', () => {
  /** Cardan angles 1-2-3. */
  const anglesOf = (R: Matrix) => [
    Math.atan2(-R[1][2], R[2][2]),
    Math.asin(R[0][2]),
    Math.atan2(-R[0][1], R[0][0]),
  ]
  const freeAs = ({ R, p, w, v }: Motion, orientation: 'cardan' | 'quaternion') =>
    Free({ ...ends, translation: p, velocity: v, rotation: anglesOf(R), angularVelocity: w, orientation })
  const names = ['a.r_abs', 'a.q_abs', 'b.r_abs', 'b.q_abs']

  test.each(kinds)('%s equals a joint declared from the start', (_, create, motion, values) => {
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
      // the first instant of the second segment: rounding errors of poses of size 1
      const k = Array.from(signal.missing ?? []).indexOf(0)
      const found = Array.from(
        changed.values(`joint.${name}`).slice(Math.max(0, k), Math.max(0, k) + expected.length),
      )
      // half a revolution in both directions is the same
      const turns = found.map((x, i) => (name === 'phi' ? Math.round((x - expected[i]) / (2 * Math.PI)) : 0))
      const turned = expected.map((x, i) => x + 2 * Math.PI * turns[i])
      expect(largestDifference(found, turned)).toBeLessThan(1e-12)
    }
    // two runs with tolerance 1e-10
    for (const name of names)
      expect(largestDifference(final(changed, name), final(direct, name))).toBeLessThan(1e-8)
  })

  test.each(kinds)('%s has the same motion with swapped objects', (_, create, motion) => {
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

  test('an angle keeps its revolutions, or takes those of the record', () => {
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

  test('a deviation that the joint cannot represent is kept, within the gap', () => {
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

  test('results of a different size appear under the new kind', () => {
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
    // the last of one and the first of the other are equal; 1e-3 s at a few rad/s beside
    expect(Math.abs(end('joint.Universal.phi[1]', 0.101) - end('joint.phi', 0.099))).toBeLessThan(0.01)
    expect(end('joint.Universal.phi[1]', 0.101)).toBeGreaterThan(0.4)
    expect(end('joint.Universal.phi[2]', 0.101)).toBeCloseTo(0, 3)
    expect(end('joint.Universal.w[1]', 0.25)).toBe(0)
  })
})
