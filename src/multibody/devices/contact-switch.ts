import { InputError } from '../../base/index.ts'
import type { ExprNode, ParNode } from '../../model/index.ts'
import { createPart } from '../records/index.ts'
import type { ElementDefinition, WorldElement } from '../world/index.ts'

/** Arguments of `ContactSwitch`. */
export interface ContactSwitchArguments {
  /** Path of an Object3D that collides. */
  readonly obj1: string
  /** Path of another one (default: all that it may touch). */
  readonly obj2?: string
  /** True while they may touch: a Boolean, or an expression of variables. */
  readonly active: boolean | ExprNode
}

/** The record of a contact switch. */
export interface ContactSwitchRecord extends ContactSwitchArguments {
  readonly kind: 'ContactSwitch'
}

/**
 * Switches contacts of an object, or of a pair, on and off. Contacts that are switched off have no forces, and the bodies
 * pass through each other. With an expression, its value is the variable `active`, 1 or 0.
 */
export function ContactSwitch(args: ContactSwitchArguments): ParNode<ContactSwitchRecord> {
  return createPart<ContactSwitchRecord>(contactSwitch, args)
}

const NOTHING: WorldElement = {}

export const contactSwitch: ElementDefinition<ContactSwitchRecord> = {
  kind: 'ContactSwitch',
  keys: { obj1: null, obj2: null, active: null },
  required: ['obj1'],
  results: {},
  signals: { active: { unit: '', isNonlinear: true, isBoolean: true } },
  create(record, context) {
    for (const key of ['obj1', 'obj2'] as const) {
      if (record[key] === undefined) continue
      if (context.shapesOf(context.frame(key, record[key])).length > 0) continue
      throw new InputError(
        `${context.path}.${key}`,
        'an Object3D that collides: Solid({ collision: true, … })',
        record[key],
      )
    }
    if (context.signal('active') === null && typeof record.active !== 'boolean')
      throw new InputError(
        `${context.path}.active`,
        'true, false, or an expression of variables',
        record.active,
      )
    return NOTHING
  },
}
