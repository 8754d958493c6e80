import { InputError } from '../../../base/index.ts'
import {
  mat3MulVec,
  mat3TransposeMulVec,
  vec3Add,
  vec3Cross,
  vec3Scale,
  vec3Sub,
} from '../../../math/index.ts'
import type { ParNode } from '../../../model/index.ts'
import type { Frame } from '../../frames/index.ts'
import { createPart } from '../../records/index.ts'
import type { ElementContext, ElementDefinition, WorldElement, WorldMotion } from '../../world/index.ts'

/** Arguments of `JointForce`. */
export interface JointForceArguments {
  /** Path of the joint. */
  readonly joint: string
  /** Path of the Object3D in whose axes the vectors are given (default: obj1 of the joint). */
  readonly objectCoordinateRef?: string
}

export interface JointForceRecord extends JointForceArguments {
  readonly kind: 'JointForce'
}

/** A joint at run time. */
export interface JointEnds {
  readonly obj1: Frame
  readonly obj2: Frame
}

/**
 * Force and torque in a joint, with what drives it. Results, in the axes of objectCoordinateRef: forceVector [N] and
 * torqueVector [N.m] that obj1 exerts on obj2 through the joint, at the origin of obj2.
 */
export function JointForce(args: JointForceArguments): ParNode<JointForceRecord> {
  return createPart<JointForceRecord>(jointForce, args)
}

/**
 * The tree algorithms give the force on the body of the joint from its parent, at Bo and in B. Parents stand before
 * their children, so that the body is the later one of those of obj1 and obj2; if it is that of obj1, the force is the
 * opposite one.
 */
class JointForceElement implements WorldElement {
  readonly needsJointForces = true
  private readonly force
  private readonly torque
  private readonly body: number
  private readonly sign: number
  private readonly F_W = new Float64Array(3)
  private readonly T_W = new Float64Array(3)
  private readonly arm = new Float64Array(3)
  private readonly R_WC = new Float64Array(9)

  constructor(
    context: ElementContext,
    private readonly joint: JointEnds,
    private readonly coordinate: Frame,
  ) {
    this.body = Math.max(joint.obj1.body, joint.obj2.body)
    this.sign = this.body === joint.obj2.body ? 1 : -1
    this.force = context.result('forceVector', 'N', [3])
    this.torque = context.result('torqueVector', 'N.m', [3])
  }

  writeResults(motion: WorldMotion): void {
    const { body, sign, F_W, T_W, arm, R_WC } = this
    const { R_WB, p_WB, F_joint } = motion.data
    mat3MulVec(T_W, 0, R_WB, 9 * body, F_joint, 6 * body)
    mat3MulVec(F_W, 0, R_WB, 9 * body, F_joint, 6 * body + 3)
    // torque at the origin of obj2: arm from there to Bo
    motion.position(this.joint.obj2, arm)
    vec3Sub(arm, 0, p_WB, 3 * body, arm, 0)
    vec3Cross(arm, 0, arm, 0, F_W, 0)
    vec3Add(T_W, 0, T_W, 0, arm, 0)
    vec3Scale(F_W, 0, F_W, 0, sign)
    vec3Scale(T_W, 0, T_W, 0, sign)
    motion.rotation(this.coordinate, R_WC)
    mat3TransposeMulVec(this.force.values, 0, R_WC, 0, F_W, 0)
    mat3TransposeMulVec(this.torque.values, 0, R_WC, 0, T_W, 0)
  }
}

export const jointForce: ElementDefinition<JointForceRecord> = {
  kind: 'JointForce',
  keys: { joint: null, objectCoordinateRef: null },
  required: ['joint'],
  create(record, context) {
    const joint = context.joint('joint', record.joint)
    if (joint.obj1.body === joint.obj2.body)
      throw new InputError(
        `${context.path}.joint`,
        'a joint that can move, whose force is computed',
        record.joint,
      )
    const { objectCoordinateRef: name } = record
    const coordinate = name === undefined ? joint.obj1 : context.frame('objectCoordinateRef', name)
    return new JointForceElement(context, joint, coordinate)
  },
}
