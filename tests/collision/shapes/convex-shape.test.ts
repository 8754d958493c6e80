import {
  Beam,
  Box,
  Capsule,
  Cone,
  Cylinder,
  createConvexShape,
  Ellipsoid,
  Mesh,
  Sphere,
  tessellate,
} from 'vario/collision'
import { describe, expect, it } from 'vitest'
import { createConvexParts, HULL, POINT, SEGMENT } from '../../../src/collision/index.ts'
import { nameOf, PRIMITIVES } from './samples.ts'

describe('convex shapes', () => {
  it('provide contact radius and flatness', () => {
    const rows = [
      [Sphere({ diameter: 0.6 }), 0.3, false],
      [Ellipsoid({ lengthX: 0.4, lengthY: 1, lengthZ: 0.7 }), 0.2, false],
      [Box({ lengthX: 1, lengthY: 0.6, lengthZ: 0.4 }), 0.2, true],
      [Cylinder({ diameter: 0.5, length: 0.2 }), 0.1, false],
      [Cone({ diameter: 1, topDiameter: 0.2, length: 0.1 }), 0.3, false],
      [Capsule({ diameter: 0.5, length: 0.2 }), 0.25, false],
      [Beam({ length: 1, width: 0.4, thickness: 0.5 }), 0.2, true],
      [tessellate(Box({ lengthX: 1, lengthY: 0.6, lengthZ: 0.4 })), 0.2, false],
    ] as const
    for (const [shape, radius, isFlat] of rows) {
      const convex = createConvexShape(shape)
      expect(convex.contactRadius).toBeCloseTo(radius, 15)
      expect(convex.isFlat).toBe(isFlat)
    }
  })

  it('become points and segments with a radius where possible', () => {
    expect(createConvexShape(Sphere(), 0.01)).toMatchObject({ kind: POINT, radius: 0.5 })
    const capsule = createConvexShape(Capsule({ axis: 'y', length: 3 }), 0.01)
    expect(capsule).toMatchObject({ kind: SEGMENT, axis: 1, radius: 0.5 })
    expect(capsule.size[0]).toBe(1.5)
  })

  it('limit the smoothing radius to a tenth of the smallest dimension', () => {
    expect(createConvexShape(Box({ lengthX: 0.004 }), 0.001).radius).toBeCloseTo(0.0004, 18)
    expect(createConvexShape(Box(), 0.001).radius).toBe(0.001)
    expect(createConvexShape(Ellipsoid(), 0.001).radius).toBe(0)
    expect(createConvexShape(tessellate(Box()), 0.001).radius).toBe(0)
  })

  it('keep the lengths of the shape without smoothing', () => {
    expect(Array.from(createConvexShape(Cone({ diameter: 0.3, length: 0.7 })).size)).toEqual([
      0.15, 0, 0, 0.7,
    ])
    const frustum = createConvexShape(Cone({ diameter: 0.3, length: 0.7, topDiameter: 0.1 }))
    expect(Array.from(frustum.size)).toEqual([0.15, 0.05, 0, 0.7])
    expect(Array.from(createConvexShape(Beam()).size)).toEqual([0.5, 0.1, 0.05, 0])
  })

  it('smooth a frustum with a top smaller than the smoothing radius like a cone', () => {
    const cone = createConvexShape(Cone(), 0.05)
    const frustum = createConvexShape(Cone({ topDiameter: 1e-9 }), 0.05)
    for (let i = 0; i < 4; i++) expect(frustum.size[i]).toBeCloseTo(cone.size[i], 8)
    expect(cone.size[1]).toBe(0)
    // the ball in the apex of the core touches the mantle: apex lower by r/sin of half the opening angle
    expect(cone.size[3]).toBeCloseTo(1 - (0.05 * Math.hypot(1, 0.5)) / 0.5, 15)
  })

  it.each(PRIMITIVES.map((shape) => [nameOf(shape), shape] as const))(
    'place %s in its bounding ball',
    (_, shape) => {
      const { center, boundingRadius } = createConvexShape(shape)
      const { vertices } = tessellate(shape, 40)
      let farthest = 0
      for (let i = 0; i < vertices.length; i += 3) {
        const distance = Math.hypot(
          vertices[i] - center[0],
          vertices[i + 1] - center[1],
          vertices[i + 2] - center[2],
        )
        farthest = Math.max(farthest, distance)
      }
      // 40 segments hit the farthest points of all shapes: poles, rims and corners
      expect(Math.abs(farthest - boundingRadius)).toBeLessThanOrEqual(1e-15 * Math.max(1, boundingRadius) * 4)
    },
  )

  it('must have a volume', () => {
    expect(() => createConvexShape(Box({ lengthZ: 0 }), 0, 'floor.shape')).toThrow(
      'floor.shape: expected a smallest dimension > 0 m, because the shape collides, got 0.',
    )
    const vertices = [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]
    const plate = Mesh({ vertices, triangles: [0, 1, 2, 1, 3, 2], source: 'plate.obj' })
    expect(() => createConvexShape(plate)).toThrow(
      'Mesh (plate.obj): expected points that span a volume, got points in one plane.',
    )
    expect(() => createConvexShape(Box(), -1)).toThrow(
      'Box: smoothingRadius: expected a number >= 0, got -1.',
    )
  })

  it('detect the thickness of a rotated thin plate', () => {
    const { vertices, triangles } = tessellate(Box({ lengthX: 1, lengthY: 1, lengthZ: 0.01 }))
    const [c, s] = [Math.cos(0.7), Math.sin(0.7)]
    const rotated = vertices.slice()
    for (let i = 0; i < vertices.length; i += 3) {
      rotated[i] = c * vertices[i] + s * vertices[i + 2]
      rotated[i + 2] = c * vertices[i + 2] - s * vertices[i]
    }
    expect(createConvexShape(Mesh({ vertices: rotated, triangles })).minDimension).toBeCloseTo(0.01, 14)
  })

  it('represent each convex part of a mesh', () => {
    const { vertices, triangles } = tessellate(Box())
    const moved = vertices.map((x, i) => (i % 3 === 0 ? x + 3 : x))
    const both = {
      vertices: [...vertices, ...moved],
      triangles: [...triangles, ...triangles.map((i) => i + 8)],
    }
    const parts = [
      { vertices, triangles },
      { vertices: moved, triangles },
    ]
    const convex = createConvexParts(Mesh({ ...both, convexParts: parts, scale: 2 }))
    expect(convex.map((part) => [part.kind, part.center[0]])).toEqual([
      [HULL, 0],
      [HULL, 6],
    ])
    expect(createConvexParts(Mesh(both)).length).toBe(1)
    expect(createConvexParts(Box(), 0.01)[0].radius).toBe(0.01)
  })
})
