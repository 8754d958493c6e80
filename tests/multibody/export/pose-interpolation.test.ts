import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computePose, findKey, type MotionTrack } from '../../../src/animation/index.ts'

/** The last index whose time is not later, by linear search. */
function findKeySlowly(times: Float64Array, t: number): number {
  let key = 0
  for (let i = 0; i < times.length; i++) if (times[i] <= t) key = i
  return key
}

describe('findKey', () => {
  test('finds the point after an event, and the first or last point outside of the range', () => {
    const times = Float64Array.of(0, 1, 1, 1, 2)
    const expected = [-1, 0, 0.5, 1, 1.5, 2, 3].map((t) => findKeySlowly(times, t))
    expect(expected).toEqual([0, 0, 0, 3, 3, 4, 4])
    for (let hint = -1; hint <= 5; hint++)
      expect([-1, 0, 0.5, 1, 1.5, 2, 3].map((t) => findKey(times, t, hint))).toEqual(expected)
  })

  test('agrees with a linear search for all times and hints', () => {
    const sorted = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(
        sorted,
        fc.integer({ min: -5, max: 70 }),
        fc.integer({ min: -2, max: 64 }),
        (list, hint, t) => {
          const times = Float64Array.from(list.sort((a, b) => a - b))
          expect(findKey(times, t / 2, hint)).toBe(findKeySlowly(times, t / 2))
        },
      ),
    )
  })

  test('needs few comparisons after a jump in a long result', () => {
    let reads = 0
    const n = 1 << 20
    const times = new Proxy(new Float64Array(0), {
      get: (_target, key) => {
        if (key === 'length') return n
        reads++
        return Number(key)
      },
    })
    expect(findKey(times, 700_000.5, 3)).toBe(700_000)
    // doubling steps outward, then bisection: at most three reads per power of two
    expect(reads).toBeLessThan(3 * 20)
    reads = 0
    expect(findKey(times, 700_001.5, 700_000)).toBe(700_001)
    expect(reads).toBeLessThan(8)
  })
})

describe('computePose', () => {
  const p = new Float64Array(6)
  const q = new Float64Array(8)
  const poseAt = (track: MotionTrack, t: number): boolean =>
    computePose(track, findKey(track.times, t, 0), t, p, 3, q, 4)

  test('positions are interpolated linearly, orientations turn at a constant rate', () => {
    const angle = 2
    const track: MotionTrack = {
      times: Float64Array.of(1, 3),
      positions: Float64Array.of(0, 1, 2, 4, 1, 0),
      // quaternions of any length and sign are the same rotation
      quaternions: Float64Array.of(0, 0, 0, 2, 0, 0, -Math.sin(angle / 2), -Math.cos(angle / 2)),
    }
    expect(poseAt(track, 1.5)).toBe(true)
    expect(Array.from(p.subarray(3))).toEqual([1, 1, 1.5])
    // a quarter of the interval: rotation by a quarter of the angle about z; some roundings of numbers of about 1
    expect(q[6]).toBeCloseTo(Math.sin(angle / 8), 14)
    expect(q[7]).toBeCloseTo(Math.cos(angle / 8), 14)
  })

  test('an event has the values after it, and interpolation does not cross it', () => {
    const track: MotionTrack = {
      times: Float64Array.of(0, 1, 1, 2),
      positions: Float64Array.of(0, 0, 0, 1, 0, 0, 10, 0, 0, 10, 0, 2),
      quaternions: Float64Array.of(0, 0, 0, 1),
    }
    const xAt = (t: number): number => {
      poseAt(track, t)
      return p[3]
    }
    expect([0.5, 1 - 2 ** -40, 1, 1.5].map(xAt)).toEqual([0.5, 1 - 2 ** -40, 10, 10])
    expect(p[5]).toBe(1)
  })

  test('an object without a pose does not exist; the last pose before a gap stays', () => {
    const gap = [NaN, NaN, NaN]
    const track: MotionTrack = {
      times: Float64Array.of(0, 1, 1, 2, 3),
      positions: Float64Array.from([...gap, ...gap, 5, 0, 0, ...gap, 7, 0, 0]),
      quaternions: Float64Array.of(0, 0, 0, 1),
    }
    expect([-1, 0, 0.5].map((t) => poseAt(track, t))).toEqual([false, false, false])
    expect(poseAt(track, 1.5)).toBe(true)
    expect(p[3]).toBe(5)
    expect([2, 2.5].map((t) => poseAt(track, t))).toEqual([false, false])
    expect(poseAt(track, 9)).toBe(true)
    expect(p[3]).toBe(7)
  })
})
