/** Colors for values: from dark blue over green to yellow, of increasing lightness, so that they remain in gray. */
const STOPS = [
  [59, 31, 107],
  [47, 75, 146],
  [24, 119, 148],
  [20, 158, 127],
  [120, 190, 70],
  [236, 219, 55],
] as const

/** Colors that a picture distinguishes. */
const STEPS = 24

/** Color of a part of a range, 0 … 1. */
export function colorOf(part: number): string {
  const step = Math.round(Math.min(1, Math.max(0, part)) * STEPS) / STEPS
  const place = step * (STOPS.length - 1)
  const k = Math.min(STOPS.length - 2, Math.floor(place))
  const mix = [0, 1, 2].map((c) => Math.round(STOPS[k][c] + (place - k) * (STOPS[k + 1][c] - STOPS[k][c])))
  return `#${mix.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

/** Colors of values between the smallest and the largest; those that are missing are gray. */
export function colorsOf(values: Float64Array): string[] {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of values) {
    if (value < min) min = value
    if (value > max) max = value
  }
  return Array.from(values, (value) =>
    Number.isNaN(value) ? '#c8ccd2' : colorOf(max > min ? (value - min) / (max - min) : 0.5),
  )
}
