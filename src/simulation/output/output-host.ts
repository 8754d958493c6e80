import type { Slot, ValueStore } from '../../compiler/index.ts'
import type { RunWarnings } from '../../results/index.ts'
import type { ComponentMemories } from '../components/index.ts'
import type { SystemSolver } from '../systems/index.ts'
import type { Evaluation, VariableAccess } from '../values/index.ts'

/** What the output needs of the running model. */
export interface OutputHost extends VariableAccess, Evaluation {
  readonly memories: ComponentMemories
  readonly warnings: RunWarnings
  readonly services: { readonly systems: readonly SystemSolver[] }
  /** Copies scalars from their slots to places of `out`. */
  readScalars(slots: Int32Array, places: Int32Array, out: Float64Array): void
  readSlot(slot: Slot): ReturnType<ValueStore['read']>
  readDerivatives(dx: Float64Array): void
  readonly nState: number
  /** Lets nonlinear systems start from the solutions that were stored. */
  restoreGuesses(): void
}
