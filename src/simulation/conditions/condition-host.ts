import type { StateCondition } from '../../compiler/index.ts'
import type { TangentHost } from '../runtime/index.ts'
import type { SystemSolver } from '../systems/index.ts'
import type { Evaluation, VariableAccess } from '../values/index.ts'

/** What conditions need of the running model. */
export interface ConditionHost extends VariableAccess, Evaluation {
  /** Values of the conditions: 1 = true. */
  readonly conditions: Uint8Array
  /** Writes the event indicators of the state conditions, left - right. */
  differences(out: Float64Array): void
  /** Event indicator of one of them. */
  differenceOf(condition: Pick<StateCondition, 'left' | 'right'>): number
  /** Writes the event indicators of all conditions, and then those of components with memory. */
  crossings(out: Float64Array): void
  /** Computes the dynamics, or everything, with the current conditions. */
  evaluateBranch(isAll: boolean): void
  stateNominals(): Float64Array
  /** True if a variable has a start value in this run. */
  hasStart(name: string): boolean
  readonly timeSlot: number
  readonly tangentHost: TangentHost
  /** `isSizing`: true while sizes of arrays are determined, when all clocks count as if they had ticked. */
  readonly services: { isSizing: boolean; readonly systems: readonly SystemSolver[] }
}
