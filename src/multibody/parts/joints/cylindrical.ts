import type { ParNode } from '../../../model/index.ts'
import {
  type AxisValue,
  createPart,
  type NumberValue,
  readAxis,
  type StartValue,
} from '../../records/index.ts'
import { readRotationAbout, readTranslationAlong } from './axis-element.ts'
import type { JointAxes } from './axis-laws.ts'
import { JOINT_KEYS, type JointArguments, type JointDefinition } from './joint-definition.ts'
import { type AxesForceArguments, type AxisForces, forceContents } from './joint-forces.ts'

/** Rotation about and translation along the same axis. Results and states phi, w, s, v. */
export interface CylindricalArguments extends JointArguments, AxesForceArguments {
  /** In the frame of obj1 (default 'z'). */
  readonly axis?: AxisValue
  /** Initial angle [rad] and angular velocity [rad/s] (default 0). */
  readonly phi?: StartValue
  readonly w?: StartValue
  /** Initial distance [m] and velocity [m/s] (default 0). */
  readonly s?: StartValue
  readonly v?: StartValue
  /** Force along [N] and torque about the axis on obj2 [N.m] (default 0): numbers, or expressions of variables. */
  readonly f?: NumberValue
  readonly tau?: NumberValue
}

/** The record that `Cylindrical` returns. */
export interface CylindricalRecord extends CylindricalArguments {
  readonly kind: 'Cylindrical'
}

/** Rotation about and translation along an axis of obj1. */
export function Cylindrical(args: CylindricalArguments): ParNode<CylindricalRecord> {
  return createPart<CylindricalRecord>(cylindrical, args)
}

const AXES: JointAxes = { translations: 1, rotations: 1 }

export const cylindrical: JointDefinition<CylindricalRecord> = {
  kind: 'Cylindrical',
  keys: {
    ...{ ...JOINT_KEYS, axis: null, phi: 'rad', w: 'rad/s', s: 'm', v: 'm/s' },
    ...forceContents<AxisForces | 'f' | 'tau'>(AXES),
  },
  canCollide: false,
  axes: AXES,
  read(path, record) {
    const axis = readAxis(`${path}.axis`, record.axis, 'z')
    return { elements: [readTranslationAlong(path, record, axis), readRotationAbout(path, record, axis)] }
  },
}
