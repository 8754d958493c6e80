import { translational } from '../../../library/index.ts'
import { equationsOnDemand as equations, Model, Par, type ParNode, Var } from '../../../model/index.ts'
import {
  type AxisValue,
  createPart,
  type NumberValue,
  readAxis,
  type StartValue,
} from '../../records/index.ts'
import { createAxisParameter, readTranslationAlong } from './axis-element.ts'
import type { JointAxes } from './axis-laws.ts'
import { JOINT_KEYS, type JointArguments, type JointDefinition } from './joint-definition.ts'
import {
  type AxisForceArguments,
  type AxisForces,
  describeFlangeElements,
  forceContents,
} from './joint-forces.ts'

/** Translation along an axis. Results and states s [m], v [m/s]. */
export interface PrismaticArguments extends JointArguments, AxisForceArguments {
  /** In the frame of obj1 (default 'x'). */
  readonly axis?: AxisValue
  /** Initial distance [m] and velocity [m/s] (default 0). */
  readonly s?: StartValue
  readonly v?: StartValue
  /** Force along the axis on obj2 [N] (default 0): a number, or an expression of variables. */
  readonly f?: NumberValue
}

/** The record that `Prismatic` returns. */
export interface PrismaticRecord extends PrismaticArguments {
  readonly kind: 'Prismatic'
}

/** Translation along an axis of obj1. With a flange for equations: `PrismaticWithFlange`. */
export function Prismatic(args: PrismaticArguments): ParNode<PrismaticRecord> {
  return createPart<PrismaticRecord>(prismatic, args)
}

const AXES: JointAxes = { translations: 1, rotations: 0 }

export const prismatic: JointDefinition<PrismaticRecord> = {
  kind: 'Prismatic',
  keys: { ...JOINT_KEYS, axis: null, s: 'm', v: 'm/s', ...forceContents<AxisForces | 'f'>(AXES) },
  canCollide: false,
  axes: AXES,
  read(path, record) {
    const axis = readAxis(`${path}.axis`, record.axis, 'x')
    return { elements: [readTranslationAlong(path, record, axis)] }
  },
  flangeParameters: ['obj1', 'obj2', 'axis', 'canCollide'],
}

/**
 * Prismatic joint with a flange, driven by equations: distance and velocity are states of the equations, which
 * determine the force in the flange. obj1, obj2: paths of the two objects; axis in the frame of obj1; initial distance
 * s [m] and velocity v [m/s]; canCollide: true if bodies on both sides may collide.
 */
export const PrismaticWithFlange = describeFlangeElements(
  'Prismatic',
  { friction: 'BearingFriction', inertia: 'Mass', domain: 'translational' },
  Model({
    joint: Par('Prismatic'),
    obj1: Par(''),
    obj2: Par(''),
    axis: createAxisParameter('x'),
    canCollide: Par(false),
    flange: translational.Flange(),
    s: Var({ init: 0, fixed: false, unit: 'm' }),
    v: Var({ init: 0, fixed: false, unit: 'm/s' }),
    a: Var({ unit: 'm/s2' }),
    f: Var({ unit: 'N' }),
    equations: equations`
    s = flange.s
    v = der(s)
    a = der(v)
    f = flange.f
  `,
  }),
)
