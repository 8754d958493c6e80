import { InputError } from '../../base/index.ts'

/** Vertices and triangles of a surface in flat arrays. */
export interface MeshArrays {
  /** Positions [m] (nVertex × 3). */
  readonly vertices: Float64Array
  /** Indices of corners, counterclockwise seen from outside (nTriangle × 3). */
  readonly triangles: Int32Array
}

/** Numbers as rows of three, or as a flat list. */
export type Rows3 = ArrayLike<number> | readonly ArrayLike<number>[]

/** Checks that coordinates are finite, and that the corner indices of triangles are valid. */
export function checkMeshArrays(path: string, mesh: MeshArrays): void {
  const { vertices, triangles } = mesh
  if (!(vertices instanceof Float64Array))
    throw new InputError(`${path}.vertices`, 'a Float64Array', vertices)
  if (!(triangles instanceof Int32Array))
    throw new InputError(`${path}.triangles`, 'an Int32Array', triangles)
  assertRowsOf3(`${path}.vertices`, vertices.length)
  assertRowsOf3(`${path}.triangles`, triangles.length)
  for (let i = 0; i < vertices.length; i++) {
    if (!Number.isFinite(vertices[i]))
      throw new InputError(`${path}.vertices[${Math.floor(i / 3)}]`, 'finite coordinates', vertices[i])
  }
  const nVertex = vertices.length / 3
  for (let i = 0; i < triangles.length; i++) {
    if (!(triangles[i] >= 0 && triangles[i] < nVertex)) {
      const expected = `indices of corners from 0 to ${nVertex - 1}`
      throw new InputError(`${path}.triangles[${Math.floor(i / 3)}]`, expected, triangles[i])
    }
  }
}

/** Checks that `length` numbers form one or more rows of three. */
function assertRowsOf3(path: string, length: number): void {
  if (length === 0 || length % 3 !== 0)
    throw new InputError(path, 'one or more rows of three numbers', length)
}

/** The numbers of `rows` as a flat list. */
export function flattenRows3(path: string, rows: Rows3): number[] {
  if (typeof rows !== 'object' || rows === null || typeof rows.length !== 'number')
    throw new InputError(path, 'an array of rows of three numbers, or of numbers', rows)
  const flat: number[] = []
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]
    if (typeof row === 'number') flat.push(row)
    else if (row?.length === 3) flat.push(row[0], row[1], row[2])
    else throw new InputError(`${path}[${i}]`, 'three numbers', row)
  }
  const wrong = flat.findIndex((value) => typeof value !== 'number')
  if (wrong >= 0) throw new InputError(`${path}[${Math.floor(wrong / 3)}]`, 'three numbers', flat[wrong])
  assertRowsOf3(path, flat.length)
  return flat
}

/**
 * Merges vertices at equal positions, so that touching triangles share corners; triangles that become degenerate are
 * omitted.
 */
export function mergeVertices(mesh: MeshArrays): MeshArrays {
  const { vertices, triangles } = mesh
  const indexOf = new Map<string, number>()
  const merged = new Int32Array(vertices.length / 3)
  const kept: number[] = []
  for (let i = 0; i < merged.length; i++) {
    // + 0 makes -0 and 0 the same position
    const x = vertices[3 * i] + 0
    const y = vertices[3 * i + 1] + 0
    const z = vertices[3 * i + 2] + 0
    const key = `${x},${y},${z}`
    const known = indexOf.get(key)
    if (known !== undefined) {
      merged[i] = known
      continue
    }
    merged[i] = kept.length / 3
    indexOf.set(key, merged[i])
    kept.push(x, y, z)
  }
  const corners: number[] = []
  for (let i = 0; i < triangles.length; i += 3) {
    const a = merged[triangles[i]]
    const b = merged[triangles[i + 1]]
    const c = merged[triangles[i + 2]]
    if (a !== b && b !== c && c !== a) corners.push(a, b, c)
  }
  return { vertices: Float64Array.from(kept), triangles: Int32Array.from(corners) }
}
