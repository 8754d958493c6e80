import { SPHERICAL } from '../../../mechanics/index.ts'
import type { ParNode } from '../../../model/index.ts'
import { createPart, type StartVector, type VectorValue } from '../../records/index.ts'
import { createPoseAxes, hasMotion, listPoseAxes, type PoseMotion } from './flange-axes.ts'
import { JOINT_KEYS, type JointArguments, type JointDefinition } from './joint-definition.ts'
import { readRotationElement } from './rotation-element.ts'

/** Rotation about a point. Results and states rotation (3) or quaternion (4), angularVelocity (3). */
export interface SphericalArguments extends JointArguments {
  /** Initial Cardan angles about x, y, z from obj1 to obj2 [rad] (default 0). */
  readonly rotation?: StartVector
  /** Initial angular velocity with respect to obj1, in the frame of obj1 [rad/s] (default 0). */
  readonly angularVelocity?: StartVector
  /** States of the orientation (default 'cardan'). */
  readonly orientation?: 'cardan' | 'quaternion'
  /** Torque on obj2 in the frame of obj1 [N.m] (default 0): numbers, or an expression of variables. */
  readonly torque?: VectorValue
  /** Prescribed Cardan angles from obj1 to obj2: `{ rotation }`, of `Free` with a `translation`. */
  readonly motion?: PoseMotion
}

/** The record that `Spherical` returns. */
export interface SphericalRecord extends SphericalArguments {
  readonly kind: 'Spherical'
}

/** Rotation about a point. */
export function Spherical(args: SphericalArguments): ParNode<SphericalRecord> {
  return createPart<SphericalRecord>(spherical, args)
}

export const spherical: JointDefinition<SphericalRecord> = {
  kind: 'Spherical',
  keys: {
    ...JOINT_KEYS,
    rotation: 'rad',
    angularVelocity: 'rad/s',
    orientation: null,
    torque: 'N.m',
    motion: null,
  },
  canCollide: false,
  read: (path, record) => ({
    elements: hasMotion(record)
      ? createPoseAxes(listPoseAxes(path, record, { translations: 0, rotations: 3 }))
      : [readRotationElement(path, SPHERICAL, record)],
  }),
}
