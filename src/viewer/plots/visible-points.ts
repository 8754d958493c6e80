/** Points [first, end) whose x, which never decreases, is within a range, and one more on each side. */
export function findVisible(x: Float64Array, min: number, max: number): [first: number, end: number] {
  const first = firstFrom(x, min, false)
  const end = firstFrom(x, max, true)
  return [Math.max(0, first - 1), Math.min(x.length, end + 1)]
}

/** Index of the first x >= value, or > value if `beyond`. */
function firstFrom(x: Float64Array, value: number, beyond: boolean): number {
  let low = 0
  let high = x.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (x[middle] < value || (beyond && x[middle] === value)) low = middle + 1
    else high = middle
  }
  return low
}
