import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { computeMassProperties } from 'vario/collision'
import { FileMesh } from 'vario/multibody'
import { afterAll, describe, expect, it } from 'vitest'
import { meshToObj, meshToStl } from '../../../src/collision/index.ts'
import { TETRAHEDRON } from '../export/sample-scene.ts'

const folder = mkdtempSync(join(tmpdir(), 'vario-mesh-'))
afterAll(() => rmSync(folder, { recursive: true }))

function write(name: string, data: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, data)
  return path
}

describe('FileMesh', () => {
  it.each([
    ['a.obj', meshToObj(TETRAHEDRON)],
    ['b.OBJ', meshToObj(TETRAHEDRON)],
    ['c.stl', meshToStl(TETRAHEDRON)],
    [
      'd.STL',
      `solid s\n${'facet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\nendfacet\n'}endsolid s`,
    ],
  ])('reads %s', (name, data) => {
    const filename = write(name, data)
    const mesh = FileMesh({ filename })
    expect(mesh.source).toBe(filename)
    const isWhole = name !== 'd.STL'
    expect(mesh.triangles.length / 3).toBe(isWhole ? 4 : 1)
    if (isWhole) expect(computeMassProperties(mesh).volume).toBeCloseTo(1 / 6, 14)
  })

  it('scales the vertices', () => {
    const filename = write('e.obj', meshToObj(TETRAHEDRON))
    expect(computeMassProperties(FileMesh({ filename, scale: 2 })).volume).toBeCloseTo(8 / 6, 14)
    expect(computeMassProperties(FileMesh({ filename, scale: [1, 2, 3] })).volume).toBeCloseTo(1, 14)
    expect(() => FileMesh({ filename, scale: 0 })).toThrow(
      /e\.obj\.scale: expected a number or three numbers/,
    )
  })

  it('names the file, and the line of an error', () => {
    expect(() => FileMesh({ filename: join(folder, 'none.obj') })).toThrow(
      /none\.obj: expected a file, got none at this path\./,
    )
    expect(() => FileMesh({ filename: 'part.step' })).toThrow(
      "FileMesh.filename: expected a file that ends in .obj or .stl, got 'part.step'.",
    )
    const wrong = write('wrong.obj', 'v 0 0 0\nv 1 0\n')
    expect(() => FileMesh({ filename: wrong })).toThrow(/wrong\.obj, line 2: expected v x y z, got 'v 1 0'/)
    expect(() => FileMesh({ filename: 3 as unknown as string })).toThrow(
      /^FileMesh\.filename: expected the path/,
    )
  })
})
