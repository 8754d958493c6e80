import { Box, computeMassProperties, Mesh, Sphere, tessellate } from 'vario/collision'
import { describe, expect, it } from 'vitest'
import { type MeshShape, orientMesh } from '../../../src/collision/index.ts'
import { computeWindingNumber } from '../../../src/collision/mesh/orient-mesh.ts'
import { createRandom, nameOf, PRIMITIVES } from '../shapes/samples.ts'

const CUBE = tessellate(Box())

/** The mesh with the triangles selected by `which` flipped. */
function flip(mesh: MeshShape, which: (triangle: number) => boolean): MeshShape {
  const triangles = mesh.triangles.slice()
  for (let t = 0; t < triangles.length / 3; t++) {
    if (which(t)) triangles.subarray(3 * t, 3 * t + 3).reverse()
  }
  return { ...mesh, triangles }
}

/** Combines several meshes. */
function combine(...meshes: readonly MeshShape[]): MeshShape {
  const vertices: number[] = []
  const triangles: number[] = []
  for (const mesh of meshes) {
    for (const corner of mesh.triangles) triangles.push(corner + vertices.length / 3)
    vertices.push(...mesh.vertices)
  }
  return { shape: 'Mesh', vertices: Float64Array.from(vertices), triangles: Int32Array.from(triangles) }
}

function scaleAndMove(mesh: MeshShape, factor: number, x: number): MeshShape {
  return { ...mesh, vertices: mesh.vertices.map((v, i) => factor * v + (i % 3 === 0 ? x : 0)) }
}

describe('orientation of meshes', () => {
  it.each(PRIMITIVES.map((shape) => [nameOf(shape), shape] as const))(
    'tessellated %s is closed and oriented, and its orientation is restored after flips',
    (_, shape) => {
      const mesh = tessellate(shape, 12)
      expect(orientMesh(mesh)).toEqual({
        vertices: mesh.vertices,
        triangles: mesh.triangles,
        problem: undefined,
      })
      const { volume } = computeMassProperties(mesh)
      const random = createRandom(6)
      for (const wrong of [
        flip(mesh, () => true),
        flip(mesh, () => random() < 0.5),
        flip(mesh, (t) => t === 3),
      ]) {
        expect(computeMassProperties(wrong).volume).toBeCloseTo(volume, 13)
        expect(orientMesh(wrong).problem).toBeUndefined()
      }
    },
  )

  it('handles bodies side by side, cavities, and bodies in cavities', () => {
    const inner = scaleAndMove(CUBE, 0.5, 0)
    const innermost = scaleAndMove(CUBE, 0.25, 0)
    const beside = scaleAndMove(CUBE, 1, 2)
    const turned = (mesh: MeshShape) => flip(mesh, () => true)
    const rows: [MeshShape, number][] = [
      [combine(CUBE, beside), 2],
      [combine(CUBE, turned(beside)), 2],
      [combine(CUBE, turned(inner)), 1 - 1 / 8],
      [combine(turned(CUBE), turned(inner)), 1 - 1 / 8],
      [combine(innermost, inner, CUBE, beside), 2 - 1 / 8 + 1 / 64],
      [combine(CUBE, turned(scaleAndMove(CUBE, 1, 1))), 2], // face on face
      [combine(CUBE, scaleAndMove(CUBE, 0.5, 0.25)), 1 - 1 / 8], // a cavity that touches the wall
    ]
    for (const [mesh, volume] of rows) expect(computeMassProperties(mesh).volume).toBeCloseTo(volume, 14)
  })

  it('accepts two bodies that share an edge', () => {
    const beside = { ...CUBE, vertices: CUBE.vertices.map((v, i) => v + (i % 3 === 2 ? 0 : 1)) }
    const { vertices, triangles } = combine(
      CUBE,
      flip(beside, () => true),
    )
    const mesh = Mesh({ vertices, triangles })
    expect(mesh.vertices.length / 3).toBe(14)
    expect(computeMassProperties(mesh).volume).toBeCloseTo(2, 14)
  })

  it('reports the open edges of a mesh', () => {
    const open = { ...CUBE, triangles: CUBE.triangles.slice(3), source: 'cube.stl' }
    expect(orientMesh(open).triangles).toBe(open.triangles)
    expect(() => computeMassProperties(open)).toThrow(
      /^cube.stl.triangles: expected a closed surface, for volume and inertia, got '3 open edges, the first from vertex \d \(-0.5, /,
    )
  })

  it('reports a surface with one side only', () => {
    // the projective plane with six vertices: every edge has two triangles, but an orientation does not exist
    const triangles = [0,1,2, 0,2,3, 0,3,4, 0,4,5, 0,5,1, 1,2,4, 2,3,5, 3,4,1, 4,5,2, 5,1,3] // biome-ignore format: rows of a table
    const random = createRandom(1)
    const vertices = Array.from({ length: 18 }, random)
    expect(() => computeMassProperties(Mesh({ vertices, triangles }))).toThrow('a surface with one side only')
  })

  it('rejects a surface that encloses nothing', () => {
    const vertices = [0, 0, 0, 1, 0, 0, 0, 1, 0]
    const mesh = Mesh({ vertices, triangles: [0, 1, 2, 0, 2, 1] })
    expect(() => computeMassProperties(mesh)).toThrow('expected a surface that encloses a volume')
  })

  it('winding numbers are 1 inside, 0 outside, 1/2 on a face', () => {
    const sphere = tessellate(Sphere({ diameter: 2 }), 20)
    expect(computeWindingNumber(sphere, 0.3, 0.2, 0.1)).toBeCloseTo(1, 13)
    expect(computeWindingNumber(sphere, 1.3, 0.2, 0.1)).toBeCloseTo(0, 13)
    expect(
      computeWindingNumber(
        flip(sphere, () => true),
        0,
        0,
        0.5,
      ),
    ).toBeCloseTo(-1, 13)
    expect(Math.abs(computeWindingNumber(CUBE, 0.5, 0.1, 0.2))).toBeCloseTo(0.5, 13)
  })
})
