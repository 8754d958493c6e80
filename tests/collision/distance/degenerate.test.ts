/** Aligned and degenerate poses with results in closed form. */
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

/** A few rounding errors of coordinates of size 1. */
const ROUNDING = 1e-15

const CUBE = Box({ lengthX: 1, lengthY: 1, lengthZ: 1 })

test('the example of the design is reproduced', () => {
  const box = Box({ lengthX: 1, lengthY: 0.6, lengthZ: 0.4 })
  const c = signedDistance(Sphere({ diameter: 0.6 }), ORIGIN, box, at(0.7))
  expect(c.distance).toBeCloseTo(-0.1, 15)
  expect(c.normal).toEqual([1, 0, 0])
  expect(c.pointA[0]).toBeCloseTo(0.3, 15)
  expect(c.pointB[0]).toBeCloseTo(0.2, 15)
})

describe('coincident centers', () => {
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

describe('parallel faces and edges: points are in the middle of the common part', () => {
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

  test('the point of two partly overlapping faces is in the middle of their common part', () => {
    // common part of the faces: x from 0.2 to 0.5, y from -0.5 to 0.4
    const c = signedDistance(CUBE, ORIGIN, CUBE, at(0.7, -0.1, 1.25))
    expect(c.distance).toBeCloseTo(0.25, 15)
    // faces are cut with a tolerance of 1e-12 of their edges
    expect(Math.abs(c.pointA[0] - 0.35)).toBeLessThan(1e-12)
    expect(Math.abs(c.pointA[1] + 0.05)).toBeLessThan(1e-12)
  })

  test('an edge on an edge, crossed and parallel, has the exact distance', () => {
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

  test('a corner on a corner has the exact distance', () => {
    const c = signedDistance(CUBE, ORIGIN, CUBE, at(1.1, 1.1, 1.1))
    expect(c.distance).toBeCloseTo(0.1 * Math.sqrt(3), 14)
    expect(c.pointA.map((x) => x.toFixed(12))).toEqual(['0.500000000000', '0.500000000000', '0.500000000000'])
  })
})

test('a ball in the middle of an almost spherical ellipsoid has the smallest of many similar depths', () => {
  const sphere = Sphere({ diameter: 0.76 })
  for (const [lengthX, lengthY, lengthZ] of [
    [1.0456, 1.0321, 1.0031],
    [0.4756, 0.4806, 0.526],
    [1.0895, 0.9983, 0.9758],
    [1.0361, 1.1246, 1.0313],
  ]) {
    const ellipsoid = Ellipsoid({ lengthX, lengthY, lengthZ })
    for (let k = 0; k < 40; k++) {
      // unrelated orientations
      const q = [Math.sin(k), Math.sin(2 * k + 1), Math.cos(3 * k), Math.cos(5 * k + 2)]
      const norm = Math.hypot(...q)
      const pose = { p: [0, 0, 0], q: q.map((x) => x / norm) }
      const { distance } = signedDistance(sphere, ORIGIN, ellipsoid, pose)
      expect(distance).toBeCloseTo(-0.38 - 0.5 * Math.min(lengthX, lengthY, lengthZ), 13)
    }
  }
})

test('points are exact for the axis of a capsule in the rim of the base of a cone (property test, seed 31)', () => {
  // The core of the capsule lies in the plane of the base, 0.1477 m off its center: in the disc of radius 0.15 m, but not in a regular polygon
  // of 16 corners inside of it, 0.15 cos(π/16) = 0.1471. The contact point is on the chord, half of which is √(0.15² - 0.1477²).
  const cone = Cone({ axis: 'z', diameter: 0.3, length: 0.7 })
  const capsule = Capsule({ axis: 'y', diameter: 0.8, length: 1 })
  for (const y of [0, 0.01, 0.3]) {
    const c = signedDistance(capsule, ORIGIN, cone, at(0.1477, y))
    expect(c.distance).toBeCloseTo(-0.4, 14)
    expect(c.pointB[0]).toBeCloseTo(0, 14)
    expect(c.pointB[2]).toBeCloseTo(0, 14)
    expect(Math.abs(c.pointB[1] - y)).toBeLessThanOrEqual(Math.sqrt(0.15 ** 2 - 0.1477 ** 2) + ROUNDING)
  }
})

describe('coaxial cones with opposite apexes and almost the same angle (property test, seed 41)', () => {
  // In the meridian plane A has the corners (rA, 0), (0, lA), and B, turned around, (rB, s), (0, s - lB). The depth in direction (u, v) is
  // max(rA u, lA v) + max(rB u - s v, (lB - s) v); it is smallest at the normal of a side of the difference: (l, r) of either cone, or the axis.
  const HALF_TURN = [1, 0, 0, 0]
  const meridianDepth = (rA: number, lA: number, rB: number, lB: number, s: number): number =>
    Math.min(
      ...[
        [lA, rA],
        [lB, rB],
        [0, 1],
        [0, -1],
      ].map(
        ([u, v]) => (Math.max(rA * u, lA * v) + Math.max(rB * u - s * v, (lB - s) * v)) / Math.hypot(u, v),
      ),
    )
  const [rA, lA, rB] = [0.2922290358925238, 0.40469483942724765, 0.31091958531178528]
  // 1.6e-4 rad is the pair that was found; where sides are as good as parallel, any point of them is right
  for (const angle of [1e-2, 1.6e-4, -1.6e-4, -1e-6, 1e-8, 0]) {
    test.each([0.42953, 0.41, 0.5, 0.7])(
      `the depth is exact for angles that differ by ${angle} rad, bases %d m apart`,
      (s) => {
        const lB = rB / Math.tan(Math.atan2(rA, lA) + angle)
        const A = Cone({ axis: 'z', diameter: 2 * rA, length: lA })
        const B = Cone({ axis: 'z', diameter: 2 * rB, length: lB })
        const c = signedDistance(A, ORIGIN, B, { p: [0, 0, s], q: HALF_TURN })
        expect(Math.abs(c.distance + meridianDepth(rA, lA, rB, lB, s))).toBeLessThan(2 * ROUNDING)
        // both points are inside their cones
        const reachA = Math.hypot(c.pointA[0], c.pointA[1]) / rA + c.pointA[2] / lA
        const reachB = Math.hypot(c.pointB[0], c.pointB[1]) / rB + (s - c.pointB[2]) / lB
        expect(reachA).toBeLessThan(1 + 1e-13)
        expect(reachB).toBeLessThan(1 + 1e-13)
        for (const height of [c.pointA[2], lA - c.pointA[2], s - c.pointB[2], c.pointB[2] - s + lB])
          expect(height).toBeGreaterThan(-1e-13)
      },
    )
  }
})

test.each([1e-2, 1.6e-4, 1e-6, 6e-9])(
  'the depth of a cylinder around the axis of a cone is exact with a side tilted by %d rad',
  (tilt) => {
    // in the meridian plane as above, with the corners (r, 0), (r - tilt l, l) of the cone and (R, s ± h) of the cylinder
    const [r, l, R, h] = [0.2888629635795951, 0.9174426144920289, 0.25235139336436985, 0.4433292097179219]
    const top = r - tilt * l
    const cone = Cone({ axis: 'z', diameter: 2 * r, length: l, topDiameter: 2 * top })
    const cylinder = Cylinder({ axis: 'z', diameter: 2 * R, length: 2 * h })
    for (const s of [0.445, 0.3, 0.6]) {
      const depths = [
        [1, tilt],
        [1, 0],
        [0, 1],
        [0, -1],
      ].map(
        ([u, v]) => (Math.max(r * u, top * u + l * v) + R * u - s * v + h * Math.abs(v)) / Math.hypot(u, v),
      )
      // rotated together, so that the meridian planes of support points are arbitrary
      for (let k = 0; k < 20; k++) {
        const q = [Math.sin(k), Math.sin(2 * k + 1), Math.cos(3 * k), Math.cos(5 * k + 2)]
        const norm = Math.hypot(...q)
        const [x, y, z, w] = q.map((component) => component / norm)
        const p = [2 * s * (x * z + y * w), 2 * s * (y * z - x * w), s * (1 - 2 * (x * x + y * y))]
        const turned = [x, y, z, w]
        const { distance } = signedDistance(cone, { p: [0, 0, 0], q: turned }, cylinder, { p, q: turned })
        expect(Math.abs(distance + Math.min(...depths))).toBeLessThan(3 * ROUNDING)
      }
    }
  },
)

describe('closed forms', () => {
  test('a sphere around the rim and the apex of a cone has the exact distance', () => {
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

  test('an ellipsoid with equal axes is a ball', () => {
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
