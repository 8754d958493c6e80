/** The states that move the joints of a tree, hidden from the equations, and their derivatives. */
import type { VariantResult, VariantState } from '../../simulation/index.ts'
import type { OrientationStart } from '../parts/joints/index.ts'

/** Values of a joint that has no states because it closes a loop. */
export interface JointValues {
  /** Position [rad, m] and velocity of an axis, by the name of the position and its place in it. */
  readAxis(name: string, index: number): readonly [number, number]
  /** Orientation and the other values of a joint without axes; null: the joint has axes. */
  readonly rotation: {
    readonly present: OrientationStart
    readonly angularVelocity: Float64Array
    readonly translation: Float64Array
    readonly velocity: Float64Array
  } | null
}

/** Moves a joint or one of its axes. */
export interface MotionStates {
  /** Writes positions and velocities of the tree from the states. */
  enter(q: Float64Array, v: Float64Array): void
  /**
   * Writes derivatives of the states from the accelerations of the tree, after `enter` has written positions and
   * velocities.
   */
  writeDerivatives(q: Float64Array, v: Float64Array, vdot: Float64Array): void
  /** Positive while the states need no change. */
  margin(): number
  /** True if it may change. */
  readonly hasMargin: boolean
  /** Changes the states if necessary. True if it has done so. */
  adapt(): boolean
  writeResults(): void
  /** Moves positions as the velocities `dq` of the tree would in a unit of time. */
  displace(dq: Float64Array): void
  /** Adds velocities `dv` of the tree. */
  kick(dv: Float64Array): void
  /** Names the states within their joint. */
  readonly key: string
  /** Continues with the final values of `before`, the same states of the segment before. */
  continue(before: MotionStates): void
  /** Starts from values that the joint has had without states. */
  begin(values: JointValues): void
  /** The states, for the pattern of the Jacobian. */
  readonly all: readonly VariantState[]
  /** Those whose derivatives follow from kinematics, with the states on which these depend. */
  readonly kinematics: readonly (readonly [VariantState, readonly VariantState[]])[]
  /** Result variables. */
  readonly results: readonly VariantResult[]
  /** Moves the same joint in another tree, where its positions and velocities have other places. */
  moveTo(iq: number, iv: number): void
}

/** States and results of one joint in the order of their declaration; its elements may share them. */
export function listVariables(motions: readonly MotionStates[]): (VariantState | VariantResult)[] {
  const states = new Set(motions.flatMap(({ all }) => all))
  return [...states, ...motions.flatMap(({ results }) => results)]
}

/** Copies the values of states. */
export function copyValues(to: readonly VariantState[], from: readonly VariantState[]): void {
  to.forEach((state, k) => {
    state.values.set(from[k].values)
  })
}
