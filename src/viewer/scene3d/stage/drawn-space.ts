/** Coordinates of the drawing: graphics have few digits, and worlds are of all sizes. */
import { Group, Vector3 } from 'three'
import type { Vector } from '../../../animation/index.ts'

/**
 * Places in world [m] are drawn relative to an origin that stays with the target of the camera, and scaled so that the
 * camera is at a distance of about 1 from it. A satellite in its orbit is sharp, and so are gears of a micrometer.
 */
export class DrawnSpace {
  /** In world [m] (3). */
  readonly origin: Float64Array = new Float64Array(3)
  /** Drawn length of a meter. */
  scale = 1
  /** Container in meters, relative to the origin. */
  readonly group = new Group()
  /** The same, for objects that stay visible behind others. */
  readonly top = new Group()

  setScale(scale: number): void {
    this.scale = scale
    this.group.scale.setScalar(scale)
    this.top.scale.setScalar(scale)
  }

  /** Drawn position of a place in world [m]. */
  toDrawn(p: ArrayLike<number>, out: Vector3 = new Vector3()): Vector3 {
    const { origin, scale } = this
    return out.set((p[0] - origin[0]) * scale, (p[1] - origin[1]) * scale, (p[2] - origin[2]) * scale)
  }

  /** The place in world [m] of a drawn position, into `out` (3). */
  toWorld({ x, y, z }: Vector3, out: Float64Array): void {
    const { origin, scale } = this
    out[0] = x / scale + origin[0]
    out[1] = y / scale + origin[1]
    out[2] = z / scale + origin[2]
  }

  /** Drawn positions of many places in world [m] (nPoint × 3). */
  toDrawnPoints(points: Float64Array): Float64Array {
    return points.map((x, i) => (x - this.origin[i % 3]) * this.scale)
  }

  /** A vector of three.js as a list. */
  toVector(p: ArrayLike<number>): Vector {
    const { x, y, z } = this.toDrawn(p)
    return [x, y, z]
  }
}
