/**
 * 'collision.CollidingSphereWithBunnies' (thesis figure B.11) with the bunny of an npm package: a sphere falls on the convex hull of one, and
 * then on the convex parts of another. The published states belong to another mesh and to files of its parts; the geometry of ours is
 * checked with the hulls of three.js.
 */
import { createRequire } from 'node:module'
import { Triangle, Vector3 } from 'three'
import { ConvexHull } from 'three/examples/jsm/math/ConvexHull.js'
import { type SignalTable, simulate } from 'vario'
import { Mesh, Model3D, Object3D, Scene, Solid } from 'vario/multibody'
import { describe, expect, it } from 'vitest'
import { contactsOf, energyBalance, energyRise, largestDifference } from '../multibody/contact/measures.ts'
import { freeSphere, type Vector } from '../multibody/contact/scenes.ts'

const { positions, cells } = createRequire(import.meta.url)('bunny') as {
  positions: number[][]
  cells: number[][]
}
/** The mesh has units of 0.1 m. */
const SCALE = 0.1
const RADIUS = 0.1

/** Overlapping slabs of the bunny: feet, body, chest, head, ears. */
const SLABS = [
  [-1, 2.3],
  [1.7, 4.5],
  [3.9, 6.7],
  [6.1, 8.9],
  [8.3, 11],
].map(([low, high]) => positions.filter(([, y]) => y >= low && y <= high))

const whole = { vertices: positions, triangles: cells, scale: SCALE }
const hullMesh = Mesh(whole)
const partsMesh = Mesh({
  ...whole,
  convexParts: SLABS.map((vertices) => ({ vertices, triangles: [[0, 1, 2]] })),
})

/** Distance of a point from the convex hull of vertices, by three.js; the point is outside [m]. */
function distanceTo(vertices: readonly number[][], point: ArrayLike<number>): number {
  const hull = new ConvexHull().setFromPoints(vertices.map((p) => new Vector3(...p).multiplyScalar(SCALE)))
  const p = new Vector3(point[0], point[1], point[2])
  const nearest = new Vector3()
  return Math.min(
    ...hull.faces.map(({ edge }) => {
      const corners = [edge, edge.next!, edge.next!.next!].map((e) => e.head().point)
      new Triangle(corners[0], corners[1], corners[2]).closestPointToPoint(p, nearest)
      return nearest.distanceTo(p)
    }),
  )
}

const bunny = (shape: typeof hullMesh, translation: Vector) =>
  Object3D({
    parent: 'world',
    translation,
    feature: Solid({ shape, solidMaterial: 'Steel', collision: true }),
  })

/** Position of the second bunny, on the path of the sphere [m]. */
const LOWER: Vector = [0.8, -2, 1.6]
const model = Model3D({
  world: Object3D({ feature: Scene() }),
  upper: bunny(hullMesh, [0, 0, 0]),
  lower: bunny(partsMesh, LOWER),
  sphere: freeSphere(2 * RADIUS, 'Steel', { translation: [0, 2, 0] }),
})

const placeAt = (result: SignalTable, t: number): Float64Array => result.vectorAt('sphere.translation', t)

describe('a sphere and two bunnies', () => {
  const fine = simulate(model, { stopTime: 1.2, tolerance: 1e-10 })
  const contacts = contactsOf(fine)

  it('collide first with the hull of one, then with a part of the other', () => {
    expect(contacts.length).toBeGreaterThanOrEqual(2)
    expect([contacts[0].obj1, contacts[0].obj2]).toContain('upper')
    expect([contacts[1].obj1, contacts[1].obj2]).toContain('lower')
    // contacts start at 1e-13 m; meshes are not smoothed
    expect(distanceTo(positions, placeAt(fine, contacts[0].start))).toBeCloseTo(RADIUS, 11)
    const place = placeAt(fine, contacts[1].start).map((value, i) => value - LOWER[i])
    const distances = SLABS.map((vertices) => distanceTo(vertices, place))
    expect(Math.min(...distances)).toBeCloseTo(RADIUS, 9)
    // concave: the hull of the lower bunny would have been hit earlier
    expect(distanceTo(positions, place)).toBeLessThan(RADIUS - 1e-3)
  })

  // Two impacts. On meshes the contact point jumps from one edge to the next; here it stays on one face or edge during
  // each impact.
  it.each([
    { tolerance: 1e-6, bound: 1e-3 },
    { tolerance: 1e-8, bound: 1e-5 },
  ])('move independently of the tolerance: $tolerance', ({ tolerance, bound }) => {
    const result = simulate(model, { stopTime: 1.2, tolerance })
    expect(largestDifference(placeAt(result, 1.2), placeAt(fine, 1.2))).toBeLessThan(bound)
    expect(contactsOf(result)).toHaveLength(contacts.length)
    // of 660 J
    expect(energyRise(result)).toBeLessThan(1e3 * tolerance)
    expect(energyBalance(result)).toBeLessThan(1e4 * tolerance)
  })
})
