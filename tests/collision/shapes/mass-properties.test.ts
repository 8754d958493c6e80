import {
  Box,
  Capsule,
  Cone,
  Cylinder,
  computeMassProperties,
  type SolidShape,
  Sphere,
  tessellate,
} from 'vario/collision'
import { describe, expect, it } from 'vitest'
import type { MassProperties } from '../../../src/collision/index.ts'
import { nameOf, PRIMITIVES } from './samples.ts'

function flatten(properties: MassProperties): number[] {
  return [properties.volume, ...properties.centroid, ...properties.inertia]
}

/**
 * Mass properties of the smooth shape from its inscribed polyhedra with 16, 32, 64, 128 segments: errors are series in 1/n², of which
 * three terms are eliminated (Romberg's scheme).
 */
function extrapolate(shape: SolidShape): number[] {
  const levels = [16, 32, 64, 128].map((n) => flatten(computeMassProperties(tessellate(shape, n))))
  for (let k = 1; k < levels.length; k++) {
    for (let i = levels.length - 1; i >= k; i--)
      levels[i] = levels[i].map((value, j) => value + (value - levels[i - 1][j]) / (4 ** k - 1))
  }
  return levels[levels.length - 1]
}

describe('mass properties', () => {
  it.each(PRIMITIVES.map((shape) => [nameOf(shape), shape] as const))(
    'agree with those of the triangulated surface of %s',
    (_, shape) => {
      const closed = flatten(computeMassProperties(shape))
      const expected = extrapolate(shape)
      // the remainder is of order (π/16·π/32·π/64·π/128)² = 2e-9 and less; entries of a vector or tensor relative to
      // the largest
      const largest = (from: number, to: number) => Math.max(...closed.slice(from, to).map(Math.abs)) || 1
      const scales = closed.map((_, i) => (i === 0 ? largest(0, 1) : i < 4 ? largest(1, 4) : largest(4, 13)))
      const errors = closed.map((value, i) => Math.abs(value - expected[i]) / scales[i])
      expect(Math.max(...errors)).toBeLessThanOrEqual(2e-9)
    },
  )

  it('equal the values of tables', () => {
    const sphere = computeMassProperties(Sphere({ diameter: 2 }))
    expect(sphere.volume).toBeCloseTo((4 / 3) * Math.PI, 14)
    expect(sphere.inertiaPerMass[0]).toBeCloseTo(0.4, 15)
    const cone = computeMassProperties(Cone({ axis: 'y', diameter: 2, length: 4 }))
    expect(cone.centroid).toEqual(Float64Array.from([0, 1, 0]))
    // 3/10 R² about the axis, 3/20 R² + 3/80 L² across
    expect(cone.inertiaPerMass[4]).toBeCloseTo(0.3, 15)
    expect(cone.inertiaPerMass[0]).toBeCloseTo(0.15 + 0.6, 15)
    const tube = computeMassProperties(Cylinder({ axis: 'x', diameter: 2, length: 3, innerDiameter: 1 }))
    expect(tube.volume).toBeCloseTo(Math.PI * 0.75 * 3, 14)
    expect(tube.inertiaPerMass[0]).toBeCloseTo((1 + 0.25) / 2, 15)
  })

  it('converge to those of a cylinder for a frustum', () => {
    const cylinder = computeMassProperties(Cylinder({ diameter: 1, length: 2 }))
    const frustum = computeMassProperties(Cone({ diameter: 1, length: 2, topDiameter: 1 - 1e-12 }))
    expect(frustum.volume).toBeCloseTo(cylinder.volume, 11)
    expect(frustum.centroid[2]).toBeCloseTo(1, 11)
    for (let i = 0; i < 9; i++) expect(frustum.inertia[i]).toBeCloseTo(cylinder.inertia[i], 11)
  })

  it('converge to those of a sphere for a capsule', () => {
    const sphere = computeMassProperties(Sphere({ diameter: 1 }))
    const capsule = computeMassProperties(Capsule({ diameter: 1, length: 1e-12 }))
    for (let i = 0; i < 9; i++) expect(capsule.inertia[i]).toBeCloseTo(sphere.inertia[i], 11)
  })

  it('exist per mass even for a plate', () => {
    const plate = computeMassProperties(Box({ lengthX: 2, lengthY: 0, lengthZ: 3 }))
    expect(plate.volume).toBe(0)
    expect(plate.inertia).toEqual(new Float64Array(9))
    expect(Array.from(plate.inertiaPerMass)).toEqual([9 / 12, 0, 0, 0, 13 / 12, 0, 0, 0, 4 / 12])
  })
})
