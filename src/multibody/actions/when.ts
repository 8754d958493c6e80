/** Conditions of programs: reactions of the model to them, and their evaluation during steps. */
import { InputError } from '../../base/index.ts'
import { type ExprNode, isExprNode, type ParNode } from '../../model/index.ts'
import { createPart, type RecordDefinition, type TaggedRecord } from '../records/index.ts'
import type { Action, ActionProgram, Actions, Condition } from './actions.ts'
import { placeError } from './place-error.ts'
import { GoneError, type LiveState } from './world-state.ts'

/** Reaction to a condition that becomes true: a program, or one command. */
export type Reaction = ActionProgram | ((act: Actions) => Action)

/** The record that `When` returns. */
export interface WhenRecord {
  readonly kind: 'When'
  readonly condition: Condition | string | ExprNode
  readonly reaction: Reaction
}

export const whenDefinition: RecordDefinition<WhenRecord> = {
  kind: 'When',
  keys: { condition: null, reaction: null },
}

/**
 * A change of the structure that the model itself triggers, as a member of a 3D model: the reaction runs when the
 * condition becomes true, also at the start, and each time it becomes true again. The condition is a function of the
 * state, located as an event, an expression of variables of the equations, or the name of a Boolean one.
 *
 * ```ts
 * breaks: when((s) => Math.hypot(...s.jointForce('link3').force) > 200, (act) => act.disconnect('link3')),
 * stops: when(expr`barrier.distance < 0.2`, (act) => act.set('speed', 0)),
 * opens: when('overload', function* (act) { yield act.unlock('latch') }),
 * ```
 */
export function when(condition: Condition | string | ExprNode, reaction: Reaction): ParNode<WhenRecord> {
  if (typeof condition !== 'function' && typeof condition !== 'string' && !isExprNode(condition))
    throw new InputError(
      'when: condition',
      'a function of the state, an expression of the equations, or the name of a Boolean variable of them',
      condition,
    )
  if (typeof reaction !== 'function')
    throw new InputError('when: reaction', 'a function: (act) => act.release(…), or a program', reaction)
  return createPart<WhenRecord>(whenDefinition, { condition, reaction })
}

export function isWhenRecord(record: TaggedRecord): record is WhenRecord {
  return record.kind === whenDefinition.kind
}

/**
 * A condition that is evaluated during steps. It may be true for a short time only, between two evaluations, when an
 * object approaches and moves away again. Therefore the condition is also evaluated where the positions, distances and
 * angles in it turn back, because these are their extrema.
 */
export class WatchedCondition {
  /** True if it was true at the last evaluation. */
  isTrue = false
  /** Positive while no quantity of the condition has turned back since the last event. */
  margin = 1
  /** Message about a missing object or joint, which an action has removed; null: none is missing. */
  gone: string | null = null
  private readonly rates = new Map<string, number>()
  /** Sign of the rate of each quantity at the last event. */
  private readonly directions = new Map<string, number>()

  constructor(
    private readonly state: LiveState,
    private readonly evaluate: (state: LiveState) => unknown,
    /** For messages. */
    private readonly name: string,
  ) {}

  /** Evaluates the condition. Rates below `slow` [1/s], relative to the size of the scene, count as zero. */
  look(slow: number): void {
    const { rates, directions, state } = this
    rates.clear()
    state.rates = rates
    try {
      const answer = this.evaluate(state)
      // a condition without `return` would never be fulfilled
      if (typeof answer !== 'boolean')
        throw new InputError('condition', 'true or false as its result', answer)
      this.isTrue = answer
      this.gone = null
    } catch (error) {
      // a condition on missing objects is false
      if (!(error instanceof GoneError)) throw placeError(error, this.name, state.time)
      this.isTrue = false
      this.gone = error.message
    } finally {
      state.rates = null
    }
    this.margin = 1
    for (const [key, rate] of rates)
      this.margin = Math.min(this.margin, (directions.get(key) ?? 0) * rate + slow)
  }

  /** Stores the directions of the last evaluation, at an event. */
  pass(): void {
    this.directions.clear()
    for (const [key, rate] of this.rates) this.directions.set(key, Math.sign(rate))
  }
}
