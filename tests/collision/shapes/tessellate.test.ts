import { Cylinder, tessellate } from 'vario/collision'
import { describe, expect, it } from 'vitest'
import { computeExcess, nameOf, PRIMITIVES } from './samples.ts'

/** V - E + F of a closed surface of triangles, in which every edge has two triangles. */
function computeEulerCharacteristic(mesh: { vertices: Float64Array; triangles: Int32Array }): number {
  return mesh.vertices.length / 3 - mesh.triangles.length / 6
}

describe('tessellation', () => {
  // closedness and orientation of all these are checked with the orientation of meshes
  it.each(PRIMITIVES.map((shape) => [nameOf(shape), shape] as const))(
    'places the vertices of %s on the surface',
    (_, shape) => {
      const mesh = tessellate(shape, 24)
      const isTube = shape.shape === 'Cylinder' && shape.innerDiameter > 0
      let largest = Number.NEGATIVE_INFINITY
      let smallest = Number.POSITIVE_INFINITY
      for (let i = 0; i < mesh.vertices.length; i += 3) {
        const excess = computeExcess(shape, mesh.vertices.subarray(i, i + 3))
        largest = Math.max(largest, excess)
        // centers of end discs also count as on the surface; corners of the hole lie in the end planes
        smallest = Math.min(smallest, excess)
      }
      expect(largest).toBeLessThanOrEqual(1e-15)
      expect(smallest).toBeGreaterThanOrEqual(-1e-15)
      // a sphere, or a torus
      expect(computeEulerCharacteristic(mesh)).toBe(isTube ? 0 : 2)
    },
  )

  it('uses the requested number of corners per circle', () => {
    const prism = tessellate(Cylinder({ diameter: 2, length: 1 }), 3)
    expect([prism.vertices.length / 3, prism.triangles.length / 3]).toEqual([8, 12])
    expect(() => tessellate(Cylinder(), 2)).toThrow('segments: expected an integer >= 3, got 2.')
  })

  it('returns a mesh itself', () => {
    const mesh = tessellate(Cylinder())
    expect(tessellate(mesh, 5)).toBe(mesh)
  })
})
