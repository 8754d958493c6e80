/** Wavefront OBJ: vertices and polygons; materials, normals and texture coordinates are skipped. */
import { InputError } from '../../base/index.ts'
import { type MeshArrays, mergeVertices } from './mesh-arrays.ts'

/**
 * Reads the surface from the text of an OBJ file. Polygons are triangulated from their first corner; vertices at equal
 * positions are merged. `path` names the file in messages.
 */
export function parseObj(text: string, path = 'OBJ'): MeshArrays {
  const vertices: number[] = []
  const triangles: number[] = []
  // a backslash at the end continues a line
  const lines = text.replace(/\\\r?\n/g, ' ').split('\n')
  lines.forEach((line, i) => {
    const [keyword, ...words] = line.replace(/#.*/, '').trim().split(/\s+/)
    const where = `${path}, line ${i + 1}`
    if (keyword === 'v') {
      const position = words.slice(0, 3).map(Number)
      if (position.length < 3 || !position.every(Number.isFinite))
        throw new InputError(where, 'v x y z', line.trim())
      vertices.push(...position)
    } else if (keyword === 'f') {
      if (words.length < 3) throw new InputError(where, 'a face with at least three corners', line.trim())
      const corners = words.map((word) => parseCorner(where, word, vertices.length / 3))
      for (let k = 2; k < corners.length; k++) triangles.push(corners[0], corners[k - 1], corners[k])
    }
  })
  if (triangles.length === 0) throw new InputError(path, "faces, in lines that start with 'f'", 'none')
  return mergeVertices({ vertices: Float64Array.from(vertices), triangles: Int32Array.from(triangles) })
}

/**
 * Index from 0 of a corner such as `7`, `7/1/3`, or `-1` for the previous vertex; vertices must be defined before use.
 */
function parseCorner(where: string, word: string, nVertex: number): number {
  const number = Number(word.split('/')[0])
  const index = number < 0 ? nVertex + number : number - 1
  if (!(Number.isInteger(index) && index >= 0 && index < nVertex))
    throw new InputError(where, `a corner from 1 to ${nVertex}`, word)
  return index
}

/** Writes the surface `mesh` as the text of an OBJ file, with all digits of the numbers. */
export function meshToObj(mesh: MeshArrays, name = 'mesh'): string {
  const { vertices, triangles } = mesh
  const lines = [`o ${name}`]
  for (let i = 0; i < vertices.length; i += 3)
    lines.push(`v ${vertices[i]} ${vertices[i + 1]} ${vertices[i + 2]}`)
  for (let i = 0; i < triangles.length; i += 3)
    lines.push(`f ${triangles[i] + 1} ${triangles[i + 1] + 1} ${triangles[i + 2] + 1}`)
  return `${lines.join('\n')}\n`
}
