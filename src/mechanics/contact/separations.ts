import type { CollidableShapes } from './collidable-shapes.ts'
import type { ShapePoses } from './shape-poses.ts'

/** Quality of a bound that may replace a distance, relative to the distance when that was computed. */
const GOOD_PART = 0.5

/** A pair at the computation of its distance. */
interface Separation {
  /** [m] */
  distance: number
  /** Sum of the path lengths of both shapes until then [m]. */
  way: number
}

/**
 * Lower bounds of the distances of separated pairs without any geometry: a computed distance, minus the largest
 * possible path lengths of the points of both shapes since. Solvers evaluate indicators far more often than bodies move
 * by their distances, so this saves nine of ten computations.
 *
 * No point of a shape within r of its origin moves farther than |Δp| + r ‖ΔR‖/√2, with the Frobenius norm ‖ΔR‖ = 2√2
 * sin(φ/2) for a rotation by φ.
 */
export class Separations {
  /** Longest path of any point of each shape so far [m] (n). */
  private readonly ways: Float64Array
  /** Poses up to which the paths extend: R, p (n × 12). */
  private readonly poses: Float64Array
  /** Largest distance of points from the origin of the shape, for rotations [m] (n). */
  private readonly radii: Float64Array
  private readonly known = new Map<number, Separation>()

  constructor(
    private readonly shapes: CollidableShapes,
    private readonly places: ShapePoses,
  ) {
    this.ways = new Float64Array(shapes.n)
    this.poses = new Float64Array(12 * shapes.n)
    this.radii = Float64Array.from(
      shapes.convex,
      ({ center, boundingRadius, radius }) =>
        Math.hypot(center[0], center[1], center[2]) + boundingRadius - radius,
    )
  }

  /** Extends the paths to the present poses. */
  update(): void {
    const { moving } = this.shapes
    const { R_WS, p_WS } = this.places
    const { poses, ways, radii } = this
    for (let m = 0; m < moving.length; m++) {
      const i = moving[m]
      const o = 12 * i
      let turn = 0
      for (let k = 0; k < 9; k++) {
        const difference = R_WS[9 * i + k] - poses[o + k]
        turn += difference * difference
        poses[o + k] = R_WS[9 * i + k]
      }
      let shift = 0
      for (let k = 0; k < 3; k++) {
        const difference = p_WS[3 * i + k] - poses[o + 9 + k]
        shift += difference * difference
        poses[o + 9 + k] = p_WS[3 * i + k]
      }
      ways[i] += Math.sqrt(shift) + radii[i] * Math.sqrt(0.5 * turn)
    }
  }

  /** Lower bound of the distance of shapes a < b [m], −Infinity without a sufficient one. */
  computeBound(a: number, b: number): number {
    const separation = this.known.get(a * this.shapes.n + b)
    if (separation === undefined) return Number.NEGATIVE_INFINITY
    const bound = separation.distance - (this.ways[a] + this.ways[b] - separation.way)
    return bound > GOOD_PART * separation.distance ? bound : Number.NEGATIVE_INFINITY
  }

  /** Records the distance of shapes a < b at their present poses [m]. */
  set(a: number, b: number, distance: number): void {
    const key = a * this.shapes.n + b
    const way = this.ways[a] + this.ways[b]
    const separation = this.known.get(key)
    if (separation === undefined) {
      this.known.set(key, { distance, way })
      return
    }
    separation.distance = distance
    separation.way = way
  }
}
