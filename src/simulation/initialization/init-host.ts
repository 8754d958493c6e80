import type { RunWarnings } from '../../results/index.ts'
import type { VariableAccess } from '../values/index.ts'

/** What the initialization needs of the running model. */
export interface InitHost extends VariableAccess {
  readonly warnings: RunWarnings
  stateNominals(): Float64Array
}
