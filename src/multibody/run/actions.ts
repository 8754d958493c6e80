/**
 * Actions change the structure of a 3D model while it runs. The program of a model is a generator: what it yields is
 * done, and then it goes on, so that later steps may depend on what has happened.
 */

/** A command of an action program. */
export type Action =
  | { readonly kind: 'attach'; readonly part: string; readonly target: string; readonly isReleased: boolean }
  | { readonly kind: 'release'; readonly part: string }
  | { readonly kind: 'delete'; readonly part: string }
  | { readonly kind: 'wait'; readonly period: number }

/** What a program knows after a command. */
export interface ActionResult {
  /** Time [s]. */
  readonly time: number
}

/** An action program. */
export type ActionProgram = (act: Actions) => Generator<Action, void, ActionResult>

/** The commands. Paths are those of Object3Ds in the 3D model, with `lockable: true`. */
export interface Actions {
  /**
   * Fixes the assembly of `part`, which moves freely, to the object `target`, where both are. Both objects are
   * lockable, and nearer to each other than the `gap` of the scene. They do not move with respect to each other, up to
   * 0.01 m/s times the nominal length of the scene and 0.01 rad/s. The root of the assembly has `assemblyRoot: true`.
   */
  attach(part: string, target: string): Action
  /** Lets an attached assembly move freely with respect to the world, with the velocity that it has. */
  release(part: string): Action
  /** Releases an attached assembly, and fixes it to `target` at once. */
  releaseAndAttach(part: string, target: string): Action
  /** Removes an assembly from the model. */
  delete(part: string): Action
  /** An event after a period [s]; then the next command. */
  eventAfterPeriod(period: number): Action
}

/** The commands as data. */
export const actions: Actions = {
  attach: (part, target) => ({ kind: 'attach', part, target, isReleased: false }),
  release: (part) => ({ kind: 'release', part }),
  releaseAndAttach: (part, target) => ({ kind: 'attach', part, target, isReleased: true }),
  delete: (part) => ({ kind: 'delete', part }),
  eventAfterPeriod: (period) => ({ kind: 'wait', period }),
}
