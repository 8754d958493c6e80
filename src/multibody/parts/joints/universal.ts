import { InputError } from '../../../base/index.ts'
import { rotational } from '../../../library/index.ts'
import { vec3Dot } from '../../../math/index.ts'
import { equationsOnDemand as equations, Model, Par, type ParNode, Var } from '../../../model/index.ts'
import {
  type AxisValue,
  createPart,
  readAxis,
  readStartVector,
  type StartVector,
  type VectorValue,
} from '../../records/index.ts'
import { createAxisParameter, rotationAbout } from './axis-element.ts'
import type { JointAxes } from './axis-laws.ts'
import { JOINT_KEYS, type JointArguments, type JointDefinition } from './joint-definition.ts'
import { type AxesForceArguments, type AxisForces, forceContents } from './joint-forces.ts'

/**
 * Rotation about `axis1` of obj1, then about `axis2`, which turns with the first. Results and states phi, w (2 each).
 */
export interface UniversalArguments extends JointArguments, AxesForceArguments {
  /** First axis, in the frame of obj1 (default 'x'). */
  readonly axis1?: AxisValue
  /** Second axis, in the frame of obj1 when the first angle is zero (default 'y'). */
  readonly axis2?: AxisValue
  /** Initial angles [rad] and angular velocities [rad/s] (default 0). */
  readonly phi?: StartVector
  readonly w?: StartVector
  /** Torques about the two axes [N.m] (default 0): numbers, or an expression of variables. */
  readonly tau?: VectorValue
}

/** The record that `Universal` returns. */
export interface UniversalRecord extends UniversalArguments {
  readonly kind: 'Universal'
}

/** Rotation about two axes, one after the other. With flanges for equations: `UniversalWithFlanges`. */
export function Universal(args: UniversalArguments): ParNode<UniversalRecord> {
  return createPart<UniversalRecord>(universal, args)
}

/**
 * 1 - |cos| of an angle of 1e-4 rad, below which two axes count as parallel: the second would then contribute only a
 * ten-thousandth of the motion.
 */
const PARALLEL = 5e-9

const AXES: JointAxes = { translations: 0, rotations: 2 }

export const universal: JointDefinition<UniversalRecord> = {
  kind: 'Universal',
  keys: {
    ...{ ...JOINT_KEYS, axis1: null, axis2: null, phi: 'rad', w: 'rad/s' },
    ...forceContents<AxisForces | 'tau'>(AXES),
  },
  canCollide: false,
  axes: AXES,
  read(path, record) {
    const axes = [readAxis(`${path}.axis1`, record.axis1, 'x'), readAxis(`${path}.axis2`, record.axis2, 'y')]
    const cosine = vec3Dot(axes[0], 0, axes[1], 0)
    if (1 - Math.abs(cosine) < PARALLEL)
      throw new InputError(
        `${path}.axis2`,
        'an axis that is not parallel to axis1, because a universal joint turns about two directions (for ' +
          'one: Revolute)',
        record.axis2 ?? 'y',
      )
    const phi = readStartVector(`${path}.phi`, record.phi, 2)
    const w = readStartVector(`${path}.w`, record.w, 2)
    return { elements: axes.map((axis, index) => rotationAbout(axis, phi[index], w[index], index)) }
  },
  flangeParameters: ['obj1', 'obj2', 'axis1', 'axis2', 'canCollide'],
}

/**
 * Universal joint with flanges, driven by equations: the angles phi1, phi2 [rad] and their velocities w1, w2 [rad/s] are
 * states of the equations. obj1, obj2: paths of the two objects; axis1 in the frame of obj1, axis2 too when phi1 is zero;
 * canCollide: true if bodies on both sides may collide.
 */
export const UniversalWithFlanges = Model({
  joint: Par('Universal'),
  obj1: Par(''),
  obj2: Par(''),
  axis1: createAxisParameter('x'),
  axis2: createAxisParameter('y'),
  canCollide: Par(false),
  flange_phi1: rotational.Flange(),
  flange_phi2: rotational.Flange(),
  phi1: Var({ init: 0, fixed: false, unit: 'rad' }),
  w1: Var({ init: 0, fixed: false, unit: 'rad/s' }),
  a1: Var({ unit: 'rad/s2' }),
  tau1: Var({ unit: 'N.m' }),
  phi2: Var({ init: 0, fixed: false, unit: 'rad' }),
  w2: Var({ init: 0, fixed: false, unit: 'rad/s' }),
  a2: Var({ unit: 'rad/s2' }),
  tau2: Var({ unit: 'N.m' }),
  equations: equations`
    phi1 = flange_phi1.phi
    w1 = der(phi1)
    a1 = der(w1)
    tau1 = flange_phi1.tau
    phi2 = flange_phi2.phi
    w2 = der(phi2)
    a2 = der(w2)
    tau2 = flange_phi2.tau
  `,
})
