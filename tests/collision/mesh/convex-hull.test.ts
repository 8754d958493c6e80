import { computeMassProperties, convexHull, Mesh, Sphere, tessellate } from 'vario/collision'
import { describe, expect, it } from 'vitest'
import type { ConvexHull } from '../../../src/collision/index.ts'
import { rodrigues } from '../../support/geometry.ts'
import { createRandom } from '../shapes/samples.ts'

/** Points of the hull are within this of its planes, relative to the extent [1]. */
const PLANE_TOLERANCE = 1e-12

const R = rodrigues([0.6, 0, 0.8], 0.7)

function rotate(points: readonly number[][]): number[][] {
  return points.map((p) => [0, 1, 2].map((k) => R[3 * k] * p[0] + R[3 * k + 1] * p[1] + R[3 * k + 2] * p[2]))
}

function createGrid(n: number): number[][] {
  const points: number[][] = []
  for (let i = 0; i < n ** 3; i++)
    points.push([i % n, Math.floor(i / n) % n, Math.floor(i / n / n)].map((k) => k / (n - 1) - 0.3))
  return points
}

function createCloud(n: number, seed: number): number[][] {
  const random = createRandom(seed)
  return Array.from({ length: n }, () => [random(), random(), random()])
}

/** Checks all properties of `hull` as the convex hull of `points`. */
function expectHull(hull: ConvexHull, points: readonly number[][]): void {
  const extent = Math.max(
    ...[0, 1, 2].map((k) => Math.max(...points.map((p) => p[k])) - Math.min(...points.map((p) => p[k]))),
  )
  const { planes, vertices, triangles, faceStart, faceVertices, neighborStart, neighbors } = hull
  const nVertex = vertices.length / 3
  const nFace = planes.length / 4
  // all points are below all planes, the corners of a face in its plane
  let outside = Number.NEGATIVE_INFINITY
  let below = 0
  let normError = 0
  for (let f = 0; f < nFace; f++) {
    const [nx, ny, nz, d] = planes.subarray(4 * f, 4 * f + 4)
    normError = Math.max(normError, Math.abs(Math.hypot(nx, ny, nz) - 1))
    for (const p of points) outside = Math.max(outside, nx * p[0] + ny * p[1] + nz * p[2] - d)
    for (const v of faceVertices.subarray(faceStart[f], faceStart[f + 1]))
      below = Math.max(
        below,
        d - (nx * vertices[3 * v] + ny * vertices[3 * v + 1] + nz * vertices[3 * v + 2]),
      )
  }
  expect(normError).toBeLessThanOrEqual(4e-16)
  expect(outside).toBeLessThanOrEqual(PLANE_TOLERANCE * extent)
  expect(below).toBeLessThanOrEqual(PLANE_TOLERANCE * extent)
  // a topological sphere: V - E + F = 2, also as triangles; the two ends of every edge are mutual neighbors
  expect(neighbors.length).toBe(faceVertices.length)
  expect(nVertex - neighbors.length / 2 + nFace).toBe(2)
  expect(triangles.length / 3).toBe(2 * nVertex - 4)
  const listOf = (v: number) => neighbors.subarray(neighborStart[v], neighborStart[v + 1])
  for (let v = 0; v < nVertex; v++) {
    expect(listOf(v).length).toBeGreaterThanOrEqual(3)
    expect(listOf(v).every((w) => listOf(w).includes(v))).toBe(true)
  }
  // vertices are given points
  const chosen = Array.from(hull.pointIndices, (point) => points[point])
  expect(vertices).toEqual(Float64Array.from(chosen.flat()))
}

describe('convex hull', () => {
  it.each([4, 5, 10, 100, 2000])('encloses %i random points in a cube', (n) => {
    const points = createCloud(n, n)
    expectHull(convexHull(points), points)
  })

  it('contains all random points on a sphere as vertices', () => {
    const points = createCloud(800, 4).map((p) => {
      const d = p.map((x) => x - 0.5)
      return d.map((x) => x / Math.hypot(...d))
    })
    const hull = convexHull(points)
    expectHull(hull, points)
    expect(hull.vertices.length / 3).toBe(800)
  })

  it.each([2, 3, 9])('becomes a cube for a grid of %i³ points', (n) => {
    for (const points of [createGrid(n), rotate(createGrid(n))]) {
      const hull = convexHull(points)
      expectHull(hull, points)
      expect([hull.vertices.length / 3, hull.planes.length / 4]).toEqual([8, 6])
    }
  })

  it('finds 12 vertices and 20 faces of an icosahedron, 20 and 12 of its dual', () => {
    const phi = (1 + Math.sqrt(5)) / 2
    const icosahedron: number[][] = []
    for (const s of [-1, 1]) for (const t of [-phi, phi]) icosahedron.push([0, s, t], [s, t, 0], [t, 0, s])
    const hull = convexHull(rotate(icosahedron))
    expectHull(hull, rotate(icosahedron))
    expect([hull.vertices.length / 3, hull.planes.length / 4]).toEqual([12, 20])
    const centers = Array.from({ length: 20 }, (_, f) => {
      const corners = hull.triangles.subarray(3 * f, 3 * f + 3)
      return [0, 1, 2].map((k) => corners.reduce((sum, v) => sum + hull.vertices[3 * v + k] / 3, 0))
    })
    const dual = convexHull(centers)
    expectHull(dual, centers)
    expect([dual.vertices.length / 3, dual.planes.length / 4]).toEqual([20, 12])
  })

  it.each([1e-17, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-9])(
    'encloses a rotated grid with noise of %s',
    (noise) => {
      for (let seed = 0; seed < 10; seed++) {
        const random = createRandom(seed)
        const points = rotate(createGrid(5)).map((p) => p.map((x) => x + noise * (random() - 0.5)))
        expectHull(convexHull(points), points)
      }
    },
  )

  it.each([2e-12, 5e-12, 1e-11, 3e-11, 1e-10])('encloses a dome of height %s over a grid', (height) => {
    // facets differ by about the tolerance of planarity, so faces cannot always be merged
    for (let seed = 0; seed < 12; seed++) {
      const random = createRandom(seed)
      const points = createGrid(4).map((p) => p.map((x) => x - 0.2))
      for (let i = 0; i < 100; i++) {
        const [u, v] = [random() - 0.5, random() - 0.5]
        points.push([u, v, 0.5 + height * Math.sqrt(1 - u * u - v * v)])
      }
      const hull = convexHull(points)
      expectHull(hull, points)
      // only the corners of the sides and the bottom of the grid
      const lower = hull.pointIndices.filter((i) => i < 64 && points[i][2] < 0.49)
      expect(lower.length).toBe(4)
    }
  })

  it('encloses repeated points, thin slivers, and points far from the origin', () => {
    const cube = createGrid(2)
    const repeated = [...cube, ...cube, ...cube]
    expectHull(convexHull(repeated), repeated)
    const sliver = createCloud(200, 8).map(([x, y, z]) => [x, 1e-6 * y, 1e-9 * z])
    expectHull(convexHull(sliver), sliver)
    const far = createCloud(200, 9).map((p) => p.map((x) => x + 1000))
    const hull = convexHull(far)
    expect(hull.triangles.length / 3).toBe(2 * (hull.vertices.length / 3) - 4)
  })

  it('does not depend on unit or order of the points', () => {
    const points = createCloud(300, 21)
    const hull = convexHull(points)
    expect(convexHull(points.map((p) => p.map((x) => 2 ** -30 * x))).pointIndices).toEqual(hull.pointIndices)
    const reversed = convexHull([...points].reverse()).pointIndices.map((i) => 299 - i)
    expect(reversed.sort()).toEqual(hull.pointIndices)
  })

  it('keeps a convex mesh unchanged', () => {
    const sphere = tessellate(Sphere(), 20)
    const { vertices, triangles } = convexHull(sphere.vertices)
    expect(vertices).toEqual(sphere.vertices)
    const volume = computeMassProperties(Mesh({ vertices, triangles })).volume
    // quadrilaterals of the sphere are planar, so that their diagonals do not matter
    expect(volume).toBeCloseTo(computeMassProperties(sphere).volume, 14)
  })

  it('rejects points without volume', () => {
    expect(() =>
      convexHull([
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
      ]),
    ).toThrow('points: expected at least four points')
    const grid = createGrid(4)
    const plane = rotate(grid.filter((p) => p[2] === -0.3))
    expect(() => convexHull(plane)).toThrow(
      'points: expected points that span a volume, got points in one plane.',
    )
    const line = rotate(grid.filter((p) => p[2] === -0.3 && p[1] === -0.3))
    expect(() => convexHull(line, 'a')).toThrow(
      'a: expected points that span a volume, got points on one line.',
    )
    expect(() => convexHull([line[0], line[0], line[0], line[0]])).toThrow('got points all in one point.')
    // too small and too large for the range of numbers
    const corners = (size: number) => [
      [0, 0, 0],
      ...[0, 1, 2].map((k) => [0, 1, 2].map((i) => (i === k ? size : -size))),
    ]
    expect(() => convexHull(corners(1e-310))).toThrow('got points all in one point.')
    expect(() => convexHull(corners(1e308))).toThrow('expected points with finite distances')
    expect(() => convexHull([...grid, [Number.NaN, 0, 0]])).toThrow(
      'points[64]: expected finite coordinates, got NaN.',
    )
    expect(() => convexHull([[1, 2]])).toThrow('points[0]: expected three numbers')
  })
})
