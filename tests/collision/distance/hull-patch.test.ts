/** The patch of a hull: a mesh of the corners of a box touches like the box, on each of its faces. */
import { describe, expect, test } from 'vitest'
import {
  Box,
  ContactPatch,
  type ConvexShape,
  computeContactPatch,
  computeSignedDistance,
  convexHull,
  createConvexShape,
  createDistanceQuery,
  Mesh,
  PATCH_CENTER,
  PATCH_DEPTH,
  PATCH_WEIGHT,
  RESULT_LENGTH,
} from '../../../src/collision/index.ts'
import { product, rodrigues } from '../../support/geometry.ts'
import { placePair } from './poses.ts'

const SIZE = [0.4, 0.6, 0.5]
const corners = Array.from({ length: 8 }, (_, k) =>
  [k & 1, (k >> 1) & 1, k >> 2].map((s, c) => (s - 0.5) * SIZE[c]),
)
const hull = convexHull(Float64Array.from(corners.flat()))
const MESH = createConvexShape(Mesh({ vertices: hull.vertices, triangles: hull.triangles }))
const BOX = createConvexShape(Box({ lengthX: SIZE[0], lengthY: SIZE[1], lengthZ: SIZE[2] }))
const PLATE = createConvexShape(Box({ lengthX: 3, lengthY: 3, lengthZ: 0.2 }))
const IDENTITY = rodrigues([1, 0, 0], 0)

/** Depth, weight and center of the patch of a shape on the plate, 0.1 mm deep; null without a patch. */
function patchOf(shape: ConvexShape, R: Float64Array, p: Float64Array, isFirst: boolean): number[] | null {
  const pPlate = Float64Array.of(0, 0, -0.1)
  const plate = { R: IDENTITY, p: pPlate }
  const pair = isFirst ? placePair(shape, { R, p }, PLATE, plate) : placePair(PLATE, plate, shape, { R, p })
  const result = new Float64Array(RESULT_LENGTH)
  const query = createDistanceQuery()
  computeSignedDistance(query, pair, 0, 1, result, 0)
  const patch = new ContactPatch()
  const is = computeContactPatch(patch, pair, 0, 1, result, 0)
  if (!is) return null
  const { values } = patch
  return [values[PATCH_DEPTH], values[PATCH_WEIGHT], ...values.subarray(PATCH_CENTER, PATCH_CENTER + 3)]
}

/** Rotations that put each face of a box on the ground, with half of its height. */
const STANDS = [
  ['-z', IDENTITY, SIZE[2] / 2],
  ['z', rodrigues([1, 0, 0], Math.PI), SIZE[2] / 2],
  ['-y', rodrigues([1, 0, 0], Math.PI / 2), SIZE[1] / 2],
  ['y', rodrigues([1, 0, 0], -Math.PI / 2), SIZE[1] / 2],
  ['x', rodrigues([0, 1, 0], Math.PI / 2), SIZE[0] / 2],
  ['-x', rodrigues([0, 1, 0], -Math.PI / 2), SIZE[0] / 2],
] as const

describe.each(STANDS)('on %s', (_face, R_stand, half) => {
  test.each([0, 1e-4, -5e-4])('the patch of the hull equals that of the box, tilted by %d rad', (tilt) => {
    for (const isFirst of [true, false]) {
      for (const turn of [0.3, 1.9]) {
        const R = product(product(rodrigues([0.6, 0.8, 0], tilt), rodrigues([0, 0, 1], turn), 3), R_stand, 3)
        const p = Float64Array.of(0.2, -0.1, half - 1e-4)
        const box = patchOf(BOX, R, p, isFirst)!
        const mesh = patchOf(MESH, R, p, isFirst)!
        expect(box).not.toBeNull()
        expect(mesh).not.toBeNull()
        // areas and centers of the same polygon, from corners that differ by rounding errors: some 1e-12 after
        // integration
        box.forEach((value, k) => {
          expect(Math.abs(mesh[k] - value)).toBeLessThan(1e-9)
        })
      }
    }
  })
})
