import type { Linearization, Linearizer } from './solver-interface/index.ts'

/** Points of a run at which the model is linearized, after their events. */
export class LinearizationPoints {
  readonly found: Linearization[] = []

  /** @param times [s], ascending */
  constructor(
    private readonly times: readonly number[],
    private readonly linearizer: Linearizer,
  ) {}

  /** Time of the next linearization [s]. */
  get next(): number {
    return this.times[this.found.length] ?? Infinity
  }

  /** Linearizes at the states `x` for all points up to `t` [s]; `tPresent`: time of the states [s]. */
  take(t: number, x: Float64Array, tPresent: number): void {
    while (this.found.length < this.times.length && this.next <= t)
      this.found.push(this.linearizer.at(tPresent, x))
  }
}
