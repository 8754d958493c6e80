import type { WhenClause } from '../../compiler/index.ts'
import type { StatePlace } from './state-setter.ts'

type Action = WhenClause['when']['actions'][number]
export type ReinitAction = Extract<Action, { kind: 'reinit' }>

/** Derivatives with respect to parameters, which follow an event iteration. */
export interface EventTangents {
  /** Notes an action of the present evaluation, which has set the states at a place. */
  noteReinit(action: ReinitAction, place: StatePlace): void
  /** Takes over the present evaluation, whose values become left limits. */
  passEvaluation(): void
  /** Throws an error: states jump by an impulse. */
  refuseImpulse(): void
}
