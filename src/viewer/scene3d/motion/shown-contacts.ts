/** Contacts of a run at a given time. */
import { findKey } from '../../../animation/index.ts'
import type { SignalTable } from '../../../results/index.ts'

/**
 * Contacts over time, one row per contact and output point, from the signals `<world>.contactPoint` and
 * `<world>.contactForce` of a result.
 */
export class ShownContacts {
  /** In world [m] (nRow × 3). */
  readonly points: Float64Array
  /** On the second body of the pair [N] (nRow × 3). */
  readonly forces: Float64Array
  /** Typical force: the median of those that are not zero [N]. */
  readonly usualForce: number
  /** Maximum number of simultaneous contacts. */
  readonly maxCount: number
  /** Rows of the current time: from `first` to before `end`. */
  first = 0
  end = 0
  /** Times of rows and of output points [s]. */
  readonly #rowTimes: Float64Array
  readonly #times: Float64Array
  #key = 0
  #row = 0

  constructor(rowTimes: Float64Array, points: Float64Array, forces: Float64Array, times: Float64Array) {
    this.#rowTimes = rowTimes
    this.#times = times
    this.points = points
    this.forces = forces
    this.usualForce = computeMedian(forces)
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

/** The contacts of a result, or undefined. */
export function readContacts(table: SignalTable): ShownContacts | undefined {
  const suffix = '.contactPoint'
  const name = table.names.find((signal) => signal.endsWith(suffix))
  if (name === undefined) return undefined
  const force = `${name.slice(0, -suffix.length)}.contactForce`
  const point = table.signal(name)
  if (point.nElement !== 3 || !table.has(force) || table.signal(force).nElement !== 3) return undefined
  return new ShownContacts(point.time, point.values, table.values(force), table.time)
}

function computeMedian(forces: Float64Array): number {
  const sizes: number[] = []
  for (let i = 0; i < forces.length; i += 3) {
    const size = Math.hypot(forces[i], forces[i + 1], forces[i + 2])
    if (size > 0) sizes.push(size)
  }
  return sizes.length === 0 ? 0 : Float64Array.from(sizes).sort()[sizes.length >> 1]
}

/** Root of the ratio of forces at which an arrow has half of its maximum length. */
const HALF = 1.5

/**
 * Length of the arrow of a force relative to its maximum: two fifths for a typical force. An impact may have a thousand
 * times the force of a body at rest; the root and the bound make both visible.
 */
export function computeArrowLength(force: number, usualForce: number): number {
  if (!(usualForce > 0)) return 0
  const root = Math.sqrt(force / usualForce)
  return root === Infinity ? 1 : root / (root + HALF)
}
