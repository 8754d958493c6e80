/** Geometries of the shapes of a scene. Equal shapes are tessellated once. */
import { BufferAttribute, BufferGeometry } from 'three'
import { LineSegmentsGeometry } from 'three/addons/lines/LineSegmentsGeometry.js'
import { createPrimitives, type Primitive, type ScenePart } from '../../../animation/index.ts'
import { toStretchedShape } from './unit-shapes.ts'

/** One geometry that a part consists of. */
export interface PartGeometry {
  readonly geometry: BufferGeometry
  readonly primitive: Primitive
  readonly scale: readonly [number, number, number]
}

/** Corners of circles, so that outlines look round, and less of them in scenes with very many parts. */
const FINE = 48
const COARSE = 24
const MANY_PARTS = 400

/** The geometries of parts, which it owns. */
export class GeometryStore {
  readonly #geometries = new Map<string, { geometry: BufferGeometry; primitive: Primitive }[]>()
  readonly #arrays = new Map<unknown, number>()
  readonly #segments: number

  constructor(nPart: number) {
    this.#segments = nPart > MANY_PARTS ? COARSE : FINE
  }

  /** What a part consists of; nothing for a shape without extent. */
  get(part: ScenePart): PartGeometry[] {
    const { wireframe } = part.material
    const { shape, scale } = toStretchedShape(part.shape)
    const key = `${wireframe} ${this.#keyOf(shape)}`
    let known = this.#geometries.get(key)
    if (known === undefined) {
      const primitives = createPrimitives(shape, wireframe, this.#segments)
      known = primitives.map((primitive) => ({ geometry: createGeometry(primitive), primitive }))
      this.#geometries.set(key, known)
    }
    return known.map((item) => ({ ...item, scale }))
  }

  dispose(): void {
    for (const list of this.#geometries.values()) for (const { geometry } of list) geometry.dispose()
    this.#geometries.clear()
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
