import type { RunWarnings } from '../../results/index.ts'
import type { ComponentMemories, ModelStates } from '../components/index.ts'
import type { Evaluation, StateAccess, VariableAccess } from '../values/index.ts'

/** What the search for a state of rest needs of the running model, which stands still at the time `t`. */
export interface EquilibriumHost {
  /** [s] */
  readonly t: number
  /** The states (n); `settle` may change them. */
  readonly x: Float64Array
  readonly runtime: VariableAccess &
    StateAccess &
    Evaluation & { readonly memories: ComponentMemories; readonly warnings: RunWarnings }
  readonly problem: {
    stateName(i: number): string | undefined
    /** The states `x`, for components with memory that change them. */
    statesAt(t: number, x: Float64Array): ModelStates
    /** Moves states to the invariants of components. */
    project(t: number, x: Float64Array, isEnd: boolean): boolean | 'shorter'
    /** Longest step from `x` on that cannot miss an event [s]. */
    longestStep(t: number, x: Float64Array, isInIslands: boolean): number
  }
  /** Settles the model at the states `x`. Returns true if a component requests another structure. */
  settle(): boolean
}
