import { InputError } from '../../base/index.ts'
import type { ParNode } from '../../model/index.ts'
import { createPart, type RecordDefinition, type TaggedRecord } from '../records/index.ts'
import type { Action, ActionProgram, Actions, Condition } from './actions.ts'

/** Reaction to a condition that becomes true: a program, or one command. */
export type Reaction = ActionProgram | ((act: Actions) => Action)

export interface WhenRecord {
  readonly kind: 'When'
  readonly condition: Condition | string
  readonly reaction: Reaction
}

export const whenDefinition: RecordDefinition<WhenRecord> = {
  kind: 'When',
  keys: { condition: null, reaction: null },
}

/**
 * A change of the structure that the model itself triggers, as a member of a 3D model: the reaction runs when the
 * condition becomes true, also at the start, and each time it becomes true again. The condition is a function of the
 * state, located as an event, or the name of a Boolean variable of the equations.
 *
 * ```ts
 * breaks: when((s) => Math.hypot(...s.jointForce('link3').force) > 200, (act) => act.disconnect('link3')),
 * opens: when('overload', function* (act) { yield act.unlock('latch') }),
 * ```
 */
export function when(condition: Condition | string, reaction: Reaction): ParNode<WhenRecord> {
  if (typeof condition !== 'function' && typeof condition !== 'string')
    throw new InputError(
      'when: condition',
      'a function of the state, or the name of a Boolean variable of the equations',
      condition,
    )
  if (typeof reaction !== 'function')
    throw new InputError('when: reaction', 'a function: (act) => act.release(…), or a program', reaction)
  return createPart<WhenRecord>(whenDefinition, { condition, reaction })
}

export function isWhenRecord(record: TaggedRecord): record is WhenRecord {
  return record.kind === whenDefinition.kind
}
