import type { RunWarnings } from '../../results/index.ts'
import type { SystemSolver } from '../systems/index.ts'
import type { Evaluation, SlotVector, StateAccess, VariableAccess } from '../values/index.ts'

/** What jumps at events need of the running model. */
export interface JumpHost extends VariableAccess, Evaluation, StateAccess {
  readonly warnings: RunWarnings
  readonly services: { readonly systems: readonly SystemSolver[] }
  setScalar(index: number, value: number): void
  /** Variables, one after the other. */
  createVector(names: readonly string[]): SlotVector
  /** Computes everything with the conditions as they are, also where a mean of branches is taken. */
  evaluateBranch(isAll: boolean): void
  /** The derivatives of the last evaluation with the conditions as they are. */
  readBranchDerivatives(dx: Float64Array): void
}

/** The modes of the equations under impulses, which overcome everything finite. */
export interface JumpModes {
  /** False: nothing in the equations can change. */
  readonly canChange: boolean
  /** Calls `act`, which may decide the modes anew; afterwards they are what they have been at `t` [s] and `x`. */
  attempt<T>(t: number, x: Float64Array, act: () => T): T
  /** Within `attempt`: decides the modes at `t` [s] and `x` with what acts now; true if they have changed. */
  decide(t: number, x: Float64Array): boolean
  /** Within `attempt`: the next event begins with the discrete variables as they are now. */
  keep(): void
}

/** When there are events [s]. */
export interface JumpTimes {
  readonly startTime: number
  readonly stopTime: number
  /** The next event that is known in advance, after `t`. */
  nextTimeEvent(t: number): number
}
