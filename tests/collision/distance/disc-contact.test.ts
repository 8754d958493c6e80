import { expect, test } from 'vitest'
import { findCommonWithDisc } from '../../../src/collision/distance/disc-contact.ts'
import { DISC_CORNERS, setDisc } from '../../../src/collision/distance/support-face.ts'

type Point = [number, number]

/** Corners in the plane, rotated by `angle` about the origin after a shift by x. */
function place(corners: readonly Point[], x: number, angle: number): Float64Array {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  return Float64Array.from(corners.flatMap(([u, v]) => [c * (x + u) - s * v, s * (x + u) + c * v]))
}

/** Polygon that approximates a disc, or the flat side of a beam with centers of its half discs at ±shift. */
function discCorners(radius: number, shift: number): Point[] {
  const out = new Float64Array(3 * DISC_CORNERS)
  setDisc(out, 0, 1, radius, shift)
  return Array.from({ length: DISC_CORNERS }, (_, k): Point => [out[3 * k], out[3 * k + 1]])
}

const RECTANGLE: Point[] = [
  [-0.5, -1.5],
  [0.5, -1.5],
  [0.5, 1.5],
  [-0.5, 1.5],
]
const EDGE: Point[] = [
  [0, -0.2],
  [0, 1],
]
// name, corners, extent of the face along -x, true for a disc
const OTHERS: [string, Point[], number, boolean][] = [
  ['rectangle', RECTANGLE, 0.5, false],
  ['edge', EDGE, 0, false],
  ['disc', discCorners(0.6, 0), 0.6, true],
  ['side of a beam', discCorners(0.3, 0.75), 1.05, true],
]

test.each(OTHERS)(
  'a common point is found of a disc and a %s with almost no common part',
  (_name, corners, reach, isDisc) => {
    for (const shift of [0, 0.4]) {
      const disc = place(discCorners(0.5, shift), 0, 0)
      const point = new Float64Array(2)
      for (const angle of [0, 0.1, Math.PI / 16, 2, 3]) {
        // the disc reaches along the unit vector of the angle to 0.5, the half disc of a beam `shift` farther along x
        const extent = 0.5 + shift * Math.abs(Math.cos(angle))
        const [c, s] = [Math.cos(angle), Math.sin(angle)]
        // moved sideways with the half disc, so that the nearest points are on one line
        const side = Math.sign(c) * shift
        const other = place(corners, reach + 0.5 - 1e-6, angle)
        for (let i = 0; i < other.length; i += 2) other[i] += side
        expect(findCommonWithDisc(disc, other, corners.length, isDisc, point)).toBe(true)
        // in the other face, not beyond its nearest point, and in the disc
        const along = c * point[0] + s * point[1]
        expect(along).toBeGreaterThanOrEqual(extent - 1e-6 - 1e-14)
        expect(along).toBeLessThanOrEqual(extent + 1e-12)
        // 1e-6 farther away a common point does not exist
        const apart = other.map((value, i) => value + 2e-6 * (i % 2 === 0 ? c : s))
        expect(findCommonWithDisc(disc, apart, corners.length, isDisc, point)).toBe(false)
      }
    }
  },
)
