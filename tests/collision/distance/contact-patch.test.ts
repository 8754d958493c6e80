import {
  Box,
  Capsule,
  type ConvexShape,
  computeSignedDistance,
  createConvexShape,
  createDistanceQuery,
  RESULT_DISTANCE,
  RESULT_LENGTH,
} from 'vario/collision'
import { describe, expect, it } from 'vitest'
import {
  ContactPatch,
  computeContactPatch,
  PATCH_CENTER,
  PATCH_DEPTH,
  PATCH_WEIGHT,
} from '../../../src/collision/index.ts'
import { placePair } from './poses.ts'

const SMOOTHING = 0.001
const PLATE = createConvexShape(Box({ lengthX: 1, lengthY: 1, lengthZ: 0.2 }), SMOOTHING)
const BOX = createConvexShape(Box({ lengthX: 0.1, lengthY: 0.2, lengthZ: 0.06 }), SMOOTHING)
const CAPSULE = createConvexShape(Capsule({ axis: 'x', diameter: 0.06, length: 0.1 }))

const query = createDistanceQuery()
const patch = new ContactPatch()
const result = new Float64Array(RESULT_LENGTH)
const IDENTITY = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1)
const PLATE_POSITION = Float64Array.of(0, 0, -0.1)

/** Patch of a body above the plate, whose surface is z = 0: center at (0.01, 0.02, z), turned about y by `a`, then about x by `b`. */
function place(shape: ConvexShape, z: number, a: number, b: number): { isPatch: boolean; depth: number } {
  const [ca, sa, cb, sb] = [Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b)]
  const R = Float64Array.of(ca, 0, sa, sb * sa, cb, -sb * ca, -cb * sa, sb, cb * ca)
  const p = Float64Array.of(0.01, 0.02, z)
  const shapes = placePair(PLATE, { R: IDENTITY, p: PLATE_POSITION }, shape, { R, p })
  computeSignedDistance(query, shapes, 0, 1, result, 0)
  const isPatch = computeContactPatch(patch, shapes, 0, 1, result, 0)
  return { isPatch, depth: -result[RESULT_DISTANCE] }
}

describe('contact patch', () => {
  it('gives δ_s = 2 δ, W = 2 in the middle of parallel faces', () => {
    const { isPatch, depth } = place(BOX, 0.03 - 1e-6, 0, 0)
    expect(isPatch).toBe(true)
    // rounding errors of coordinates of 0.1 m relative to 1e-6 m
    expect(patch.values[PATCH_DEPTH] / depth).toBeCloseTo(2, 8)
    expect(patch.values[PATCH_WEIGHT]).toBeCloseTo(2, 8)
    expect(patch.values[PATCH_CENTER]).toBeCloseTo(0.01, 8)
    expect(patch.values[PATCH_CENTER + 1]).toBeCloseTo(0.02, 8)
  })

  it('gives δ_s = 4/3 δ, W = 4/3 in the middle of a parallel edge', () => {
    const { isPatch, depth } = place(CAPSULE, 0.03 - 1e-6, 0, 0)
    expect(isPatch).toBe(true)
    expect(patch.values[PATCH_DEPTH] / depth).toBeCloseTo(4 / 3, 8)
    expect(patch.values[PATCH_WEIGHT]).toBeCloseTo(4 / 3, 8)
    expect(patch.values[PATCH_CENTER]).toBeCloseTo(0.01, 8)
  })

  it('becomes the point contact of a corner around that corner', () => {
    for (const [shape, a, b] of [
      [BOX, 0.02, 0.03],
      [CAPSULE, 0.02, 0],
    ] as const) {
      // height at which the deepest point is 1e-6 m below the surface
      const above = place(shape, 0.03, a, b).depth
      const { isPatch, depth } = place(shape, 0.03 + above - 1e-6, a, b)
      expect(depth).toBeCloseTo(1e-6, 12)
      expect(isPatch).toBe(true)
      expect(patch.values[PATCH_DEPTH] / depth).toBeCloseTo(1, 7)
      expect(patch.values[PATCH_WEIGHT]).toBeCloseTo(1, 7)
      for (let c = 0; c < 2; c++) expect(patch.values[PATCH_CENTER + c]).toBeCloseTo(result[1 + c], 7)
    }
  })

  it('does not exist at larger angles', () => {
    expect(place(BOX, 0.03, 0.2, 0.3).isPatch).toBe(false)
  })

  // virtual work: dδ_s = −W (dz + rotation of the center); central differences of 1e-9 rad, 1e-9 m, over tilts of δ/L and above
  it('makes a conservative force: weight and center are the derivatives of δ_s', () => {
    for (const shape of [BOX, CAPSULE]) {
      for (const [a, b] of [
        [1e-6, 2e-6],
        [1e-5, -4e-6],
        [2e-5, 3e-5],
        [-2e-4, 1e-4],
      ]) {
        const tilt = shape === CAPSULE ? 0 : b
        const z = 0.03 - 4e-6
        const deltaOf = (dz: number, da: number): number => {
          expect(place(shape, z + dz, a + da, tilt).isPatch).toBe(true)
          return patch.values[PATCH_DEPTH]
        }
        const h = 1e-9
        const byHeight = (deltaOf(h, 0) - deltaOf(-h, 0)) / (2 * h)
        const byAngle = (deltaOf(0, h) - deltaOf(0, -h)) / (2 * h)
        place(shape, z, a, tilt)
        const weight = patch.values[PATCH_WEIGHT]
        const arm = patch.values[PATCH_CENTER] - 0.01
        // differences of δ_s ~ 1e-6 m with rounding errors of 1e-17 m over 1e-9; angles up to 2e-4 are neglected in the arm
        expect(byHeight / -weight).toBeCloseTo(1, 5)
        expect(Math.abs(byAngle / weight - arm)).toBeLessThan(1e-5 + 3e-4 * Math.abs(arm))
      }
    }
  })
})
