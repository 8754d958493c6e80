import type { StartKind } from '../../compiler/index.ts'

/**
 * The states of the whole model at an event: those of the equations, then the variant ones of all components. An
 * impulse λ, a force that acts for no time, makes them jump by λ times the contribution of a unit force to their
 * derivatives: velocities, and everything else that follows accelerations.
 */
export interface ModelStates {
  /** Number of states of the equations. */
  readonly nEquation: number
  /** Kinds of their start values: given, a default of the library, or a guess (nEquation). */
  readonly startKinds: readonly StartKind[]
  /** A copy of the current states (n). */
  read(): Float64Array
  /** Evaluates the whole model for other states, which stay in the memories, and writes derivatives (n). */
  evaluate(x: Float64Array, dx: Float64Array): void
  /** Continues the run with these states. */
  set(x: Float64Array): void
  readonly modes: ModelModes
}

/**
 * The modes of the model, which are conditions of its equations, discrete variables, and sliding along the limits of
 * conditions: as they would be under forces that overcome everything finite.
 */
export interface ModelModes {
  /** False: no mode of the equations can change. */
  readonly canChange: boolean
  /**
   * Calls `act`, which may decide the modes anew; afterwards they are restored.
   *
   * @param x states without the change
   */
  attempt<T>(x: Float64Array, act: () => T): T
  /**
   * Within `attempt`: decides the modes for the states `x` with the forces that act now, as an event does, but without
   * any `when`. True if they have changed.
   */
  decide(x: Float64Array): boolean
  /**
   * Within `attempt`: the part of an impulse, at most `rest`, above which `differs` is true; `rest` if it is not true
   * there. `differs` may decide the modes anew, which is undone.
   */
  findChange(rest: number, differs: (part: number) => boolean): number
  /**
   * Within `attempt`: warns that the last decision, for the states after an impulse, has changed the response to the
   * impulse.
   */
  warnOfEngaging(): void
  /** Within `attempt`: the next event begins with the current discrete variables, except those of a `when`. */
  keep(): void
}
