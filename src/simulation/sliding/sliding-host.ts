import type { ConditionHost } from '../conditions/index.ts'
import type { StateAccess } from '../values/index.ts'

/** What sliding along the limits of conditions needs of the running model. */
export interface SlidingHost extends ConditionHost, StateAccess {
  /** The derivatives of the last evaluation with the conditions as they are. */
  readBranchDerivatives(dx: Float64Array): void
}
