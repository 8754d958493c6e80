import { mat3MulVec, vec3Add, vec3Cross, vec3Scale, vec3Sub } from '../../math/index.ts'
import type { LoopReactions } from '../loops/index.ts'
import type { Frame } from '../records/index.ts'
import type { WorldMotion } from './world-motion.ts'

/**
 * Wrench of a joint: force and torque of obj1 on obj2, at the origin of obj2 and in the axes of the world. The tree
 * algorithms give the force on the body of the joint from its parent, at Bo and in B. Parents precede their children,
 * so that the body is the later one of those of obj1 and obj2; if it is that of obj1, the force is the opposite one. In
 * a world with loops all joints are treated together, including cut ones.
 */
export class JointWrench {
  /** [N] (3) */
  readonly force = new Float64Array(3)
  /** [N.m] (3) */
  readonly torque = new Float64Array(3)
  private readonly body: number
  private readonly sign: number
  private readonly arm = new Float64Array(3)

  constructor(
    obj1: Frame,
    private readonly obj2: Frame,
    /** Joints of a world with loops, and number of the joint among them; null without loops. */
    private readonly reactions: LoopReactions | null,
    private readonly number: number,
  ) {
    this.body = Math.max(obj1.body, obj2.body)
    this.sign = this.body === obj2.body ? 1 : -1
  }

  /** Reads the wrench, after `computeJointForces`. */
  update(motion: WorldMotion): void {
    const { body, sign, force, torque, arm, reactions, number } = this
    if (reactions !== null) {
      for (let i = 0; i < 3; i++) {
        force[i] = reactions.wrenches[6 * number + i]
        torque[i] = reactions.wrenches[6 * number + 3 + i]
      }
      return
    }
    const { R_WB, p_WB, F_joint } = motion.data
    mat3MulVec(torque, 0, R_WB, 9 * body, F_joint, 6 * body)
    mat3MulVec(force, 0, R_WB, 9 * body, F_joint, 6 * body + 3)
    // torque at the origin of obj2: arm from there to Bo
    motion.position(this.obj2, arm)
    vec3Sub(arm, 0, p_WB, 3 * body, arm, 0)
    vec3Cross(arm, 0, arm, 0, force, 0)
    vec3Add(torque, 0, torque, 0, arm, 0)
    vec3Scale(force, 0, force, 0, sign)
    vec3Scale(torque, 0, torque, 0, sign)
  }

  /** True if equations may leave components undetermined, because the world has loops. */
  get mayBeOpen(): boolean {
    return this.reactions !== null
  }

  /** Writes 1 for components that equations determine, force and torque in the axes R_WC, 0 for others (6). */
  readDetermined(R_WC: Float64Array, out: Float64Array): void {
    this.reactions?.readDetermined(this.number, R_WC, out)
  }
}
