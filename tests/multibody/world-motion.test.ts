/**
 * Motion of frames: on bodies compared with differences of positions, and on the world at rest, for any previous
 * contents of the arrays.
 */
import { computePositions, computeVelocities, createTree, createTreeData, FREE } from 'vario/mechanics'
import { describe, expect, it } from 'vitest'
import { computeAccelerations } from '../../src/mechanics/index.ts'
import type { Frame } from '../../src/multibody/records/index.ts'
import { WorldMotion } from '../../src/multibody/world/index.ts'
import { bitsOf, DIRT } from '../support/dirty-memory.ts'
import { product, rodrigues } from '../support/geometry.ts'

const frameOn = (body: number): Frame => ({
  ...{ path: 'frame', body, p_BO: Float64Array.of(0.3, -0.2, 0.5) },
  R_BO: rodrigues([0.6, 0, 0.8], 0.7),
})
const BODY = { parent: -1, kind: FREE, mass: 1, I_C: [1, 0, 0, 0, 2, 0, 0, 0, 1.5] }
const tree = createTree([BODY, BODY])
/** R(t) = rotation about `axis` by w t + a t²/2, p(t) = p0 + u t + b t²/2, of the second body. */
const [axis, w, a] = [[0, 0.6, 0.8], 2, -3]
const [p0, u, b] = [
  [1, 2, 3],
  [-1, 0.5, 2],
  [4, -2, 1],
]
const angle = (t: number): number => w * t + 0.5 * a * t * t
const rotationAt = (t: number): Float64Array => rodrigues(axis, angle(t))
const originAt = (t: number): number[] => p0.map((p, k) => p + u[k] * t + 0.5 * b[k] * t * t)

/** The world at t, with spatial velocities and accelerations in the frame of the body. */
function createMotion(t: number): WorldMotion {
  const data = createTreeData(tree)
  const R = rotationAt(t)
  const inBody = (x: readonly number[]): number[] =>
    [0, 1, 2].map((k) => R[k] * x[0] + R[k + 3] * x[1] + R[k + 6] * x[2])
  const velocity = u.map((x, k) => x + b[k] * t)
  const omega = inBody(axis.map((x) => x * (w + a * t)))
  const v = inBody(velocity)
  const q = new Float64Array(tree.nq)
  q.set(rotationAt(0.3), 0)
  q.set(R, 12)
  q.set(originAt(t), 21)
  const speed = Float64Array.of(1, 2, 3, 4, 5, 6, ...omega, ...v)
  computePositions(tree, data, q)
  computeVelocities(tree, data, speed)
  // derivatives of the components in the turning frame: v̇ = Rᵀ p̈ - ω × v
  const alpha = inBody(axis.map((x) => x * a))
  const acc = inBody(b)
  const cross = [
    omega[1] * v[2] - omega[2] * v[1],
    omega[2] * v[0] - omega[0] * v[2],
    omega[0] * v[1] - omega[1] * v[0],
  ]
  const vdot = Float64Array.of(6, 5, 4, 3, 2, 1, ...alpha, ...acc.map((x, k) => x - cross[k]))
  computeAccelerations(tree, data, vdot)
  return new WorldMotion(tree, data)
}

const KINDS = [
  'rotation',
  'position',
  'angularVelocity',
  'velocity',
  'angularAcceleration',
  'acceleration',
] as const
const OFFSET = 2

/**
 * Output of one of the functions, written at an offset into an array full of `dirt`; the other elements stay unchanged.
 */
function read(motion: WorldMotion, kind: (typeof KINDS)[number], body: number, dirt = 7): number[] {
  const n = kind === 'rotation' ? 9 : 3
  const out = new Float64Array(OFFSET + n + 2).fill(dirt)
  motion[kind](frameOn(body), out, OFFSET)
  const rest = [...out.subarray(0, OFFSET), ...out.subarray(OFFSET + n)]
  expect(bitsOf(rest)).toBe(bitsOf(rest.map(() => dirt)))
  return [...out.subarray(OFFSET, OFFSET + n)]
}

const t = 0.4
const motion = createMotion(t)

describe.each(KINDS)('%s', (kind) => {
  it('does not depend on the previous contents of the array', () => {
    for (const body of [-1, 0, 1])
      for (const dirt of DIRT)
        expect(bitsOf(read(motion, kind, body, dirt))).toBe(bitsOf(read(motion, kind, body)))
  })
})

it('keeps frames of the world in place and at rest', () => {
  expect(read(motion, 'rotation', -1)).toEqual([...frameOn(-1).R_BO])
  expect(read(motion, 'position', -1)).toEqual([...frameOn(-1).p_BO])
  for (const kind of KINDS.slice(2)) expect(read(motion, kind, -1)).toEqual([0, 0, 0])
})

it('moves frames of a body with the body', () => {
  const frame = frameOn(1)
  const place = (time: number): number[] => {
    const arm = product(rotationAt(time), frame.p_BO, 3)
    return originAt(time).map((x, k) => x + arm[k])
  }
  const close = (found: number[], expected: ArrayLike<number>, tolerance: number): void =>
    found.forEach((x, k) => {
      expect(Math.abs(x - expected[k])).toBeLessThan(tolerance)
    })
  const ROUNDING = 1e-14
  close(read(motion, 'rotation', 1), product(rotationAt(t), frame.R_BO, 3), ROUNDING)
  close(read(motion, 'position', 1), place(t), ROUNDING)
  close(
    read(motion, 'angularVelocity', 1),
    axis.map((x) => x * (w + a * t)),
    ROUNDING,
  )
  close(
    read(motion, 'angularAcceleration', 1),
    axis.map((x) => x * a),
    ROUNDING,
  )
  // central differences of order 2: errors of h² times derivatives of the size 50, and of 1e-16/h²
  const h = 1e-4
  const [before, now, after] = [place(t - h), place(t), place(t + h)]
  close(
    read(motion, 'velocity', 1),
    now.map((_, k) => (after[k] - before[k]) / (2 * h)),
    1e-6,
  )
  close(
    read(motion, 'acceleration', 1),
    now.map((x, k) => (after[k] - 2 * x + before[k]) / h ** 2),
    1e-5,
  )
})
