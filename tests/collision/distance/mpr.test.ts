import {
  Box,
  Capsule,
  type ConvexShape,
  createConvexShape,
  Ellipsoid,
  RESULT_LENGTH,
  type SolidShape,
  Sphere,
  signedDistance,
} from 'vario/collision'
import { describe, expect, test } from 'vitest'
import { computeMprIntersection } from '../../../benchmarks/collision/mpr-intersection.ts'
import type { PlacedShapes } from '../../../src/collision/index.ts'
import { computeMprDistance, createMprQuery } from '../../../src/collision/mpr/compute-mpr-distance.ts'
import { MPR_MAX_ITERATIONS, MPR_TC1, MPR_TC3 } from '../../../src/collision/mpr/mpr-workspace.ts'
import { createRandom, placePair, randomRotation, randomShape, randomUnit, SHAPE_NAMES } from './poses.ts'

const I = new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 1])
const query = createMprQuery()
const out = new Float64Array(RESULT_LENGTH)

/** Shape a at the origin, b next to it. */
function placeSecond(a: ConvexShape, b: ConvexShape, p: number[], R: Float64Array): PlacedShapes {
  return placePair(a, { R: I, p: new Float64Array(3) }, b, { R, p: Float64Array.from(p) })
}

function mpr(a: SolidShape, b: SolidShape, p: number[], R: Float64Array = I, tolerance = 1e-13): number {
  computeMprDistance(
    query,
    placeSecond(createConvexShape(a), createConvexShape(b), p, R),
    0,
    1,
    tolerance,
    out,
    0,
  )
  return out[0]
}

function intersects(a: SolidShape, b: SolidShape, p: number[], R: Float64Array = I): boolean {
  return computeMprIntersection(query, placeSecond(createConvexShape(a), createConvexShape(b), p, R), 0, 1)
}

test('the sign is correct for coincident centers, centers on a line of closest points, and aligned faces', () => {
  const box = Box({ lengthX: 1, lengthY: 1, lengthZ: 1 })
  expect(intersects(box, Sphere({ diameter: 1 }), [0, 0, 0])).toBe(true)
  expect(intersects(box, box, [0.999, 0, 0])).toBe(true)
  expect(intersects(box, box, [1.001, 0, 0])).toBe(false)
  expect(intersects(box, box, [0.999, 0.999, 0.999])).toBe(true)
  expect(intersects(box, box, [0.5, 0.999, 1.001])).toBe(false)
})

describe('terminations', () => {
  test('TC1 ends the search if the closest points are on the line of the centers', () => {
    // two spheres, thesis fig. 6.3: the distance is exact
    expect(mpr(Sphere({ diameter: 1 }), Sphere({ diameter: 0.4 }), [3, 4, 0])).toBeCloseTo(4.3, 14)
    expect(query.mpr.termination).toBe(MPR_TC1)
    expect(mpr(Sphere({ diameter: 1 }), Sphere({ diameter: 0.4 }), [0.3, 0.4, 0])).toBeCloseTo(-0.2, 14)
    expect(
      mpr(Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }), Sphere({ diameter: 1 }), [0, 0, 0.75]),
    ).toBeCloseTo(-0.25, 14)
  })

  test('TC3 ends the search if the portal is a face', () => {
    const a = Box({ lengthX: 2, lengthY: 3, lengthZ: 4 })
    expect(mpr(a, Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }), [1.2, 0.1, 0.2])).toBeCloseTo(-0.3, 14)
    expect(query.mpr.termination).toBe(MPR_TC3)
    expect(mpr(a, Box({ lengthX: 1, lengthY: 1, lengthZ: 1 }), [1.7, 0.1, 0.2])).toBeCloseTo(0.2, 14)
  })

  test('points and unit normal satisfy b - a = δ n', () => {
    mpr(
      Ellipsoid({ lengthX: 1, lengthY: 0.5, lengthZ: 0.7 }),
      Capsule({ axis: 'x', diameter: 0.5, length: 1 }),
      [0.4, 0.3, 0.3],
    )
    for (let c = 0; c < 3; c++) expect(out[4 + c] - out[1 + c]).toBeCloseTo(out[0] * out[7 + c], 14)
    expect(Math.hypot(out[7], out[8], out[9])).toBeCloseTo(1, 14)
  })

  test('distances are in meters at all positions and sizes', () => {
    // the reference implementation divides by the largest coordinate of the portal (facts B.6)
    for (const size of [0.01, 1, 100]) {
      const box = Box({ lengthX: size, lengthY: size, lengthZ: size })
      expect(mpr(box, box, [0.95 * size, 0.02 * size, 0.01 * size]) / size).toBeCloseTo(-0.05, 13)
    }
  })
})

describe('named errors', () => {
  test('coincident centers are an error', () => {
    expect(() => mpr(Sphere({ diameter: 1 }), Sphere({ diameter: 2 }), [0, 0, 0])).toThrow(
      expect.objectContaining({ code: 'COINCIDENT_CENTERS' }),
    )
  })

  test('a difference without volume is an error', () => {
    // two segments as cores, without radius: their difference is a parallelogram
    const segment = { ...createConvexShape(Capsule({ axis: 'x', diameter: 0.1, length: 1 })), radius: 0 }
    const other = { ...createConvexShape(Capsule({ axis: 'y', diameter: 0.1, length: 1 })), radius: 0 }
    const shapes = placeSecond(segment, other, [0.3, 0.2, 0], I)
    expect(() => computeMprDistance(query, shapes, 0, 1, 1e-12, out, 0)).toThrow(
      expect.objectContaining({ code: 'PLANAR_SHAPES' }),
    )
  })
})

test('all pairs have the right sign, bounds of the exact distance, and iterations below the limit', () => {
  const random = createRandom(77)
  let most = 0
  for (const nameA of SHAPE_NAMES) {
    for (const nameB of SHAPE_NAMES) {
      for (let i = 0; i < 12; i++) {
        const a = randomShape(nameA, random)
        const b = randomShape(nameB, random)
        const R = randomRotation(random)
        const p = randomUnit(random).map((x) => x * (0.1 + random()))
        const distance = mpr(a, b, p, R, 1e-12)
        const q = quaternionOf(R)
        const exact = signedDistance(a, { p: [0, 0, 0], q: [0, 0, 0, 1] }, b, { p, q }).distance
        most = Math.max(most, query.mpr.phase2, query.mpr.phase3)
        const isIntersecting = intersects(a, b, p, R)
        if (isIntersecting !== exact < 0 && Math.abs(exact) > 1e-12)
          expect.fail(`${nameA}, ${nameB}, ${i}: intersects ${isIntersecting}, exact ${exact}`)
        // δ_mpr is farther from zero than δ (theorem 6.3), up to its tolerance and rounding errors
        if (!(exact > 0 ? distance >= exact - 1e-11 : distance <= exact + 1e-11))
          expect.fail(`${nameA}, ${nameB}, ${i}: ${distance}, exact ${exact}`)
      }
    }
  }
  expect(most).toBeLessThanOrEqual(MPR_MAX_ITERATIONS)
})

/** Unit quaternion of a rotation matrix, from its largest component. */
function quaternionOf(R: Float64Array): number[] {
  const w = Math.sqrt(Math.max(0, 1 + R[0] + R[4] + R[8])) / 2
  if (w > 0.1) return [(R[7] - R[5]) / (4 * w), (R[2] - R[6]) / (4 * w), (R[3] - R[1]) / (4 * w), w]
  const squares = [1 + R[0] - R[4] - R[8], 1 - R[0] + R[4] - R[8], 1 - R[0] - R[4] + R[8]]
  const k = squares.indexOf(Math.max(...squares))
  const size = Math.sqrt(squares[k]) / 2
  const symmetric = (i: number, j: number): number => (R[3 * i + j] + R[3 * j + i]) / (4 * size)
  const vector = [0, 1, 2].map((i) => (i === k ? size : symmetric(i, k)))
  const [i, j] = [(k + 1) % 3, (k + 2) % 3]
  return [...vector, (R[3 * j + i] - R[3 * i + j]) / (4 * size)]
}
