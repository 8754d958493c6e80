/** A box whose face is closest: the closed form applies to each of its six faces, in either order of the bodies. */
import { Box, Cone, Sphere } from 'vario/collision'
import { expect, test } from 'vitest'
import { ContactPointWorkspace, computeBoxFace } from '../../../src/collision/distance/index.ts'
import {
  createConvexShape,
  DISTANCE,
  DistanceQuery,
  NORMAL,
  POINT_A,
  POINT_B,
  setPair,
} from '../../../src/collision/index.ts'
import { rodrigues } from '../../support/geometry.ts'
import { type Pose, placePair } from './poses.ts'

const HALF = [0.1, 0.7, 2]
const BOX = createConvexShape(Box({ lengthX: 0.2, lengthY: 1.4, lengthZ: 4 }))
const POSE: Pose = { R: rodrigues([0.6, 0, 0.8], 0.7), p: Float64Array.of(0.3, -0.2, 0.5) }
const GAP = 0.01
/** Rounding errors of coordinates of size 1. */
const ROUNDING = 1e-14

/** Converts x from the frame of the box to the world. */
function toWorld(x: readonly number[], isPoint = true): Float64Array {
  const { R, p } = POSE
  return Float64Array.from({ length: 3 }, (_, k) => {
    const turned = R[3 * k] * x[0] + R[3 * k + 1] * x[1] + R[3 * k + 2] * x[2]
    return isPoint ? p[k] + turned : turned
  })
}

const FACES = [0, 1, 2].flatMap((axis) => [1, -1].map((sign) => [axis, sign] as const))

test.each(FACES)('the face of axis %d, side %d gives the exact distance', (axis, sign) => {
  const query = new DistanceQuery()
  const points = new ContactPointWorkspace()
  // its core is a point
  const sphere = createConvexShape(Sphere({ diameter: 0.4 }))
  // near the middle of the face, and near a corner of it
  for (const part of [0.01, 0.95]) {
    const foot = HALF.map((size, k) => (k === axis ? sign * size : part * size * (k === 1 ? -1 : 1)))
    const center = foot.map((x, k) => (k === axis ? x + sign * GAP : x))
    const other: Pose = { R: rodrigues([0, 1, 0], 1.1), p: toWorld(center) }
    for (const isFirst of [true, false]) {
      const pair = isFirst ? placePair(BOX, POSE, sphere, other) : placePair(sphere, other, BOX, POSE)
      setPair(query, pair, 0, 1)
      expect(computeBoxFace(query, points)).toBe(true)
      expect(Math.abs(query.core[DISTANCE] - GAP)).toBeLessThan(ROUNDING)
      // the normal points from the first to the second one, in the frame of the first
      const normal = toWorld(
        [0, 1, 2].map((k) => (k === axis ? sign : 0)),
        false,
      )
      const expected = isFirst
        ? [0, 1, 2].map((k) => (k === axis ? sign : 0))
        : [0, 1, 2].map(
            (k) => -(other.R[k] * normal[0] + other.R[k + 3] * normal[1] + other.R[k + 6] * normal[2]),
          )
      const onBox = isFirst ? POINT_A : POINT_B
      for (let k = 0; k < 3; k++) {
        expect(Math.abs(query.core[NORMAL + k] - expected[k])).toBeLessThan(ROUNDING)
        expect(Math.abs(query.core[onBox + k] - foot[k])).toBeLessThan(ROUNDING)
      }
    }
  }
})

test('the closed form does not apply beside the face, or inside the box', () => {
  const query = new DistanceQuery()
  const points = new ContactPointWorkspace()
  const tip = createConvexShape(Cone({ diameter: 0.1, length: 0.2 }))
  const centers = [
    [0.1 + GAP, 0.7 + GAP, 0],
    [0.02, 0, 0],
  ]
  for (const center of centers) {
    setPair(query, placePair(BOX, POSE, tip, { R: POSE.R, p: toWorld(center) }), 0, 1)
    expect(computeBoxFace(query, points)).toBe(false)
  }
})
