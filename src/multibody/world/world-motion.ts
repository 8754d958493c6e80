/**
 * Positions, motions and forces of frames, for force elements, sensors and results during an evaluation. All vectors
 * are expressed in the world frame W unless said otherwise; the caller gives the arrays.
 */
import { mat3Mul, mat3MulVec, vec3Add, vec3Cross } from '../../math/index.ts'
import { addForceAtPoint, type Tree, type TreeData } from '../../mechanics/index.ts'
import type { Frame } from '../records/index.ts'

export class WorldMotion {
  /** Time of the evaluation [s]. */
  time = Number.NaN
  private readonly arm = new Float64Array(3)
  private readonly cross = new Float64Array(3)
  private readonly omega = new Float64Array(3)
  private readonly F_W = new Float64Array(6)

  constructor(
    readonly tree: Tree,
    readonly data: TreeData,
  ) {}

  /** R_WO, row-major, into `out`. */
  rotation(frame: Frame, out: Float64Array, o = 0): void {
    if (frame.body < 0) {
      for (let i = 0; i < 9; i++) out[o + i] = frame.R_BO[i]
      return
    }
    mat3Mul(out, o, this.data.R_WB, 9 * frame.body, frame.R_BO, 0)
  }

  /** Position of the origin of O in W [m]. */
  position(frame: Frame, out: Float64Array, o = 0): void {
    if (frame.body < 0) {
      for (let i = 0; i < 3; i++) out[o + i] = frame.p_BO[i]
      return
    }
    mat3MulVec(out, o, this.data.R_WB, 9 * frame.body, frame.p_BO, 0)
    vec3Add(out, o, out, o, this.data.p_WB, 3 * frame.body)
  }

  /** Angular velocity of O in W [rad/s]. */
  angularVelocity(frame: Frame, out: Float64Array, o = 0): void {
    if (frame.body < 0) out.fill(0, o, o + 3)
    else mat3MulVec(out, o, this.data.R_WB, 9 * frame.body, this.data.V_WB_B, 6 * frame.body)
  }

  /** Velocity of the origin of O in W [m/s]. */
  velocity(frame: Frame, out: Float64Array, o = 0): void {
    if (frame.body < 0) {
      out.fill(0, o, o + 3)
      return
    }
    const { data, cross } = this
    vec3Cross(cross, 0, data.V_WB_B, 6 * frame.body, frame.p_BO, 0)
    vec3Add(cross, 0, cross, 0, data.V_WB_B, 6 * frame.body + 3)
    mat3MulVec(out, o, data.R_WB, 9 * frame.body, cross, 0)
  }

  /** Angular acceleration of O in W [rad/s2]. */
  angularAcceleration(frame: Frame, out: Float64Array, o = 0): void {
    if (frame.body < 0) out.fill(0, o, o + 3)
    else mat3MulVec(out, o, this.data.R_WB, 9 * frame.body, this.data.A_WB_B, 6 * frame.body)
  }

  /**
   * Acceleration of the origin of O in W [m/s2]: that of Bo, and the tangential and centripetal parts (classical
   * acceleration).
   */
  acceleration(frame: Frame, out: Float64Array, o = 0): void {
    if (frame.body < 0) {
      out.fill(0, o, o + 3)
      return
    }
    const { data, cross, omega, arm } = this
    const b = 6 * frame.body
    vec3Cross(omega, 0, data.V_WB_B, b, frame.p_BO, 0)
    vec3Cross(cross, 0, data.V_WB_B, b, omega, 0)
    vec3Cross(arm, 0, data.A_WB_B, b, frame.p_BO, 0)
    vec3Add(cross, 0, cross, 0, arm, 0)
    vec3Add(cross, 0, cross, 0, data.A_WB_B, b + 3)
    mat3MulVec(out, o, data.R_WB, 9 * frame.body, cross, 0)
  }

  /** Adds a force [N] and a torque [N.m] that act on O at its origin. */
  applyForce(frame: Frame, force: Float64Array, of: number, torque: Float64Array, ot: number): void {
    if (frame.body < 0) return
    this.position(frame, this.arm)
    this.addForce(frame.body, this.arm, 0, force, of, 1, torque, ot)
  }

  /** Adds `sign` times a force [N] that acts on O at a point of the world [m], and no torque. */
  applyForceAt(
    frame: Frame,
    point: Float64Array,
    op: number,
    force: Float64Array,
    of: number,
    sign: number,
  ): void {
    if (frame.body >= 0) this.addForce(frame.body, point, op, force, of, sign, ZERO, 0)
  }

  /** Adds a force [N] and a torque [N.m] that act on O at a point of the world [m]. */
  applyWrenchAt(frame: Frame, point: Float64Array, force: Float64Array, torque: Float64Array): void {
    if (frame.body >= 0) this.addForce(frame.body, point, 0, force, 0, 1, torque, 0)
  }

  private addForce(
    body: number,
    point: Float64Array,
    op: number,
    force: Float64Array,
    of: number,
    sign: number,
    torque: Float64Array,
    ot: number,
  ): void {
    const { F_W } = this
    for (let i = 0; i < 3; i++) {
      F_W[i] = torque[ot + i]
      F_W[i + 3] = sign * force[of + i]
    }
    addForceAtPoint(this.data, body, F_W, 0, point, op)
  }
}

const ZERO = new Float64Array(3)
