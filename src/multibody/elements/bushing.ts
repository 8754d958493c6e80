import type { ParNode } from '../../model/index.ts'
import { createPart, readBoolean, readVector, type VectorValue } from '../records/index.ts'
import type { ElementDefinition } from '../world/index.ts'
import { BUSHING_FORCES, BUSHING_RESULTS, BushingElement, type BushingLaws } from './bushing-element.ts'
import { Law, type LawVector } from './force-law.ts'

/**
 * Arguments of `Bushing`. Vectors and laws are along or about the axes of obj1; missing ones are zero. Coefficients and
 * nominal forces may be expressions of variables: ``springForceLaw: expr`[k, k, 0]` ``.
 */
export interface BushingArguments {
  /** Path of the first Object3D, in whose frame deflections are measured. */
  readonly obj1: string
  /** Path of the second Object3D. */
  readonly obj2: string
  /** Force without deflection [N]. */
  readonly nominalForce?: VectorValue
  /** Coefficients [N/m], or functions of the deflection [m] that return forces [N]. */
  readonly springForceLaw?: LawVector
  /** Coefficients [N.s/m], or functions of the velocity [m/s] that return forces [N]. */
  readonly damperForceLaw?: LawVector
  /** Torque without rotation [N.m]. */
  readonly nominalTorque?: VectorValue
  /** Coefficients [N.m/rad], or functions of the angle [rad] that return torques [N.m]. */
  readonly rotSpringForceLaw?: LawVector
  /** Coefficients [N.m.s/rad], or functions of the rate [rad/s] that return torques [N.m]. */
  readonly rotDamperForceLaw?: LawVector
  /**
   * Measure of the rotation. false (default): the rotation vector, angle times axis, which must stay below 170 degrees
   * if there are springs. true: Cardan angles about x, y, z in sequence, as in a chain of three revolute joints; the
   * second must stay away from ±90 degrees, the others are unlimited without springs.
   */
  readonly largeAngles?: boolean
}

/** The record that `Bushing` returns. */
export interface BushingRecord extends BushingArguments {
  readonly kind: 'Bushing'
}

/**
 * Springs and dampers in three directions and about three axes between two Object3Ds. On obj2 acts minus the sum of
 * nominal, spring and damper force, on obj1 the opposite. Without dampers, energy is conserved for all rotations.
 *
 * Results, in the frame of obj1: translation [m], velocity [m/s], rotation [rad] (three angles) and rotationVelocity
 * [rad/s] (angular velocity, or rates of the Cardan angles) of obj2 relative to obj1; springForce [N] and springTorque
 * [N.m] with the nominal ones, damperForce, damperTorque; torque [N.m], the sum of the moments of the three angles;
 * forceVector [N] and torqueVector [N.m] on obj2.
 */
export function Bushing(args: BushingArguments): ParNode<BushingRecord> {
  return createPart<BushingRecord>(bushing, args)
}

type LawKey = 'springForceLaw' | 'damperForceLaw' | 'rotSpringForceLaw' | 'rotDamperForceLaw'

export const bushing: ElementDefinition<BushingRecord> = {
  kind: 'Bushing',
  keys: {
    obj1: null,
    obj2: null,
    nominalForce: 'N',
    springForceLaw: 'N/m',
    damperForceLaw: 'N.s/m',
    nominalTorque: 'N.m',
    rotSpringForceLaw: 'N.m/rad',
    rotDamperForceLaw: 'N.m.s/rad',
    largeAngles: null,
  },
  required: ['obj1', 'obj2'],
  results: BUSHING_RESULTS,
  signals: {
    nominalForce: { unit: 'N', size: [3] },
    springForceLaw: { unit: 'N/m', size: [3] },
    damperForceLaw: { unit: 'N.s/m', size: [3] },
    nominalTorque: { unit: 'N.m', size: [3] },
    rotSpringForceLaw: { unit: 'N.m/rad', size: [3] },
    rotDamperForceLaw: { unit: 'N.m.s/rad', size: [3] },
  },
  signalResults: BUSHING_FORCES,
  create(record, context) {
    const { path } = context
    const readLaws = (key: LawKey): readonly Law[] =>
      Law.readVector(`${path}.${key}`, record[key], context.signal(key))
    const laws: BushingLaws = {
      nominalForce:
        context.signal('nominalForce') ?? readVector(`${path}.nominalForce`, record.nominalForce, 3),
      spring: readLaws('springForceLaw'),
      damper: readLaws('damperForceLaw'),
      nominalTorque:
        context.signal('nominalTorque') ?? readVector(`${path}.nominalTorque`, record.nominalTorque, 3),
      rotSpring: readLaws('rotSpringForceLaw'),
      rotDamper: readLaws('rotDamperForceLaw'),
      largeAngles: readBoolean(`${path}.largeAngles`, record.largeAngles, false),
    }
    const [obj1, obj2] = [context.frame('obj1', record.obj1), context.frame('obj2', record.obj2)]
    return new BushingElement(laws, context, obj1, obj2)
  },
}
