import { mat3MulTransposeA, mat3TransposeMulVec, vec3Cross, vec3Sub } from '../../math/index.ts'
import type { Frame } from '../records/index.ts'
import type { WorldMotion } from './world-motion.ts'

/** Motion of frame 2 as seen from frame 1: observed in 1 and expressed in 1. */
export class RelativeMotion {
  /** R_W1, row-major (9). */
  readonly R_W1 = new Float64Array(9)
  /** R_12, row-major (9). */
  readonly R_12 = new Float64Array(9)
  /** Origin of 2 in the world [m] (3). */
  readonly p_W2 = new Float64Array(3)
  /** From the origin of 1 to that of 2 [m] (3). */
  readonly p_12 = new Float64Array(3)
  /** Derivative of p_12 [m/s] (3). */
  readonly v_12 = new Float64Array(3)
  /** Angular velocity of 2 in 1 [rad/s] (3). */
  readonly w_12 = new Float64Array(3)
  private readonly R_W2 = new Float64Array(9)
  private readonly a = new Float64Array(3)
  private readonly b = new Float64Array(3)
  private readonly w_W1 = new Float64Array(3)

  constructor(
    readonly frame1: Frame,
    readonly frame2: Frame,
  ) {}

  update(motion: WorldMotion): void {
    const { frame1, frame2, R_W1, R_W2, p_W2, a, b, w_W1 } = this
    motion.rotation(frame1, R_W1)
    motion.rotation(frame2, R_W2)
    mat3MulTransposeA(this.R_12, 0, R_W1, 0, R_W2, 0)
    // p = p_W2 - p_W1
    motion.position(frame1, a)
    motion.position(frame2, p_W2)
    vec3Sub(a, 0, p_W2, 0, a, 0)
    mat3TransposeMulVec(this.p_12, 0, R_W1, 0, a, 0)
    // observed in 1: v_W2 - v_W1 - w_W1 × p
    motion.angularVelocity(frame1, w_W1)
    vec3Cross(a, 0, w_W1, 0, a, 0)
    motion.velocity(frame2, b)
    vec3Sub(a, 0, b, 0, a, 0)
    motion.velocity(frame1, b)
    vec3Sub(a, 0, a, 0, b, 0)
    mat3TransposeMulVec(this.v_12, 0, R_W1, 0, a, 0)
    motion.angularVelocity(frame2, a)
    vec3Sub(a, 0, a, 0, w_W1, 0)
    mat3TransposeMulVec(this.w_12, 0, R_W1, 0, a, 0)
  }
}
