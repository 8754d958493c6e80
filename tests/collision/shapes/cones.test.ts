/** Cones that point against an axis, or have the wider end at the top, equal other cones turned upside down. */
import { Cone, computeMassProperties, createConvexShape, signedDistance, tessellate } from 'vario/collision'
import { describe, expect, it } from 'vitest'
import type { SignedAxis } from '../../../src/collision/index.ts'
import { createRandom, randomRotation, randomShape, SHAPE_NAMES } from '../distance/poses.ts'

type Quaternion = [number, number, number, number]
const AXES = ['x', 'y', 'z'] as const

/** Rotation by 180 degrees about the axis that follows `k`: that axis stays, the others change their sign. */
const halfTurn = (k: number): Quaternion =>
  [0, 0, 0, 0].map((_, i) => (i === (k + 1) % 3 ? 1 : 0)) as Quaternion
const along = (k: number, x: number): number[] => [0, 1, 2].map((i) => (i === k ? x : 0))

/**
 * The cone with base and top exchanged, as seen from its other end, and the pose of that end in the frame of the first.
 */
const CASES = AXES.flatMap((axis, k) =>
  (
    [
      [
        'against the axis',
        { axis: `-${axis}` as SignedAxis, diameter: 0.8, length: 0.5, topDiameter: 0.3 },
        { axis, diameter: 0.8, length: 0.5, topDiameter: 0.3 },
        0,
      ],
      [
        'with its tip against the axis',
        { axis: `-${axis}` as SignedAxis, diameter: 0.8, length: 0.5 },
        { axis, diameter: 0.8, length: 0.5 },
        0,
      ],
      [
        'with a wider top',
        { axis, diameter: 0.3, length: 0.5, topDiameter: 0.8 },
        { axis, diameter: 0.8, length: 0.5, topDiameter: 0.3 },
        0.5,
      ],
      [
        'standing on its tip',
        { axis, diameter: 0, length: 0.5, topDiameter: 0.8 },
        { axis, diameter: 0.8, length: 0.5 },
        0.5,
      ],
    ] as const
  ).map(([name, given, turned, shift]) => ({
    name: `${name} ${axis}`,
    cone: Cone(given),
    turned: Cone(turned),
    shift: along(k, shift),
    turn: halfTurn(k),
    k,
  })),
)

describe.each(CASES)('a cone $name', ({ cone, turned, shift, turn, k }) => {
  it('has the mass properties of the rotated cone', () => {
    const [a, b] = [computeMassProperties(cone), computeMassProperties(turned)]
    expect(a.volume).toBeCloseTo(b.volume, 14)
    for (let i = 0; i < 3; i++)
      expect(a.centroid[i]).toBeCloseTo(shift[i] - (i === k ? b.centroid[i] : 0), 14)
    for (let i = 0; i < 9; i++) expect(a.inertia[i]).toBeCloseTo(b.inertia[i], 14)
    // and of its surface, except for the corners of its circles
    const mesh = computeMassProperties(tessellate(cone, 256))
    expect(Math.abs(mesh.volume / a.volume - 1)).toBeLessThan(2e-4)
    for (let i = 0; i < 3; i++) expect(mesh.centroid[i]).toBeCloseTo(a.centroid[i], 6)
  })

  it('collides like the rotated cone', () => {
    const random = createRandom(5)
    for (const name of SHAPE_NAMES) {
      for (let n = 0; n < 25; n++) {
        const other = randomShape(name, random)
        const p = [0, 1, 2].map(() => 1.6 * random() - 0.8)
        const R = randomRotation(random)
        const w = Math.sqrt(Math.max(0, 1 + R[0] + R[4] + R[8])) / 2
        if (w < 0.1) continue
        const q: Quaternion = [(R[7] - R[5]) / (4 * w), (R[2] - R[6]) / (4 * w), (R[3] - R[1]) / (4 * w), w]
        for (const smoothingRadius of [0, 0.02]) {
          const pose = { p: [0, 0, 0] as const, q: [0, 0, 0, 1] as const }
          const found = signedDistance(cone, pose, other, { p, q }, { smoothingRadius })
          const expected = signedDistance(turned, { p: shift, q: turn }, other, { p, q }, { smoothingRadius })
          // separated and shallow: both are exact. Deep: searches from different sides may end at different minima.
          if (expected.distance > -0.02)
            expect(Math.abs(found.distance - expected.distance)).toBeLessThan(1e-9)
          else expect(found.distance).toBeLessThan(0)
        }
      }
    }
  })

  it('equals the rotated cone also after smoothing, within its bounding ball', () => {
    for (const r of [0, 0.01, 0.05]) {
      const [a, b] = [createConvexShape(cone, r), createConvexShape(turned, r)]
      expect(a.minDimension).toBe(b.minDimension)
      expect(a.contactRadius).toBe(b.contactRadius)
      expect(a.boundingRadius).toBeCloseTo(b.boundingRadius, 14)
      const [base, top, zBase, zTop] = b.size
      const ends = [top, base, shift[k] - zTop, shift[k] - zBase]
      for (let i = 0; i < 4; i++) expect(a.size[i]).toBeCloseTo(ends[i], 14)
    }
  })
})
