import { InputError } from '../../base/index.ts'
import { mat3TransposeMulVec } from '../../math/index.ts'
import type { ParNode } from '../../model/index.ts'
import { createPart, type Frame } from '../records/index.ts'
import type {
  ElementContext,
  ElementDefinition,
  JointWrench,
  WorldElement,
  WorldMotion,
} from '../world/index.ts'

/** Arguments of `JointForce`. */
export interface JointForceArguments {
  /** Path of the joint. */
  readonly joint: string
  /** Path of the Object3D in whose axes the vectors are given (default: obj1 of the joint). */
  readonly objectCoordinateRef?: string
}

/** The record that `JointForce` returns. */
export interface JointForceRecord extends JointForceArguments {
  readonly kind: 'JointForce'
}

/**
 * Force and torque in a joint, including those of its drive. Results, in the axes of objectCoordinateRef: forceVector
 * [N] and torqueVector [N.m] that obj1 exerts on obj2 through the joint, at the origin of obj2.
 *
 * In a model with closed loops, redundant constraints may leave some components undetermined: the results are then the
 * smallest forces and torques that balance all bodies, `determined` (6) is 0 for these components, and a warning names
 * them.
 */
export function JointForce(args: JointForceArguments): ParNode<JointForceRecord> {
  return createPart<JointForceRecord>(jointForce, args)
}

class JointForceElement implements WorldElement {
  readonly needsJointForces = true
  private readonly force
  private readonly torque
  private readonly determined
  private readonly R_WC = new Float64Array(9)
  private isWarned = false

  constructor(
    private readonly context: ElementContext,
    private readonly wrench: JointWrench,
    private readonly coordinate: Frame,
  ) {
    this.force = context.result('forceVector')
    this.torque = context.result('torqueVector')
    this.determined = wrench.mayBeOpen ? context.result('determined') : null
  }

  writeResults(motion: WorldMotion): void {
    const { wrench, R_WC } = this
    wrench.update(motion)
    motion.rotation(this.coordinate, R_WC)
    mat3TransposeMulVec(this.force.values, 0, R_WC, 0, wrench.force, 0)
    mat3TransposeMulVec(this.torque.values, 0, R_WC, 0, wrench.torque, 0)
    if (this.determined === null) return
    wrench.readDetermined(R_WC, this.determined.values)
    if (this.isWarned || this.determined.values.every((flag) => flag === 1)) return
    this.isWarned = true
    this.warn(motion.time, this.determined.values)
  }

  private warn(time: number, determined: Float64Array): void {
    const open = COMPONENTS.filter((_, i) => determined[i] === 0).join(', ')
    this.context.warn(
      'REACTION_OPEN',
      time,
      `${this.context.path}: redundant constraints of closed loops leave the force of the joint undetermined: ` +
        `no equation determines ${open}. The results are the smallest forces and torques that balance all bodies; ` +
        'do not rely on them. Replace joints by ones with more degrees of freedom, such as Spherical or Universal ' +
        'instead of Revolute.',
    )
  }
}

/** Components of force and torque, in the axes of the results. */
const COMPONENTS = ['forceVector', 'torqueVector'].flatMap((name) => [1, 2, 3].map((i) => `${name}[${i}]`))

export const jointForce: ElementDefinition<JointForceRecord> = {
  kind: 'JointForce',
  keys: { joint: null, objectCoordinateRef: null },
  required: ['joint'],
  results: {
    forceVector: { unit: 'N', size: [3], needs: 'jointForce' },
    torqueVector: { unit: 'N.m', size: [3], needs: 'jointForce' },
    determined: { unit: '', size: [6], needs: 'jointForce' },
  },
  create(record, context) {
    const joint = context.joint('joint', record.joint)
    if (joint.obj1.body === joint.obj2.body)
      throw new InputError(
        `${context.path}.joint`,
        'a joint that can move; a rigid connection whose force is measured is a Revolute({ obj1, obj2, motion: 0 })',
        record.joint,
      )
    const { objectCoordinateRef: name } = record
    const coordinate = name === undefined ? joint.obj1 : context.frame('objectCoordinateRef', name)
    return new JointForceElement(context, joint.wrench, coordinate)
  },
}
