/**
 * Trajectories through changes of the structure, from an independent computation in absolute coordinates at 1e-13. SI units,
 * axes of the world. At t = 0 all bodies are parallel to the world, with their origins in their centers of mass.
 */
import { readTruth } from '../../support/read-truth.ts'

/** A body: mass, center of mass at the start, inertia about it (xx, yy, zz, xy, xz, yz), velocity, angular velocity. */
export interface TruthBody {
  readonly name: string
  readonly mass: number
  readonly com: readonly number[]
  readonly inertia: readonly number[]
  readonly v: readonly number[]
  readonly w: readonly number[]
}

/** A revolute joint with its point and axis at the start, and its spring and damper, if any. */
export interface TruthJoint {
  readonly name: string
  readonly body1: string
  readonly body2: string
  readonly point: readonly number[]
  readonly axis: readonly number[]
  readonly spring?: { readonly c: number; readonly d: number }
}

/** The state at a time, or on one side of a change. */
export interface TruthState {
  readonly t: number
  readonly side?: 'left' | 'right'
  /** Position, quaternion (w x y z), velocity, angular velocity (13 numbers). */
  readonly bodies: Readonly<Record<string, readonly number[]>>
  /** phi and w. */
  readonly joints: Readonly<Record<string, readonly number[]>>
  /** Kinetic energy, and energy in gravity. */
  readonly energy: readonly number[]
  readonly momentum: readonly number[]
  readonly angularMomentum: readonly number[]
}

export interface TruthCase {
  /** Correct decimal places. */
  readonly digits: number
  readonly gravity: readonly number[]
  readonly bodies: readonly TruthBody[]
  readonly joints: readonly TruthJoint[]
  /** Energy dissipated by the impulse; null without an impulse. */
  readonly energyLoss: number | null
  readonly states: readonly TruthState[]
}

export const STRUCTURE_TRUTH = readTruth<Readonly<Record<string, TruthCase>>>(
  new URL('structure-truth.json', import.meta.url),
)
