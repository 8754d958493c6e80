import type { ConvexShape } from '../../shapes/index.ts'

/** Convex shapes and where they are: what distance queries measure, pair by pair, by the indices of two of them. */
export interface PlacedShapes {
  /** The shapes; one may stand at several places (n). */
  readonly convex: readonly ConvexShape[]
  /** Orientations in the world, row-major (n × 9). */
  readonly R_WS: Float64Array
  /** Origins in the world [m] (n × 3). */
  readonly p_WS: Float64Array
}
