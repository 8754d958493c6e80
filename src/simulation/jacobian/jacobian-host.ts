import type { ComponentMemories } from '../components/index.ts'
import type { ModelTangents } from '../runtime/index.ts'
import type { StateAccess, VariableAccess } from '../values/index.ts'

/** What derivatives along states need of the running model. */
export interface JacobianHost extends VariableAccess, StateAccess {
  readonly memories: ComponentMemories
  /** Derivatives along directions of the states of the equations; null: not known exactly. */
  readonly tangents: ModelTangents | null
  /** True if some conditions stay at their limits. */
  readonly isSliding: boolean
  /** Reads variables, in sequence. */
  readNames(names: readonly string[], out: Float64Array): void
}
