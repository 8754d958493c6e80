/** Continuous motions over edges and corners: with smoothing, distance, points and normal do not jump (thesis 6.2.2). */
import {
  Beam,
  Box,
  Capsule,
  Cone,
  Cylinder,
  createConvexShape,
  Ellipsoid,
  RESULT_LENGTH,
  RESULT_NORMAL,
  RESULT_POINT_A,
  type SolidShape,
  Sphere,
} from 'vario/collision'
import { describe, expect, test } from 'vitest'
import { type Pose, rotationOf } from './poses.ts'
import { type Body, distanceOf } from './properties.ts'

const SMOOTHING = 0.02
const IDENTITY: Pose = { R: new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1]), p: new Float64Array(3) }

/** A body without a support function, which this test does not need. */
const body = (shape: SolidShape): Body => ({
  shape,
  convex: createConvexShape(shape, SMOOTHING),
  h: () => Number.NaN,
})

const FIXED: [string, SolidShape][] = [
  ['box', Box({ lengthX: 1, lengthY: 0.6, lengthZ: 0.4 })],
  ['cylinder', Cylinder({ axis: 'x', diameter: 0.6, length: 1 })],
  ['cone', Cone({ axis: 'y', diameter: 0.8, length: 0.9 })],
  ['frustum', Cone({ axis: 'z', diameter: 0.8, length: 0.6, topDiameter: 0.3 })],
  ['beam', Beam({ axis: 'x', length: 0.7, width: 0.4, thickness: 0.3 })],
]
const MOVING: [string, SolidShape][] = [
  ['sphere', Sphere({ diameter: 0.3 })],
  ['ellipsoid', Ellipsoid({ lengthX: 0.5, lengthY: 0.3, lengthZ: 0.4 })],
  ['capsule', Capsule({ axis: 'z', diameter: 0.2, length: 0.4 })],
  ['tilted box', Box({ lengthX: 0.4, lengthY: 0.3, lengthZ: 0.5 })],
]

/** The moving body circles the fixed one, kept at a gap of -1 mm: over faces, edges and corners. */
describe.each(FIXED)('around a %s', (_, fixedShape) => {
  test.each(MOVING)('the result for a %s is continuous', (_, movingShape) => {
    const fixed = body(fixedShape)
    const moving = body(movingShape)
    const out = new Float64Array(RESULT_LENGTH)
    const gap = -1e-3
    const n = 3000
    // an oblique circle; the orientation stays, since an edge that turns through the plane of a face moves its contact from end to end
    const place = (s: number): Pose => {
      const angle = 2 * Math.PI * s
      const direction = [Math.cos(angle), Math.sin(angle) * 0.8, 0.6 * Math.sin(angle + 0.4)]
      const half = 0.35
      const [x, y, z] = [0.48, 0.6, 0.64].map((c) => c * Math.sin(half))
      return { R: rotationOf(x, y, z, Math.cos(half)), p: Float64Array.from(direction) }
    }
    let last: Float64Array | undefined
    let far = 1
    let largestTurn = 0
    let largestMove = 0
    for (let i = 0; i <= n; i++) {
      const pose = place(i / n)
      // move it to the gap along the direction of its position
      for (let k = 0; k < 40; k++) {
        const at = { R: pose.R, p: pose.p.map((x) => far * x) }
        const distance = distanceOf(fixed, IDENTITY, moving, at, out)
        const slope = [0, 1, 2].reduce((sum, c) => sum + out[RESULT_NORMAL + c] * pose.p[c], 0)
        if (Math.abs(distance - gap) < 1e-13) break
        far -= (distance - gap) / slope
      }
      expect(
        Math.abs(
          distanceOf(fixed, IDENTITY, moving, { R: pose.R, p: pose.p.map((x) => far * x) }, out) - gap,
        ),
      ).toBeLessThan(1e-11)
      if (last) {
        const difference = (o: number): number =>
          Math.hypot(...[0, 1, 2].map((c) => out[o + c] - (last as Float64Array)[o + c]))
        largestTurn = Math.max(largestTurn, difference(RESULT_NORMAL))
        largestMove = Math.max(largestMove, difference(RESULT_POINT_A))
      }
      last = out.slice()
    }
    // One step is 2π/3000 of a circle of radius ~0.6 m: about 1.3 mm. A rounded edge of 0.02 m radius turns the
    // normal by at most 1.3 mm / 0.019 m = 0.07 rad in this time, two of them against each other by twice that. A jump of the normal at an edge
    // would be of the order of 1, and a point that jumps over a face, of 0.1 m or more.
    expect(largestTurn).toBeLessThan(0.2)
    expect(largestMove).toBeLessThan(0.05)
  })
})
