import { readTruth } from '../../../support/read-truth.ts'

/**
 * Mechanisms with closed loops: complete specifications, and values of an independent computation in absolute
 * coordinates at 1e-13. SI units, world components. At t = 0 every body frame is parallel to the world, its origin in
 * the center of mass; points and axes are those of that pose. Reactions: force and torque of body1 on body2, about the
 * point of the joint; null: not determined; `open` spans the undetermined directions, and `rest` is the remainder
 * without them.
 */
export interface TruthBody {
  readonly name: string
  readonly mass: number
  readonly com: readonly number[]
  /** xx, yy, zz, xy, xz, yz about the center of mass. */
  readonly inertia: readonly number[]
  readonly v?: readonly number[]
  readonly w?: readonly number[]
}

export interface TruthJoint {
  readonly name: string
  readonly type: string
  readonly body1: string
  readonly body2: string
  readonly point: readonly number[]
  readonly axis?: readonly number[]
  readonly axis2?: readonly number[]
}

export interface TruthReaction {
  readonly wrench: readonly (number | null)[]
  readonly open?: readonly (readonly number[])[]
  readonly rest?: readonly number[]
}

export interface TruthResult {
  readonly t: number
  /** Correct decimal places, absolute. */
  readonly digits?: number
  readonly bodies?: Readonly<Record<string, { readonly r: readonly number[]; readonly v: readonly number[] }>>
  readonly joints?: Readonly<Record<string, Readonly<Record<string, number>>>>
  readonly points?: Readonly<Record<string, readonly number[]>>
  /** Kinetic, gravitational and spring energy [J]. */
  readonly energy?: readonly number[]
  readonly reactions?: Readonly<Record<string, TruthReaction>>
  readonly theta?: number
  readonly rate?: number
  readonly current?: number
  readonly values?: Readonly<Record<string, number>>
  readonly q?: readonly number[]
  readonly qd?: readonly number[]
}

export interface LoopTruth {
  readonly gravity: readonly number[]
  readonly bodies: readonly TruthBody[]
  readonly joints: readonly TruthJoint[]
  readonly forces: readonly Readonly<Record<string, string | number | readonly number[]>>[]
  readonly dof?: number
  readonly redundant?: number
  readonly extra?: { readonly barInertia: number }
  readonly points?: Readonly<Record<string, { readonly body: string; readonly point: readonly number[] }>>
  readonly results: readonly TruthResult[]
}

/**
 * Kinematics of the four-bar of different lengths: angles of rev1, rev2, rev3, rev4; first and second derivatives of
 * the angles of bar 2 and bar 3 with respect to that of rev1.
 */
export const FOUR_BAR_KINEMATICS = readTruth<readonly (readonly number[])[]>(
  new URL('four-bar-kinematics.json', import.meta.url),
)

export const LOOPS_TRUTH = readTruth<Readonly<Record<string, LoopTruth>>>(
  new URL('loops-truth.json', import.meta.url),
)
