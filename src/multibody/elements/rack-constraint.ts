import { InputError } from '../../base/index.ts'
import type { ParNode } from '../../model/index.ts'
import { createPart, type NumberValue, readNumber } from '../records/index.ts'
import type { ElementDefinition } from '../world/index.ts'
import { relate } from './gear-constraint.ts'

/** Arguments of `RackConstraint`. */
export interface RackConstraintArguments {
  /** Path of the revolute joint of the pinion, with or without flange. */
  readonly pinion: string
  /** Path of the prismatic joint of the rack, with or without flange. */
  readonly rack: string
  /** v/w: radius of the pinion, negative if a positive rotation moves the rack backwards [m]. */
  readonly radius: NumberValue
}

/** The record that `RackConstraint` returns. */
export interface RackConstraintRecord extends RackConstraintArguments {
  readonly kind: 'RackConstraint'
}

/**
 * Ideal rack and pinion: s - radius*phi of a prismatic and a revolute joint keeps its initial value. With a small
 * radius, the lead of a screw [m/rad], it is a spindle.
 *
 * Results: f [N], the force in the joint of the rack, and tau = -radius*f [N.m], the torque in that of the pinion.
 */
export function RackConstraint(args: RackConstraintArguments): ParNode<RackConstraintRecord> {
  return createPart<RackConstraintRecord>(rackConstraint, args)
}

export const rackConstraint: ElementDefinition<RackConstraintRecord> = {
  kind: 'RackConstraint',
  keys: { pinion: null, rack: null, radius: 'm' },
  required: ['pinion', 'rack'],
  results: { f: { unit: 'N', needs: 'acceleration' }, tau: { unit: 'N.m', needs: 'acceleration' } },
  related: ['pinion', 'rack'],
  constrain(record, context) {
    const radius = readRadius(context.path, record)
    return {
      relation: relate([
        [context.axis('rack', record.rack, 'Prismatic'), 1],
        [context.axis('pinion', record.pinion, 'Revolute'), -radius],
      ]),
    }
  },
  create(record, context) {
    const radius = readRadius(context.path, record)
    // an action has removed one of its joints
    if (context.multipliers.length === 0) return {}
    const f = context.result('f')
    const tau = context.result('tau')
    return {
      writeResults: () => {
        f.values[0] = context.multipliers[0]
        tau.values[0] = -radius * context.multipliers[0]
      },
    }
  },
}

function readRadius(path: string, record: RackConstraintRecord): number {
  const radius = readNumber(`${path}.radius`, record.radius, 0)
  if (radius === 0) throw new InputError(`${path}.radius`, 'a non-zero length', record.radius)
  return radius
}
