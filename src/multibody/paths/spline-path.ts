import { assertFinite, InputError } from '../../base/index.ts'
import { CurvePath } from './curve-path.ts'
import type { PtpPathOptions } from './ptp-path.ts'
import { readLimits, readPoints } from './read-points.ts'
import { limitLaw } from './time-law.ts'
import { VectorSpline } from './vector-spline.ts'

/**
 * Path through points that rests only in the first and the last one: a cubic spline, with a synchronous motion of all
 * axes that keeps the limits of each. Velocities and accelerations are continuous between the ends, with `j_max`
 * everywhere. Of the motions along this curve it is not the fastest one: the slowest place sets the speed.
 */
export class SplinePath extends CurvePath {
  constructor(options: PtpPathOptions, path = 'SplinePath') {
    const { startTime = 0 } = options
    assertFinite(`${path}.startTime`, startTime)
    const points = readPoints(`${path}.points`, options.points, 2)
    const nAxis = points[0].length
    const v_max = readLimits(`${path}.v_max`, options.v_max, nAxis)
    const a_max = readLimits(`${path}.a_max`, options.a_max, nAxis)
    const j_max = options.j_max && readLimits(`${path}.j_max`, options.j_max, nAxis)
    const spline = new VectorSpline(placeKnots(`${path}.points`, points, v_max), points, true)
    const curves = Array.from(v_max, (v, j) => ({
      ...spline.boundsOf(j),
      ...{ v, a: a_max[j], j: j_max?.[j] ?? Number.POSITIVE_INFINITY },
    }))
    super(spline, limitLaw(curves), startTime)
  }
}

/** Parameters of points from 0 to 1, in proportion to the largest of the distances of the axes over their `sizes`. */
export function placeKnots(
  where: string,
  points: readonly Float64Array[],
  sizes: Float64Array,
): Float64Array {
  const knots = new Float64Array(points.length)
  for (let i = 1; i < points.length; i++) {
    const step = Math.max(...points[i].map((x, j) => Math.abs(x - points[i - 1][j]) / sizes[j]))
    if (step === 0)
      throw new InputError(
        `${where}[${i + 1}]`,
        'a point that differs from the one before it, because the path does not rest between its ends',
        Array.from(points[i]),
      )
    knots[i] = knots[i - 1] + step
  }
  return knots.map((x) => x / knots[points.length - 1])
}
