import { rotational, translational } from '../../../library/index.ts'
import { equationsOnDemand as equations, Model, Par, type ParNode, Var } from '../../../model/index.ts'
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
import { createAxisParameter, readRotationAbout, translationAlong } from './axis-element.ts'
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

/**
 * Motion in a plane: two translations, then a rotation about the normal. With flanges for equations:
 * `PlanarWithFlanges`.
 */
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
  flangeParameters: ['obj1', 'obj2', 'axis', 'canCollide'],
}

/**
 * Planar joint with flanges, driven by equations: the distances s1, s2 [m] along the two cyclically next axes of the
 * normal, the angle phi [rad], and their velocities v1, v2 [m/s] and w [rad/s] are states of the equations. obj1, obj2:
 * paths of the two objects; axis: the normal in the frame of obj1; canCollide: true if bodies on both sides may collide.
 */
export const PlanarWithFlanges = Model({
  joint: Par('Planar'),
  obj1: Par(''),
  obj2: Par(''),
  axis: createAxisParameter('z'),
  canCollide: Par(false),
  flange_s1: translational.Flange(),
  flange_s2: translational.Flange(),
  flange_phi: rotational.Flange(),
  s1: Var({ init: 0, fixed: false, unit: 'm' }),
  v1: Var({ init: 0, fixed: false, unit: 'm/s' }),
  a1: Var({ unit: 'm/s2' }),
  f1: Var({ unit: 'N' }),
  s2: Var({ init: 0, fixed: false, unit: 'm' }),
  v2: Var({ init: 0, fixed: false, unit: 'm/s' }),
  a2: Var({ unit: 'm/s2' }),
  f2: Var({ unit: 'N' }),
  phi: Var({ init: 0, fixed: false, unit: 'rad' }),
  w: Var({ init: 0, fixed: false, unit: 'rad/s' }),
  z: Var({ unit: 'rad/s2' }),
  tau: Var({ unit: 'N.m' }),
  equations: equations`
    s1 = flange_s1.s
    v1 = der(s1)
    a1 = der(v1)
    f1 = flange_s1.f
    s2 = flange_s2.s
    v2 = der(s2)
    a2 = der(v2)
    f2 = flange_s2.f
    phi = flange_phi.phi
    w = der(phi)
    z = der(w)
    tau = flange_phi.tau
  `,
})

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
