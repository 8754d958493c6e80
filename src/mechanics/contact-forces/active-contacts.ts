import { PATCH_LENGTH, RESULT_LENGTH } from '../../collision/index.ts'
import { CONTACT_RESULT_SIZE } from './result-layout.ts'

/** Places of the constants of a contact, which are set at its start. */
export const STIFFNESS = 0
export const DAMPING = 1
export const RADIUS = 2
export const MU_K = 3
export const MU_R = 4
/** Of friction. */
export const V_SMALL = 5
export const W_SMALL = 6
/** Rate of penetration at the start of the contact [m/s]. */
export const START_VELOCITY = 7
/** 1: the force grows linearly with the penetration, 0: with its power 3/2. */
export const IS_LINEAR = 8
export const CONTACT_CONSTANTS_SIZE = 9

/**
 * Values of `ActiveContacts.patchState`: the contact is a point, or a patch carries it; or it has not yet been checked.
 */
export const POINT_CONTACT = 0
export const PATCH_CONTACT = 1
export const UNKNOWN_CONTACT = 2

/** Pairs of shapes in contact, in ascending order of (a, b), a < b. Membership changes only at events. */
export class ActiveContacts {
  n = 0
  /** Shapes of the pairs (n). */
  a = new Int32Array(0)
  b = new Int32Array(0)
  /** 1 if forces act, 0 for observers (n). */
  isElastic = new Uint8Array(0)
  /** 1 if the contact has begun at the last event (n). */
  isFresh = new Uint8Array(0)
  /** See STIFFNESS … IS_LINEAR (n × CONTACT_CONSTANTS_SIZE). */
  constants = new Float64Array(0)
  /** Results of the narrow phase (n × RESULT_LENGTH). */
  geometry = new Float64Array(0)
  /** Larger stamp of the poses of both shapes to which `geometry` belongs; NaN: none (n). */
  stamps = new Float64Array(0)
  /** State of the patches at these poses (n), and their data (n × PATCH_LENGTH). */
  patchState = new Uint8Array(0)
  patches = new Float64Array(0)
  /** Time until which a contact is known to be closed [s] (n). */
  closedUntil = new Float64Array(0)
  /** Velocities and forces, see `contact-result.ts` (n × CONTACT_RESULT_SIZE). */
  results = new Float64Array(0)

  /** Clears the list and reserves space for `capacity` contacts. */
  clear(capacity: number): void {
    this.n = 0
    if (capacity <= this.a.length) return
    const size = Math.max(capacity, 2 * this.a.length)
    this.a = new Int32Array(size)
    this.b = new Int32Array(size)
    this.isElastic = new Uint8Array(size)
    this.isFresh = new Uint8Array(size)
    this.constants = new Float64Array(CONTACT_CONSTANTS_SIZE * size)
    this.geometry = new Float64Array(RESULT_LENGTH * size)
    this.stamps = new Float64Array(size)
    this.patchState = new Uint8Array(size)
    this.patches = new Float64Array(PATCH_LENGTH * size)
    this.closedUntil = new Float64Array(size)
    this.results = new Float64Array(CONTACT_RESULT_SIZE * size)
  }

  /** Appends the pair (a, b); returns its index. */
  push(a: number, b: number): number {
    this.a[this.n] = a
    this.b[this.n] = b
    this.stamps[this.n] = Number.NaN
    this.patchState[this.n] = POINT_CONTACT
    this.closedUntil[this.n] = Number.NEGATIVE_INFINITY
    return this.n++
  }

  /** Index of the pair (a, b), a < b; −1 if it is not in contact. */
  find(a: number, b: number): number {
    let low = 0
    let high = this.n - 1
    while (low <= high) {
      const middle = (low + high) >> 1
      const order = this.a[middle] - a || this.b[middle] - b
      if (order === 0) return middle
      if (order < 0) low = middle + 1
      else high = middle - 1
    }
    return -1
  }
}
