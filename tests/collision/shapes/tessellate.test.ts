import { Cylinder, tessellate } from 'vario/collision'
import { describe, expect, it } from 'vitest'
import { computeExcess, nameOf, PRIMITIVES } from './samples.ts'

/** V - E + F of a closed surface of triangles, in which every edge has two triangles. */
function computeEulerCharacteristic(mesh: { vertices: Float64Array; triangles: Int32Array }): number {
  return mesh.vertices.length / 3 - mesh.triangles.length / 6
}

describe('tessellation', () => {
  // the closedness and orientation of all these is checked with the orientation of meshes
  it.each(PRIMITIVES.map((shape) => [nameOf(shape), shape] as const))(
    'of %s has its vertices on the surface',
    (_, shape) => {
      const mesh = tessellate(shape, 24)
      const isTube = shape.shape === 'Cylinder' && shape.innerDiameter > 0
      let largest = Number.NEGATIVE_INFINITY
      let smallest = Number.POSITIVE_INFINITY
      for (let i = 0; i < mesh.vertices.length; i += 3) {
        const excess = computeExcess(shape, mesh.vertices.subarray(i, i + 3))
        largest = Math.max(largest, excess)
        // centers of end discs count as on the surface, too; corners of the hole lie in the end planes
        smallest = Math.min(smallest, excess)
      }
      expect(largest).toBeLessThanOrEqual(1e-15)
      expect(smallest).toBeGreaterThanOrEqual(-1e-15)
      // a sphere, or a torus
      expect(computeEulerCharacteristic(mesh)).toBe(isTube ? 0 : 2)
    },
  )

  it('has as many corners per circle as asked', () => {
    const prism = tessellate(Cylinder({ diameter: 2, length: 1 }), 3)
    expect([prism.vertices.length / 3, prism.triangles.length / 3]).toEqual([8, 12])
    expect(() => tessellate(Cylinder(), 2)).toThrow('segments: expected an integer >= 3, got 2.')
  })

  it('of a mesh is the mesh', () => {
    const mesh = tessellate(Cylinder())
    expect(tessellate(mesh, 5)).toBe(mesh)
  })
})
