import { convexHull, createConvexShape, Mesh, Sphere, tessellate } from 'vario/collision'
import { describe, expect, it } from 'vitest'
import { computeSupport, findHullSupport } from '../../../src/collision/index.ts'
import {
  computeExcess,
  createDirections,
  createFaceNormals,
  createRandom,
  nameOf,
  PRIMITIVES,
} from './samples.ts'

/** A few rounding errors of coordinates of 1 m [m]. */
const ROUNDING = 4e-15

const DIRECTIONS = createDirections(3000, 11)
const point = new Float64Array(3)

function dot(a: ArrayLike<number>, b: ArrayLike<number>, ib = 0): number {
  return a[0] * b[ib] + a[1] * b[ib + 1] + a[2] * b[ib + 2]
}

/** Largest d·v over vertices v. */
function computeFarthest(vertices: Float64Array, d: ArrayLike<number>): number {
  let farthest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < vertices.length; i += 3) farthest = Math.max(farthest, dot(d, vertices, i))
  return farthest
}

describe.each(PRIMITIVES.map((shape) => [nameOf(shape), shape] as const))('support of %s', (_, shape) => {
  const convex = createConvexShape(shape)
  const { vertices } = tessellate(shape, 40)
  const tolerance = ROUNDING * Math.max(1, convex.boundingRadius)
  const other = new Float64Array(3)

  it('returns a point of the shape, with no point of the surface farther', () => {
    let excess = Number.NEGATIVE_INFINITY
    let missed = Number.NEGATIVE_INFINITY
    for (const d of DIRECTIONS) {
      computeSupport(convex, d[0], d[1], d[2], point, 0)
      for (let k = 0; k < 3; k++) point[k] += convex.radius * d[k]
      excess = Math.max(excess, computeExcess(shape, point))
      missed = Math.max(missed, computeFarthest(vertices, d) - dot(d, point))
    }
    expect(excess).toBeLessThanOrEqual(tolerance)
    expect(missed).toBeLessThanOrEqual(tolerance)
  })

  it('does not depend on the length of the direction, from 1e-250 to 1e250', () => {
    let difference = 0
    let excess = Number.NEGATIVE_INFINITY
    for (const d of DIRECTIONS.slice(0, 300)) {
      computeSupport(convex, d[0], d[1], d[2], point, 0)
      for (const factor of [1e-250, 1e-9, 7, 1e160, 1e250]) {
        computeSupport(convex, factor * d[0], factor * d[1], factor * d[2], other, 0)
        // values, not points: if the direction is a normal up to rounding, another point of the face is equally valid
        difference = Math.max(difference, Math.abs(dot(d, other) - dot(d, point)))
        excess = Math.max(excess, computeExcess(shape, other))
      }
    }
    expect(difference).toBeLessThanOrEqual(tolerance)
    expect(excess).toBeLessThanOrEqual(tolerance)
  })

  it('returns a point of the shape for tiny and zero directions', () => {
    let excess = Number.NEGATIVE_INFINITY
    for (const size of [0, 5e-324, 1e-310, 1e-300, 1e-200]) {
      for (const d of [...DIRECTIONS.slice(0, 30), [0, 0, 0]]) {
        computeSupport(convex, size * d[0], size * d[1], size * d[2], point, 0)
        expect(point.every(Number.isFinite)).toBe(true)
        excess = Math.max(excess, computeExcess(shape, point))
      }
    }
    expect(excess).toBeLessThanOrEqual(tolerance)
  })

  it.each([0.001, 1])('stays inside and touches all faces after smoothing with %s m', (smoothingRadius) => {
    const smoothed = createConvexShape(shape, smoothingRadius)
    let excess = Number.NEGATIVE_INFINITY
    for (const d of DIRECTIONS) {
      computeSupport(smoothed, d[0], d[1], d[2], point, 0)
      for (let k = 0; k < 3; k++) point[k] += smoothed.radius * d[k]
      excess = Math.max(excess, computeExcess(shape, point))
    }
    expect(excess).toBeLessThanOrEqual(tolerance)
    const faces = createFaceNormals(shape)
    if (faces.length > 0) expect(smoothed.radius).toBeGreaterThan(0)
    for (const d of faces) {
      computeSupport(smoothed, d[0], d[1], d[2], point, 0)
      computeSupport(convex, d[0], d[1], d[2], other, 0)
      const gap = dot(d, other) - (dot(d, point) + smoothed.radius)
      expect(Math.abs(gap)).toBeLessThanOrEqual(tolerance)
    }
  })
})

const SYMMETRIC = PRIMITIVES.filter((shape) => shape.shape !== 'Cone')

it.each(SYMMETRIC.map((shape) => [nameOf(shape), shape] as const))('support of %s is odd', (_, shape) => {
  const convex = createConvexShape(shape)
  const opposite = new Float64Array(3)
  let sum = 0
  for (const d of DIRECTIONS) {
    computeSupport(convex, d[0], d[1], d[2], point, 0)
    computeSupport(convex, -d[0], -d[1], -d[2], opposite, 0)
    for (let k = 0; k < 3; k++) sum += Math.abs(opposite[k] + point[k])
  }
  expect(sum).toBe(0)
})

describe('support of a hull', () => {
  const random = createRandom(5)
  const cloud = Array.from({ length: 400 }, () => [random() - 0.5, 2 * random(), 0.3 * random()])
  const { vertices, triangles } = convexHull(cloud)
  const small = tessellate(PRIMITIVES[3])
  const large = tessellate(Sphere({ diameter: 2 }), 64)
  const hulls = [
    small,
    tessellate(Sphere(), 12),
    large,
    Mesh({ vertices, triangles }),
    tessellate(PRIMITIVES[5], 200),
  ]

  it.each(hulls.map((mesh) => [nameOf(mesh), mesh] as const))(
    'finds the best of all vertices of %s',
    (_, mesh) => {
      const convex = createConvexShape(mesh)
      let difference = 0
      for (const d of DIRECTIONS) {
        computeSupport(convex, d[0], d[1], d[2], point, 0)
        difference = Math.max(difference, Math.abs(computeFarthest(mesh.vertices, d) - dot(d, point)))
      }
      // vertices inside faces and edges are omitted within 5e-13 of the extent
      expect(difference).toBeLessThanOrEqual(2e-12)
      const best = findHullSupport(convex, 1, 2, 3)
      computeSupport(convex, 1, 2, 3, point, 0)
      expect(convex.vertices.slice(3 * best, 3 * best + 3)).toEqual(point)
      expect(findHullSupport(convex, 0, 0, 0)).toBeGreaterThanOrEqual(0)
    },
  )

  it.each(hulls.map((mesh) => [nameOf(mesh), mesh] as const))(
    'finds the best vertex of %s at the borders of cells, and in normals of faces',
    (_, mesh) => {
      const convex = createConvexShape(mesh)
      const { nCell, planes } = convex
      const directions: number[][] = []
      // corners of cells of both squares, and directions a rounding error away
      for (let i = 0; i <= nCell; i++) {
        for (let j = 0; j <= nCell; j++) {
          const [x, y] = [(2 * i) / nCell - 1, (2 * j) / nCell - 1]
          const z = 1 - Math.abs(x) - Math.abs(y)
          if (z < 0) continue
          directions.push([x, y, z], [x, y, -z], [x * (1 + 2e-16), y, z], [x, y * (1 - 2e-16), -z])
        }
      }
      for (let f = 0; f < planes.length; f += 4) directions.push([...planes.slice(f, f + 3)])
      let difference = 0
      for (const d of directions) {
        computeSupport(convex, d[0], d[1], d[2], point, 0)
        difference = Math.max(difference, computeFarthest(convex.vertices, d) - dot(d, point))
      }
      expect(difference).toBeLessThanOrEqual(ROUNDING)
    },
  )

  it.each(hulls.map((mesh) => [nameOf(mesh), mesh] as const))(
    'does not depend on the length of the direction, for %s',
    (_, mesh) => {
      const convex = createConvexShape(mesh)
      for (const d of DIRECTIONS.slice(0, 300)) {
        for (const size of [1e-320, 1e-295, 1e-100, 1e300]) {
          computeSupport(convex, size * d[0], size * d[1], size * d[2], point, 0)
          // 1e-320 has only four digits
          const tolerance = size < 1e-307 ? 1e-3 : ROUNDING
          expect(computeFarthest(convex.vertices, d) - dot(d, point)).toBeLessThanOrEqual(tolerance)
        }
      }
    },
  )

  it('stores one vertex per cell in most cells', () => {
    for (const mesh of [small, large]) {
      const { cells } = createConvexShape(mesh)
      expect(cells.filter((cell) => cell >= 0).length).toBeGreaterThan(0.5 * cells.length)
    }
  })
})
