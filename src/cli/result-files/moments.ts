/** Times at which two results are compared. */

/** Distance below which events of both results count as the same, relative to the run. */
const SAME_EVENT = 1e-6

type Side = 'left' | 'right'
/** A time at which both are compared; before or after the event at that time. */
export interface Moment {
  readonly a: number
  readonly b: number
  readonly side: Side
}

/** True if two runs start or end at different times. */
export function haveSameSpan(a: Float64Array, b: Float64Array): boolean {
  const [endA, endB] = [a[a.length - 1], b[b.length - 1]]
  const near = SAME_EVENT * Math.max(endA - a[0], endB - b[0])
  return Math.abs(a[0] - b[0]) <= near && Math.abs(endA - endB) <= near
}

/** Common times of both, with the sides of events; times of common events are paired. */
export function createMoments(a: Float64Array, b: Float64Array): Moment[] {
  const [first, last] = [Math.max(a[0], b[0]), Math.min(a[a.length - 1], b[b.length - 1])]
  const near = SAME_EVENT * (last - first)
  const [eventsA, eventsB] = [findEvents(a), findEvents(b)]
  const pairs = pairEvents([...eventsA], [...eventsB], near)
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
    if (eventsA.has(time) || eventsB.has(time)) moments.push({ a: time, b: time, side: 'left' })
  }
  return moments.sort((x, y) => x.a - y.a)
}

/** Times that occur twice. */
function findEvents(time: Float64Array): Set<number> {
  const events = new Set<number>()
  for (let i = 1; i < time.length; i++) if (time[i] === time[i - 1]) events.add(time[i])
  return events
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
