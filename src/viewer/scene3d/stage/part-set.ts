/** All parts of a scene, as three.js draws them. */
import { Group, type Intersection, type Object3D, type Raycaster, type Vector2 } from 'three'
import { getLook, type SceneDescription, type ScenePart } from '../../../animation/index.ts'
import { parseColor, type Rgb } from '../../../materials/index.ts'
import type { PartBoxes, SceneMotion } from '../motion/index.ts'
import { GeometryStore, type PartGeometry } from './geometry-store.ts'
import { createLines, createText, placeObject, type SinglePart } from './single-part.ts'
import { type DetailView, type NewSurface, SurfaceBatch } from './surface-batch.ts'
import type { SurfaceLook } from './surface-material.ts'

/** The parts of a scene. Parts share geometries, and all surfaces of one material are drawn together. */
export class PartSet {
  readonly group = new Group()
  readonly parts: readonly ScenePart[]
  /** Geometries of each part, for outlines (nPart). */
  readonly geometries: readonly (readonly PartGeometry[])[]
  readonly colors: readonly Rgb[]
  /** Smallest and largest x y z of each part, and then of the points of lines, in their frames [m] ((nPart + nPoint) × 6). */
  readonly boxes: Float64Array
  /** Index of the object of each part, and of each point of a line, in the motion, or -1 (nPart + nPoint). */
  readonly objects: Int32Array
  readonly #points: readonly string[]
  readonly #store: GeometryStore
  readonly #batches: readonly SurfaceBatch[]
  readonly #singles: readonly SinglePart[]
  readonly #partOf = new Map<Object3D, (hit: Intersection) => number>()

  constructor({ parts, lines = [] }: SceneDescription) {
    this.parts = parts
    this.#points = lines.flatMap(({ points }) => points)
    this.#store = new GeometryStore()
    this.colors = parts.map(({ path, material }) =>
      parseColor(`${path}.visualMaterial.color`, material.color),
    )
    this.geometries = parts.map((part) => (part.shape.shape === 'TextShape' ? [] : this.#store.get(part)))
    const n = parts.length + this.#points.length
    this.boxes = new Float64Array(6 * n)
    this.objects = new Int32Array(n).fill(-1)
    for (const [i, part] of parts.entries()) this.#computeBox(part, i)
    this.#batches = this.#createBatches()
    this.#singles = this.#createSingles()
    for (const batch of this.#batches) {
      this.#partOf.set(batch.mesh, (hit) => batch.partOf(hit.batchId!))
      this.group.add(batch.mesh)
    }
    for (const { object, part } of this.#singles) {
      object.traverse((child) => this.#partOf.set(child, () => part))
      this.group.add(object)
    }
  }

  /** Boxes and objects of the parts, and of the points of lines. */
  get partBoxes(): PartBoxes {
    return { objects: this.objects, boxes: this.boxes }
  }

  /** Indices of the parts of an object, or of all parts inside of a component with this path. */
  find(path: string): number[] {
    const isInside = (other: string): boolean => other === path || other.startsWith(`${path}.`)
    return this.parts.flatMap((part, i) => (isInside(part.path) ? [i] : []))
  }

  /** Connects parts with the motion of a result. */
  bind(motion: SceneMotion): void {
    const paths = [...this.parts.map(({ path }) => path), ...this.#points]
    paths.forEach((path, i) => {
      this.objects[i] = motion.indexOf(path)
    })
  }

  /** Moves all parts to their current poses, relative to `origin` in world [m]. */
  update(motion: SceneMotion, origin: Float64Array): void {
    for (const batch of this.#batches) batch.update(motion, this.objects, origin)
    for (const { object, part } of this.#singles) placeObject(object, motion, this.objects[part], origin)
  }

  /** Chooses the level of detail by distance. */
  setDetail(motion: SceneMotion, view: DetailView): void {
    for (const batch of this.#batches) batch.setDetail(motion, this.objects, view)
  }

  setLook(transparency: number, wireframe: boolean): void {
    for (const batch of this.#batches) batch.setLook(transparency, wireframe)
    for (const single of this.#singles) single.setLook(transparency)
  }

  setSize(size: Vector2): void {
    for (const single of this.#singles) single.setSize(size)
  }

  /** Index of the nearest part on a ray, or -1. */
  pick(raycaster: Raycaster): number {
    for (const hit of raycaster.intersectObject(this.group, true)) {
      const part = this.#partOf.get(hit.object)
      if (part !== undefined) return part(hit)
    }
    return -1
  }

  dispose(): void {
    for (const item of [...this.#batches, ...this.#singles, this.#store]) item.dispose()
    this.group.removeFromParent()
  }

  #computeBox({ shape }: ScenePart, i: number): void {
    const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity]
    for (const { primitive, scale } of this.geometries[i]) {
      const { positions } = primitive
      for (let k = 0; k < positions.length; k++) {
        const c = k % 3
        const x = positions[k] * scale[c]
        if (x < box[c]) box[c] = x
        if (x > box[3 + c]) box[3 + c] = x
      }
    }
    if (shape.shape === 'TextShape') box.splice(0, 6, ...shape.offset, ...shape.offset)
    this.boxes.set(box.every(Number.isFinite) ? box : [0, 0, 0, 0, 0, 0], 6 * i)
  }

  /** Roundness: half of the second largest length, the radius of spheres, rods and discs. */
  #measure(part: number): Pick<NewSurface, 'roundness' | 'reach'> {
    const box = this.boxes.subarray(6 * part, 6 * part + 6)
    const lengths = [0, 1, 2].map((c) => box[3 + c] - box[c]).sort((a, b) => a - b)
    const reach = Math.hypot(...[0, 1, 2].map((c) => Math.max(Math.abs(box[c]), Math.abs(box[3 + c]))))
    return { roundness: lengths[1] / 2, reach }
  }

  #createBatches(): SurfaceBatch[] {
    const groups = new Map<string, { look: SurfaceLook; surfaces: NewSurface[] }>()
    this.parts.forEach((scenePart, part) => {
      for (const item of this.geometries[part]) {
        if (item.primitive.mode !== 'triangles') continue
        const { color, isLit, shininess, opacity, isDoubleSided } = getLook(scenePart, item.primitive)
        const look: SurfaceLook = { isLit, shininess, opacity, isDoubleSided }
        const key = JSON.stringify(look)
        if (!groups.has(key)) groups.set(key, { look, surfaces: [] })
        groups.get(key)!.surfaces.push({ geometry: item, part, color, ...this.#measure(part) })
      }
    })
    return [...groups.values()].map(({ look, surfaces }) => new SurfaceBatch(look, surfaces))
  }

  #createSingles(): SinglePart[] {
    return this.parts.flatMap((scenePart, part) => {
      const { shape, material } = scenePart
      if (shape.shape === 'TextShape')
        return [createText(part, shape, this.colors[part], 1 - material.transparency)]
      return this.geometries[part]
        .filter(({ primitive }) => primitive.mode === 'lines')
        .map((item) => createLines(part, item, getLook(scenePart, item.primitive)))
    })
  }
}
