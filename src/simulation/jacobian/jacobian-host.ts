import type { ComponentMemories } from '../components/index.ts'
import type { ModelTangents } from '../runtime/index.ts'
import type { StateAccess, VariableAccess } from '../values/index.ts'

/** What derivatives along states need of the running model. */
export interface JacobianHost extends VariableAccess, StateAccess {
  readonly memories: ComponentMemories
  /** Derivatives along directions of the states of the equations; null: they are not known exactly. */
  readonly tangents: ModelTangents | null
  /** Some conditions are at their limits and stay there. */
  readonly isSliding: boolean
  /** Reads variables, one after the other. */
  readNames(names: readonly string[], out: Float64Array): void
}
