import { InputError } from 'vario'
import { PtpPath } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import type { PtpPathOptions } from '../../../src/multibody/paths/ptp-path.ts'

type Signal = 'position' | 'velocity' | 'acceleration'

function at(path: PtpPath, signal: Signal, t: number): number[] {
  const out = new Float64Array(path.nAxis)
  path[signal](t, out)
  return Array.from(out)
}

function expectClose(found: readonly number[], expected: readonly number[], tolerance: number): void {
  expect(found).toHaveLength(expected.length)
  for (const [k, value] of expected.entries()) expect(Math.abs(found[k] - value)).toBeLessThan(tolerance)
}

/**
 * Axes, each of which limits the velocity and the acceleration of others in some step; the fourth point repeats the
 * third.
 */
const OPTIONS: PtpPathOptions = {
  points: [
    [0, 0, 0],
    [2, -0.3, 0.5],
    [2.1, 0.4, -0.5],
    [2.1, 0.4, -0.5],
    [0, 0, 0],
  ],
  v_max: [1, 0.6, 2],
  a_max: [4, 5, 0.8],
  startTime: 0.7,
}

describe('one axis', () => {
  it('has a trapezoidal velocity on a long distance', () => {
    const path = new PtpPath({ points: [[1], [7]], v_max: [2], a_max: [4], startTime: 3 })
    // 0.5 s to accelerate, 6/2 + 2/4 s in total
    expectClose([...path.switchingTimes], [3, 3.5, 6, 6.5], 1e-14)
    expectClose(at(path, 'position', 3.5), [1.5], 1e-14)
    expectClose(at(path, 'velocity', 4), [2], 1e-14)
    expectClose(at(path, 'position', 4), [2.5], 1e-14)
    expectClose(at(path, 'acceleration', 3.2), [4], 1e-14)
    expectClose(at(path, 'acceleration', 6.2), [-4], 1e-14)
    expectClose(at(path, 'velocity', 6.25), [1], 1e-14)
  })

  it('has a triangular velocity on a short distance', () => {
    const path = new PtpPath({ points: [[0], [-1]], v_max: [3], a_max: [4] })
    // 2*sqrt(1/4) s, the peak velocity is sqrt(1*4)
    expectClose([...path.switchingTimes], [0, 0.5, 1], 1e-14)
    expectClose(at(path, 'velocity', 0.5 - 1e-12), [-2], 1e-11)
    expectClose(at(path, 'position', 0.25), [-0.125], 1e-14)
  })

  it('has no time at constant velocity at the limit between the two', () => {
    const path = new PtpPath({ points: [[0], [1]], v_max: [2], a_max: [4] })
    expectClose([...path.switchingTimes], [0, 0.5, 1], 1e-14)
  })

  it('moves forward and back by 0.3 rad in the case robot.ServoWithPathAndRevolute', () => {
    const path = new PtpPath({ points: [[0], [0], [0.3], [0]], v_max: [2.68512], a_max: [1.5] })
    // triangles, because 2.68512² > 0.3*1.5
    expect(path.endTime).toBeCloseTo(4 * Math.sqrt(0.3 / 1.5), 14)
    expect(at(path, 'position', path.endTime)).toEqual([0])
  })

  it('rests in the first point before, and in the last point after the motion', () => {
    const path = new PtpPath({ points: [[1], [7]], v_max: [2], a_max: [4], startTime: 3 })
    for (const [t, position] of [
      [-10, 1],
      [2.999, 1],
      [6.5, 7],
      [100, 7],
    ]) {
      expect(at(path, 'position', t)).toEqual([position])
      expect(at(path, 'velocity', t)).toEqual([0])
      expect(at(path, 'acceleration', t).map(Math.abs)).toEqual([0])
    }
  })
})

describe('several axes and points', () => {
  const path = new PtpPath(OPTIONS)
  const samples = Array.from({ length: 2001 }, (_, i) => 0.5 + (i / 2000) * (path.endTime - 0.2))

  it('respect the limits, and reach one of them in every step', () => {
    const { v_max, a_max } = OPTIONS
    const reached = { velocity: 0, acceleration: 0 }
    for (const t of samples) {
      for (const [j, v] of at(path, 'velocity', t).entries()) {
        expect(Math.abs(v)).toBeLessThan(v_max[j] * (1 + 1e-14))
        reached.velocity = Math.max(reached.velocity, Math.abs(v) / v_max[j])
      }
      for (const [j, a] of at(path, 'acceleration', t).entries()) {
        expect(Math.abs(a)).toBeLessThan(a_max[j] * (1 + 1e-14))
        reached.acceleration = Math.max(reached.acceleration, Math.abs(a) / a_max[j])
      }
    }
    expect(reached.velocity).toBeCloseTo(1, 12)
    expect(reached.acceleration).toBeCloseTo(1, 12)
  })

  it('take the time of the slowest axis', () => {
    const durations = [
      [2, 0.3, 0.5],
      [0.1, 0.7, 1],
      [0, 0, 0],
      [2.1, 0.4, 0.5],
    ].map((deltas) => {
      const timeAtSpeed = Math.max(...deltas.map((delta, j) => delta / OPTIONS.v_max[j]))
      const squaredTime = Math.max(...deltas.map((delta, j) => delta / OPTIONS.a_max[j]))
      if (timeAtSpeed === 0) return 0
      return timeAtSpeed ** 2 > squaredTime
        ? timeAtSpeed + squaredTime / timeAtSpeed
        : 2 * Math.sqrt(squaredTime)
    })
    expect(path.endTime).toBeCloseTo(
      durations.reduce((sum, duration) => sum + duration, 0.7),
      13,
    )
  })

  it('move in proportion, so that they start and arrive together', () => {
    for (const t of samples) {
      const [x, y, z] = at(path, 'position', t)
      const step = t < 0.7 ? undefined : [x / 2, -y / 0.3, z / 0.5]
      if (step === undefined || path.phaseAt(t) > 3) continue
      expectClose(step, [step[0], step[0], step[0]], 1e-14)
    }
  })

  it('pass through all points and rest there', () => {
    const rests = path.switchingTimes.filter((t) => Math.hypot(...at(path, 'velocity', t)) === 0)
    const points = rests.map((t) => at(path, 'position', t))
    // the fourth point takes no time: it is skipped
    const expected = OPTIONS.points as number[][]
    expect(points).toHaveLength(4)
    for (const [i, k] of [0, 1, 3, 4].entries()) expectClose(points[i], expected[k], 1e-15)
  })

  it('have as velocity the derivative of position, as acceleration that of velocity, between switching times', () => {
    const h = 1e-6
    for (const t of samples) {
      if (path.phaseAt(t - h) !== path.phaseAt(t + h)) continue
      for (const [signal, rate] of [
        ['position', 'velocity'],
        ['velocity', 'acceleration'],
      ] as const) {
        const [before, after] = [at(path, signal, t - h), at(path, signal, t + h)]
        // exact for parabolas: rounding errors of 1e-15/h remain
        expectClose(
          after.map((value, j) => (value - before[j]) / (2 * h)),
          at(path, rate, t),
          1e-8,
        )
      }
    }
  })

  it('have continuous position and velocity', () => {
    for (const t of path.switchingTimes) {
      for (const signal of ['position', 'velocity'] as const)
        expectClose(at(path, signal, t - 1e-13), at(path, signal, t), 1e-11)
    }
  })

  it('end at the start if there is no motion', () => {
    const still = new PtpPath({
      points: [
        [1, 2],
        [1, 2],
      ],
      v_max: [1, 1],
      a_max: [1, 1],
      startTime: 2,
    })
    expect(still.endTime).toBe(2)
    expect(still.switchingTimes).toEqual([2])
    for (const t of [0, 2, 5]) expect(at(still, 'position', t)).toEqual([1, 2])
  })
})

describe('errors', () => {
  const create = (changes: object): (() => PtpPath) => {
    const options = {
      points: [
        [0, 0],
        [1, 1],
      ],
      v_max: [1, 1],
      a_max: [1, 1],
      ...changes,
    }
    return () => new PtpPath(options as PtpPathOptions, 'ref')
  }
  it('name wrong sizes, limits and numbers', () => {
    expect(create({ points: [] })).toThrow(InputError)
    expect(create({ points: [[0, 0], [1]] })).toThrow('ref.points[2]: expected an array of 2 elements')
    expect(
      create({
        points: [
          [0, 0],
          [1, Number.NaN],
        ],
      }),
    ).toThrow('ref.points[2][2]: expected a finite number')
    expect(create({ v_max: [1] })).toThrow('ref.v_max: expected an array of 2 elements')
    expect(create({ v_max: [1, 0] })).toThrow('ref.v_max[2]: expected a positive number, got 0')
    expect(create({ a_max: [-1, 1] })).toThrow('ref.a_max[1]: expected a positive number, got -1')
    expect(create({ startTime: Number.POSITIVE_INFINITY })).toThrow('ref.startTime: expected a finite number')
  })
})
