import { InputError } from '../../base/index.ts'
import type { JointRelation } from '../../mechanics/index.ts'
import type { ParNode } from '../../model/index.ts'
import { createPart, type NumberValue, readNumber } from '../records/index.ts'
import type { ElementDefinition } from '../world/index.ts'

/** Arguments of `GearConstraint`. */
export interface GearConstraintArguments {
  /** Paths of two revolute joints, with or without flange. */
  readonly joint1: string
  readonly joint2: string
  /** w1/w2; negative for opposite directions, as of two external gears (default 1). */
  readonly ratio?: NumberValue
}

/** The record that `GearConstraint` returns. */
export interface GearConstraintRecord extends GearConstraintArguments {
  readonly kind: 'GearConstraint'
}

/**
 * Ideal gear between two revolute joints of the model: phi1 - ratio*phi2 keeps its initial value. Each torque turns its
 * joint, with the opposite reaction on the body that carries the joint. To couple shafts of equations: `IdealGear`.
 *
 * Results: tau1, tau2 [N.m], the torques of the gear in the two joints, tau2 = -ratio*tau1.
 */
export function GearConstraint(args: GearConstraintArguments): ParNode<GearConstraintRecord> {
  return createPart<GearConstraintRecord>(gearConstraint, args)
}

export const gearConstraint: ElementDefinition<GearConstraintRecord> = {
  kind: 'GearConstraint',
  keys: { joint1: null, joint2: null, ratio: '1' },
  required: ['joint1', 'joint2'],
  results: { tau1: { unit: 'N.m', needs: 'acceleration' }, tau2: { unit: 'N.m', needs: 'acceleration' } },
  related: ['joint1', 'joint2'],
  constrain(record, context) {
    const ratio = readRatio(context.path, record)
    if (record.joint1 === record.joint2)
      throw new InputError(`${context.path}.joint2`, 'another joint than joint1', record.joint2)
    return {
      relation: relate([
        [context.axis('joint1', record.joint1, 'Revolute'), 1],
        [context.axis('joint2', record.joint2, 'Revolute'), -ratio],
      ]),
    }
  },
  create(record, context) {
    const ratio = readRatio(context.path, record)
    // an action has removed one of its joints
    if (context.multipliers.length === 0) return {}
    const tau1 = context.result('tau1')
    const tau2 = context.result('tau2')
    return {
      writeResults: () => {
        tau1.values[0] = context.multipliers[0]
        tau2.values[0] = -ratio * context.multipliers[0]
      },
    }
  },
}

function readRatio(path: string, record: GearConstraintRecord): number {
  const ratio = readNumber(`${path}.ratio`, record.ratio, 1)
  if (ratio === 0) throw new InputError(`${path}.ratio`, 'a non-zero number', ratio)
  return ratio
}

/** A relation of the joints that are not locked; those have no body (null). */
export function relate(members: readonly (readonly [number | null, number])[]): JointRelation {
  return {
    members: members.flatMap(([body, factor]) => (body === null ? [] : [{ body, factor }])),
    offset: null,
  }
}
