/** Values, rates and wrenches of constraints, from positions and velocities of the bodies. */
import { mat3Mul, mat3MulVec, mat3TransposeMulVec, vec3Cross, vec3Dot } from '../../math/index.ts'
import type { TreeData } from '../tree/index.ts'
import {
  DISTANCE,
  type LoopData,
  type LoopJoint,
  type LoopModel,
  type LoopRow,
  TRANSLATION,
} from './loop-model.ts'

/** Motion of a frame that is fixed to a body, in W. */
class FrameMotion {
  readonly R = new Float64Array(9)
  readonly p = new Float64Array(3)
  readonly w = new Float64Array(3)
  readonly v = new Float64Array(3)
  private readonly arm = new Float64Array(3)

  update({ R_WB, p_WB, V_WB_B }: TreeData, body: number, R_BF: Float64Array, p_BF: Float64Array): void {
    const { R, p, w, v, arm } = this
    if (body < 0) {
      R.set(R_BF)
      p.set(p_BF)
      w.fill(0)
      v.fill(0)
      return
    }
    mat3Mul(R, 0, R_WB, 9 * body, R_BF, 0)
    mat3MulVec(p, 0, R_WB, 9 * body, p_BF, 0)
    for (let i = 0; i < 3; i++) p[i] += p_WB[3 * body + i]
    mat3MulVec(w, 0, R_WB, 9 * body, V_WB_B, 6 * body)
    vec3Cross(arm, 0, V_WB_B, 6 * body, p_BF, 0)
    for (let i = 0; i < 3; i++) arm[i] += V_WB_B[6 * body + 3 + i]
    mat3MulVec(v, 0, R_WB, 9 * body, arm, 0)
  }
}

/** Evaluates rows; keeps its scratch. */
export class RowEvaluator {
  private readonly F = new FrameMotion()
  private readonly G = new FrameMotion()
  private readonly p = new Float64Array(3)
  private readonly force = new Float64Array(3)
  private readonly torque = new Float64Array(3)
  private readonly a = new Float64Array(3)
  private readonly b = new Float64Array(3)
  private readonly c = new Float64Array(3)
  private readonly sliding = new Float64Array(3)

  constructor(
    private readonly model: LoopModel,
    private readonly data: LoopData,
    private readonly tree: TreeData,
  ) {}

  /** Needs positions and velocities of the bodies. */
  evaluate(): void {
    let k = 0
    for (const joint of this.model.joints) {
      this.F.update(this.tree, joint.bodyA, joint.R_AF, joint.p_AF)
      this.G.update(this.tree, joint.bodyB, joint.R_BG, joint.p_BG)
      for (let i = 0; i < 3; i++) this.p[i] = this.G.p[i] - this.F.p[i]
      for (const row of joint.rows) this.evaluateRow(joint, row, k++)
    }
  }

  private evaluateRow(joint: LoopJoint, row: LoopRow, k: number): void {
    const { force, torque, data, F, G } = this
    force.fill(0)
    torque.fill(0)
    let pointOfA = G.p
    if (row.kind === TRANSLATION) this.evaluateTranslation(row.u, k)
    else if (row.kind === DISTANCE) {
      this.evaluateDistance(row.length, k)
      pointOfA = F.p
    } else this.evaluatePerpendicular(row.e, row.d, k)
    const t = this.model.termStart[k]
    this.enterWrench(t, joint.bodyA, pointOfA, -1)
    this.enterWrench(t + 1, joint.bodyB, G.p, 1)
    data.rate[k] = this.dotVelocity(t, joint.bodyA) + this.dotVelocity(t + 1, joint.bodyB)
    if (row.kind === TRANSLATION || row.kind === DISTANCE)
      data.bias[k] += this.centripetal(joint.bodyB, G.p) - this.centripetal(joint.bodyA, pointOfA)
  }

  /** g″ = u·(a_B − a_A) − 2 u·(w_A × p′), accelerations of the points of both at G, p′ as seen from A. */
  private evaluateTranslation(u: ArrayLike<number>, k: number): void {
    const { F, G, p, force, a, b, sliding, data } = this
    for (let i = 0; i < 3; i++) a[i] = u[i]
    mat3MulVec(force, 0, F.R, 0, a, 0)
    data.g[k] = vec3Dot(force, 0, p, 0)
    vec3Cross(b, 0, F.w, 0, p, 0)
    for (let i = 0; i < 3; i++) sliding[i] = G.v[i] - F.v[i] - b[i]
    vec3Cross(b, 0, F.w, 0, sliding, 0)
    data.bias[k] = -2 * vec3Dot(force, 0, b, 0)
  }

  /** g″ = u·(a_G − a_F) + (|p′|² − (u·p′)²)/|p|,   u = p/|p|. */
  private evaluateDistance(length: number, k: number): void {
    const { F, G, p, force, a, data } = this
    const distance = Math.hypot(p[0], p[1], p[2])
    data.g[k] = distance - length
    for (let i = 0; i < 3; i++) {
      force[i] = p[i] / distance
      a[i] = G.v[i] - F.v[i]
    }
    const along = vec3Dot(force, 0, a, 0)
    data.bias[k] = (vec3Dot(a, 0, a, 0) - along * along) / distance
  }

  /** g′ = (w_B − w_A)·n,   n = d × e;   g″ = (w_B − w_A)′·n + (w_B − w_A)·n′. */
  private evaluatePerpendicular(e: ArrayLike<number>, d: ArrayLike<number>, k: number): void {
    const { F, G, torque, a, b, c, sliding, data } = this
    for (let i = 0; i < 3; i++) sliding[i] = e[i]
    mat3MulVec(a, 0, F.R, 0, sliding, 0)
    for (let i = 0; i < 3; i++) sliding[i] = d[i]
    mat3MulVec(b, 0, G.R, 0, sliding, 0)
    data.g[k] = vec3Dot(a, 0, b, 0)
    vec3Cross(torque, 0, b, 0, a, 0)
    // n′ = (w_B × d) × e + d × (w_A × e)
    vec3Cross(c, 0, G.w, 0, b, 0)
    vec3Cross(sliding, 0, c, 0, a, 0)
    vec3Cross(c, 0, F.w, 0, a, 0)
    vec3Cross(c, 0, b, 0, c, 0)
    let bias = 0
    for (let i = 0; i < 3; i++) bias += (G.w[i] - F.w[i]) * (sliding[i] + c[i])
    data.bias[k] = bias
  }

  /** The force and torque, times `sign`, on a body, at its origin and in its axes. */
  private enterWrench(t: number, body: number, point: Float64Array, sign: number): void {
    if (body < 0) return
    const { force, torque, a, b, tree } = this
    const out = this.data.wrench
    for (let i = 0; i < 3; i++) a[i] = point[i] - tree.p_WB[3 * body + i]
    vec3Cross(b, 0, a, 0, force, 0)
    for (let i = 0; i < 3; i++) b[i] = sign * (b[i] + torque[i])
    mat3TransposeMulVec(out, 6 * t, tree.R_WB, 9 * body, b, 0)
    for (let i = 0; i < 3; i++) b[i] = sign * force[i]
    mat3TransposeMulVec(out, 6 * t + 3, tree.R_WB, 9 * body, b, 0)
  }

  private dotVelocity(t: number, body: number): number {
    if (body < 0) return 0
    let sum = 0
    for (let i = 0; i < 6; i++) sum += this.data.wrench[6 * t + i] * this.tree.V_WB_B[6 * body + i]
    return sum
  }

  /** force·(w × (w × r)) of a point of a body. */
  private centripetal(body: number, point: Float64Array): number {
    if (body < 0) return 0
    const { force, a, b, c, tree } = this
    mat3MulVec(a, 0, tree.R_WB, 9 * body, tree.V_WB_B, 6 * body)
    for (let i = 0; i < 3; i++) b[i] = point[i] - tree.p_WB[3 * body + i]
    vec3Cross(c, 0, a, 0, b, 0)
    vec3Cross(c, 0, a, 0, c, 0)
    return vec3Dot(force, 0, c, 0)
  }
}
