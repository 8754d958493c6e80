import { expect, test } from 'vitest'
import { countPieces, createTrail } from '../../../src/viewer/scene3d/motion/index.ts'

const QUATERNIONS = Float64Array.of(0, 0, 0, 1)

test('a trail connects the points of a track, and leaves out gaps', () => {
  const times = Float64Array.of(0, 1, 2, 3, 4)
  const positions = Float64Array.from([0, 0, 0, 1, 0, 0, NaN, NaN, NaN, 5, 0, 0, 6, 0, 0])
  const trail = createTrail({ times, positions, quaternions: QUATERNIONS }, 100)!
  expect(Array.from(trail.ends)).toEqual([0, 0, 0, 1, 0, 0, 5, 0, 0, 6, 0, 0])
  expect([-1, 0, 0.5, 2.9, 3, 9].map((t) => countPieces(trail, t, 0))).toEqual([0, 1, 1, 1, 2, 2])
})

test('a long track has at most the allowed number of line segments, and ends at the end of the track', () => {
  const n = 1001
  const times = Float64Array.from({ length: n }, (_, i) => i)
  const positions = Float64Array.from({ length: 3 * n }, (_, i) => (i % 3 === 0 ? i / 3 : 0))
  const trail = createTrail({ times, positions, quaternions: QUATERNIONS }, 300)!
  expect(trail.times.length).toBeLessThanOrEqual(300)
  expect(trail.ends.at(-3)).toBe(1000)
})

test('an object that stands still has no trail', () => {
  const times = Float64Array.of(0, 1)
  for (const positions of [Float64Array.of(1, 2, 3), Float64Array.of(1, 2, 3, 1, 2, 3)])
    expect(createTrail({ times, positions, quaternions: QUATERNIONS }, 10)).toBeUndefined()
})
