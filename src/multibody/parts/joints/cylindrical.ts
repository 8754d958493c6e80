import { rotational, translational } from '../../../library/index.ts'
import { equationsOnDemand as equations, Model, Par, type ParNode, Var } from '../../../model/index.ts'
import {
  type AxisValue,
  createPart,
  type NumberValue,
  readAxis,
  type StartValue,
} from '../../records/index.ts'
import { createAxisParameter, readRotationAbout, readTranslationAlong } from './axis-element.ts'
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

/** Rotation about and translation along an axis of obj1. With flanges for equations: `CylindricalWithFlanges`. */
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
  flangeParameters: ['obj1', 'obj2', 'axis', 'canCollide'],
}

/**
 * Cylindrical joint with flanges, driven by equations: distance s [m] and angle phi [rad] with their velocities v [m/s]
 * and w [rad/s] are states of the equations. obj1, obj2: paths of the two objects; axis in the frame of obj1; canCollide:
 * true if bodies on both sides may collide.
 */
export const CylindricalWithFlanges = Model({
  joint: Par('Cylindrical'),
  obj1: Par(''),
  obj2: Par(''),
  axis: createAxisParameter('z'),
  canCollide: Par(false),
  flange_s: translational.Flange(),
  flange_phi: rotational.Flange(),
  s: Var({ init: 0, fixed: false, unit: 'm' }),
  v: Var({ init: 0, fixed: false, unit: 'm/s' }),
  a: Var({ unit: 'm/s2' }),
  f: Var({ unit: 'N' }),
  phi: Var({ init: 0, fixed: false, unit: 'rad' }),
  w: Var({ init: 0, fixed: false, unit: 'rad/s' }),
  z: Var({ unit: 'rad/s2' }),
  tau: Var({ unit: 'N.m' }),
  equations: equations`
    s = flange_s.s
    v = der(s)
    a = der(v)
    f = flange_s.f
    phi = flange_phi.phi
    w = der(phi)
    z = der(w)
    tau = flange_phi.tau
  `,
})
