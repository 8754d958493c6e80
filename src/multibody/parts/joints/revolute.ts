import { rotational } from '../../../library/index.ts'
import { equationsOnDemand as equations, Model, Par, type ParNode, Var } from '../../../model/index.ts'
import {
  type AxisValue,
  createPart,
  type NumberValue,
  readAxis,
  type StartValue,
} from '../../records/index.ts'
import { createAxisParameter, readRotationAbout } from './axis-element.ts'
import type { JointAxes } from './axis-laws.ts'
import { JOINT_KEYS, type JointArguments, type JointDefinition } from './joint-definition.ts'
import {
  type AxisForceArguments,
  type AxisForces,
  describeFlangeElements,
  forceContents,
} from './joint-forces.ts'

/** Rotation about an axis. Results and states phi [rad], w [rad/s]. */
export interface RevoluteArguments extends JointArguments, AxisForceArguments {
  /** In the frame of obj1 (default 'z'). */
  readonly axis?: AxisValue
  /** Initial angle [rad] and angular velocity [rad/s] (default 0). */
  readonly phi?: StartValue
  readonly w?: StartValue
  /** Torque about the axis on obj2 [N.m] (default 0): a number, or an expression of variables. */
  readonly tau?: NumberValue
}

/** The record that `Revolute` returns. */
export interface RevoluteRecord extends RevoluteArguments {
  readonly kind: 'Revolute'
}

/** Rotation about an axis of obj1. With a flange for equations: `RevoluteWithFlange`. */
export function Revolute(args: RevoluteArguments): ParNode<RevoluteRecord> {
  return createPart<RevoluteRecord>(revolute, args)
}

const AXES: JointAxes = { translations: 0, rotations: 1 }

export const revolute: JointDefinition<RevoluteRecord> = {
  kind: 'Revolute',
  keys: { ...JOINT_KEYS, axis: null, phi: 'rad', w: 'rad/s', ...forceContents<AxisForces | 'tau'>(AXES) },
  canCollide: false,
  axes: AXES,
  read(path, record) {
    const axis = readAxis(`${path}.axis`, record.axis, 'z')
    return { elements: [readRotationAbout(path, record, axis)] }
  },
  flangeParameters: ['obj1', 'obj2', 'axis', 'canCollide'],
}

/**
 * Revolute joint with a flange, driven by equations: angle and angular velocity are states of the equations, which
 * determine the torque in the flange. obj1, obj2: paths of the two objects; axis in the frame of obj1; initial angle
 * phi [rad] and angular velocity w [rad/s]; canCollide: true if bodies on both sides may collide.
 */
export const RevoluteWithFlange = describeFlangeElements(
  'Revolute',
  { friction: 'BearingFriction', inertia: 'Inertia', domain: 'rotational' },
  Model({
    joint: Par('Revolute'),
    obj1: Par(''),
    obj2: Par(''),
    axis: createAxisParameter('z'),
    canCollide: Par(false),
    flange: rotational.Flange(),
    phi: Var({ init: 0, fixed: false, unit: 'rad' }),
    w: Var({ init: 0, fixed: false, unit: 'rad/s' }),
    a: Var({ unit: 'rad/s2' }),
    tau: Var({ unit: 'N.m' }),
    equations: equations`
    phi = flange.phi
    w = der(phi)
    a = der(w)
    tau = flange.tau
  `,
  }),
)
