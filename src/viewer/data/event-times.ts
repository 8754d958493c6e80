/** Times of a result for stepping. */

/** Times that occur more than once, ascending: the events. */
export function findEvents(time: Float64Array): Float64Array {
  const events: number[] = []
  for (let i = 1; i < time.length; i++)
    if (time[i] === time[i - 1] && time[i] !== events[events.length - 1]) events.push(time[i])
  return Float64Array.from(events)
}

/** All times, each once. */
export function findSteps(time: Float64Array): Float64Array {
  return time.filter((t, i) => i === 0 || t > time[i - 1])
}

/** The largest of ascending times before t, or undefined. */
export function nextBelow(times: Float64Array, t: number): number | undefined {
  let low = 0
  let high = times.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle] < t) low = middle + 1
    else high = middle
  }
  return low > 0 ? times[low - 1] : undefined
}

/** Index of the last time that is not after `t`, or -1. */
export function findLast(times: Float64Array, t: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (times[middle] <= t) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The smallest of ascending times after t, or undefined. */
export function nextAbove(times: Float64Array, t: number): number | undefined {
  return times[findLast(times, t) + 1]
}
