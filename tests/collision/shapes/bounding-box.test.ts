import {
  computeBoundingBox,
  createConvexShape,
  Ellipsoid,
  type SolidShape,
  tessellate,
} from 'vario/collision'
import { describe, expect, it } from 'vitest'
import { rodrigues } from '../../support/geometry.ts'
import { createDirections, createRandom, nameOf, PRIMITIVES } from './samples.ts'

const random = createRandom(3)
const POSES = createDirections(40, 9).map((axis) => ({
  R: rodrigues(axis, Math.PI * (2 * random() - 1)),
  p: Float64Array.from([random(), random(), random()]),
}))
const SEGMENTS = 400

/** Bounding box of the vertices of a mesh with orientation R at position p. */
function boxOfVertices(vertices: Float64Array, R: Float64Array, p: Float64Array): number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
  for (let i = 0; i < vertices.length; i += 3) {
    for (let k = 0; k < 3; k++) {
      const x =
        p[k] + R[3 * k] * vertices[i] + R[3 * k + 1] * vertices[i + 1] + R[3 * k + 2] * vertices[i + 2]
      box[k] = Math.min(box[k], x)
      box[3 + k] = Math.max(box[3 + k], x)
    }
  }
  return box
}

const SHAPES: readonly SolidShape[] = [...PRIMITIVES, tessellate(PRIMITIVES[9], 24)]

describe('bounding box', () => {
  it.each(SHAPES.map((shape) => [nameOf(shape), shape] as const))('fits %s tightly', (_, shape) => {
    const convex = createConvexShape(shape)
    const { vertices } = tessellate(shape, SEGMENTS)
    const isPolyhedron = shape.shape === 'Box' || shape.shape === 'Mesh'
    // vertices deviate from a curved surface by at most the sagitta of half a segment, in two directions
    const slack = isPolyhedron ? 0 : 2 * convex.boundingRadius * (1 - Math.cos(Math.PI / SEGMENTS))
    const box = new Float64Array(8)
    let outside = 0
    let loose = 0
    for (const { R, p } of POSES) {
      computeBoundingBox(convex, R, 0, p, 0, box, 1)
      boxOfVertices(vertices, R, p).forEach((x, k) => {
        const gap = k < 3 ? x - box[1 + k] : box[1 + k] - x
        outside = Math.max(outside, -gap)
        loose = Math.max(loose, gap)
      })
    }
    const rounding = 4e-15 * Math.max(1, convex.boundingRadius)
    expect(outside).toBeLessThanOrEqual(rounding)
    expect(loose).toBeLessThanOrEqual(slack + rounding)
  })

  it('equals the closed form √Σ(R_ki a_i)² for an ellipsoid', () => {
    const convex = createConvexShape(Ellipsoid({ lengthX: 0.4, lengthY: 1.1, lengthZ: 0.7 }))
    const box = new Float64Array(6)
    for (const { R, p } of POSES) {
      computeBoundingBox(convex, R, 0, p, 0, box, 0)
      for (let k = 0; k < 3; k++) {
        const half = Math.hypot(0.2 * R[3 * k], 0.55 * R[3 * k + 1], 0.35 * R[3 * k + 2])
        expect(Math.abs(box[k] - (p[k] - half))).toBeLessThanOrEqual(1e-15)
        expect(Math.abs(box[3 + k] - (p[k] + half))).toBeLessThanOrEqual(1e-15)
      }
    }
  })
})
