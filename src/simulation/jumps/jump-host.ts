import type { RunWarnings } from '../../results/index.ts'
import type { SystemSolver } from '../systems/index.ts'
import type { Evaluation, SlotVector, StateAccess, VariableAccess } from '../values/index.ts'

/** What jumps at events need of the running model. */
export interface JumpHost extends VariableAccess, Evaluation, StateAccess {
  readonly warnings: RunWarnings
  readonly services: { readonly systems: readonly SystemSolver[] }
  setScalar(index: number, value: number): void
  /** Creates a vector of variables, in sequence. */
  createVector(names: readonly string[]): SlotVector
  /** Computes the dynamics, or everything, with the current conditions, also where a mean of branches is taken. */
  evaluateBranch(isAll: boolean): void
  /** Reads the derivatives of the last evaluation with the current conditions. */
  readBranchDerivatives(dx: Float64Array): void
}

/** The modes of the equations under impulses, which overcome everything finite. */
export interface JumpModes {
  /** False: no mode of the equations can change. */
  readonly canChange: boolean
  /** Calls `act`, which may decide the modes anew; afterwards those at `t` [s] and `x` are restored. */
  attempt<T>(t: number, x: Float64Array, act: () => T): T
  /** Within `attempt`: decides the modes at `t` [s] and `x` with the present forces; true if they have changed. */
  decide(t: number, x: Float64Array): boolean
  /** Within `attempt`: lets the next event begin with the present discrete variables. */
  keep(): void
}

/** Times of events [s]. */
export interface JumpTimes {
  readonly startTime: number
  readonly stopTime: number
  /** The next event after `t` that is known in advance. */
  nextTimeEvent(t: number): number
}
