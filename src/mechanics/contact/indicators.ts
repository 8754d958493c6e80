import { VarioError } from '../../base/index.ts'

/** Value of an indicator without a pair; negative as if in contact, so that it never crosses upwards [m]. */
const NO_CONTACT = -1

/**
 * Event indicators for the start and the end of contacts, from the signed distances of pairs. Every distance has a
 * hysteresis ε: separated pairs cross at distance ε downwards, pairs in contact at 2ε upwards. Since a pair is in
 * contact if and only if its distance at the last event was at most 1.5 ε, no function is zero after an event.
 *
 * A selection, at events, chooses the pairs with separate functions: `beginSelection`, `offer` for every separated
 * candidate, `endSelection`. An evaluation is `begin`, then `addContact` and `addSeparated` for all pairs.
 */
export interface ContactIndicators {
  /** Values of the functions [m]. */
  readonly values: Float64Array
  /** Direction in which a crossing is an event: −1 falling, 1 rising, 0 both. */
  readonly directions: Int8Array
  /** True if positive lower bounds suffice for the distances of separated pairs. */
  readonly takesBounds: boolean
  beginSelection(): void
  offer(a: number, b: number, distance: number): void
  /** @throws VarioError CONTACT_INDICATORS if there are fewer functions than contacts */
  endSelection(nContact: number): void
  /** @param distanceBound lower bound of the distances of pairs that are not added [m] */
  begin(distanceBound: number): void
  /** Adds contact k of the list of contacts. */
  addContact(k: number, distance: number): void
  /** True if a separated pair with a distance of at least `lowerBound` must be added. */
  needs(a: number, b: number, lowerBound: number): boolean
  addSeparated(a: number, b: number, distance: number): void
}

/**
 * Two functions for any number of pairs: z_d, the minimum over separated pairs, z_p, the maximum over contacts (thesis
 * 6.4).
 */
export class TwoIndicators implements ContactIndicators {
  readonly values = Float64Array.of(1, NO_CONTACT)
  readonly directions = Int8Array.of(-1, 1)
  readonly takesBounds = true

  constructor(private readonly hysteresis: number) {}

  beginSelection(): void {}
  offer(): void {}
  endSelection(): void {}

  begin(distanceBound: number): void {
    this.values[0] = Math.min(1, distanceBound) - this.hysteresis
    this.values[1] = NO_CONTACT
  }

  addContact(_k: number, distance: number): void {
    const z = distance - 2 * this.hysteresis
    if (z > this.values[1]) this.values[1] = z
  }

  needs(_a: number, _b: number, lowerBound: number): boolean {
    return lowerBound - this.hysteresis < this.values[0]
  }

  addSeparated(_a: number, _b: number, distance: number): void {
    const z = distance - this.hysteresis
    if (z < this.values[0]) this.values[0] = z
  }
}

/**
 * A bounded number n_z of functions, each with the distance of one pair (2017 paper, section 5): first the contacts,
 * then the nearest separated pairs. Unlike in the paper, pairs are selected only at events, and the last function is
 * the minimum over all pairs without a separate one, so that no start of a contact is missed.
 */
export class NearestIndicators implements ContactIndicators {
  readonly values: Float64Array
  /** Both: the function of a contact changes with the selection. */
  readonly directions: Int8Array
  /** Each distance is a separate function, located by its values. */
  readonly takesBounds = false
  private nContact = 0
  private nOffered = 0
  /** Nearest separated pairs at the last event, by distance (n_z − 1). */
  private readonly a: Int32Array
  private readonly b: Int32Array
  private readonly distances: Float64Array

  constructor(
    private readonly n: number,
    private readonly hysteresis: number,
  ) {
    this.values = new Float64Array(n).fill(1)
    this.directions = new Int8Array(n)
    this.a = new Int32Array(n)
    this.b = new Int32Array(n)
    this.distances = new Float64Array(n)
  }

  beginSelection(): void {
    this.nOffered = 0
  }

  /** Inserts a pair into the list of the nearest. */
  offer(a: number, b: number, distance: number): void {
    const { n, distances } = this
    if (this.nOffered === n - 1 && distance >= distances[this.nOffered - 1]) return
    let k = this.nOffered < n - 1 ? this.nOffered++ : this.nOffered - 1
    for (; k > 0 && distances[k - 1] > distance; k--) {
      distances[k] = distances[k - 1]
      this.a[k] = this.a[k - 1]
      this.b[k] = this.b[k - 1]
    }
    distances[k] = distance
    this.a[k] = a
    this.b[k] = b
  }

  endSelection(nContact: number): void {
    const { n } = this
    if (nContact > n - 1) {
      throw new VarioError(
        'CONTACT_INDICATORS',
        `zeroCrossings: expected at least ${nContact + 1} for ${nContact} pairs in contact, got ${n}. Increase it.`,
        { nContact, zeroCrossings: n },
      )
    }
    this.nContact = nContact
    this.nOffered = Math.min(this.nOffered, n - 1 - nContact)
  }

  begin(distanceBound: number): void {
    this.values.fill(Math.min(1, distanceBound) - this.hysteresis)
  }

  addContact(k: number, distance: number): void {
    this.values[k] = distance - 2 * this.hysteresis
  }

  needs(a: number, b: number, lowerBound: number): boolean {
    return lowerBound - this.hysteresis < this.values[this.n - 1] || this.findOwn(a, b) >= 0
  }

  addSeparated(a: number, b: number, distance: number): void {
    const own = this.findOwn(a, b)
    const i = own >= 0 ? own : this.n - 1
    const z = distance - this.hysteresis
    if (z < this.values[i]) this.values[i] = z
  }

  /** Index of the function of the pair, −1 without a separate one. */
  private findOwn(a: number, b: number): number {
    for (let k = 0; k < this.nOffered; k++) if (this.a[k] === a && this.b[k] === b) return this.nContact + k
    return -1
  }
}
