import { InputError } from '../../base/index.ts'
import { vec3Cross, vec3Dot, vec3Norm, vec3Sub } from '../../math/index.ts'
import type { Curve } from './vector-spline.ts'

/** Sine of the angle at the first point below which three points are on a line. */
const STRAIGHT = 1e-9

/**
 * Arc through three points, or the whole circle from the first through the others back to it. With the center c and
 * perpendicular unit vectors e1, e2: C(s) = c + r (cos(φ s) e1 + sin(φ s) e2).
 */
export class Arc implements Curve {
  readonly nAxis = 3
  readonly radius: number
  /** [rad] */
  readonly angle: number
  private readonly center = new Float64Array(3)
  private readonly e1 = new Float64Array(3)
  private readonly e2 = new Float64Array(3)

  constructor(where: string, points: readonly Float64Array[], isWhole: boolean) {
    const [u, v, normal, toCenter] = Array.from({ length: 4 }, () => new Float64Array(3))
    const [first, second, third] = points
    vec3Sub(u, 0, second, 0, first, 0)
    vec3Sub(v, 0, third, 0, first, 0)
    vec3Cross(normal, 0, u, 0, v, 0)
    const area = vec3Norm(normal, 0)
    if (!(area > STRAIGHT * vec3Norm(u, 0) * vec3Norm(v, 0)))
      throw new InputError(
        where,
        'three points that are not on a line',
        points.map((p) => Array.from(p)),
      )
    // center of the circle relative to the first point: (|u|² v - |v|² u) × (u × v) / (2 |u × v|²)
    const [uu, vv] = [vec3Dot(u, 0, u, 0), vec3Dot(v, 0, v, 0)]
    const mixed = u.map((_, i) => uu * v[i] - vv * u[i])
    vec3Cross(toCenter, 0, mixed, 0, normal, 0)
    for (let i = 0; i < 3; i++) {
      toCenter[i] /= 2 * area * area
      this.center[i] = first[i] + toCenter[i]
    }
    this.radius = vec3Norm(toCenter, 0)
    for (let i = 0; i < 3; i++) {
      this.e1[i] = -toCenter[i] / this.radius
      normal[i] /= area
    }
    vec3Cross(this.e2, 0, normal, 0, this.e1, 0)
    vec3Sub(v, 0, third, 0, this.center, 0)
    const angle = Math.atan2(vec3Dot(v, 0, this.e2, 0), vec3Dot(v, 0, this.e1, 0))
    this.angle = isWhole ? 2 * Math.PI : angle > 0 ? angle : angle + 2 * Math.PI
  }

  evaluate(s: number, order: 0 | 1 | 2, out: Float64Array): void {
    const { angle, radius, e1, e2 } = this
    // every derivative turns by a right angle
    const phi = angle * s + (order * Math.PI) / 2
    const [c, d] = [Math.cos(phi), Math.sin(phi)].map((x) => radius * angle ** order * x)
    for (let i = 0; i < 3; i++) out[i] = c * e1[i] + d * e2[i] + (order === 0 ? this.center[i] : 0)
  }

  get bounds(): { readonly d1: number; readonly d2: number; readonly d3: number } {
    const { angle, radius } = this
    return { d1: radius * angle, d2: radius * angle ** 2, d3: radius * angle ** 3 }
  }
}
