import { InputError } from '../../../base/index.ts'
import { mat3TransposeMulVec } from '../../../math/index.ts'
import type { ParNode } from '../../../model/index.ts'
import type { Frame } from '../../frames/index.ts'
import { createPart } from '../../records/index.ts'
import {
  type ElementContext,
  type ElementDefinition,
  JointWrench,
  type WorldElement,
  type WorldMotion,
} from '../../world/index.ts'

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

class JointForceElement implements WorldElement {
  readonly needsJointForces = true
  private readonly force
  private readonly torque
  private readonly wrench: JointWrench
  private readonly R_WC = new Float64Array(9)

  constructor(
    context: ElementContext,
    { obj1, obj2 }: JointEnds,
    private readonly coordinate: Frame,
  ) {
    this.wrench = new JointWrench(obj1, obj2)
    this.force = context.result('forceVector', 'N', [3])
    this.torque = context.result('torqueVector', 'N.m', [3])
  }

  writeResults(motion: WorldMotion): void {
    const { wrench, R_WC } = this
    wrench.update(motion)
    motion.rotation(this.coordinate, R_WC)
    mat3TransposeMulVec(this.force.values, 0, R_WC, 0, wrench.force, 0)
    mat3TransposeMulVec(this.torque.values, 0, R_WC, 0, wrench.torque, 0)
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
