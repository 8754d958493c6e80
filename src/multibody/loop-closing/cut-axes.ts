/**
 * Positions and velocities of a joint with axes, from the motion of obj2 as seen from obj1. Translations along u1, u2
 * come first, then at most two rotations about n and m, all fixed in obj1 while the positions are zero:
 *
 *   p_12 = Σ s u        ⇒   s = u·p_12,   s' = u·v_12                                                             (1)
 *   R_12 = R(n, a)      ⇒   a is the angle about n from any vector x perpendicular to n to R_12 x,   a' = n·w_12    (2)
 *   R_12 = R(n, a) R(m, b)
 *     ⇒   a is the angle about n from m to R_12 m, b that about m from R_12ᵀ n to n                               (3)
 *         w_12 = a' n + b' R_12 m                                                                                  (4)
 *         w_12' = a'' n + b'' R_12 m + b' w_12 × R_12 m                                                            (5)
 */
import { mat3MulVec, mat3TransposeMulVec, vec3Cross, vec3Dot, vec3Perpendicular } from '../../math/index.ts'
import { PRISMATIC } from '../../mechanics/index.ts'
import type { AxisElement } from '../parts/joints/index.ts'
import { type RelativeMotion, turnNear } from '../world/index.ts'
import type { RelativeAcceleration } from './relative-acceleration.ts'

export class CutAxes {
  /** In the order of the elements [rad, m], [rad/s, m/s]. */
  readonly positions: Float64Array
  readonly velocities: Float64Array
  /** [rad/s2, m/s2] */
  readonly accelerations: Float64Array
  private readonly before: Float64Array
  private readonly rotations: readonly number[]
  private time = Number.NaN
  private readonly x = new Float64Array(3)
  private readonly y = new Float64Array(3)
  private readonly z = new Float64Array(3)

  constructor(private readonly elements: readonly AxisElement[]) {
    this.positions = Float64Array.from(elements, ({ positionStart }) => positionStart.value)
    this.velocities = Float64Array.from(elements, ({ velocityStart }) => velocityStart.value)
    this.accelerations = new Float64Array(elements.length)
    this.before = new Float64Array(2 * elements.length)
    this.rotations = elements.flatMap(({ kind }, k) => (kind === PRISMATIC ? [] : [k]))
  }

  /** Continues from values at time `t` [s]. */
  continue(positions: ArrayLike<number>, velocities: ArrayLike<number>, t: number): void {
    this.positions.set(positions)
    this.velocities.set(velocities)
    this.time = t
  }

  /**
   * Computes positions and velocities at time `t` [s]. Angles continue from the last call, at an earlier or later time:
   * extrapolated by the mean of both velocities, up to the nearest turn.
   */
  follow(motion: RelativeMotion, t: number): void {
    const { elements, positions, velocities, before, rotations } = this
    const n = elements.length
    before.set(positions)
    before.set(velocities, n)
    for (let k = 0; k < n; k++) {
      if (elements[k].kind !== PRISMATIC) continue
      positions[k] = vec3Dot(elements[k].axis, 0, motion.p_12, 0) // (1)
      velocities[k] = vec3Dot(elements[k].axis, 0, motion.v_12, 0)
    }
    if (rotations.length === 1) this.followOne(motion, rotations[0])
    else if (rotations.length === 2) this.followTwo(motion, rotations[0], rotations[1])
    const h = Number.isNaN(this.time) ? 0 : t - this.time
    this.time = t
    for (const k of rotations)
      positions[k] = turnNear(positions[k], before[k] + (h / 2) * (before[n + k] + velocities[k]))
  }

  /** Computes accelerations, for the motion of the last call of `follow`. */
  accelerate({ R_12, w_12 }: RelativeMotion, { dw_12, dv_12 }: RelativeAcceleration): void {
    const { elements, accelerations, velocities, rotations, x, y } = this
    elements.forEach(({ kind, axis }, k) => {
      accelerations[k] = vec3Dot(axis, 0, kind === PRISMATIC ? dv_12 : dw_12, 0)
    })
    if (rotations.length < 2) return
    const [first, second] = rotations
    // (5)
    mat3MulVec(x, 0, R_12, 0, elements[second].axis, 0)
    vec3Cross(y, 0, w_12, 0, x, 0)
    for (let i = 0; i < 3; i++) y[i] = dw_12[i] - velocities[second] * y[i]
    this.divide(elements[first].axis, x, y, accelerations)
  }

  private followOne({ R_12, w_12 }: RelativeMotion, k: number): void {
    const { x, y, elements } = this
    const { axis } = elements[k]
    vec3Perpendicular(x, 0, axis, 0)
    mat3MulVec(y, 0, R_12, 0, x, 0)
    this.positions[k] = this.angleAbout(axis, x, y) // (2)
    this.velocities[k] = vec3Dot(axis, 0, w_12, 0)
  }

  private followTwo({ R_12, w_12 }: RelativeMotion, first: number, second: number): void {
    const { x, y, elements, positions, velocities } = this
    const n = elements[first].axis
    const m = elements[second].axis
    mat3TransposeMulVec(y, 0, R_12, 0, n, 0)
    positions[second] = this.angleAbout(m, y, n) // (3)
    mat3MulVec(x, 0, R_12, 0, m, 0)
    positions[first] = this.angleAbout(n, m, x)
    this.divide(n, x, w_12, velocities) // (4)
  }

  /** Decomposes a vector along two directions; the components are those of the two rotations. */
  private divide(n: Float64Array, m: Float64Array, vector: Float64Array, out: Float64Array): void {
    const [first, second] = this.rotations
    const cosine = vec3Dot(n, 0, m, 0)
    const a = vec3Dot(n, 0, vector, 0)
    const b = vec3Dot(m, 0, vector, 0)
    out[first] = (a - cosine * b) / (1 - cosine * cosine)
    out[second] = (b - cosine * a) / (1 - cosine * cosine)
  }

  /** Angle about `axis` from one vector to another one, both without their components along the axis [rad]. */
  private angleAbout(axis: Float64Array, from: Float64Array, to: Float64Array): number {
    const { z } = this
    vec3Cross(z, 0, from, 0, to, 0)
    const along = vec3Dot(axis, 0, from, 0) * vec3Dot(axis, 0, to, 0)
    return Math.atan2(vec3Dot(axis, 0, z, 0), vec3Dot(from, 0, to, 0) - along)
  }
}
