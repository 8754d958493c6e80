/**
 * Polyhedra whose distance is so small that its direction, as the difference of two points, has lost half of its
 * digits.
 */
import { Box, convexHull, Mesh, RESULT_LENGTH, RESULT_NORMAL } from 'vario/collision'
import { expect, test } from 'vitest'
import { createRandom, type Pose, randomRotation, rotate, rotateBack } from './poses.ts'
import { createBody, distanceOf } from './properties.ts'
import { createGap } from './support-oracle.ts'

/** A few rounding errors of coordinates of size 1. */
const TOLERANCE = 3e-15

test.each([1e-5, 7.7e-7, 1e-8, 1e-10])(
  'a corner %d m before the middle of an edge has the exact distance (properties, seed 32)',
  (distance) => {
    // The edge is at x = y = 0.5, the corner on the diagonal before it; its pyramid opens away from the edge, so that the two points are the closest.
    const box = createBody(Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }))
    const hull = convexHull([
      [0, 0, 0],
      [0.5, 0.2, 0.3],
      [0.3, 0.5, -0.2],
      [0.2, 0.6, 0.4],
      [0.6, 0.3, -0.4],
      [0.7, 0.8, 0.1],
    ])
    const mesh = createBody(Mesh({ vertices: hull.vertices, triangles: hull.triangles }))
    const corner = 0.5 + distance * Math.SQRT1_2
    const random = createRandom(11)
    const out = new Float64Array(RESULT_LENGTH)
    for (let k = 0; k < 200; k++) {
      const R = randomRotation(random)
      const poseA: Pose = { R, p: new Float64Array(3) }
      const poseB: Pose = { R, p: Float64Array.from(rotate(R, [corner, corner, 0.1])) }
      const found = distanceOf(box, poseA, mesh, poseB, out)
      expect(Math.abs(found - distance)).toBeLessThan(TOLERANCE)
      // the distance is also that of the support planes in the direction of the normal
      const n = rotateBack(R, out.subarray(RESULT_NORMAL, RESULT_NORMAL + 3))
      expect(Math.abs(createGap(box.h, poseA, mesh.h, poseB)(n) - distance)).toBeLessThan(TOLERANCE)
    }
  },
)
