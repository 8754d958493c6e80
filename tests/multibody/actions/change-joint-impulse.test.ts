/** Joints that change their kind with an impulse. */
import { simulate } from 'vario'
import { type ActionProgram, Fix, Prismatic, Revolute, Universal } from 'vario/multibody'
import { describe, expect, test } from 'vitest'
import { add, cross, matVec, multiply, rotationAbout, scale, solve, transpose } from './small-algebra.ts'
import {
  ends,
  INERTIA_A,
  INERTIA_B,
  largestDifference,
  type Matrix,
  PORT_A,
  pair,
  records,
} from './support/joint-pair.ts'

describe('an impulse keeps momentum, and dissipates the least energy', () => {
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
    // responses are differences of accelerations; two solutions of small linear systems with condition numbers near 10
    expect(largestDifference(after, expected.after)).toBeLessThan(1e-12)
    const lost = records(result).at(-1)!.lostEnergy!
    expect(Math.abs(lost - expected.lost)).toBeLessThan(1e-12)
    expect(lost).toBeGreaterThan(0.01)
  })
})
