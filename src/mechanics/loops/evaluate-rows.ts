/** Values, rates and wrenches of constraints, from positions and velocities of the bodies. */
import { mat3MulVec, mat3TransposeMulVec, vec3Cross, vec3Dot } from '../../math/index.ts'
import { REVOLUTE, type Tree } from '../tree.ts'
import type { TreeData } from '../tree-data.ts'
import { FrameMotion } from './frame-motion.ts'
import {
  createLoopData,
  createLoopModel,
  DISTANCE,
  dotRow,
  type JointRelation,
  type LoopData,
  type LoopJoint,
  type LoopModel,
  type LoopRow,
  MEAN,
  ROLLING,
  type RollingRow,
  TRANSLATION,
} from './loop-model.ts'
import { RollingContact } from './rolling-contact.ts'

/** A tree, and the positions of its joints. */
export interface PositionedTree {
  readonly tree: Tree
  readonly data: TreeData
  /** Positions of the joints (nq). */
  readonly q: Float64Array
}

/** Evaluates rows of all models of a tree, with its own workspace. */
export class RowEvaluator {
  private readonly F = new FrameMotion()
  private readonly G = new FrameMotion()
  private readonly contact = new RollingContact()
  private readonly p = new Float64Array(3)
  private readonly force = new Float64Array(3)
  private readonly torque = new Float64Array(3)
  private readonly a = new Float64Array(3)
  private readonly b = new Float64Array(3)
  private readonly c = new Float64Array(3)
  private readonly sliding = new Float64Array(3)

  /** Model under evaluation. */
  private model: LoopModel = createLoopModel([])
  private data: LoopData = createLoopData(this.model)

  constructor(private readonly moved: PositionedTree) {}

  /** Needs positions and velocities of the bodies. */
  evaluate(model: LoopModel, rows: LoopData): void {
    this.model = model
    this.data = rows
    const { joints, relations } = model
    const { data } = this.moved
    let k = 0
    for (const joint of joints) {
      this.F.update(data, joint.bodyA, joint.R_AF, joint.p_AF)
      this.G.update(data, joint.bodyB, joint.R_BG, joint.p_BG)
      for (let i = 0; i < 3; i++) this.p[i] = this.G.p[i] - this.F.p[i]
      for (const row of joint.rows) this.evaluateRow(joint, row, k++)
    }
    for (const relation of relations) this.evaluateRelation(relation, k++)
    for (let row = 0; row < k; row++) this.data.rate[row] = dotRow(this.model, this.data, row, data.V_WB_B)
  }

  private evaluateRow(joint: LoopJoint, row: LoopRow, k: number): void {
    const { force, torque, data, F, G } = this
    force.fill(0)
    torque.fill(0)
    let [pointA, pointB] = [G.p, G.p]
    let [weightA, weightB] = [-1, 1]
    if (row.kind === TRANSLATION) this.evaluateTranslation(row.u, k)
    else if (row.kind === DISTANCE) {
      this.evaluateDistance(k)
      pointA = F.p
    } else if (row.kind === ROLLING) {
      this.evaluateRolling(row, k)
      pointA = this.contact.point
      pointB = pointA
    } else if (row.kind === MEAN) {
      for (let i = 0; i < 3; i++) force[i] = row.u[i]
      data.bias[k] = 0
      pointA = F.p
      weightA = 1 - row.fraction
      weightB = row.fraction
    } else this.evaluatePerpendicular(row.e, row.d, row.cosine ?? 0, k)
    const t = this.model.termStart[k]
    this.enterWrench(t, joint.bodyA, pointA, weightA)
    this.enterWrench(t + 1, joint.bodyB, pointB, weightB)
    // a zero force has no bias
    data.bias[k] +=
      weightB * this.centripetal(joint.bodyB, pointB) + weightA * this.centripetal(joint.bodyA, pointA)
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
  private evaluateDistance(k: number): void {
    const { F, G, p, force, a, data } = this
    const distance = Math.hypot(p[0], p[1], p[2])
    data.g[k] = subtractOffset(distance, data.offset[k])
    for (let i = 0; i < 3; i++) {
      force[i] = p[i] / distance
      a[i] = G.v[i] - F.v[i]
    }
    const along = vec3Dot(force, 0, a, 0)
    data.bias[k] = (vec3Dot(a, 0, a, 0) - along * along) / distance
  }

  /**
   * g″ = u·(a_B − a_A) + u′·(v_B − v_A) + u·(w_B × (c′ − v_B) − w_A × (c′ − v_A)), for the points of both at the
   * contact c.
   */
  private evaluateRolling(row: RollingRow, k: number): void {
    const { F, G, contact, force, a, b, sliding, data } = this
    contact.update(row, F, G)
    force.set(contact.u)
    data.g[k] = row.direction === 'normal' ? contact.height : 0
    data.bias[k] = 0
    for (const [frame, sign] of [
      [G, 1],
      [F, -1],
    ] as const) {
      for (let i = 0; i < 3; i++) a[i] = contact.point[i] - frame.p[i]
      vec3Cross(b, 0, frame.w, 0, a, 0)
      for (let i = 0; i < 3; i++) {
        b[i] += frame.v[i]
        sliding[i] = contact.velocity[i] - b[i]
      }
      data.bias[k] += sign * vec3Dot(contact.uRate, 0, b, 0)
      vec3Cross(a, 0, frame.w, 0, sliding, 0)
      data.bias[k] += sign * vec3Dot(force, 0, a, 0)
    }
  }

  /** g′ = (w_B − w_A)·n,   n = d × e;   g″ = (w_B − w_A)′·n + (w_B − w_A)·n′. */
  private evaluatePerpendicular(e: ArrayLike<number>, d: ArrayLike<number>, cosine: number, k: number): void {
    const { F, G, torque, a, b, c, sliding, data } = this
    for (let i = 0; i < 3; i++) sliding[i] = e[i]
    mat3MulVec(a, 0, F.R, 0, sliding, 0)
    for (let i = 0; i < 3; i++) sliding[i] = d[i]
    mat3MulVec(b, 0, G.R, 0, sliding, 0)
    data.g[k] = vec3Dot(a, 0, b, 0) - cosine
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

  /**
   * A unit multiplier rotates or pushes each joint by its factor, against its parent. Accelerations of bodies contain
   * A_bias in addition to v̇.
   */
  private evaluateRelation({ members }: JointRelation, k: number): void {
    const { data, force, torque } = this
    const { tree, data: treeData, q } = this.moved
    let t = this.model.termStart[k]
    let value = 0
    data.bias[k] = 0
    for (const { body, factor } of members) {
      const isRevolute = tree.kind[body] === REVOLUTE
      value += factor * q[tree.qStart[body]]
      data.bias[k] -= factor * treeData.A_bias[6 * body + (isRevolute ? 2 : 5)]
      for (let i = 0; i < 3; i++) {
        const axis = treeData.R_WB[9 * body + 3 * i + 2]
        force[i] = isRevolute ? 0 : axis
        torque[i] = isRevolute ? axis : 0
      }
      const origin = treeData.p_WB.subarray(3 * body, 3 * body + 3)
      this.enterWrench(t++, body, origin, factor)
      this.enterWrench(t++, tree.parent[body], origin, -factor)
    }
    data.g[k] = subtractOffset(value, data.offset[k])
  }

  /** Adds the force and torque, times `weight`, on a body, at its origin and in its axes. */
  private enterWrench(t: number, body: number, point: Float64Array, weight: number): void {
    if (body < 0) return
    const { force, torque, a, b } = this
    const { R_WB, p_WB } = this.moved.data
    const out = this.data.wrench
    for (let i = 0; i < 3; i++) a[i] = point[i] - p_WB[3 * body + i]
    vec3Cross(b, 0, a, 0, force, 0)
    for (let i = 0; i < 3; i++) b[i] = weight * (b[i] + torque[i])
    mat3TransposeMulVec(out, 6 * t, R_WB, 9 * body, b, 0)
    for (let i = 0; i < 3; i++) b[i] = weight * force[i]
    mat3TransposeMulVec(out, 6 * t + 3, R_WB, 9 * body, b, 0)
  }

  /** force·(w × (w × r)) of a point of a body. */
  private centripetal(body: number, point: Float64Array): number {
    if (body < 0) return 0
    const { force, a, b, c } = this
    const { R_WB, p_WB, V_WB_B } = this.moved.data
    mat3MulVec(a, 0, R_WB, 9 * body, V_WB_B, 6 * body)
    for (let i = 0; i < 3; i++) b[i] = point[i] - p_WB[3 * body + i]
    vec3Cross(c, 0, a, 0, b, 0)
    vec3Cross(c, 0, a, 0, c, 0)
    return vec3Dot(force, 0, c, 0)
  }
}

/** Returns the value itself while the offset is unknown: it becomes the offset if it does not count yet. */
function subtractOffset(value: number, offset: number): number {
  return Number.isNaN(offset) ? value : value - offset
}

/** Sets unspecified lengths and offsets to those of the last evaluation. */
export function keepOffsets({ offset, g }: LoopData): void {
  for (let k = 0; k < offset.length; k++) {
    if (!Number.isNaN(offset[k])) continue
    offset[k] = g[k]
    g[k] = 0
  }
}
