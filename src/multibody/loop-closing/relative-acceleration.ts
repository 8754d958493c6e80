import { mat3TransposeMulVec, vec3Cross, vec3Sub } from '../../math/index.ts'
import type { RelativeMotion, WorldMotion } from '../world/index.ts'

/**
 * Acceleration of frame 2 as seen from frame 1: derivatives of the velocities of `RelativeMotion`, in the axes of 1.
 * With the motions of 1 and 2 in W, p from 1 to 2 and u = v2 − v1 − w1 × p,
 *
 *   w_12' = α2 − α1 − w1 × (w2 − w1)                                                                                 (1)
 *   v_12' = a2 − a1 − α1 × p − w1 × (w1 × p) − 2 w1 × u                                                              (2)
 */
export class RelativeAcceleration {
  /** [rad/s2] (3) */
  readonly dw_12 = new Float64Array(3)
  /** [m/s2] (3) */
  readonly dv_12 = new Float64Array(3)
  private readonly w1 = new Float64Array(3)
  private readonly w = new Float64Array(3)
  private readonly p = new Float64Array(3)
  private readonly u = new Float64Array(3)
  private readonly sum = new Float64Array(3)
  private readonly term = new Float64Array(3)
  private readonly alpha1 = new Float64Array(3)

  constructor(private readonly relative: RelativeMotion) {}

  /** The relative motion and accelerations of the bodies are known. */
  update(motion: WorldMotion): void {
    const { w1, w, p, u, sum, term, alpha1 } = this
    const { frame1, frame2, R_W1, p_W2 } = this.relative
    motion.angularVelocity(frame1, w1)
    motion.angularAcceleration(frame1, alpha1)
    // (1)
    motion.angularVelocity(frame2, w)
    vec3Sub(w, 0, w, 0, w1, 0)
    motion.angularAcceleration(frame2, sum)
    vec3Sub(sum, 0, sum, 0, alpha1, 0)
    vec3Cross(term, 0, w1, 0, w, 0)
    vec3Sub(sum, 0, sum, 0, term, 0)
    mat3TransposeMulVec(this.dw_12, 0, R_W1, 0, sum, 0)
    // (2)
    motion.position(frame1, p)
    vec3Sub(p, 0, p_W2, 0, p, 0)
    motion.velocity(frame2, u)
    motion.velocity(frame1, term)
    vec3Sub(u, 0, u, 0, term, 0)
    vec3Cross(w, 0, w1, 0, p, 0)
    vec3Sub(u, 0, u, 0, w, 0)
    motion.acceleration(frame2, sum)
    motion.acceleration(frame1, term)
    vec3Sub(sum, 0, sum, 0, term, 0)
    vec3Cross(term, 0, alpha1, 0, p, 0)
    vec3Sub(sum, 0, sum, 0, term, 0)
    vec3Cross(term, 0, w1, 0, w, 0)
    vec3Sub(sum, 0, sum, 0, term, 0)
    vec3Cross(term, 0, w1, 0, u, 0)
    for (let i = 0; i < 3; i++) sum[i] -= 2 * term[i]
    mat3TransposeMulVec(this.dv_12, 0, R_W1, 0, sum, 0)
  }
}
