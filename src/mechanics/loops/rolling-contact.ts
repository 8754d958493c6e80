import { mat3MulVec, vec3Cross, vec3Dot } from '../../math/index.ts'
import type { FrameMotion } from './frame-motion.ts'
import type { RollingRow } from './loop-model.ts'

/**
 * Contact point of a wheel on a plane. The wheel is a circle with the axis a and the center G; n is the normal of the
 * plane. The point of the circle that is lowest over the plane is
 *
 *   c = G + r d,   d = −(n − (n·a) a)/s,   s = |n − (n·a) a|,   its height is n·p − r s                           (1)
 *
 * It is the lowest of all points of the circle, so that the height has the rate of the material point of the wheel
 * there. The contact point moves along both surfaces with c′.
 */
export class RollingContact {
  /** c in W [m], and c′ [m/s] (3). */
  readonly point = new Float64Array(3)
  readonly velocity = new Float64Array(3)
  /** The direction u of a row in W, and u′ (3). */
  readonly u = new Float64Array(3)
  readonly uRate = new Float64Array(3)
  /** Height of c over the plane, minus that of F [m]. */
  height = Number.NaN
  private readonly n = new Float64Array(3)
  private readonly a = new Float64Array(3)
  private readonly nRate = new Float64Array(3)
  private readonly aRate = new Float64Array(3)
  private readonly d = new Float64Array(3)
  private readonly along = new Float64Array(3)
  private readonly alongRate = new Float64Array(3)

  /** F: frame of the plane, G: of the wheel. */
  update(row: RollingRow, F: FrameMotion, G: FrameMotion): void {
    const { n, a, nRate, aRate, d, point, velocity } = this
    mat3MulVec(n, 0, F.R, 0, row.n, 0)
    mat3MulVec(a, 0, G.R, 0, row.axis, 0)
    vec3Cross(nRate, 0, F.w, 0, n, 0)
    vec3Cross(aRate, 0, G.w, 0, a, 0)
    const na = vec3Dot(n, 0, a, 0)
    for (let i = 0; i < 3; i++) d[i] = n[i] - na * a[i]
    const s = Math.sqrt(vec3Dot(d, 0, d, 0))
    const naRate = vec3Dot(nRate, 0, a, 0) + vec3Dot(n, 0, aRate, 0)
    this.height = -row.radius * s
    for (let i = 0; i < 3; i++) {
      this.height += n[i] * (G.p[i] - F.p[i])
      d[i] /= -s
      velocity[i] = nRate[i] - naRate * a[i] - na * aRate[i]
    }
    // d′ is the part of −(n − (n·a) a)′/s that is perpendicular to d
    const along = vec3Dot(d, 0, velocity, 0)
    for (let i = 0; i < 3; i++) {
      point[i] = G.p[i] + row.radius * d[i]
      velocity[i] = G.v[i] - (row.radius / s) * (velocity[i] - along * d[i])
    }
    this.updateDirection(row.direction, s)
  }

  /** Along: t = a × n/s, t′ is the part of (a′ × n + a × n′)/s that is perpendicular to t. Across: n × t. */
  private updateDirection(direction: RollingRow['direction'], s: number): void {
    const { n, a, nRate, aRate, along, alongRate, u, uRate } = this
    if (direction === 'normal') {
      u.set(n)
      uRate.set(nRate)
      return
    }
    vec3Cross(along, 0, a, 0, n, 0)
    vec3Cross(alongRate, 0, aRate, 0, n, 0)
    vec3Cross(u, 0, a, 0, nRate, 0)
    for (let i = 0; i < 3; i++) {
      along[i] /= s
      alongRate[i] = (alongRate[i] + u[i]) / s
    }
    const part = vec3Dot(along, 0, alongRate, 0)
    for (let i = 0; i < 3; i++) alongRate[i] -= part * along[i]
    if (direction === 'along') {
      u.set(along)
      uRate.set(alongRate)
      return
    }
    vec3Cross(u, 0, nRate, 0, along, 0)
    vec3Cross(uRate, 0, n, 0, alongRate, 0)
    for (let i = 0; i < 3; i++) uRate[i] += u[i]
    vec3Cross(u, 0, n, 0, along, 0)
  }
}
