import { Box, computeMassProperties, Mesh, tessellate } from 'vario/collision'
import { describe, expect, it } from 'vitest'
import { product, rodrigues } from '../../support/geometry.ts'
import { createRandom } from '../shapes/samples.ts'

const TETRAHEDRON = {
  vertices: [
    [0, 0, 0],
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  triangles: [
    [0, 2, 1],
    [0, 1, 3],
    [1, 2, 3],
    [0, 3, 2],
  ],
}

describe('meshes', () => {
  it('take nested and flat arrays, scaled', () => {
    const nested = Mesh({ ...TETRAHEDRON, scale: [1, 2, 3] })
    expect(nested.vertices).toEqual(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 3))
    const flat = Mesh({ vertices: nested.vertices, triangles: TETRAHEDRON.triangles.flat(), source: 'a.obj' })
    expect(flat).toEqual({ ...nested, source: 'a.obj' })
    expect(Object.isFrozen(flat)).toBe(true)
    // a mirror image is oriented outwards again
    expect(computeMassProperties(Mesh({ ...TETRAHEDRON, scale: [-1, 2, 3] })).volume).toBeCloseTo(1, 15)
  })

  it('reproduce the textbook integrals of the corner of a cube', () => {
    // ∫x² = 1/60, ∫xy = 1/120 over the unit corner; centroid 1/4; V = 1/6
    const { volume, centroid, inertia } = computeMassProperties(Mesh(TETRAHEDRON))
    expect(volume).toBeCloseTo(1 / 6, 15)
    const second = (i: number, j: number) => (i === j ? 1 / 60 : 1 / 120) - 1 / 6 / 16
    for (let i = 0; i < 3; i++) {
      expect(centroid[i]).toBeCloseTo(1 / 4, 15)
      for (let j = 0; j < 3; j++) {
        const expected = i === j ? 2 * second(0, 0) : -second(i, j)
        expect(inertia[3 * i + j]).toBeCloseTo(expected, 15)
      }
    }
  })

  it('rotate and move with their mass properties', () => {
    const box = Box({ lengthX: 1, lengthY: 0.6, lengthZ: 0.4 })
    const { vertices, triangles } = tessellate(box)
    const R = rodrigues([0.6, 0, 0.8], 1.1)
    const p = [100, -50, 20]
    const moved = vertices.slice()
    for (let i = 0; i < vertices.length; i += 3) {
      product(R, vertices.subarray(i, i + 3), 3).forEach((x, k) => {
        moved[i + k] = x + p[k]
      })
    }
    const expected = computeMassProperties(box)
    const transpose = R.map((_, i) => R[3 * (i % 3) + Math.floor(i / 3)])
    const rotated = product(product(R, expected.inertia, 3), transpose, 3)
    const found = computeMassProperties(Mesh({ vertices: moved, triangles }))
    // coordinates of 100 m are rounded to 1.4e-14 m
    for (let k = 0; k < 3; k++) expect(Math.abs(found.centroid[k] - p[k])).toBeLessThanOrEqual(3e-14)
    expect(Math.abs(found.volume - 0.24)).toBeLessThanOrEqual(3e-14)
    for (let i = 0; i < 9; i++) expect(Math.abs(found.inertia[i] - rotated[i])).toBeLessThanOrEqual(1e-14)
  })

  it('merge equal vertices and drop triangles without area', () => {
    const random = createRandom(2)
    const soup = TETRAHEDRON.triangles.flatMap((corners) =>
      corners.map((corner) => TETRAHEDRON.vertices[corner]),
    )
    soup.push([-0, 0, 0], [0, 0, 0], [random(), 1, 1])
    const mesh = Mesh({ vertices: soup, triangles: soup.map((_, i) => i) })
    expect([mesh.vertices.length / 3, mesh.triangles.length / 3]).toEqual([5, 4])
    expect(computeMassProperties(mesh).volume).toBeCloseTo(1 / 6, 15)
  })

  it('reject invalid arrays', () => {
    const { vertices, triangles } = TETRAHEDRON
    expect(() => Mesh({ vertices: [1, 2, 3, 4], triangles })).toThrow(
      'Mesh.vertices: expected one or more rows of three numbers',
    )
    expect(() => Mesh({ vertices: [[1, 2]], triangles })).toThrow(
      'Mesh.vertices[0]: expected three numbers, got [1, 2].',
    )
    expect(() => Mesh({ vertices, triangles: [0, 1, 4] })).toThrow(
      'Mesh.triangles[0]: expected indices of corners from 0 to 3, got 4.',
    )
    expect(() => Mesh({ vertices, triangles: [0, 1, 1.5] })).toThrow(
      'Mesh.triangles[0]: expected integers, got 1.5.',
    )
    expect(() => Mesh({ vertices, triangles: [0, 1, 1] })).toThrow(
      'expected triangles with three different corners',
    )
    expect(() => Mesh({ vertices: [[0, 0, Number.NaN]], triangles })).toThrow(
      'Mesh.vertices[0]: expected finite coordinates',
    )
    expect(() => Mesh({ vertices, triangles, scale: 0 })).toThrow(
      'Mesh.scale: expected a number or three numbers, not zero, got 0.',
    )
    expect(() => Mesh({ vertices, triangels: triangles } as never)).toThrow("did you mean 'triangles'?")
    expect(() => Mesh({ vertices } as never)).toThrow('Mesh.triangles: expected an array')
  })
})
