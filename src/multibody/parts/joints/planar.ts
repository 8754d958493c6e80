import type { ParNode } from '../../../model/index.ts'
import {
  type AxisValue,
  createPart,
  type NumberValue,
  readAxis,
  readStartVector,
  rotationToAxis,
  type StartValue,
  type StartVector,
  type VectorValue,
} from '../../records/index.ts'
import { readRotationAbout, translationAlong } from './axis-element.ts'
import type { JointAxes } from './axis-laws.ts'
import { JOINT_KEYS, type JointArguments, type JointDefinition } from './joint-definition.ts'
import { type AxesForceArguments, type AxisForces, forceContents } from './joint-forces.ts'

/** Motion in a plane. Results and states s, v (2 each, in the frame of obj1), phi, w. */
export interface PlanarArguments extends JointArguments, AxesForceArguments {
  /** Normal of the plane, in the frame of obj1 (default 'z'). */
  readonly axis?: AxisValue
  /**
   * Initial position in the plane [m] and velocity [m/s], along the two cyclically next axes of the normal (default 0).
   */
  readonly s?: StartVector
  readonly v?: StartVector
  /** Initial angle about the normal [rad] and angular velocity [rad/s] (default 0). */
  readonly phi?: StartValue
  readonly w?: StartValue
  /**
   * Forces in the plane [N] and torque about the normal [N.m] on obj2, in the frame of obj1 (default 0): numbers, or
   * expressions of variables.
   */
  readonly f?: VectorValue
  readonly tau?: NumberValue
}

/** The record that `Planar` returns. */
export interface PlanarRecord extends PlanarArguments {
  readonly kind: 'Planar'
}

/** Motion in a plane: two translations, then a rotation about the normal. */
export function Planar(args: PlanarArguments): ParNode<PlanarRecord> {
  return createPart<PlanarRecord>(planar, args)
}

const AXES: JointAxes = { translations: 2, rotations: 1 }

export const planar: JointDefinition<PlanarRecord> = {
  kind: 'Planar',
  keys: {
    ...{ ...JOINT_KEYS, axis: null, s: 'm', v: 'm/s', phi: 'rad', w: 'rad/s' },
    ...forceContents<AxisForces | 'f' | 'tau'>(AXES),
  },
  canCollide: false,
  axes: AXES,
  read(path, record) {
    const normal = readAxis(`${path}.axis`, record.axis, 'z')
    const s = readStartVector(`${path}.s`, record.s, 2)
    const v = readStartVector(`${path}.v`, record.v, 2)
    const translations = axesInPlane(normal).map((axis, index) =>
      translationAlong(axis, s[index], v[index], index),
    )
    return { elements: [...translations, readRotationAbout(path, record, normal)] }
  },
}

/** The two cyclically next axes of a coordinate axis, x and y for z; otherwise two perpendicular directions. */
function axesInPlane(normal: Float64Array): Float64Array[] {
  const k = normal.indexOf(1)
  if (k >= 0) {
    return [1, 2].map((step) => {
      const axis = new Float64Array(3)
      axis[(k + step) % 3] = 1
      return axis
    })
  }
  const R = rotationToAxis(normal)
  return [0, 1].map((column) => Float64Array.of(R[column], R[column + 3], R[column + 6]))
}
