/** Extent of a scene at a given time: spheres around the origins of objects, cheap enough for every picture. */
import type { PartBoxes } from './extent.ts'
import type { SceneMotion } from './scene-motion.ts'

/** Spheres around parts. */
export class SceneBounds {
  /** Center in world [m], and radius of a sphere around everything [m]; radius 0 if there is nothing. */
  readonly center: Float64Array = new Float64Array(3)
  radius = 0.1
  /** Range of distances of the parts along a direction of view [m]. */
  nearest = 0.1
  farthest = 0.1
  readonly #parts: PartBoxes
  /** Around the origin of the object of each part [m] (nPart). */
  readonly #radii: Float64Array

  constructor(parts: PartBoxes) {
    this.#parts = parts
    this.#radii = new Float64Array(parts.objects.length)
    for (let i = 0; i < this.#radii.length; i++) {
      let square = 0
      for (let c = 0; c < 3; c++) {
        const reach = Math.max(Math.abs(parts.boxes[6 * i + c]), Math.abs(parts.boxes[6 * i + 3 + c]))
        square += reach * reach
      }
      this.#radii[i] = Math.sqrt(square)
    }
  }

  /** Computes `center` and `radius` for the current poses. */
  update({ positions: p, exists }: SceneMotion): void {
    const { objects } = this.#parts
    let square = 0
    let isEmpty = true
    for (let c = 0; c < 3; c++) {
      let least = Number.POSITIVE_INFINITY
      let most = Number.NEGATIVE_INFINITY
      for (let i = 0; i < objects.length; i++) {
        const k = objects[i]
        if (k < 0 || exists[k] === 0) continue
        const x = p[3 * k + c]
        if (x - this.#radii[i] < least) least = x - this.#radii[i]
        if (x + this.#radii[i] > most) most = x + this.#radii[i]
        isEmpty = false
      }
      this.center[c] = isEmpty ? 0 : (least + most) / 2
      square += isEmpty ? 0 : (most - least) * (most - least)
    }
    this.radius = Math.sqrt(square) / 2
  }

  /** Computes `nearest` and `farthest` from a point in world [m] along a unit vector; infinite if there is nothing. */
  updateDepths(
    { positions: p, exists }: SceneMotion,
    place: ArrayLike<number>,
    view: ArrayLike<number>,
  ): void {
    const { objects } = this.#parts
    this.nearest = Number.POSITIVE_INFINITY
    this.farthest = Number.NEGATIVE_INFINITY
    for (let i = 0; i < objects.length; i++) {
      const k = objects[i]
      if (k < 0 || exists[k] === 0) continue
      let depth = 0
      for (let c = 0; c < 3; c++) depth += (p[3 * k + c] - place[c]) * view[c]
      if (depth - this.#radii[i] < this.nearest) this.nearest = depth - this.#radii[i]
      if (depth + this.#radii[i] > this.farthest) this.farthest = depth + this.#radii[i]
    }
  }
}
