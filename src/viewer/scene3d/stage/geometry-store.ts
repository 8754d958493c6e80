/** Geometries of the shapes of a scene. Equal shapes are tessellated once. */
import { BufferAttribute, BufferGeometry } from 'three'
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'
import { createPrimitives, type Primitive, type ScenePart, ShapeKeys } from '../../../animation/index.ts'

/** One drawable of a part. */
export interface PartGeometry {
  /** Drawing mode, color, line width; and its coarsest tessellation, in a box that all finer ones share. */
  readonly primitive: Primitive
  /** Numbers of corners of circles, from coarse to fine; one if the shape has no circles. */
  readonly details: readonly number[]
  /** The geometry at one level of detail. */
  geometryOf(level: number): BufferGeometry
  readonly scale: readonly [number, number, number]
}

/** Corners of circles: multiples of four, so that circles touch their boxes. */
export const DETAILS = [8, 12, 24, 48, 96]

/** Shapes with circles. */
const ROUND = ['Sphere', 'Cylinder', 'Cone', 'Capsule', 'Beam', 'Spring']

/** Above this number of distinct shapes, each is tessellated once, to save time and memory. */
const MAX_SHAPES = 100
const ONE_DETAIL = [32]

/** The geometries of parts, which it owns. */
export class GeometryStore {
  readonly #shapes = new Map<string, TessellatedShape>()
  readonly #keys = new ShapeKeys()

  /** Drawables of a part; none for a shape without extent. */
  get(part: ScenePart): PartGeometry[] {
    const { wireframe } = part.material
    const { shape, scale } = toStretchedShape(part.shape)
    const key = this.#keys.keyOf(shape, wireframe)
    let known = this.#shapes.get(key)
    if (known === undefined) {
      const isSimple = wireframe || !ROUND.includes(shape.shape) || this.#shapes.size >= MAX_SHAPES
      known = new TessellatedShape(shape, wireframe, isSimple ? ONE_DETAIL : DETAILS)
      this.#shapes.set(key, known)
    }
    const { details } = known
    return known.primitivesOf(0).map((primitive, i) => ({
      ...{ primitive, details, scale },
      geometryOf: (level) => known.geometryOf(level, i),
    }))
  }

  dispose(): void {
    for (const shape of this.#shapes.values()) shape.dispose()
    this.#shapes.clear()
  }
}

/**
 * A shape, tessellated at each level of detail on demand: a sphere with 96 corners takes 30 ms, which is too much
 * before the first picture if nothing is that near.
 */
class TessellatedShape {
  readonly #shape: ScenePart['shape']
  readonly #wireframe: boolean
  readonly details: readonly number[]
  readonly #primitives: Primitive[][] = []
  readonly #geometries = new Map<Primitive, BufferGeometry>()

  constructor(shape: ScenePart['shape'], wireframe: boolean, details: readonly number[]) {
    this.#shape = shape
    this.#wireframe = wireframe
    this.details = details
  }

  primitivesOf(level: number): Primitive[] {
    return (this.#primitives[level] ??= createPrimitives(this.#shape, this.#wireframe, this.details[level]))
  }

  geometryOf(level: number, i: number): BufferGeometry {
    const primitive = this.primitivesOf(level)[i]
    const geometry = this.#geometries.get(primitive) ?? createGeometry(primitive)
    this.#geometries.set(primitive, geometry)
    return geometry
  }

  dispose(): void {
    for (const geometry of this.#geometries.values()) geometry.dispose()
  }
}

function createGeometry({ mode, positions, normals, indices }: Primitive): BufferGeometry {
  if (mode === 'lines') {
    const ends = new Float32Array(3 * indices.length)
    for (let i = 0; i < indices.length; i++)
      for (let c = 0; c < 3; c++) ends[3 * i + c] = positions[3 * indices[i] + c]
    return new LineSegmentsGeometry().setPositions(ends)
  }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3))
  geometry.setAttribute('normal', new BufferAttribute(Float32Array.from(normals), 3))
  geometry.setIndex(new BufferAttribute(indices, 1))
  return geometry
}

type Shape = ScenePart['shape']
type Factors = readonly [number, number, number]

/** A shape as a scaled copy of another one. */
interface StretchedShape {
  readonly shape: Shape
  /** Factors of x, y and z. */
  readonly scale: Factors
}

/**
 * Shapes that differ only by their lengths share one geometry: boxes, ellipsoids, cylinders and cones become scaled unit
 * shapes; all other shapes stay, and so do flat ones: they have no normals to scale.
 */
export function toStretchedShape(shape: Shape): StretchedShape {
  const unit = findUnit(shape)
  if (unit?.scale.every((factor) => factor > 0)) return unit
  return { shape, scale: [1, 1, 1] }
}

function findUnit(shape: Shape): StretchedShape | undefined {
  switch (shape.shape) {
    case 'Sphere':
      return { shape: SPHERE, scale: [shape.diameter, shape.diameter, shape.diameter] }
    case 'Ellipsoid':
      return { shape: SPHERE, scale: [shape.lengthX, shape.lengthY, shape.lengthZ] }
    case 'Box':
      return { shape: BOX, scale: [shape.lengthX, shape.lengthY, shape.lengthZ] }
    case 'Cylinder': {
      const unit = { ...shape, diameter: 1, length: 1, innerDiameter: shape.innerDiameter / shape.diameter }
      return { shape: unit, scale: alongAxis(shape.axis, shape.length, shape.diameter) }
    }
    case 'Cone': {
      const unit = { ...shape, diameter: 1, length: 1, topDiameter: shape.topDiameter / shape.diameter }
      return { shape: unit, scale: alongAxis(shape.axis, shape.length, shape.diameter) }
    }
    default:
      return undefined
  }
}

const SPHERE: Shape = { shape: 'Sphere', diameter: 1 }
const BOX: Shape = { shape: 'Box', lengthX: 1, lengthY: 1, lengthZ: 1 }

/** Factors along an axis, 'z' or '-z', and across it. */
function alongAxis(axis: string, along: number, across: number): Factors {
  const of = (name: string): number => (axis.endsWith(name) ? along : across)
  return [of('x'), of('y'), of('z')]
}
