/** Point-to-point motions with limited jerk, splines through points, and paths in space. */
import { equations, simulate, Var } from 'vario'
import { Position } from 'vario/library/rotational'
import {
  CartesianPath,
  createDynamics,
  MassProperties,
  Model3D,
  NoGravityField,
  Object3D,
  PathReference,
  PtpPath,
  RevoluteWithFlange,
  Scene,
  Solid,
  Spherical,
  SplinePath,
} from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import type { TimedPath } from '../../../src/multibody/paths/index.ts'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { createRandom } from '../../support/random.ts'

type Signal = 'position' | 'velocity' | 'acceleration'

function at(path: TimedPath, signal: Signal, t: number): number[] {
  const out = new Float64Array(path.nAxis)
  path[signal](t, out)
  return Array.from(out)
}

/** Times of a path: evenly, and on both sides of switching times. */
function timesOf({ startTime, endTime, switchingTimes }: TimedPath, n = 400): number[] {
  const h = (endTime - startTime) / n
  const even = Array.from({ length: n + 1 }, (_, i) => startTime + i * h)
  return [...even, ...switchingTimes.flatMap((t) => [t - 1e-9, t + 1e-9])]
}

/** Derivatives are those of the signals before them, by central differences inside of phases. */
function expectConsistent(path: TimedPath, scale: number): void {
  const h = 1e-4 * (path.endTime - path.startTime)
  for (const t of timesOf(path, 57)) {
    if (path.switchingTimes.some((time) => Math.abs(time - t) < 2 * h)) continue
    for (const [signal, rate] of [
      ['position', 'velocity'],
      ['velocity', 'acceleration'],
    ] as const) {
      const [after, before] = [at(path, signal, t + h), at(path, signal, t - h)]
      for (const [j, x] of at(path, rate, t).entries()) {
        const difference = (after[j] - before[j]) / (2 * h)
        // h² times third derivatives, which jump at knots of splines: h
        expect(Math.abs(x - difference)).toBeLessThan(3e-3 * scale)
      }
    }
  }
}

/** Limits with rounding. */
const ABOVE = 1 + 1e-9

describe('PtpPath with j_max', () => {
  it.each([
    // by hand from the laws of constant jerk: distance, v, a, j, Tj, Ta, duration
    ['all limits are reached', 10, 5, 10, 30, 1 / 3, 5 / 6, 10 / 5 + 5 / 6],
    [
      'no constant acceleration',
      10,
      2,
      10,
      30,
      Math.sqrt(2 / 30),
      2 * Math.sqrt(2 / 30),
      5 + 2 * Math.sqrt(2 / 30),
    ],
    [
      'no constant speed',
      10,
      10,
      10,
      30,
      1 / 3,
      1 / 6 + Math.sqrt(1 / 36 + 1),
      2 * (1 / 6 + Math.sqrt(1 / 36 + 1)),
    ],
    ['neither', 0.1, 10, 10, 30, Math.cbrt(0.1 / 60), 2 * Math.cbrt(0.1 / 60), 4 * Math.cbrt(0.1 / 60)],
  ])('is as fast as the closed form: %s', (_case, distance, v, a, j, rising, accelerating, duration) => {
    const path = new PtpPath({
      points: [[1], [1 + distance]],
      v_max: [v],
      a_max: [a],
      j_max: [j],
      startTime: 2,
    })
    expect(path.endTime - 2).toBeCloseTo(duration, 13)
    expect(path.switchingTimes[1] - 2).toBeCloseTo(rising, 13)
    // the peak of the speed is at the end of accelerating
    const peak = at(path, 'velocity', 2 + accelerating)[0]
    const speeds = timesOf(path).map((t) => at(path, 'velocity', t)[0])
    expect(Math.max(...speeds)).toBeLessThan(peak * ABOVE)
    expect(at(path, 'position', path.endTime)).toEqual([1 + distance])
    expect(at(path, 'position', 2 + duration / 2)[0]).toBeCloseTo(1 + distance / 2, 12)
    expectConsistent(path, j)
  })

  it.each(campaignSeeds(200, 10))('keeps random limits of all axes, one of them tight, seed %i', (seed) => {
    const random = createRandom(seed)
    const size = (): number => 10 ** (3 * random() - 1.5)
    const nAxis = 3
    const list = (): number[] => Array.from({ length: nAxis }, size)
    const [v_max, a_max, j_max] = [list(), list(), list()]
    const points = Array.from({ length: 3 }, () => Array.from({ length: nAxis }, () => size() - 1))
    const path = new PtpPath({ points, v_max, a_max, j_max })
    let tight = 0
    let before: { t: number; a: number[] } | null = null
    for (const t of timesOf(path).sort((x, y) => x - y)) {
      const [v, a] = [at(path, 'velocity', t), at(path, 'acceleration', t)]
      for (let j = 0; j < nAxis; j++) {
        expect(Math.abs(v[j])).toBeLessThanOrEqual(v_max[j] * ABOVE)
        expect(Math.abs(a[j])).toBeLessThanOrEqual(a_max[j] * ABOVE)
        tight = Math.max(tight, Math.abs(v[j]) / v_max[j], Math.abs(a[j]) / a_max[j])
        if (before === null || t === before.t) continue
        const jerk = Math.abs(a[j] - before.a[j])
        expect(jerk).toBeLessThanOrEqual(j_max[j] * (t - before.t) * (1 + 1e-6) + 1e-9 * a_max[j])
        tight = Math.max(tight, jerk / (j_max[j] * (t - before.t)))
      }
      before = { t, a }
    }
    expect(tight).toBeGreaterThan(0.98)
    expect(at(path, 'position', path.endTime + 1)).toEqual(points[2])
  })

  it('approaches the trapezoid without jerk limit as the limit grows', () => {
    const options = { points: [[0], [3]], v_max: [1], a_max: [2] }
    const duration = (j_max?: number[]): number =>
      new PtpPath({ ...options, ...(j_max && { j_max }) }).endTime
    // the additional time is a/j
    expect(duration([2e6]) - duration()).toBeCloseTo(1e-6, 12)
  })
})

describe('SplinePath', () => {
  const points = [
    [0, 0, 1],
    [1, -0.3, 1.5],
    [1.2, 0.4, 0.2],
    [0.1, 0.9, 0.3],
  ]
  const limits = { v_max: [1, 2, 1], a_max: [3, 3, 3] }

  it('passes its points without rest, with continuous accelerations', () => {
    const path = new SplinePath({ points, ...limits, j_max: [20, 20, 20] })
    expectConsistent(path, 20)
    for (const point of points) {
      const misses = timesOf(path, 5000).map((t) =>
        Math.hypot(...at(path, 'position', t).map((x, j) => x - point[j])),
      )
      // half a step of the sampling
      expect(Math.min(...misses)).toBeLessThan(2 * path.endTime * 4e-4)
    }
    const inner = timesOf(path).filter((t) => t > 0.2 * path.endTime && t < 0.8 * path.endTime)
    expect(Math.min(...inner.map((t) => Math.hypot(...at(path, 'velocity', t))))).toBeGreaterThan(0.1)
    expect(at(path, 'acceleration', 1e-9).every((a) => Math.abs(a) < 1e-6)).toBe(true)
    expect(at(path, 'position', -1)).toEqual(points[0])
    for (const [j, x] of at(path, 'position', path.endTime).entries()) expect(x).toBeCloseTo(points[3][j], 13)
  })

  it('is a point-to-point motion between two points, as fast as PtpPath', () => {
    const options = { points: points.slice(0, 2), ...limits, j_max: [9, 9, 9] }
    const [spline, ptp] = [new SplinePath(options), new PtpPath(options)]
    expect(spline.endTime).toBeCloseTo(ptp.endTime, 13)
    for (const t of [0.1, 0.5, 1.1])
      for (const [j, x] of at(spline, 'position', t).entries())
        expect(x).toBeCloseTo(at(ptp, 'position', t)[j], 13)
  })

  it.each(campaignSeeds(100, 10))('keeps random limits, seed %i', (seed) => {
    const random = createRandom(seed)
    const size = (): number => 10 ** (2 * random() - 1)
    const [v_max, a_max, j_max] = [0, 0, 0].map(() => [size(), size()])
    const list = Array.from({ length: 3 + Math.floor(4 * random()) }, () => [random(), random()])
    const isSmooth = random() < 0.5
    const path = new SplinePath({ points: list, v_max, a_max, ...(isSmooth && { j_max }) })
    let before: { t: number; a: number[] } | null = null
    for (const t of timesOf(path, 400).sort((x, y) => x - y)) {
      const a = at(path, 'acceleration', t)
      for (const [j, v] of at(path, 'velocity', t).entries()) {
        expect(Math.abs(v)).toBeLessThanOrEqual(v_max[j] * ABOVE)
        expect(Math.abs(a[j])).toBeLessThanOrEqual(a_max[j] * ABOVE)
        if (!isSmooth || before === null || t === before.t) continue
        const jerk = Math.abs(a[j] - before.a[j])
        expect(jerk).toBeLessThanOrEqual(j_max[j] * (t - before.t) * (1 + 1e-6) + 1e-9 * a_max[j])
      }
      before = { t, a }
    }
  })

  it('is the natural spline of three points in closed form', () => {
    // with h = 1: slopes 3/2, 0, -3/2, so that y = (3x - x³)/2 up to the middle
    const path = new SplinePath({
      points: [
        [0, 0],
        [1, 1],
        [2, 0],
      ],
      ...{ v_max: [1, 9], a_max: [1, 9] },
    })
    for (const t of timesOf(path, 50)) {
      const [x, y] = at(path, 'position', t)
      const u = Math.min(x, 2 - x)
      expect(y).toBeCloseTo((3 * u - u ** 3) / 2, 13)
    }
  })

  it('is faster than a motion with rest in every point', () => {
    const points = [
      [0, 0],
      [1, 0.2],
      [2, 0.3],
      [3, 0.5],
      [4, 1],
    ]
    const options = { points, v_max: [1, 1], a_max: [3, 3] }
    // the first axis at full speed: 4/1 + 1/3 s
    expect(new SplinePath(options).endTime).toBeCloseTo(4 + 1 / 3, 13)
    expect(new PtpPath(options).endTime).toBeCloseTo(4 * (1 + 1 / 3), 13)
  })

  it('refuses repeated points', () => {
    expect(() => new SplinePath({ points: [[0], [1], [1]], v_max: [1], a_max: [1] })).toThrow(
      'SplinePath.points[3]: expected a point that differs from the one before it',
    )
  })
})

describe('CartesianPath', () => {
  const limits = { v_max: 0.5, a_max: 2 }
  const norm = (path: TimedPath, signal: Signal, t: number): number => Math.hypot(...at(path, signal, t))

  it('passes a line like a single axis', () => {
    const path = new CartesianPath({
      curve: 'line',
      points: [
        [0, 0, 0],
        [0.6, 0, 0.8],
      ],
      ...limits,
    })
    // 1/0.5 + 0.5/2 s
    expect(path.endTime).toBeCloseTo(2.25, 14)
    expect(norm(path, 'velocity', 1)).toBeCloseTo(0.5, 14)
    expect(norm(path, 'acceleration', 0.1)).toBeCloseTo(2, 13)
  })

  it('passes an arc at its radius, with the whole acceleration within the limit', () => {
    const [radius, center] = [0.3, [1, 2, 0.5]]
    const place = (angle: number): number[] => [
      center[0] + radius * Math.cos(angle),
      center[1] + radius * Math.sin(angle),
      center[2],
    ]
    const points = [place(0.4), place(-0.7), place(-2)]
    const path = new CartesianPath({ curve: 'arc', points, v_max: 3, a_max: 2, j_max: 40 })
    for (const t of timesOf(path)) {
      const [x, y, z] = at(path, 'position', t).map((value, i) => value - center[i])
      expect(Math.hypot(x, y)).toBeCloseTo(radius, 13)
      expect(Math.abs(z)).toBeLessThan(1e-13)
      // clockwise, from 0.4 to -2
      expect(Math.atan2(y, x)).toBeGreaterThan(-2 - 1e-9)
      expect(Math.atan2(y, x)).toBeLessThan(0.4 + 1e-9)
      expect(norm(path, 'acceleration', t)).toBeLessThan(2 * ABOVE)
    }
    expectConsistent(path, 40)
    for (const [i, x] of at(path, 'position', path.endTime).entries()) expect(x).toBeCloseTo(points[2][i], 13)
    const circle = new CartesianPath({ curve: 'circle', points, ...limits })
    for (const [i, x] of at(circle, 'position', circle.endTime).entries())
      expect(x).toBeCloseTo(points[0][i], 13)
    // an arc of more than half a circle goes the long way through its middle point
    const long = new CartesianPath({ curve: 'arc', points: [place(0), place(3), place(5)], ...limits })
    const middle = at(long, 'position', long.endTime / 2)
    for (const [i, x] of middle.entries()) expect(x).toBeCloseTo(place(2.5)[i], 12)
  })

  it('turns about one axis by the shorter way, together with the position', () => {
    const half = 0.5 * 1.2
    const quaternions = [
      [0, 0, 0, 1],
      // -q is the same orientation
      [0, -2 * Math.sin(half), 0, -2 * Math.cos(half)],
    ]
    const points = [
      [0, 0, 0],
      [1, 0, 0],
    ]
    const path = new CartesianPath({
      curve: 'line',
      points,
      quaternions,
      v_max: 9,
      a_max: 9,
      w_max: 0.4,
      z_max: 1,
    })
    // 1.2/0.4 + 0.4/1 s
    expect(path.endTime).toBeCloseTo(3.4, 13)
    const w = new Float64Array(3)
    path.angularVelocity(1.5, w)
    expect([...w].map((x) => Number(x.toFixed(13)))).toEqual([0, 0.4, 0])
    const q = new Float64Array(4)
    path.quaternion(3.4, q)
    expect(q[1]).toBeCloseTo(Math.sin(half), 13)
  })

  it.each(['line', 'spline'] as const)(
    'has angular velocities that are the derivatives of orientations: %s',
    (curve) => {
      const random = createRandom(5)
      const n = curve === 'line' ? 2 : 5
      const points = Array.from({ length: n }, (_, i) => [i, random(), random()])
      const quaternions = points.map(() => [random(), random(), random(), 2])
      const options = { curve, points, quaternions, v_max: 2, a_max: 3, j_max: 30, w_max: 0.8, z_max: 2 }
      const path = new CartesianPath(options)
      const h = 1e-5
      for (const t of timesOf(path, 31)) {
        const [q, before, after] = [0, -h, h].map((dt) => {
          const out = new Float64Array(4)
          path.quaternion(t + dt, out)
          return out
        })
        const [w, z, wBefore, wAfter] = Array.from({ length: 4 }, () => new Float64Array(3))
        path.angularVelocity(t, w)
        path.angularAcceleration(t, z)
        path.angularVelocity(t - h, wBefore)
        path.angularVelocity(t + h, wAfter)
        expect(Math.hypot(...w)).toBeLessThan(0.8 * ABOVE)
        expect(Math.hypot(...z)).toBeLessThan(2 * ABOVE)
        // w = 2 vec(q' q*)
        const [x, y, s, c] = after.map((value, i) => (value - before[i]) / h)
        const [a, b, d, e] = q
        const expected = [
          x * e - c * a - y * d + s * b,
          y * e - c * b - s * a + x * d,
          s * e - c * d - x * b + y * a,
        ]
        for (let i = 0; i < 3; i++) {
          // h² times third derivatives up to 1e2, which jump at switching times: h times jumps up to 10
          expect(w[i]).toBeCloseTo(expected[i], 3)
          expect(z[i]).toBeCloseTo((wAfter[i] - wBefore[i]) / (2 * h), 2)
        }
      }
      for (const [k, given] of [quaternions[0], quaternions[n - 1]].entries()) {
        const q = new Float64Array(4)
        path.quaternion(k === 0 ? 0 : path.endTime, q)
        const size = Math.hypot(...given)
        const cosine = given.reduce((sum, x, i) => sum + (x * q[i]) / size, 0)
        expect(Math.abs(cosine)).toBeCloseTo(1, 13)
      }
    },
  )

  it('turns in place', () => {
    const points = [
      [1, 2, 3],
      [1, 2, 3],
    ]
    const quaternions = [
      [0, 0, 0, 1],
      [1, 0, 0, 1],
    ]
    const path = new CartesianPath({ curve: 'line', points, quaternions, ...limits, w_max: 1, z_max: 1 })
    // π/2 rad: 2 sqrt(π/2 / 1), below the limit of 1 rad/s: π/2 + 1 s
    expect(path.endTime).toBeCloseTo(Math.PI / 2 + 1, 13)
    expect(at(path, 'position', 1)).toEqual([1, 2, 3])
  })

  it('names what is wrong', () => {
    const line = {
      curve: 'line',
      points: [
        [0, 0, 0],
        [1, 0, 0],
      ],
      ...limits,
    } as const
    const make = (changes: object) => () => new CartesianPath({ ...line, ...changes })
    expect(make({ curve: 'arc' })).toThrow(/CartesianPath.points: expected 3 points/)
    expect(
      make({
        curve: 'arc',
        points: [
          [0, 0, 0],
          [1, 0, 0],
          [2, 0, 0],
        ],
      }),
    ).toThrow(/not on a line/)
    expect(make({ quaternions: [[0, 0, 0, 1]] })).toThrow(
      /quaternions: expected 2 quaternions, of the start and the end/,
    )
    expect(
      make({
        quaternions: [
          [0, 0, 0, 1],
          [0, 0, 0, 1],
        ],
      }),
    ).toThrow(/w_max: expected a positive number/)
    expect(make({ speed: 1 })).toThrow(/CartesianPath/)
    expect(() => new CartesianPath(line).quaternion(0, new Float64Array(4))).toThrow(/option quaternions/)
  })
})

describe('a joint path', () => {
  const [L1, L2] = [0.6, 0.4]
  const body = Solid({ massProperties: MassProperties({ mass: 1, Ixx: 0.1, Iyy: 0.1, Izz: 0.1 }) })
  const FREE = { phi: Number.NaN, w: Number.NaN }
  const Arm = Model3D({
    world: Object3D({ feature: Scene({ gravityField: NoGravityField() }) }),
    upper: Object3D({ feature: body }),
    elbow: Object3D({ parent: 'upper', translation: [L1, 0, 0] }),
    lower: Object3D({ feature: body }),
    tip: Object3D({ parent: 'lower', translation: [L2, 0, 0] }),
    rev1: RevoluteWithFlange({ obj1: 'world', obj2: 'upper', ...FREE }),
    rev2: RevoluteWithFlange({ obj1: 'elbow', obj2: 'lower', ...FREE }),
    drive1: Position({ exact: true }),
    drive2: Position({ exact: true }),
    connect: [
      ['drive1.flange', 'rev1.flange'],
      ['drive2.flange', 'rev2.flange'],
    ],
  })
  const robot = createDynamics(Arm)
  const line = new CartesianPath({
    ...{
      curve: 'line',
      points: [
        [0.7, -0.2, 0],
        [0.3, 0.5, 0],
      ],
      v_max: 0.6,
      a_max: 2,
      j_max: 20,
      startTime: 0.1,
    },
  })
  const joints = robot.createJointPath('tip', line, { start: [-1, 1.2] })

  it('follows a line with positions, velocities and accelerations of the closed form', () => {
    expect(joints.endTime).toBe(line.endTime)
    expectConsistent(joints, 20)
    for (const t of timesOf(line, 40)) {
      const q = at(joints, 'position', t)
      const place = robot.position('tip', q)
      const [x, y] = at(line, 'position', t)
      expect(Math.hypot(place[0] - x, place[1] - y)).toBeLessThan(1e-6)
      // law of cosines
      expect(Math.cos(q[1])).toBeCloseTo((x * x + y * y - L1 * L1 - L2 * L2) / (2 * L1 * L2), 5)
      const V = robot.velocity('tip', q, at(joints, 'velocity', t))
      const A = robot.acceleration('tip', q, at(joints, 'velocity', t), at(joints, 'acceleration', t))
      for (const i of [0, 1]) {
        // errors of a cubic spline with steps h: h³ in velocities, h² in accelerations; positions h⁴ = 1e-6
        expect(Math.abs(V[3 + i] - at(line, 'velocity', t)[i])).toBeLessThan(3e-4)
        expect(Math.abs(A[3 + i] - at(line, 'acceleration', t)[i])).toBeLessThan(3e-2)
      }
    }
  })

  it('drives a model by PathReference, also where the motion is prescribed', () => {
    for (const solver of ['tsit5', 'bdf', 'auto'] as const) {
      const Driven = Arm.extend({
        reference: PathReference({ path: joints }),
        error: Var(),
        equations: equations`
          drive1.phi_ref = reference.position[1]
          drive2.phi_ref = reference.position[2]
          error = rev1.w - reference.velocity[1]
        `,
      })
      const run = simulate(Driven, { stopTime: 2, solver })
      const t = 0.8
      const [x, y] = at(line, 'position', t)
      expect(run.at('tip.r_abs[1]', t)).toBeCloseTo(x, 5)
      expect(run.at('tip.r_abs[2]', t)).toBeCloseTo(y, 5)
      expect(Math.max(...run.values('error').map(Math.abs))).toBeLessThan(1e-12)
    }
  })

  it('passes the orientations of a path too', () => {
    const goal = (angle: number): number[] => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]
    const [p, q] = [robot.pose('tip', [0.2, 0.4]), robot.pose('tip', [0.9, 0.1])]
    const turn = new CartesianPath({
      ...{
        curve: 'line',
        points: [
          [0, 0, 0],
          [0, 0, 0],
        ],
        quaternions: [goal(0), goal(0.5)],
      },
      ...{ v_max: 1, a_max: 1, w_max: 1, z_max: 1 },
    })
    expect(p.translation).not.toEqual(q.translation)
    const One = Model3D({
      world: Object3D({ feature: Scene() }),
      body: Object3D({ feature: body }),
      rev: RevoluteWithFlange({ obj1: 'world', obj2: 'body' }),
    })
    const path = createDynamics(One).createJointPath('body', turn)
    expect(at(path, 'position', path.endTime)[0]).toBeCloseTo(0.5, 8)
    // the parameter of a rotation about the joint is its angle
    expect(at(path, 'position', 0.6)[0]).toBeCloseTo(0.18, 8)
  })

  it('is refused beyond the reach, through a singular pose, and for spherical joints', () => {
    const to = (x: number) =>
      new CartesianPath({
        curve: 'line',
        points: [
          [0.7, -0.2, 0],
          [x, 0.2, 0],
        ],
        v_max: 1,
        a_max: 1,
      })
    expect(() => robot.createJointPath('tip', to(2), { start: [-1, 1.2] })).toThrow(
      /expected targets within reach/,
    )
    const Ball = Model3D({
      world: Object3D({ feature: Scene() }),
      ball: Object3D({ feature: body }),
      joint: Spherical({ obj1: 'world', obj2: 'ball' }),
    })
    expect(() => createDynamics(Ball).createJointPath('ball', to(1))).toThrow(/joints with axes only/)
    const still = Arm.extend({ reference: PathReference() })
    expect(() => simulate(still, { stopTime: 1 })).toThrow(/PathReference.path: expected a path/)
  })
})
