import { Box, Mesh, Sphere, signedDistance } from 'vario/collision'
import { describe, expect, test } from 'vitest'

const POSE = { p: [0, 0, 0], q: [0, 0, 0, 1] }
const SPHERE = Sphere({ diameter: 1 })

/** A box as a mesh, moved along x. */
function boxMesh(x: number, half: number) {
  const vertices: number[][] = []
  for (const i of [-1, 1])
    for (const j of [-1, 1]) for (const k of [-1, 1]) vertices.push([x + i * half, j * half, k * half])
  const quads = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ]
  return {
    vertices,
    triangles: quads.flatMap(([a, b, c, d]) => [
      [a, b, c],
      [a, c, d],
    ]),
  }
}

test('quaternions are x, y, z, w and rotate shapes in world', () => {
  // a box turned by 90° about z has its long side along y
  const box = Box({ lengthX: 4, lengthY: 1, lengthZ: 1 })
  const turned = { p: [0, 0, 0], q: [0, 0, Math.SQRT1_2, Math.SQRT1_2] }
  const c = signedDistance(box, turned, SPHERE, { p: [0, 3, 0], q: [0, 0, 0, 1] })
  expect(c.distance).toBeCloseTo(0.5, 14)
  expect(c.normal[1]).toBeCloseTo(1, 14)
})

test('smoothing radii, one for both or one for each, keep faces and move corners inwards', () => {
  const box = Box({ lengthX: 1, lengthY: 1, lengthZ: 1 })
  const face = { p: [1.5, 0, 0], q: [0, 0, 0, 1] }
  const corner = { p: [1.5, 1.5, 1.5], q: [0, 0, 0, 1] }
  expect(signedDistance(box, POSE, SPHERE, face, { smoothingRadius: 0.05 }).distance).toBeCloseTo(0.5, 14)
  // the rounded corner is farther by r (√3 - 1)
  const sharp = signedDistance(box, POSE, SPHERE, corner).distance
  const round = signedDistance(box, POSE, SPHERE, corner, { smoothingRadius: [0.05, 0] }).distance
  expect(round - sharp).toBeCloseTo(0.05 * (Math.sqrt(3) - 1), 14)
})

test('the method mpr is selected by its option', () => {
  const box = Box({ lengthX: 1, lengthY: 1, lengthZ: 1 })
  const pose = { p: [0.9, 0.1, 0.05], q: [0, 0, 0, 1] }
  expect(signedDistance(box, POSE, box, pose, { method: 'mpr' }).distance).toBeCloseTo(-0.1, 13)
})

test('a mesh is replaced by its convex hull, or its convex parts', () => {
  const left = boxMesh(-1, 0.5)
  const right = boxMesh(1, 0.5)
  const both = {
    vertices: [...left.vertices, ...right.vertices],
    triangles: [...left.triangles, ...right.triangles.map((t) => t.map((i) => i + 8))],
  }
  const ball = Sphere({ diameter: 0.4 })
  // in the gap between both parts: inside the hull, 0.5 m from the parts
  const hull = signedDistance(Mesh(both), POSE, ball, POSE)
  expect(hull.distance).toBeCloseTo(-0.5 - 0.2, 14)
  const parts = [Mesh(left), Mesh(right)]
  const concave = signedDistance(Mesh({ ...both, convexParts: parts }), POSE, ball, {
    p: [0.1, 0, 0],
    q: [0, 0, 0, 1],
  })
  expect(concave.distance).toBeCloseTo(0.4 - 0.2, 14)
  expect(concave.normal[0]).toBeCloseTo(-1, 14)
})

describe('errors name invalid input', () => {
  const call =
    (change: object): (() => unknown) =>
    () =>
      signedDistance(SPHERE, { ...POSE, ...change } as typeof POSE, SPHERE, POSE)
  test.each([
    [{ q: [0, 0, 0, 2] }, 'poseA.q: expected a unit quaternion'],
    [{ q: [0, 0, 1] }, 'poseA.q: expected an array of 4 elements'],
    [{ p: [0, Number.NaN, 0] }, 'poseA.p[1]: expected a finite number'],
  ])('%o', (change, message) => {
    expect(call(change)).toThrow(message)
  })

  test('errors name the invalid option or shape', () => {
    const far = { p: [3, 0, 0], q: [0, 0, 0, 1] }
    const options = (value: object) => () => signedDistance(SPHERE, POSE, SPHERE, far, value)
    expect(options({ method: 'gjk' })).toThrow("options.method: expected 'exact' | 'mpr'")
    expect(options({ smoothingRadius: -1 })).toThrow('options.smoothingRadius: expected a number >= 0')
    expect(options({ smoothing: 1 })).toThrow('smoothingRadius')
    expect(() => signedDistance({ ...SPHERE, diameter: -1 }, POSE, SPHERE, far)).toThrow('shapeA.diameter')
    const plate = Box({ lengthX: 1, lengthY: 1, lengthZ: 0 })
    expect(() => signedDistance(plate, POSE, SPHERE, far)).toThrow('smallest dimension > 0')
  })
})
