/** Aligned and degenerate poses with answers in closed form. */
import {
  Beam,
  Box,
  Capsule,
  Cone,
  Cylinder,
  Ellipsoid,
  type SolidShape,
  Sphere,
  signedDistance,
} from 'vario/collision'
import { describe, expect, test } from 'vitest'

const Q0 = [0, 0, 0, 1]
const ORIGIN = { p: [0, 0, 0], q: Q0 }
const at = (x: number, y = 0, z = 0) => ({ p: [x, y, z], q: Q0 })
const dot = (a: readonly number[], b: readonly number[]): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** Some roundings of coordinates of size 1. */
const ROUNDING = 1e-15

const CUBE = Box({ lengthX: 1, lengthY: 1, lengthZ: 1 })

test('the example of the design', () => {
  const box = Box({ lengthX: 1, lengthY: 0.6, lengthZ: 0.4 })
  const c = signedDistance(Sphere({ diameter: 0.6 }), ORIGIN, box, at(0.7))
  expect(c.distance).toBeCloseTo(-0.1, 15)
  expect(c.normal).toEqual([1, 0, 0])
  expect(c.pointA[0]).toBeCloseTo(0.3, 15)
  expect(c.pointB[0]).toBeCloseTo(0.2, 15)
})

describe('coincident centres', () => {
  // the smallest depth of concentric, aligned shapes: the smallest sum of half widths
  const cases: [string, SolidShape, SolidShape, number][] = [
    ['spheres', Sphere({ diameter: 1 }), Sphere({ diameter: 0.4 }), -0.7],
    ['sphere and cube', Sphere({ diameter: 0.4 }), CUBE, -0.7],
    ['cubes', CUBE, CUBE, -1],
    [
      'capsules',
      Capsule({ axis: 'x', diameter: 0.2, length: 1 }),
      Capsule({ axis: 'x', diameter: 0.4, length: 1 }),
      -0.3,
    ],
    [
      'crossed capsules',
      Capsule({ axis: 'x', diameter: 0.2, length: 1 }),
      Capsule({ axis: 'z', diameter: 0.4, length: 1 }),
      -0.3,
    ],
    ['sphere and capsule', Sphere({ diameter: 1 }), Capsule({ axis: 'y', diameter: 0.4, length: 1 }), -0.7],
    [
      'coaxial cylinders',
      Cylinder({ axis: 'z', diameter: 0.4, length: 1 }),
      Cylinder({ axis: 'z', diameter: 0.6, length: 2 }),
      -0.5,
    ],
    [
      'ellipsoids',
      Ellipsoid({ lengthX: 1, lengthY: 2, lengthZ: 3 }),
      Ellipsoid({ lengthX: 1, lengthY: 2, lengthZ: 3 }),
      -1,
    ],
    [
      'ball-like ellipsoids',
      Ellipsoid({ lengthX: 1, lengthY: 1, lengthZ: 1 }),
      Ellipsoid({ lengthX: 1, lengthY: 1, lengthZ: 1 }),
      -1,
    ],
    [
      'beams',
      Beam({ axis: 'x', length: 1, width: 0.5, thickness: 0.2 }),
      Beam({ axis: 'x', length: 1, width: 0.5, thickness: 0.2 }),
      -0.2,
    ],
  ]
  test.each(cases)('%s', (_, a, b, distance) => {
    const first = signedDistance(a, ORIGIN, b, ORIGIN)
    expect(Math.abs(first.distance - distance)).toBeLessThan(ROUNDING)
    expect(Math.abs(dot(first.normal, first.normal) - 1)).toBeLessThan(ROUNDING)
    // deterministic
    expect(signedDistance(a, ORIGIN, b, ORIGIN)).toEqual(first)
  })
})

describe('parallel faces and edges: points are in the middle of what touches', () => {
  const plate = Box({ lengthX: 4, lengthY: 4, lengthZ: 0.2 })
  const onPlate = (z: number) => at(0.3, -0.2, 0.1 + z)
  const cases: [string, SolidShape, number][] = [
    ['box', CUBE, 0.5],
    ['cylinder on its end', Cylinder({ axis: 'z', diameter: 1, length: 1 }), 0.5],
    ['cylinder on its side', Cylinder({ axis: 'x', diameter: 1, length: 1 }), 0.5],
    ['capsule on its side', Capsule({ axis: 'y', diameter: 0.4, length: 1 }), 0.2],
    ['beam flat', Beam({ axis: 'x', length: 1, width: 0.5, thickness: 0.2 }), 0.1],
    ['beam upright', Beam({ axis: 'x', length: 1, width: 0.5, thickness: 0.2 }), 0.1],
    ['cone on its base', Cone({ axis: 'z', diameter: 1, length: 1 }), 0],
  ]
  for (const gap of [0.25, 0, -0.01]) {
    for (const smoothingRadius of [0, 0.001]) {
      test.each(cases)(`%s, gap ${gap}, smoothing ${smoothingRadius}`, (_, shape, height) => {
        const c = signedDistance(plate, ORIGIN, shape, onPlate(height + gap), { smoothingRadius })
        expect(Math.abs(c.distance - gap)).toBeLessThan(2 * ROUNDING)
        for (const [i, n] of [0, 0, 1].entries()) expect(Math.abs(c.normal[i] - n)).toBeLessThan(1e-12)
        expect(c.pointA[0]).toBeCloseTo(0.3, 9)
        expect(c.pointA[1]).toBeCloseTo(-0.2, 9)
        expect(c.pointA[2]).toBeCloseTo(0.1, 12)
        expect(c.pointB[2]).toBeCloseTo(0.1 + gap, 12)
      })
    }
  }

  test('two boxes that overlap in part', () => {
    // common part of the faces: x from 0.2 to 0.5, y from -0.5 to 0.4
    const c = signedDistance(CUBE, ORIGIN, CUBE, at(0.7, -0.1, 1.25))
    expect(c.distance).toBeCloseTo(0.25, 15)
    // faces are cut with a tolerance of 1e-12 of their edges
    expect(Math.abs(c.pointA[0] - 0.35)).toBeLessThan(1e-12)
    expect(Math.abs(c.pointA[1] + 0.05)).toBeLessThan(1e-12)
  })

  test('edge on edge: crossed, and parallel', () => {
    const quarter = Math.sin(Math.PI / 8)
    const turned = (axis: number) =>
      [0, 1, 2].map((i) => (i === axis ? quarter : 0)).concat(Math.cos(Math.PI / 8))
    const lower = { p: [0, 0, 0], q: turned(0) }
    const crossed = signedDistance(CUBE, lower, CUBE, {
      p: [0.1, 0.2, 2 * Math.SQRT1_2 - 0.01],
      q: turned(1),
    })
    expect(crossed.distance).toBeCloseTo(-0.01, 14)
    expect(crossed.pointA[0]).toBeCloseTo(0.1, 12)
    expect(crossed.pointA[1]).toBeCloseTo(0, 12)
    const parallel = signedDistance(CUBE, lower, CUBE, { p: [0.4, 0, 2 * Math.SQRT1_2 + 0.01], q: turned(0) })
    expect(parallel.distance).toBeCloseTo(0.01, 14)
    expect(parallel.pointA[0]).toBeCloseTo(0.2, 9)
  })

  test('corner on corner', () => {
    const c = signedDistance(CUBE, ORIGIN, CUBE, at(1.1, 1.1, 1.1))
    expect(c.distance).toBeCloseTo(0.1 * Math.sqrt(3), 14)
    expect(c.pointA.map((x) => x.toFixed(12))).toEqual(['0.500000000000', '0.500000000000', '0.500000000000'])
  })
})

describe('a disc touches in a part that is thinner than what a polygon leaves out of it', () => {
  // farther from the axis of a disc of radius 0.5 than the sides of a regular polygon of 16 corners, 0.5 cos(π/16) = 0.4904
  const offset = 0.495
  const disc = Cylinder({ axis: 'z', diameter: 1, length: 1 })

  test('the axis of a capsule in the base of a cone (found by a run of properties, seed 31)', () => {
    // the core of the capsule lies on the chord x = -0.495 of the base disc, whose middle is the contact point
    const cone = Cone({ axis: 'z', diameter: 1, length: 0.8 })
    const capsule = Capsule({ axis: 'y', diameter: 0.4, length: 3 })
    const c = signedDistance(capsule, at(-offset), cone, ORIGIN)
    expect(c.distance).toBeCloseTo(-0.2, 14)
    expect(c.pointB[0]).toBeCloseTo(-offset, 14)
    expect(c.pointB[2]).toBeCloseTo(0, 14)
    // within the chord, half of which is √(0.5² - 0.495²)
    expect(Math.abs(c.pointB[1])).toBeLessThanOrEqual(Math.sqrt(0.25 - offset * offset) + ROUNDING)
  })

  // with how far their faces reach from their centres along x; those of the beam are half discs at x = ±0.75
  const others: [string, SolidShape, number][] = [
    ['face of a box', Box({ lengthX: 1, lengthY: 3, lengthZ: 1 }), 0.5],
    ['disc of a cylinder', Cylinder({ axis: 'z', diameter: 1.2, length: 1 }), 0.6],
    ['flat side of a beam', Beam({ axis: 'x', length: 1.5, width: 0.6, thickness: 1 }), 0.75 + 0.3],
  ]
  test.each(others)('%s', (_name, shape, reach) => {
    for (const angle of [0, 0.1, Math.PI / 16, 0.3]) {
      // faces overlap by 1e-3, which is less than the depth across: 0.005
      const [c, s] = [Math.cos(angle), Math.sin(angle)]
      const pose = {
        p: [c * (reach + offset), s * (reach + offset), 0.999],
        q: [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)],
      }
      const found = signedDistance(disc, ORIGIN, shape, pose)
      expect(found.distance).toBeCloseTo(-1e-3, 13)
      // in the disc, and in the other face: not farther out than its nearest point
      expect(Math.hypot(found.pointA[0], found.pointA[1])).toBeLessThanOrEqual(0.5 + 1e-12)
      expect(c * found.pointA[0] + s * found.pointA[1]).toBeGreaterThanOrEqual(offset - 1e-12)
    }
  })
})

describe('closed forms', () => {
  test('a sphere around the rim and the apex of a cone', () => {
    const cone = Cone({ axis: 'z', diameter: 2, length: 2 })
    const sphere = Sphere({ diameter: 0.2 })
    expect(signedDistance(sphere, at(0, 0, 3), cone, ORIGIN).distance).toBeCloseTo(0.9, 14)
    expect(signedDistance(sphere, at(0, 0, -1), cone, ORIGIN).distance).toBeCloseTo(0.9, 14)
    expect(signedDistance(sphere, at(2, 0, -1), cone, ORIGIN).distance).toBeCloseTo(Math.SQRT2 - 0.1, 14)
    // inside, on the axis at height 1: the side has the normal (2, 1)/√5 and passes (1, 0)
    expect(signedDistance(sphere, at(0, 0, 1), cone, ORIGIN).distance).toBeCloseTo(
      -1 / Math.sqrt(5) - 0.1,
      14,
    )
  })

  test('an ellipsoid of equal axes is a ball', () => {
    const ball = Ellipsoid({ lengthX: 1, lengthY: 1, lengthZ: 1 })
    for (const d of [1.7, 1.2, 0.9, 0.3]) {
      const c = signedDistance(
        ball,
        ORIGIN,
        Ellipsoid({ lengthX: 1.4, lengthY: 1.4, lengthZ: 1.4 }),
        at(0.6 * d, 0, 0.8 * d),
      )
      expect(Math.abs(c.distance - (d - 1.2))).toBeLessThan(3e-15)
      expect(dot(c.normal, [0.6, 0, 0.8])).toBeCloseTo(1, 14)
    }
  })
})
