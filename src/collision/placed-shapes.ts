import type { ConvexShape } from './convex.ts'

/** Convex shapes with their poses: the input of distance queries, which refer to pairs of them by index. */
export interface PlacedShapes {
  /** The shapes; one object may occur several times (n). */
  readonly convex: readonly ConvexShape[]
  /** Orientations in the world, row-major (n × 9). */
  readonly R_WS: Float64Array
  /** Origins in the world [m] (n × 3). */
  readonly p_WS: Float64Array
}
