import { VarioError } from '../../base/index.ts'

/** Interpolations between the points of a table; all but the first have continuous derivatives. */
export const INTERPOLATIONS = ['linear', 'akima', 'modified-akima', 'fritsch-carlson', 'steffen'] as const
export type Interpolation = (typeof INTERPOLATIONS)[number]

/**
 * Slopes of a cubic interpolation at the points (x[i], y[i]), from the slopes m[i] of the lines between them, which are
 * continued at the ends: with the same change of slope, or periodically.
 */
export function computeSlopes(
  method: Interpolation,
  x: Float64Array,
  y: Float64Array,
  isPeriodic: boolean,
): Float64Array {
  const n = x.length
  const last = n - 1
  const slopes = new Float64Array(n)
  const width = (i: number): number => {
    const k = isPeriodic ? (i + last) % last : Math.min(Math.max(i, 0), last - 1)
    return x[k + 1] - x[k]
  }
  const inner = (k: number): number => (y[k + 1] - y[k]) / (x[k + 1] - x[k])
  const line = (i: number): number => {
    if (isPeriodic) return inner((i + 2 * last) % last)
    if (n === 2) return inner(0)
    if (i < 0) return inner(0) + i * (inner(1) - inner(0))
    const beyond = i - last + 1
    return beyond > 0 ? inner(last - 1) + beyond * (inner(last - 1) - inner(Math.max(last - 2, 0))) : inner(i)
  }
  for (let i = 0; i < n; i++) {
    const isEnd = !isPeriodic && (i === 0 || i === last)
    if (method === 'akima') slopes[i] = akima(line(i - 2), line(i - 1), line(i), line(i + 1))
    else if (method === 'modified-akima')
      slopes[i] = modifiedAkima(line(i - 2), line(i - 1), line(i), line(i + 1))
    else if (method === 'fritsch-carlson') {
      const [a, b] = [line(i - 1), line(i)]
      if (isEnd) slopes[i] = inner(i === 0 ? 0 : last - 1)
      else slopes[i] = a * b > 0 ? (a + b) / 2 : 0
    } else if (method === 'steffen') {
      if (!isEnd) slopes[i] = steffen(line(i - 1), line(i), width(i - 1), width(i))
      else if (n === 2) slopes[i] = inner(0)
      else if (i === 0) slopes[i] = steffenEnd(inner(0), inner(1), width(0), width(1))
      else slopes[i] = steffenEnd(inner(last - 1), inner(last - 2), width(last - 1), width(last - 2))
    } else throw new VarioError('INPUT', `interpolation: expected a method with slopes, got '${method}'.`)
  }
  if (method === 'fritsch-carlson') limitSlopes(slopes, inner, isPeriodic)
  return slopes
}

/** [Akima 1970, A new method of interpolation and smooth curve fitting, eq. 1]; between equal weights the mean. */
function akima(m1: number, m2: number, m3: number, m4: number): number {
  return weightedMean(m2, Math.abs(m4 - m3), m3, Math.abs(m2 - m1), (m2 + m3) / 2)
}

/** Weights with a part of the mean slope: no overshoot beside flat pieces, and 0 where they meet. */
function modifiedAkima(m1: number, m2: number, m3: number, m4: number): number {
  const right = Math.abs(m4 - m3) + Math.abs(m4 + m3) / 2
  const left = Math.abs(m2 - m1) + Math.abs(m2 + m1) / 2
  return weightedMean(m2, right, m3, left, 0)
}

/** Weights below this fraction of the slopes are rounding errors. */
const NO_WEIGHT = 1e-14

function weightedMean(a: number, wa: number, b: number, wb: number, otherwise: number): number {
  const sum = wa + wb
  return sum <= NO_WEIGHT * (Math.abs(a) + Math.abs(b)) ? otherwise : (wa * a + wb * b) / sum
}

/** [Steffen 1990, A simple method for monotonic interpolation in one dimension, eq. 11]. */
function steffen(a: number, b: number, ha: number, hb: number): number {
  const parabola = (a * hb + b * ha) / (ha + hb)
  const size = Math.min(Math.abs(a), Math.abs(b), Math.abs(parabola) / 2)
  return (Math.sign(a) + Math.sign(b)) * size
}

/** The same at an end [eq. 26, 27]: slope a of the line there, b of the next one. */
function steffenEnd(a: number, b: number, ha: number, hb: number): number {
  const parabola = a + ((a - b) * ha) / (ha + hb)
  if (parabola * a <= 0) return 0
  return Math.abs(parabola) > 2 * Math.abs(a) ? 2 * a : parabola
}

/**
 * Moves pairs of slopes, relative to the line between them, into the circle of radius 3, within which a cubic is
 * monotone [Fritsch, Carlson 1980, Monotone piecewise cubic interpolation]. Smaller slopes stay inside.
 */
function limitSlopes(slopes: Float64Array, line: (k: number) => number, isPeriodic: boolean): void {
  const last = slopes.length - 1
  for (let k = 0; k < last; k++) {
    const m = line(k)
    if (m === 0) {
      slopes[k] = slopes[k + 1] = 0
      continue
    }
    const size = Math.sqrt(slopes[k] * slopes[k] + slopes[k + 1] * slopes[k + 1])
    if (size <= 3 * Math.abs(m)) continue
    const factor = (3 * Math.abs(m)) / size
    slopes[k] *= factor
    slopes[k + 1] *= factor
  }
  if (isPeriodic) {
    const [a, b] = [slopes[0], slopes[last]]
    slopes[0] = slopes[last] = Math.abs(a) < Math.abs(b) ? a : b
  }
}
