/**
 * Wrenches of all joints of a group of loops. If constraints are redundant, the equations leave them undetermined: to a
 * solution u, any state of self-stress may be added. The smallest wrenches are taken,
 *
 *   min |u + Q y|   ⇒   y = −Qᵀ u,     |u|² = Σ |force|² + |torque / L|²                                           (1)
 *
 * with the orthonormal self-stresses Q and the size L of the scene. They do not depend on the choice of cut joints.
 * Components in which Q is zero are determined, the others are not.
 */
import { mat3MulVec, mat3TransposeMulVec, vec3Cross } from '../../math/index.ts'
import { type ConstrainedTree, type LoopSolver, SelfStress } from '../../mechanics/index.ts'
import type { Frame } from '../records/index.ts'
import type { Grouping, JointNode } from '../structure/index.ts'

/** Self-stresses that are smaller, relative to the largest one, are rounding. */
const ROUNDING = 1e-8

/** Body that has the wrench of a joint, in the tree or in the constraints. */
interface Place {
  readonly joint: JointNode
  readonly obj1: Frame
  readonly obj2: Frame
  readonly body: number
  /** −1: the body is that of obj1. */
  readonly sign: number
  /** Number of the cut; −1: the joint is in the tree. */
  readonly cut: number
}

export class LoopReactions {
  /** Force [N] and torque [N.m] of obj1 on obj2 at the origin of obj2, in W (6 per joint). */
  readonly wrenches: Float64Array
  /** Orthonormal self-stresses in the same order, torques divided by the size of the scene. */
  private stresses: Float64Array[] = []
  private readonly places: readonly Place[]
  private readonly selfStress: SelfStress
  private readonly F_cut = new Float64Array(6)
  private readonly force = new Float64Array(3)
  private readonly torque = new Float64Array(3)
  private readonly arm = new Float64Array(3)
  private readonly R_WC = new Float64Array(9)

  constructor(
    private readonly parts: ConstrainedTree,
    solver: LoopSolver,
    cuts: readonly JointNode[],
    grouping: Grouping,
    /** Size of the scene [m]. */
    private readonly length: number,
  ) {
    this.places = listPlaces(cuts, grouping, new Set(parts.bodies))
    this.wrenches = new Float64Array(6 * this.places.length)
    this.selfStress = new SelfStress(parts, solver)
  }

  /** Joints in the order of `wrenches`. */
  get joints(): readonly JointNode[] {
    return this.places.map(({ joint }) => joint)
  }

  /** Number of a joint in `wrenches`. */
  numberOf(joint: JointNode): number {
    return this.places.findIndex((place) => place.joint === joint)
  }

  /** Updates wrenches after joint forces of the tree; `lambda`: the multipliers of these. */
  update(lambda: Float64Array): void {
    const { wrenches, length } = this
    this.read(this.parts.treeData.F_joint, lambda, wrenches)
    this.updateStresses()
    for (const stress of this.stresses) {
      let y = 0
      for (let i = 0; i < stress.length; i++) y -= stress[i] * wrenches[i] * (isTorque(i) ? 1 / length : 1) // (1)
      for (let i = 0; i < stress.length; i++) wrenches[i] += y * stress[i] * (isTorque(i) ? length : 1)
    }
  }

  /** Updates self-stresses for the present positions, whose factors are known. */
  updateStresses(): void {
    const { selfStress, wrenches, length } = this
    const { F } = this.parts.workspace
    const columns = selfStress.list().map((z) => {
      const column = new Float64Array(wrenches.length)
      selfStress.computeForces(z, F)
      this.read(F, z, column)
      for (let i = 0; i < column.length; i++) if (isTorque(i)) column[i] /= length
      return column
    })
    this.stresses = orthonormalize(columns)
  }

  /**
   * Writes 1 for components of force and torque that equations determine, 0 for others, into `out` (6). In the axes of
   * a frame R_WC.
   */
  readDetermined(k: number, R_WC: Float64Array, out: Float64Array): void {
    const { stresses, force } = this
    const sizes = new Float64Array(6)
    for (const stress of stresses) {
      for (let i = 0; i < 6; i += 3) {
        mat3TransposeMulVec(force, 0, R_WC, 0, stress, 6 * k + i)
        for (let j = 0; j < 3; j++) sizes[i + j] = Math.max(sizes[i + j], Math.abs(force[j]))
      }
    }
    for (let i = 0; i < 6; i++) out[i] = sizes[i] > ROUNDING ? 0 : 1
  }

  /** The same in the axes of obj1. */
  readDeterminedInObject1(k: number, out: Float64Array): void {
    const { obj1 } = this.places[k]
    const { R_WB } = this.parts.treeData
    if (obj1.body < 0) this.R_WC.set(obj1.R_BO)
    else
      for (let j = 0; j < 3; j++) {
        const column = Float64Array.of(obj1.R_BO[j], obj1.R_BO[j + 3], obj1.R_BO[j + 6])
        mat3MulVec(this.arm, 0, R_WB, 9 * obj1.body, column, 0)
        for (let i = 0; i < 3; i++) this.R_WC[3 * i + j] = this.arm[i]
      }
    this.readDetermined(k, this.R_WC, out)
  }

  /** Wrenches of all joints for forces in the tree `F` and multipliers. */
  private read(F: Float64Array, lambda: Float64Array, out: Float64Array): void {
    this.places.forEach((place, k) => {
      if (place.cut < 0) this.readWrench(place, F, 6 * place.body, out, 6 * k)
      else this.readWrench(place, this.sumRows(place, lambda), 0, out, 6 * k)
    })
  }

  /** Multipliers times the wrenches of the rows of a cut joint, on its body. */
  private sumRows({ cut, sign }: Place, lambda: Float64Array): Float64Array {
    const { model, data } = this.parts
    this.F_cut.fill(0)
    for (let k = 0; k < lambda.length; k++) {
      if (model.jointOf[k] !== cut) continue
      // A, then B
      const t = model.termStart[k] + (sign > 0 ? 1 : 0)
      for (let i = 0; i < 6; i++) this.F_cut[i] += lambda[k] * data.wrench[6 * t + i]
    }
    return this.F_cut
  }

  /** A wrench [torque; force] at Bo and in B, as [force; torque] at the origin of obj2 and in W. */
  private readWrench(
    { body, sign, obj2 }: Place,
    F: Float64Array,
    o: number,
    out: Float64Array,
    to: number,
  ): void {
    const { force, torque, arm } = this
    const { R_WB, p_WB } = this.parts.treeData
    mat3MulVec(torque, 0, R_WB, 9 * body, F, o)
    mat3MulVec(force, 0, R_WB, 9 * body, F, o + 3)
    if (obj2.body < 0) arm.set(obj2.p_BO)
    else {
      mat3MulVec(arm, 0, R_WB, 9 * obj2.body, obj2.p_BO, 0)
      for (let i = 0; i < 3; i++) arm[i] += p_WB[3 * obj2.body + i]
    }
    for (let i = 0; i < 3; i++) arm[i] = p_WB[3 * body + i] - arm[i]
    vec3Cross(arm, 0, arm, 0, force, 0)
    for (let i = 0; i < 3; i++) {
      out[to + i] = sign * force[i]
      out[to + 3 + i] = sign * (torque[i] + arm[i])
    }
  }
}

function isTorque(i: number): boolean {
  return i % 6 > 2
}

function listPlaces(
  cuts: readonly JointNode[],
  { treeJoints, frames }: Grouping,
  bodies: ReadonlySet<number>,
): Place[] {
  const inTree = new Set(treeJoints.filter(({ body }) => bodies.has(body)).map(({ joint }) => joint))
  return [...inTree, ...cuts].flatMap((joint, k): Place[] => {
    const obj1 = frames.get(joint.object1.path)!
    const obj2 = frames.get(joint.object2.path)!
    const cut = k - inTree.size
    const body = cut >= 0 && obj2.body >= 0 ? obj2.body : Math.max(obj1.body, obj2.body)
    // a constraint within one body has no effect
    if (obj1.body === obj2.body) return []
    return [{ joint, obj1, obj2, body, sign: body === obj2.body ? 1 : -1, cut: Math.max(-1, cut) }]
  })
}

/** Gram-Schmidt, twice because of rounding; columns that depend on others are left out. */
function orthonormalize(columns: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = []
  for (const column of columns) {
    const size = normOf(column)
    for (let pass = 0; pass < 2; pass++) {
      for (const other of basis) {
        let part = 0
        for (let i = 0; i < column.length; i++) part += column[i] * other[i]
        for (let i = 0; i < column.length; i++) column[i] -= part * other[i]
      }
    }
    const left = normOf(column)
    if (left > ROUNDING * size) basis.push(column.map((x) => x / left))
  }
  return basis
}

function normOf(values: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] * values[i]
  return Math.sqrt(sum)
}
