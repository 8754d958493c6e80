import { assertKnownKeys, InputError } from '../base/index.ts'
import { checkMeshArrays, flattenRows3, mergeVertices, orientMesh, type Rows3 } from './mesh/index.ts'
import type { MeshShape } from './shape.ts'

/** Parameters of `Mesh`. */
export interface MeshParameters {
  /** Positions [m], as rows of three or as a flat list. */
  readonly vertices: Rows3
  /** Indices of corners from 0, as rows of three or as a flat list. */
  readonly triangles: Rows3
  /** Convex parts for collisions, in the same frame and of the same scale. */
  readonly convexParts?: readonly Pick<MeshParameters, 'vertices' | 'triangles'>[]
  /** Factor of all coordinates, or one per axis [1]; = 1. */
  readonly scale?: number | readonly [number, number, number]
  /** Source of the mesh, for messages. */
  readonly source?: string
}

const NAMES = ['vertices', 'triangles', 'convexParts', 'scale', 'source']

/**
 * A shape from a surface of triangles. Vertices at equal positions are merged. The triangles of a closed surface are
 * oriented outwards; an open one can be shown and can collide (as its convex hull), but has no mass properties.
 */
export function Mesh(parameters: MeshParameters): MeshShape {
  assertKnownKeys('Mesh', parameters, NAMES)
  const path = parameters.source ?? 'Mesh'
  const scale = getScale(`${path}.scale`, parameters.scale ?? 1)
  const arrays = createMeshArrays(path, parameters, scale)
  const { convexParts, source } = parameters
  const parts = convexParts?.map((part, i) => {
    const partPath = `${path}.convexParts[${i}]`
    return Object.freeze({
      shape: 'Mesh' as const,
      ...createMeshArrays(partPath, part, scale),
      source: partPath,
    })
  })
  return Object.freeze({
    shape: 'Mesh',
    ...arrays,
    ...(parts === undefined ? {} : { convexParts: Object.freeze(parts) }),
    ...(source === undefined ? {} : { source }),
  })
}

function createMeshArrays(
  path: string,
  parameters: Pick<MeshParameters, 'vertices' | 'triangles'>,
  scale: readonly number[],
): Pick<MeshShape, 'vertices' | 'triangles'> {
  const vertices = Float64Array.from(
    flattenRows3(`${path}.vertices`, parameters.vertices),
    (x, i) => x * scale[i % 3],
  )
  const corners = flattenRows3(`${path}.triangles`, parameters.triangles)
  const wrong = corners.findIndex((corner) => !Number.isInteger(corner))
  if (wrong >= 0)
    throw new InputError(`${path}.triangles[${Math.floor(wrong / 3)}]`, 'integers', corners[wrong])
  const given = { vertices, triangles: Int32Array.from(corners) }
  checkMeshArrays(path, given)
  const merged = mergeVertices(given)
  if (merged.triangles.length === 0)
    throw new InputError(`${path}.triangles`, 'triangles with three different corners', corners)
  const { triangles } = orientMesh(merged)
  return { vertices: merged.vertices, triangles }
}

/** One factor per axis. */
function getScale(path: string, scale: number | readonly [number, number, number]): readonly number[] {
  const factors = typeof scale === 'number' ? [scale, scale, scale] : scale
  if (!Array.isArray(factors) || factors.length !== 3 || !factors.every((f) => Number.isFinite(f) && f !== 0))
    throw new InputError(path, 'a number or three numbers, not zero', scale)
  return factors
}
