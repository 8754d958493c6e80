/** How far two results are apart. */
import type { SignalTable } from '../../results/index.ts'

/** The largest deviation of one element of a signal. */
export interface Deviation {
  readonly name: string
  readonly unit: string
  /** Largest difference, in the unit of the signal. */
  readonly absolute: number
  /** Relative to the range of its values (of their size, if they are constant). */
  readonly relative: number
  /** Where it is [s]. */
  readonly time: number
}

/** All deviations, and what only one of both has. */
export interface Comparison {
  /** The largest first. */
  readonly deviations: readonly Deviation[]
  readonly onlyInA: readonly string[]
  readonly onlyInB: readonly string[]
}

/** Events that are nearer to each other than this, relative to the run, are the same. */
const SAME_EVENT = 1e-6

type Side = 'left' | 'right'
/** A moment at which both are compared; before or after the event that is there. */
interface Moment {
  readonly a: number
  readonly b: number
  readonly side: Side
}

/** Compares the signals of which both results have the values over time. */
export function compareTables(
  a: SignalTable,
  b: SignalTable,
  isWanted: (name: string) => boolean,
): Comparison {
  const timed = (table: SignalTable): string[] =>
    table.names.filter((name) => isWanted(name) && isCompared(table, name))
  const [inA, inB] = [timed(a), new Set(timed(b))]
  const shared = inA.filter((name) => inB.has(name))
  const sharedSet = new Set(shared)
  const moments = createMoments(a.time, b.time)
  const deviations = shared.map((name) => compareSignal(a, b, name, moments))
  return {
    deviations: deviations.sort(
      (left, right) => right.relative - left.relative || right.absolute - left.absolute,
    ),
    onlyInA: inA.filter((name) => !sharedSet.has(name)),
    onlyInB: [...inB].filter((name) => !sharedSet.has(name)),
  }
}

function isCompared(table: SignalTable, name: string): boolean {
  const { kind, header } = table.signal(name)
  if (kind === 'time' || kind === 'alias' || header.type === 'text') return false
  return header.axis === undefined || header.axis === table.axes.values().next().value
}

/** Times of both in common, with the sides of events; times at events that both have are paired. */
function createMoments(a: Float64Array, b: Float64Array): Moment[] {
  const [first, last] = [Math.max(a[0], b[0]), Math.min(a[a.length - 1], b[b.length - 1])]
  const near = SAME_EVENT * (last - first)
  const [eventsA, eventsB] = [findEvents(a), findEvents(b)]
  const pairs = pairEvents(eventsA, eventsB, near)
  const moments: Moment[] = []
  for (const [x, y] of pairs) {
    if (x < first || x > last || y < first || y > last) continue
    moments.push({ a: x, b: y, side: 'left' }, { a: x, b: y, side: 'right' })
  }
  const isNearEvent = createNearTest(
    [...pairs.flat()].sort((x, y) => x - y),
    near,
  )
  for (const time of new Set([...a, ...b])) {
    if (time < first || time > last || isNearEvent(time)) continue
    moments.push({ a: time, b: time, side: 'right' })
    if (eventsA.includes(time) || eventsB.includes(time)) moments.push({ a: time, b: time, side: 'left' })
  }
  return moments.sort((x, y) => x.a - y.a)
}

/** Times that stand twice. */
function findEvents(time: Float64Array): number[] {
  const events = new Set<number>()
  for (let i = 1; i < time.length; i++) if (time[i] === time[i - 1]) events.add(time[i])
  return [...events]
}

function pairEvents(a: readonly number[], b: readonly number[], near: number): [number, number][] {
  const pairs: [number, number][] = []
  let k = 0
  for (const x of a) {
    while (k < b.length && b[k] < x - near) k++
    if (k < b.length && Math.abs(b[k] - x) <= near) pairs.push([x, b[k++]])
  }
  return pairs
}

function createNearTest(sorted: readonly number[], near: number): (time: number) => boolean {
  return (time) => {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle] < time - near) low = middle + 1
      else high = middle
    }
    return low < sorted.length && sorted[low] <= time + near
  }
}

function compareSignal(a: SignalTable, b: SignalTable, name: string, moments: readonly Moment[]): Deviation {
  const [left, right] = [a.signal(name), b.signal(name)]
  const unit = left.unit
  if (left.nElement !== right.nElement)
    return {
      name,
      unit,
      absolute: Number.POSITIVE_INFINITY,
      relative: Number.POSITIVE_INFINITY,
      time: Number.NaN,
    }
  const isConstant = left.header.constant !== undefined && right.header.constant !== undefined
  const n = left.nElement
  const low = new Float64Array(n).fill(Number.POSITIVE_INFINITY)
  const high = new Float64Array(n).fill(Number.NEGATIVE_INFINITY)
  const worst = new Float64Array(n)
  const where = new Float64Array(n).fill(Number.NaN)
  const visit = (x: Float64Array, y: Float64Array, time: number): void => {
    for (let k = 0; k < n; k++) {
      low[k] = Math.min(low[k], x[k], y[k])
      high[k] = Math.max(high[k], x[k], y[k])
      // missing in both is equal, missing in one is not
      const isMissing = Number.isNaN(x[k]) || Number.isNaN(y[k])
      const bothMissing = Number.isNaN(x[k]) && Number.isNaN(y[k])
      const deviation =
        x[k] === y[k] || bothMissing ? 0 : isMissing ? Number.POSITIVE_INFINITY : Math.abs(x[k] - y[k])
      if (deviation <= worst[k]) continue
      worst[k] = deviation
      where[k] = time
    }
  }
  if (isConstant) visit(left.header.constant!, right.header.constant!, Number.NaN)
  else
    for (const moment of moments)
      visit(a.vectorAt(name, moment.a, moment.side), b.vectorAt(name, moment.b, moment.side), moment.a)
  let best: Deviation = { name, unit, absolute: 0, relative: 0, time: Number.NaN }
  for (let k = 0; k < n; k++) {
    const relative = worst[k] === 0 ? 0 : worst[k] / scaleOf(low[k], high[k])
    if (relative > best.relative)
      best = { name: left.nameOf(k), unit: left.unitOf(k), absolute: worst[k], relative, time: where[k] }
  }
  return best
}

/** The range of values; their size, if they vary less than they deviate. */
function scaleOf(low: number, high: number): number {
  const size = Math.max(Math.abs(low), Math.abs(high))
  return high - low > 1e-9 * size ? high - low : size
}
