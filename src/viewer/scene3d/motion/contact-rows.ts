/** Contacts of a run: which ones there are at a time. */
import type { SignalTable } from '../../../results/index.ts'
import { findKey } from './motion-track.ts'

/**
 * Contacts over time, one row per contact and output point, as results have them in the signals
 * `<world>.contactPoint` and `<world>.contactForce`.
 */
export class ContactRows {
  /** In world [m] (nRow × 3). */
  readonly points: Float64Array
  /** On the second body of the pair [N] (nRow × 3). */
  readonly forces: Float64Array
  /** The largest force of the run [N]. */
  readonly maxForce: number
  /** The largest number of contacts at a time. */
  readonly maxCount: number
  /** Rows of the present time: from `first` to before `end`. */
  first = 0
  end = 0
  /** Of rows and of output points [s]. */
  readonly #rowTimes: Float64Array
  readonly #times: Float64Array
  #key = 0
  #row = 0

  constructor(rowTimes: Float64Array, points: Float64Array, forces: Float64Array, times: Float64Array) {
    this.#rowTimes = rowTimes
    this.#times = times
    this.points = points
    this.forces = forces
    let max = 0
    for (let i = 0; i < forces.length; i += 3) {
      const square = forces[i] * forces[i] + forces[i + 1] * forces[i + 1] + forces[i + 2] * forces[i + 2]
      if (square > max) max = square
    }
    this.maxForce = Math.sqrt(max)
    let [count, maxCount] = [0, 0]
    for (let i = 0; i < rowTimes.length; i++) {
      count = i > 0 && rowTimes[i] === rowTimes[i - 1] ? count + 1 : 1
      maxCount = Math.max(maxCount, count)
    }
    this.maxCount = maxCount
  }

  /** Selects the contacts of the last output point that is not later than `t` [s]; often there are none. */
  setTime(t: number): void {
    const [rows, times] = [this.#rowTimes, this.#times]
    this.first = 0
    this.end = 0
    if (rows.length === 0 || times.length === 0) return
    this.#key = findKey(times, t, this.#key)
    const time = times[this.#key]
    this.#row = findKey(rows, time, this.#row)
    if (rows[this.#row] !== time) return
    this.end = this.#row + 1
    this.first = this.#row
    while (this.first > 0 && rows[this.first - 1] === time) this.first--
  }
}

/** The contacts of a result; undefined if it has none. */
export function readContacts(table: SignalTable): ContactRows | undefined {
  const suffix = '.contactPoint'
  const name = table.names.find((signal) => signal.endsWith(suffix))
  if (name === undefined) return undefined
  const force = `${name.slice(0, -suffix.length)}.contactForce`
  const point = table.signal(name)
  if (point.nElement !== 3 || !table.has(force) || table.signal(force).nElement !== 3) return undefined
  return new ContactRows(point.time, point.values, table.values(force), table.time)
}

/**
 * Length of the arrow of a force, relative to that of the largest one of the run: the square root, so that forces of a
 * hundredth are still seen, with a tenth of the length.
 */
export function computeArrowLength(force: number, maxForce: number): number {
  return maxForce > 0 ? Math.sqrt(force / maxForce) : 0
}
