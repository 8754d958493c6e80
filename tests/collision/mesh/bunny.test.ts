/** A scanned mesh, with the convex hull of another program as a second route. */
import { createRequire } from 'node:module'
import { Vector3 } from 'three'
import { ConvexHull } from 'three/examples/jsm/math/ConvexHull.js'
import { computeMassProperties, convexHull, Mesh } from 'vario/collision'
import { expect, it } from 'vitest'
import { meshToStl, parseStl } from '../../../src/collision/index.ts'

const bunny = createRequire(import.meta.url)('bunny') as { positions: number[][]; cells: number[][] }
const mesh = Mesh({ vertices: bunny.positions, triangles: bunny.cells })

it('the hull of the bunny equals that of three.js', () => {
  const { vertices, triangles } = convexHull(mesh.vertices)
  const points = Array.from({ length: mesh.vertices.length / 3 }, (_, i) =>
    new Vector3().fromArray(mesh.vertices, 3 * i),
  )
  const reference = new ConvexHull().setFromPoints(points)
  let volume = 0
  for (const face of reference.faces) {
    const [a, b, c] = [face.edge, face.edge.next, face.edge.next.next].map((edge) => edge.head().point)
    volume += a.dot(b.clone().cross(c)) / 6
  }
  expect(reference.faces.length).toBe(triangles.length / 3)
  const found = computeMassProperties(Mesh({ vertices, triangles })).volume
  // sums of 634 determinants with rounding
  expect(Math.abs(found - volume)).toBeLessThanOrEqual(1e-13 * volume)
})

it('the bunny encloses a smaller volume than its hull, in any file format', () => {
  const { volume, centroid, inertia } = computeMassProperties(mesh)
  const hull = convexHull(mesh.vertices)
  expect(volume).toBeGreaterThan(0)
  expect(volume).toBeLessThan(
    computeMassProperties(Mesh({ vertices: hull.vertices, triangles: hull.triangles })).volume,
  )
  const read = computeMassProperties(Mesh(parseStl(meshToStl(mesh))))
  // 32 bits per coordinate
  expect(Math.abs(read.volume / volume - 1)).toBeLessThanOrEqual(1e-6)
  for (let k = 0; k < 3; k++) expect(Math.abs(read.centroid[k] - centroid[k])).toBeLessThanOrEqual(1e-5)
  // moments of inertia satisfy the triangle inequality
  const [x, y, z] = [inertia[0], inertia[4], inertia[8]]
  expect(Math.max(x, y, z)).toBeLessThan((x + y + z) / 2)
})
