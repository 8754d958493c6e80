/** STL files, binary and text: triangles without shared vertices, which are merged by position. */
import { InputError } from '../../base/index.ts'
import { type MeshArrays, mergeVertices } from './mesh-arrays.ts'

/** Provided by the platform: browsers and Node. */
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string }

/**
 * Binary layout: header, number of triangles, then per triangle normal and three corners as 32 bit floats and an
 * attribute [byte].
 */
const HEADER_SIZE = 80
const TRIANGLES_START = 84
const TRIANGLE_SIZE = 50
const NORMAL_SIZE = 12

/**
 * Reads the surface from an STL file, given as bytes or, for a text file, as text. Vertices at equal positions are
 * merged; normals are ignored. `path` names the file in messages.
 */
export function parseStl(data: Uint8Array | string, path = 'STL'): MeshArrays {
  const vertices = typeof data === 'string' ? readText(data, path) : readBytes(data, path)
  if (vertices.length === 0) throw new InputError(path, 'triangles', 'none')
  const wrong = vertices.findIndex((x) => !Number.isFinite(x))
  if (wrong >= 0)
    throw new InputError(
      `${path}, triangle ${Math.floor(wrong / 9) + 1}`,
      'finite coordinates',
      vertices[wrong],
    )
  const triangles = Int32Array.from({ length: vertices.length / 3 }, (_, i) => i)
  return mergeVertices({ vertices, triangles })
}

/**
 * Corners of all triangles. Headers of binary files may also start with `solid`, so the size distinguishes the formats.
 */
function readBytes(bytes: Uint8Array, path: string): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const nTriangle = bytes.length >= TRIANGLES_START ? view.getUint32(HEADER_SIZE, true) : 0
  const size = TRIANGLES_START + TRIANGLE_SIZE * nTriangle
  if (bytes.length < TRIANGLES_START || bytes.length < size) {
    const text = new TextDecoder().decode(bytes)
    if (text.trimStart().startsWith('solid')) return readText(text, path)
    throw new InputError(
      path,
      `${size} bytes for ${nTriangle} triangles, or a text that starts with 'solid'`,
      bytes.length,
    )
  }
  const vertices = new Float64Array(9 * nTriangle)
  for (let i = 0; i < nTriangle; i++) {
    const start = TRIANGLES_START + TRIANGLE_SIZE * i + NORMAL_SIZE
    for (let k = 0; k < 9; k++) vertices[9 * i + k] = view.getFloat32(start + 4 * k, true)
  }
  return vertices
}

/** Corners of all triangles, from the lines `vertex x y z`. */
function readText(text: string, path: string): Float64Array {
  const vertices: number[] = []
  let nInLoop = 0
  text.split('\n').forEach((line, i) => {
    const [keyword, ...words] = line.trim().split(/\s+/)
    const where = `${path}, line ${i + 1}`
    if (keyword === 'vertex') {
      const position = words.map(Number)
      if (position.length !== 3 || !position.every(Number.isFinite))
        throw new InputError(where, 'vertex x y z', line.trim())
      vertices.push(...position)
      nInLoop++
    } else if (keyword === 'endloop') {
      if (nInLoop !== 3) throw new InputError(where, 'three vertices per loop', nInLoop)
      nInLoop = 0
    }
  })
  if (nInLoop !== 0) throw new InputError(path, 'endloop after three vertices', 'the end of the file')
  return Float64Array.from(vertices)
}

/**
 * Writes the surface `mesh` as the bytes of a binary STL file. Coordinates are rounded to 32 bits, as the format
 * requires.
 */
export function meshToStl(mesh: MeshArrays): Uint8Array {
  const { vertices, triangles } = mesh
  const nTriangle = triangles.length / 3
  const bytes = new Uint8Array(TRIANGLES_START + TRIANGLE_SIZE * nTriangle)
  const view = new DataView(bytes.buffer)
  view.setUint32(HEADER_SIZE, nTriangle, true)
  const p = new Float64Array(9)
  for (let i = 0; i < nTriangle; i++) {
    for (let k = 0; k < 9; k++) p[k] = vertices[3 * triangles[3 * i + Math.floor(k / 3)] + (k % 3)]
    const start = TRIANGLES_START + TRIANGLE_SIZE * i
    computeNormal(p).forEach((x, k) => {
      view.setFloat32(start + 4 * k, x, true)
    })
    for (let k = 0; k < 9; k++) view.setFloat32(start + NORMAL_SIZE + 4 * k, p[k], true)
  }
  return bytes
}

/** Unit normal of a triangle with corners `p` (3 × 3), zero if it has no area. */
function computeNormal(p: Float64Array): number[] {
  const [ux, uy, uz] = [p[3] - p[0], p[4] - p[1], p[5] - p[2]]
  const [vx, vy, vz] = [p[6] - p[0], p[7] - p[1], p[8] - p[2]]
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
  const norm = Math.hypot(...normal)
  return norm > 0 ? normal.map((x) => x / norm) : [0, 0, 0]
}
