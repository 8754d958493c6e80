import { FREE } from '../../../mechanics/index.ts'
import type { ParNode } from '../../../model/index.ts'
import { createPart, type StartVector, type VectorValue } from '../../records/index.ts'
import { createPoseAxes, hasMotion, listPoseAxes } from './flange-axes.ts'
import { JOINT_KEYS, type JointDefinition } from './joint-definition.ts'
import { readRotationElement } from './rotation-element.ts'
import type { SphericalArguments } from './spherical.ts'

/** Free motion of obj2 with respect to obj1. */
export interface FreeArguments extends SphericalArguments {
  /** Initial position in the frame of obj1 [m] and velocity [m/s] (default 0). */
  readonly translation?: StartVector
  readonly velocity?: StartVector
  /** Force on obj2 at its origin, in the frame of obj1 [N] (default 0): numbers, or an expression of variables. */
  readonly force?: VectorValue
}

/** The record that `Free` returns. */
export interface FreeRecord extends FreeArguments {
  readonly kind: 'Free'
}

/** Free motion of obj2, which has no parent, with respect to obj1. */
export function Free(args: FreeArguments): ParNode<FreeRecord> {
  return createPart<FreeRecord>(free, args)
}

export const free: JointDefinition<FreeRecord> = {
  kind: 'Free',
  keys: {
    ...JOINT_KEYS,
    ...{ translation: 'm', velocity: 'm/s', rotation: 'rad', angularVelocity: 'rad/s', orientation: null },
    ...{ force: 'N', torque: 'N.m', motion: null },
  },
  canCollide: true,
  read: (path, record) => ({
    elements: hasMotion(record)
      ? createPoseAxes(listPoseAxes(path, record, { translations: 3, rotations: 3 }))
      : [readRotationElement(path, FREE, record)],
  }),
}
