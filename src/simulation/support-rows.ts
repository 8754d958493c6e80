/** Number of points on each side of an event of another island that interpolation may use. */
const REACH = 8

interface Row {
  readonly t: number
  readonly values: Float64Array
  readonly isSupport: boolean
  /** True for a support near an event of another island. */
  isNeeded: boolean
}

/**
 * Buffers the rows of an island before the recorder. The ends of its steps may be needed to interpolate at the events
 * of other islands, which are known only later: rows wait until all islands have reached their time, and the ends of
 * steps far from events are dropped.
 */
export class SupportRows {
  private waiting: Row[] = []

  /** @param append takes the rows in the order of time */
  constructor(private readonly append: (t: number, values: Float64Array, isSupport: boolean) => void) {}

  add(t: number, values: Float64Array, isSupport: boolean): void {
    if (this.waiting.length === 0 && !isSupport) this.append(t, values, false)
    else this.waiting.push({ t, values: values.slice(), isSupport, isNeeded: false })
  }

  /**
   * @param t time that all islands have reached [s]
   * @param events events of all islands since the last call, up to `t` [s]
   */
  release(t: number, events: readonly number[]): void {
    const { waiting } = this
    if (waiting.length === 0) return
    for (const event of events) {
      const k = this.countBefore(event)
      for (let i = Math.max(0, k - REACH); i < Math.min(waiting.length, k + REACH); i++)
        waiting[i].isNeeded = true
    }
    // The last rows may be neighbors of a future event.
    this.appendFirst(this.countBefore(t) - REACH)
  }

  /** Releases all rows: there are no further events. */
  releaseAll(): void {
    this.appendFirst(this.waiting.length)
  }

  private appendFirst(n: number): void {
    if (n <= 0) return
    for (const { t, values, isSupport, isNeeded } of this.waiting.splice(0, n))
      if (!isSupport || isNeeded) this.append(t, values, isSupport)
  }

  /** Number of waiting rows before a time. */
  private countBefore(t: number): number {
    const { waiting } = this
    let low = 0
    let high = waiting.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (waiting[middle].t < t) low = middle + 1
      else high = middle
    }
    return low
  }
}
