/** Primitives of shapes: triangles with normals, and lines. Equal shapes are tessellated once. */
import { type MeshShape, tessellate } from '../collision/index.ts'
import type { Rgb } from '../materials/index.ts'
import { isVisualShape } from './check-visual-shape.ts'
import type { AnimationPart, AnimationScene } from './scene.ts'
import { computeEdges, type SurfaceArrays, splitAtCreases } from './surface.ts'
import { createArrow, createGridLines, tessellateGearWheel, tessellateSpring } from './tessellate-visual.ts'
import type { TextShapeData } from './visual-shape.ts'

/** A unit of drawing, in the frame of its part. */
export interface Primitive {
  readonly mode: 'triangles' | 'lines'
  /** [m] (nVertex × 3) */
  readonly positions: Float64Array
  /** Unit normals of triangles, outwards (nVertex × 3); empty for lines. */
  readonly normals: Float64Array
  /** Corners of triangles (nTriangle × 3), or ends of lines (nLine × 2). */
  readonly indices: Uint32Array
  /** Color, if it differs from that of the material of the part. */
  readonly color: Rgb | undefined
  /** Width of lines [pixel]. */
  readonly lineWidth: number
}

/** The primitives of a scene. */
export interface SceneGeometry {
  /** Distinct geometries: the primitives of each. */
  readonly geometries: readonly (readonly Primitive[])[]
  /** Geometry of each part (nPart). */
  readonly ofPart: readonly number[]
}

/** Width of a character, relative to its height, on average. */
export const CHARACTER_WIDTH = 0.55

/** Width of lines through objects [pixel]. */
export const LINE_WIDTH = 2

const AXIS_COLORS: readonly Rgb[] = [
  [220, 30, 30],
  [30, 160, 30],
  [40, 70, 230],
]

/** Tessellates all shapes, with `segments` corners of a circle; parts with equal shapes share their geometry. */
export function createSceneGeometry(scene: AnimationScene, segments: number): SceneGeometry {
  const geometries: (readonly Primitive[])[] = []
  const indexOf = new Map<string, number>()
  const keys = new ShapeKeys()
  const ofPart = scene.parts.map((part) => {
    const key = keys.keyOf(part.shape, part.material.wireframe)
    const known = indexOf.get(key)
    if (known !== undefined) return known
    indexOf.set(key, geometries.length)
    return geometries.push(createPrimitives(part.shape, part.material.wireframe, segments)) - 1
  })
  return { geometries, ofPart }
}

/** Keys of shapes: equal shapes have equal keys. */
export class ShapeKeys {
  readonly #meshArrays = new Map<unknown, number>()

  /** The key of a shape, drawn with faces or as wireframe. Meshes are equal if they share their arrays. */
  keyOf(shape: AnimationPart['shape'], wireframe: boolean): string {
    if (shape.shape !== 'Mesh') return JSON.stringify([wireframe, shape])
    return `${wireframe} ${this.#idOf(shape.vertices)} ${this.#idOf(shape.triangles)}`
  }

  #idOf(array: unknown): number {
    if (!this.#meshArrays.has(array)) this.#meshArrays.set(array, this.#meshArrays.size)
    return this.#meshArrays.get(array)!
  }
}

/** The primitives of a shape; none for a shape without extent. */
export function createPrimitives(
  shape: AnimationPart['shape'],
  wireframe: boolean,
  segments: number,
): Primitive[] {
  if (shape.shape === 'Line') return createLines(Float64Array.of(0, 0, 0, 1, 0, 0), LINE_WIDTH)
  if (shape.shape === 'Grid') return createLines(createGridLines(shape), shape.lineWidth)
  if (shape.shape === 'TextShape') return createTextFrame(shape)
  const colors = shape.shape === 'CoordinateSystem' ? AXIS_COLORS : []
  return createMeshes(shape, segments).flatMap((mesh, i) => createSurface(mesh, wireframe, colors[i]))
}

/**
 * The closed surfaces of a shape: three for a coordinate system (x, y, z), none for grids, texts and lines, one for all
 * others.
 */
export function createMeshes(shape: AnimationPart['shape'], segments: number): MeshShape[] {
  if (shape.shape === 'Line') return []
  if (!isVisualShape(shape)) return [tessellate(shape, segments)]
  switch (shape.shape) {
    case 'CoordinateSystem':
      return (['x', 'y', 'z'] as const).map((axis) => createArrow(axis, shape.length))
    case 'Spring':
      return [tessellateSpring(shape, segments)]
    case 'GearWheel':
      return [tessellateGearWheel(shape)]
    case 'Grid':
    case 'TextShape':
      return []
  }
}

/** The triangles of a mesh, or its edges. A mesh without area becomes lines: a box with two lengths of zero. */
function createSurface(mesh: MeshShape, wireframe: boolean, color: Rgb | undefined): Primitive[] {
  const surface: SurfaceArrays = splitAtCreases(mesh)
  if (!wireframe && surface.indices.length > 0)
    return [{ mode: 'triangles', ...surface, color, lineWidth: 1 }]
  const edges = computeEdges(mesh)
  if (edges.indices.length === 0) return []
  return [{ mode: 'lines', ...edges, color, lineWidth: 1 }]
}

function createLines(ends: Float64Array, lineWidth: number): Primitive[] {
  const indices = Uint32Array.from({ length: ends.length / 3 }, (_, i) => i)
  return [
    { mode: 'lines', positions: ends, normals: new Float64Array(0), indices, color: undefined, lineWidth },
  ]
}

/** The frame around a text, for scene formats without text. */
function createTextFrame(shape: TextShapeData): Primitive[] {
  const height = shape.font.charSize
  const width = Math.max(1, shape.text.length) * CHARACTER_WIDTH * height
  const left = shape.alignment === 'Left' ? 0 : shape.alignment === 'Right' ? -width : -width / 2
  // axes of the reading direction and of the character height
  const [u, v] = shape.axisAlignment === 'XZ' ? [0, 2] : shape.axisAlignment === 'YZ' ? [1, 2] : [0, 1]
  const corners = [
    [left, 0],
    [left + width, 0],
    [left + width, height],
    [left, height],
  ].map(([along, up]) => {
    const corner = [...shape.offset]
    corner[u] += along
    corner[v] += up
    return corner
  })
  return createLines(Float64Array.from([0, 1, 1, 2, 2, 3, 3, 0].flatMap((i) => corners[i])), 1)
}
