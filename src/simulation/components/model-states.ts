import type { StartKind } from '../../compiler/index.ts'

/**
 * The states of the whole model at an event: those of the equations, then the hidden ones of all components. Where a
 * force acts for no time, but with an impulse λ, they jump by λ times what a force of 1 adds to their derivatives:
 * velocities, and what else follows accelerations.
 */
export interface ModelStates {
  /** Number of those of the equations. */
  readonly nEquation: number
  /** What their start values are worth: given, a default that nobody has written, or a guess (nEquation). */
  readonly startKinds: readonly StartKind[]
  /** The states as they are now, a copy (n). */
  read(): Float64Array
  /** Evaluates the whole model for other states, which are in the memories from then on, and writes derivatives (n). */
  evaluate(x: Float64Array, dx: Float64Array): void
  /** The run goes on with these states. */
  set(x: Float64Array): void
  readonly modes: ModelModes
}

/**
 * The modes of the model, which are conditions of its equations, discrete variables, and what slides along the limits of
 * conditions: what they would be if forces acted that overcome everything finite.
 */
export interface ModelModes {
  /** False: nothing in the equations can change. */
  readonly canChange: boolean
  /**
   * Calls `act`, which may decide the modes anew; afterwards they are what they have been.
   *
   * @param x states without that
   */
  attempt<T>(x: Float64Array, act: () => T): T
  /**
   * Within `attempt`: decides the modes for the states `x` with the forces that act now, as an event does, but without
   * any `when`. True if they have changed.
   */
  decide(x: Float64Array): boolean
  /** Within `attempt`: the next event begins with the discrete variables as they are now, but for those of a `when`. */
  keep(): void
}
