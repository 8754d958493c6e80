import { readTruth } from '../../support/read-truth.ts'

/**
 * Numbers of the independent contact simulations in reference/contact-truth.json: thesis force law, exact geometry,
 * 80-bit arithmetic, DOP853 at 1e-14; 9 to 16 digits are trusted. `material` names the material pair of the body with
 * all boxes.
 */
export interface TruthCase {
  readonly name: string
  readonly gravity: readonly [number, number, number]
  readonly material: 'Steel' | 'DryWood'
  /** Boxes of the world, smoothed with 1 mm. */
  readonly boxes: readonly {
    readonly name: string
    readonly center: readonly number[]
    readonly lengths: readonly number[]
  }[]
  readonly body: {
    readonly shape: 'sphere' | 'capsule'
    /** Radius, half length of the core along z [m]. */
    readonly dimensions: readonly number[]
    readonly mass: number
    /** Principal moments of inertia about the center [kg.m2]. */
    readonly inertia: readonly number[]
    readonly r0: readonly number[]
    readonly v0: readonly number[]
    /** Rotation about x at the start [rad]. */
    readonly angleX0: number
    readonly w0_world: readonly number[]
  }
  /** Contacts that start after t = 0, and end: time [s], rate of penetration [m/s]. */
  readonly events: readonly (readonly [number, number])[]
  readonly states: readonly {
    readonly t: number
    readonly r: readonly number[]
    readonly v: readonly number[]
    readonly w_world: readonly number[]
  }[]
}

export const TRUTH = readTruth<readonly TruthCase[]>(new URL('contact-truth.json', import.meta.url))
