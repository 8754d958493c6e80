/** `castRay` against sphere tracing with signed distances, and closed forms. */
import {
  Beam,
  Box,
  Capsule,
  Cone,
  Cylinder,
  castRay,
  Ellipsoid,
  type SolidShape,
  Sphere,
  signedDistance,
  tessellate,
} from 'vario/collision'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../support/random.ts'

const shapes: readonly SolidShape[] = [
  Sphere({ diameter: 1.2 }),
  Ellipsoid({ lengthX: 1, lengthY: 0.4, lengthZ: 1.6 }),
  Box({ lengthX: 1, lengthY: 0.5, lengthZ: 1.4 }),
  Cylinder({ axis: 'y', diameter: 0.8, length: 1.5 }),
  Cone({ axis: '-x', diameter: 1, length: 1.2 }),
  Cone({ axis: 'z', diameter: 0.4, length: 0.7, topDiameter: 1.3 }),
  Capsule({ axis: 'x', diameter: 0.6, length: 1.1 }),
  Beam({ axis: 'x', length: 1, width: 0.5, thickness: 0.2 }),
  Beam({ axis: 'y', length: 1, width: 0.5, thickness: 0.2 }),
  Beam({ axis: 'z', length: 1, width: 0.5, thickness: 0.2 }),
]

const R = 1e-4
const probe = Sphere({ diameter: 2 * R })
const ORIGIN = { p: [0, 0, 0], q: [0, 0, 0, 1] }

/** Distance of a point from a shape [m]. */
function distanceOf(shape: SolidShape, p: readonly number[]): number {
  return signedDistance(shape, ORIGIN, probe, { p: [...p], q: [0, 0, 0, 1] }).distance + R
}

describe.each(shapes.map((shape) => [`${shape.shape} ${'axis' in shape ? shape.axis : ''}`, shape] as const))(
  '%s',
  (_name, shape) => {
    const random = createRandom(7)
    const vector = (size: number): number[] => Array.from({ length: 3 }, () => size * (2 * random() - 1))

    it('is hit where steps by the signed distance end', () => {
      let hits = 0
      for (let k = 0; k < 40; k++) {
        const origin = vector(3)
        if (distanceOf(shape, origin) < 0.01) continue
        const goal = vector(k % 2 === 0 ? 0.3 : 1)
        const d = goal.map((x, i) => x - origin[i])
        const length = Math.hypot(...d)
        const direction = d.map((x) => x / length)
        const at = (t: number): number[] => origin.map((x, i) => x + t * direction[i])
        // sphere tracing: never beyond the surface
        let [t, gap] = [0, 1]
        for (let step = 0; step < 300 && gap > 1e-9 && t < 12; step++) {
          gap = distanceOf(shape, at(t))
          t += gap
        }
        const found = castRay(shape, origin, direction)
        if (t >= 12) expect(found).toBe(Number.POSITIVE_INFINITY)
        else {
          hits++
          // tracing ends before the surface, by its last gap at incidences of up to 1e3, and is slow along surfaces
          expect(found).toBeGreaterThan(t - 1e-9)
          if (gap < 1e-9) expect(found).toBeLessThan(t + 1e-5)
          expect(Math.abs(distanceOf(shape, at(found)))).toBeLessThan(1e-8)
        }
      }
      expect(hits).toBeGreaterThan(10)
    })

    it('is left on its surface from inside, and is not behind the ray', () => {
      const inside =
        shape.shape === 'Cone' ? { x: [-0.3, 0, 0], z: [0, 0, 0.3] }[shape.axis.slice(-1)]! : [0.01, 0, 0]
      for (let k = 0; k < 10; k++) {
        const direction = vector(1)
        const t = castRay(shape, inside, direction)
        const place = inside.map((x, i) => x + t * direction[i])
        expect(Math.abs(distanceOf(shape, place))).toBeLessThan(1e-9)
        const beyond = inside.map((x, i) => x + 20 * direction[i])
        if (Math.hypot(...direction) > 0.2)
          expect(castRay(shape, beyond, direction)).toBe(Number.POSITIVE_INFINITY)
      }
    })
  },
)

describe('castRay', () => {
  it('counts in lengths of the direction', () => {
    expect(castRay(Sphere({ diameter: 2 }), [0, 0, -5], [0, 0, 2])).toBe(2)
    expect(castRay(Sphere({ diameter: 2 }), [0, 0, -5], [0, 0, -2])).toBe(Number.POSITIVE_INFINITY)
  })

  it('sees through the hole of a cylinder, and its walls from inside', () => {
    const tube = Cylinder({ axis: 'z', diameter: 2, length: 4, innerDiameter: 1 })
    expect(castRay(tube, [0.2, 0, -9], [0, 0, 1])).toBe(Number.POSITIVE_INFINITY)
    expect(castRay(tube, [0.7, 0, -9], [0, 0, 1])).toBe(7)
    expect(castRay(tube, [0, 0, 0], [1, 0, 0])).toBe(0.5)
    expect(castRay(tube, [-3, 0, 0], [1, 0, 0])).toBe(2)
    expect(castRay(tube, [-0.7, 0, 0], [1, 0, 0])).toBeCloseTo(0.2, 15)
    // over the edge into the hole, onto the opposite wall
    expect(castRay(tube, [-0.4, 0, 3], [0.1, 0, -1])).toBe(Number.POSITIVE_INFINITY)
    expect(castRay(tube, [-0.4, 0, 3], [0.3, 0, -1])).toBeCloseTo(3, 14)
  })

  it('passes rays along faces and through tips', () => {
    const cone = Cone({ axis: 'z', diameter: 2, length: 1 })
    expect(castRay(cone, [0, 0, 5], [0, 0, -1])).toBe(4)
    // along a generator, and parallel to one inside
    expect(castRay(cone, [0.5, 0, -3], [0, 0, 1])).toBe(3)
    expect(castRay(cone, [-3, 0, 0.5], [1, 0, 0])).toBeCloseTo(2.5, 14)
    expect(castRay(cone, [-1.5, 0, 0], [1, 0, 1])).toBe(Number.POSITIVE_INFINITY)
    expect(castRay(cone, [0, 0, -1], [-1, 0, 1])).toBeCloseTo(1, 14)
    expect(castRay(Box(), [-2, 0.5, 0], [1, 0, 0])).toBe(1.5)
    expect(castRay(Box(), [-2, 0.5000001, 0], [1, 0, 0])).toBe(Number.POSITIVE_INFINITY)
  })

  it('hits meshes where it hits their shapes', () => {
    const box = Box({ lengthX: 1, lengthY: 0.6, lengthZ: 0.4 })
    const mesh = tessellate(box)
    const random = createRandom(3)
    for (let k = 0; k < 50; k++) {
      const origin = [3 * random() - 1.5, 2, 2 * random() - 1]
      const direction = [random() - 0.5, -1, random() - 0.5]
      const expected = castRay(box, origin, direction)
      const found = castRay(mesh, origin, direction)
      if (expected === Number.POSITIVE_INFINITY) expect(found).toBe(expected)
      else expect(found).toBeCloseTo(expected, 13)
    }
  })
})
