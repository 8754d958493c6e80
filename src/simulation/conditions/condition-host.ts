import type { StateCondition } from '../../compiler/index.ts'
import type { TangentHost } from '../runtime/index.ts'
import type { SystemSolver } from '../systems/index.ts'
import type { Evaluation, VariableAccess } from '../values/index.ts'

/** What conditions need of the running model. */
export interface ConditionHost extends VariableAccess, Evaluation {
  /** Values of the conditions: 1 = true. */
  readonly conditions: Uint8Array
  /** left - right of the state conditions. */
  differences(out: Float64Array): void
  /** left - right of one of them. */
  differenceOf(condition: Pick<StateCondition, 'left' | 'right'>): number
  /** The same of all, and then the event indicators of components with memory. */
  crossings(out: Float64Array): void
  /** Computes the dynamics, or everything, with the conditions as they are. */
  evaluateBranch(isAll: boolean): void
  stateNominals(): Float64Array
  /** Whether a variable has a start value in this run. */
  hasStart(name: string): boolean
  readonly timeSlot: number
  readonly tangentHost: TangentHost
  /** While sizes of arrays are looked for, all clocks count as if they had ticked; the systems of equations. */
  readonly services: { isSizing: boolean; readonly systems: readonly SystemSolver[] }
}
