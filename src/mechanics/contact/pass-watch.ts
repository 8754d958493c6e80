import { RESULT_DISTANCE, RESULT_LENGTH } from '../../collision/index.ts'
import type { CollidableShapes } from './collidable-shapes.ts'
import type { ContactDetection } from './contact-detection.ts'
import type { ShapePoses } from './shape-poses.ts'

/** Depth relative to the smaller body above which a body has passed through another during a step [1]. */
const PASSED_PART = 0.2
/** Maximum number of checks along a path; otherwise their spacing is a quarter of the thickness of both shapes. */
const MAX_LOOKS = 64

/** Detects after each step shapes that have passed each other without contact because the step was too long. */
export class PassWatch {
  /** Origins of the shapes after the previous step [m] (n × 3); NaN: none. */
  private readonly before: Float64Array
  private readonly result = new Float64Array(RESULT_LENGTH)

  constructor(
    private readonly shapes: CollidableShapes,
    private readonly poses: ShapePoses,
    private readonly detection: ContactDetection,
  ) {
    this.before = new Float64Array(3 * shapes.n).fill(Number.NaN)
  }

  /**
   * Calls `onPass` for pairs i < j that have passed each other since the last call. Poses are those of the last update
   * of the detection.
   *
   * @param isWatched true if shapes i < j may meet and are not in contact
   */
  update(isWatched: (i: number, j: number) => boolean, onPass: (i: number, j: number) => void): void {
    const { shapes, before } = this
    const { moving, convex, n } = shapes
    for (let m = 0; m < moving.length; m++) {
      const i = moving[m]
      if (!(this.moved(i) > 0.5 * convex[i].minDimension)) continue
      for (let j = 0; j < n; j++) {
        if (j === i || !isWatched(Math.min(i, j), Math.max(i, j))) continue
        // of two fast bodies, the first one is checked
        if (j < i && this.moved(j) > 0.5 * convex[j].minDimension) continue
        if (this.hasPassed(i, j)) onPass(Math.min(i, j), Math.max(i, j))
      }
    }
    before.set(this.poses.p_WS)
  }

  /** Path length of shape i in the step [m]; NaN if unknown. */
  private moved(i: number): number {
    const { before } = this
    const { p_WS } = this.poses
    const o = 3 * i
    return Math.hypot(p_WS[o] - before[o], p_WS[o + 1] - before[o + 1], p_WS[o + 2] - before[o + 2])
  }

  /** Moves shape i once more along its path relative to shape j; true if it has passed through. */
  private hasPassed(i: number, j: number): boolean {
    const { before, result, detection } = this
    const { convex } = this.shapes
    const { p_WS } = this.poses
    const [x, y, z] = [0, 1, 2].map((c) => p_WS[3 * i + c])
    const [dx, dy, dz] = [0, 1, 2].map(
      (c) => p_WS[3 * i + c] - p_WS[3 * j + c] - (before[3 * i + c] - before[3 * j + c]),
    )
    const way = Math.hypot(dx, dy, dz)
    const thickness = convex[i].minDimension + convex[j].minDimension
    // NaN as well
    if (!(way > 0.5 * thickness)) return false
    if (this.isFar(i, j, dx, dy, dz, way)) return false
    const nLook = Math.min(MAX_LOOKS, Math.ceil((4 * way) / thickness))
    const limit = -PASSED_PART * Math.min(convex[i].minDimension, convex[j].minDimension)
    let passed = false
    for (let k = 1; k < nLook && !passed; k++) {
      const s = k / nLook
      p_WS[3 * i] = x - s * dx
      p_WS[3 * i + 1] = y - s * dy
      p_WS[3 * i + 2] = z - s * dz
      detection.computeDistance(Math.min(i, j), Math.max(i, j), result, 0)
      passed = result[RESULT_DISTANCE] < limit
    }
    p_WS[3 * i] = x
    p_WS[3 * i + 1] = y
    p_WS[3 * i + 2] = z
    return passed
  }

  /** True if the bounding balls of both shapes do not meet along the path. */
  private isFar(i: number, j: number, dx: number, dy: number, dz: number, way: number): boolean {
    const { convex } = this.shapes
    const { p_WS } = this.poses
    const ox = p_WS[3 * i] - p_WS[3 * j]
    const oy = p_WS[3 * i + 1] - p_WS[3 * j + 1]
    const oz = p_WS[3 * i + 2] - p_WS[3 * j + 2]
    const s = Math.max(0, Math.min(1, (ox * dx + oy * dy + oz * dz) / (way * way)))
    const distance = Math.hypot(ox - s * dx, oy - s * dy, oz - s * dz)
    const reach = [i, j].reduce((sum, k) => {
      const { center, boundingRadius } = convex[k]
      return sum + boundingRadius + Math.hypot(center[0], center[1], center[2])
    }, 0)
    return distance > reach
  }
}
