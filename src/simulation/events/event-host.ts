import type { ValueStore } from '../../compiler/index.ts'
import type { RunWarnings } from '../../results/index.ts'
import type { MeanOfBranches } from '../runtime/index.ts'
import type { SlidingHost } from '../sliding/index.ts'
import type { SystemSolver } from '../systems/index.ts'

type Value = ReturnType<ValueStore['read']>
type Read = (name: string) => Value

/** What events need of the running model. */
export interface EventHost extends SlidingHost {
  /** Value of a variable that may have been eliminated. */
  readVariable(name: string): Value
  readonly warnings: RunWarnings
  /** True if some conditions stay at their limits. */
  readonly isSliding: boolean
  /** The sliding conditions, set by the event handler. */
  sliding: MeanOfBranches | null
  readonly services: EventServices
}

/** Services of the generated code at events. */
export interface EventServices {
  readonly systems: readonly SystemSolver[]
  isSizing: boolean
  /** Value of `terminal()`. */
  isTerminal: boolean
  /** True during the initialization. */
  isStarting: boolean
  /** Clocks that tick now. */
  readonly ticks: Uint8Array
  beginEvent(isInitial: boolean, read: Read): void
  updateStarting(read: Read): boolean
  endEvent(read: Read): void
}
