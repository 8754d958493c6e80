/**
 * Pairs that an impulse drives apart. At the impulse their distance is that of a contact, but they are not in contact
 * any more. Until they have left, their event indicators have a lower limit: the distance at the impulse minus a tenth
 * of the hysteresis, about 1e-14 m. So a pair that is pushed back at once is in contact again.
 */
const LOWER_PART = 0.1

/** Set of departing pairs. */
export class Departures {
  /** Shifts added to distances, by pairs [m]. */
  private readonly shifts = new Map<number, number>()

  constructor(
    private readonly n: number,
    private readonly hysteresis: number,
  ) {}

  get size(): number {
    return this.shifts.size
  }

  /** Adds the departing shapes a < b, with their present distance [m]. */
  add(a: number, b: number, distance: number): void {
    this.shifts.set(this.key(a, b), Math.max(0, (1 + LOWER_PART) * this.hysteresis - distance))
  }

  delete(a: number, b: number): void {
    this.shifts.delete(this.key(a, b))
  }

  /** Shift added to the distance of shapes a < b [m]. */
  shiftOf(a: number, b: number): number {
    return this.shifts.size === 0 ? 0 : (this.shifts.get(this.key(a, b)) ?? 0)
  }

  /** Removes pairs that have left: those farther apart than contacts. */
  release(distanceOf: (a: number, b: number) => number): void {
    for (const key of this.shifts.keys()) {
      const a = Math.floor(key / this.n)
      if (distanceOf(a, key - a * this.n) > 2 * this.hysteresis) this.shifts.delete(key)
    }
  }

  private key(a: number, b: number): number {
    return a * this.n + b
  }
}
