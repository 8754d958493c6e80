import { tessellate } from 'vario/collision'
import { describe, expect, it } from 'vitest'
import { meshToObj, meshToStl, parseObj, parseStl } from '../../../src/collision/index.ts'
import { nameOf, PRIMITIVES } from '../shapes/samples.ts'

const MESHES = PRIMITIVES.slice(0, 13).map((shape) => [nameOf(shape), tessellate(shape, 9)] as const)

describe('OBJ', () => {
  it.each(MESHES)('%s survives a round trip', (_, mesh) => {
    const { vertices, triangles } = parseObj(meshToObj(mesh))
    // -0 is written and read as 0
    expect(vertices).toEqual(mesh.vertices.map((x) => x + 0))
    expect(triangles).toEqual(mesh.triangles)
  })

  it('supports polygons, corners with texture and normal, negative indices, comments and long lines', () => {
    const text = [
      '# a square',
      'mtllib a.mtl',
      'o square',
      'v 0 0 0',
      'v 1 0 0 1.0 # weight',
      '  v 1e0 1 0',
      'v \\',
      '0 1 0',
      'vt 0 0',
      'vn 0 0 1',
      'f 1/1/1 2//1 3/1 4',
      'f -4 -3 -2\r',
      '',
    ].join('\n')
    const { vertices, triangles } = parseObj(text)
    expect(vertices).toEqual(Float64Array.of(0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0))
    expect(triangles).toEqual(Int32Array.of(0, 1, 2, 0, 2, 3, 0, 1, 2))
  })

  it('names the line of an error', () => {
    expect(() => parseObj('v 0 0 0\nv 1 0', 'a.obj')).toThrow("a.obj, line 2: expected v x y z, got 'v 1 0'.")
    expect(() => parseObj('v 0 0 x')).toThrow("OBJ, line 1: expected v x y z, got 'v 0 0 x'.")
    expect(() => parseObj('v 0 0 0\nf 1 1 2')).toThrow("OBJ, line 2: expected a corner from 1 to 1, got '2'.")
    expect(() => parseObj('v 0 0 0\nf 1 1')).toThrow(
      'OBJ, line 2: expected a face with at least three corners',
    )
    expect(() => parseObj('v 0 0 0')).toThrow('OBJ: expected faces')
  })
})

describe('STL', () => {
  it.each(MESHES)('%s survives a round trip, up to 32 bits', (_, mesh) => {
    const { vertices, triangles } = parseStl(meshToStl(mesh))
    expect(vertices.length).toBe(mesh.vertices.length)
    expect(triangles.length).toBe(mesh.triangles.length)
    for (let i = 0; i < triangles.length; i++) {
      for (let k = 0; k < 3; k++)
        expect(vertices[3 * triangles[i] + k]).toBe(Math.fround(mesh.vertices[3 * mesh.triangles[i] + k]) + 0)
    }
  })

  it('contains normals that point outwards', () => {
    const bytes = meshToStl(tessellate(PRIMITIVES[3]))
    const view = new DataView(bytes.buffer)
    for (let start = 84; start < bytes.length; start += 50) {
      const at = (i: number) => view.getFloat32(start + 4 * i, true)
      // of a box around the origin, the normal points to the side of the corner, by half a length
      const distance = at(0) * at(3) + at(1) * at(4) + at(2) * at(5)
      expect([0.5, 0.3, 0.2].map(Math.fround)).toContain(distance)
    }
  })

  it('reads the text format, as text and as bytes', () => {
    const text = `solid a
      facet normal 0 0 1
        outer loop
          vertex 0 0 0
          vertex 1 0 0
          vertex 0 1.5e0 0
        endloop
      endfacet
    endsolid a`
    const expected = {
      vertices: Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1.5, 0),
      triangles: Int32Array.of(0, 1, 2),
    }
    expect(parseStl(text)).toEqual(expected)
    expect(parseStl(new TextEncoder().encode(text))).toEqual(expected)
    expect(() => parseStl(text.replace('1.5e0', 'x'))).toThrow(
      "STL, line 6: expected vertex x y z, got 'vertex 0 x 0'.",
    )
    expect(() => parseStl(text.replace('vertex 0 0 0', ''))).toThrow(
      'STL, line 7: expected three vertices per loop, got 2.',
    )
    expect(() => parseStl('solid a\nendsolid')).toThrow('STL: expected triangles')
  })

  it('reads complete binary files, even if they start with solid', () => {
    const bytes = meshToStl(tessellate(PRIMITIVES[3]))
    bytes.set(new TextEncoder().encode('solid of another program'))
    expect(parseStl(bytes).triangles.length).toBe(36)
    const short = meshToStl(tessellate(PRIMITIVES[3])).slice(0, 300)
    expect(() => parseStl(short, 'a.stl')).toThrow(
      "a.stl: expected 684 bytes for 12 triangles, or a text that starts with 'solid', got 300.",
    )
    // a view into a larger buffer
    const padded = new Uint8Array(bytes.length + 7)
    padded.set(bytes, 7)
    expect(parseStl(padded.subarray(7)).triangles.length).toBe(36)
  })
})
