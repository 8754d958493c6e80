/** Geometries of the shapes of a scene. Equal shapes are tessellated once. */
import { BufferAttribute, BufferGeometry } from 'three'
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'
import { createPrimitives, type Primitive, type ScenePart } from '../../../animation/index.ts'
import { toStretchedShape } from './unit-shapes.ts'

/** One thing that a part consists of. */
export interface PartGeometry {
  /** From coarse to fine, as in `DETAILS`; one if the shape has no circles. */
  readonly levels: readonly BufferGeometry[]
  /** The finest one. */
  readonly geometry: BufferGeometry
  readonly primitive: Primitive
  readonly scale: readonly [number, number, number]
}

/** Corners of circles. */
export const DETAILS = [12, 24, 48, 96]

/** Shapes with circles. */
const ROUND = ['Sphere', 'Cylinder', 'Cone', 'Capsule', 'Beam', 'Spring']

/** With more different shapes than this they are tessellated once, to save time and memory. */
const MAX_SHAPES = 100
const ONE_DETAIL = [32]

/** The geometries of parts, which it owns. */
export class GeometryStore {
  readonly #shapes = new Map<string, Omit<PartGeometry, 'scale'>[]>()
  readonly #arrays = new Map<unknown, number>()

  /** What a part consists of; nothing for a shape without extent. */
  get(part: ScenePart): PartGeometry[] {
    const { wireframe } = part.material
    const { shape, scale } = toStretchedShape(part.shape)
    const key = `${wireframe} ${this.#keyOf(shape)}`
    let known = this.#shapes.get(key)
    if (known === undefined) {
      const isSimple = wireframe || !ROUND.includes(shape.shape) || this.#shapes.size >= MAX_SHAPES
      const details = isSimple ? ONE_DETAIL : DETAILS
      const tessellations = details.map((corners) => createPrimitives(shape, wireframe, corners))
      known = tessellations.at(-1)!.map((primitive, i) => {
        const levels = tessellations.map((primitives) => createGeometry(primitives[i]))
        return { levels, geometry: levels.at(-1)!, primitive }
      })
      this.#shapes.set(key, known)
    }
    return known.map((item) => ({ ...item, scale }))
  }

  dispose(): void {
    for (const list of this.#shapes.values())
      for (const { levels } of list) for (const geometry of levels) geometry.dispose()
    this.#shapes.clear()
  }

  #keyOf(shape: ScenePart['shape']): string {
    if (shape.shape !== 'Mesh') return JSON.stringify(shape)
    // meshes are the same if their arrays are
    const ids = [shape.vertices, shape.triangles].map((array) => {
      if (!this.#arrays.has(array)) this.#arrays.set(array, this.#arrays.size)
      return this.#arrays.get(array)
    })
    return ids.join(' ')
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
