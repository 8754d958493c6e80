/** Linear filters as chains of sections of first and second order: their poles, and the matrices of their states. */
import { assertInteger, assertOneOf, VarioError } from '../../base/index.ts'

export const FILTER_DESIGNS = ['bessel', 'butterworth', 'chebyshev', 'critical damping'] as const
type Design = (typeof FILTER_DESIGNS)[number]
export const FILTER_BANDS = ['low pass', 'high pass', 'band pass', 'band stop'] as const
type Band = (typeof FILTER_BANDS)[number]

/** The highest order: the roots of Bessel polynomials lose digits beyond. */
const MAX_ORDER = 15

/** A complex number with a real and an imaginary part. */
type Complex = readonly [re: number, im: number]

/** x' = A x + b u, y = c x + d u; A row-major (n × n). */
export interface FilterMatrices {
  readonly n: number
  readonly A: Float64Array
  readonly b: Float64Array
  readonly c: Float64Array
  readonly d: number
}

/** A section of first order (rate w) or of second order (rate w, quality Q), with y = c1 x1 + c2 x2 + d u. */
interface Section {
  readonly w: number
  readonly Q: number | null
  readonly c1: number
  readonly c2: number
  readonly d: number
}

/**
 * The filter with 1/√2 of its full amplitude at the frequency f_cut [Hz], for bands at f_min and f_cut. The order is that of the
 * low pass from which the others are made: bands have twice as many states. The full amplitude is that at 0 for low passes and
 * band stops, at high frequencies for high passes, in the geometric mean of the limits for band passes.
 *
 * @param ripple of Chebyshev filters [dB]
 */
export function designFilter(
  design: string,
  band: string,
  order: number,
  f_cut: number,
  f_min: number,
  ripple: number,
): FilterMatrices {
  assertOneOf('Filter: design', design, FILTER_DESIGNS)
  assertOneOf('Filter: band', band, FILTER_BANDS)
  assertInteger('Filter: order', order, 1)
  if (order > MAX_ORDER)
    throw new VarioError('INPUT', `Filter: expected an order up to ${MAX_ORDER}, got ${order}.`, { order })
  const isBand = band === 'band pass' || band === 'band stop'
  if (!(f_cut > 0) || (isBand && !(f_min > 0 && f_min < f_cut))) {
    const expected = isBand ? '0 < f_min < f_cut' : 'a positive f_cut'
    throw new VarioError(
      'INPUT',
      `Filter: expected ${expected}, got f_min = ${f_min} Hz, f_cut = ${f_cut} Hz.`,
    )
  }
  const poles = normalize(listPoles(design as Design, order, ripple))
  const [w1, w2] = [2 * Math.PI * f_min, 2 * Math.PI * f_cut]
  return chain(poles.flatMap((pole) => createSections(pole, band as Band, w1, w2)))
}

/** Poles of the low pass with a nonnegative imaginary part; those with a positive one stand for a pair. */
function listPoles(design: Design, n: number, ripple: number): Complex[] {
  if (design === 'critical damping') return Array.from({ length: n }, (): Complex => [-1, 0])
  if (design === 'bessel') return findBesselRoots(n)
  const epsilon = Math.sqrt(10 ** (ripple / 10) - 1)
  if (design === 'chebyshev' && !(ripple > 0 && ripple < 3))
    throw new VarioError('INPUT', `Filter: expected a ripple between 0 and 3 dB, got ${ripple} dB.`)
  const mu = Math.asinh(1 / epsilon) / n
  const [a, b] = design === 'chebyshev' ? [Math.sinh(mu), Math.cosh(mu)] : [1, 1]
  const poles: Complex[] = []
  for (let k = 0; 2 * k < n; k++) {
    const angle = (Math.PI * (2 * k + 1)) / (2 * n)
    poles.push([-a * Math.sin(angle), 2 * k + 1 === n ? 0 : b * Math.cos(angle)])
  }
  return poles
}

/** Roots of the reverse Bessel polynomial, by the iteration of Durand and Kerner on a scaled variable. */
function findBesselRoots(n: number): Complex[] {
  // coefficients (2n - k)!/(2^(n-k) k! (n-k)!), relative to the highest one
  const coefficients = new Float64Array(n + 1)
  coefficients[n] = 1
  for (let k = n - 1; k >= 0; k--)
    coefficients[k] = (coefficients[k + 1] * (2 * n - k) * (k + 1)) / (2 * (n - k))
  const scale = coefficients[0] ** (1 / n)
  for (let k = 0; k <= n; k++) coefficients[k] *= scale ** (k - n)
  let roots: Complex[] = Array.from({ length: n }, (_, k) => {
    const angle = Math.PI / 2 + (Math.PI * (k + 0.6)) / n
    return [1.1 * Math.cos(angle), 1.1 * Math.sin(angle)]
  })
  for (let step = 0; step < 500; step++) {
    roots = roots.map((root, i) => {
      let value: Complex = [1, 0]
      for (let k = n - 1; k >= 0; k--) value = add(times(value, root), [coefficients[k], 0])
      for (const [j, other] of roots.entries())
        if (j !== i) value = over(value, [root[0] - other[0], root[1] - other[1]])
      return [root[0] - value[0], root[1] - value[1]]
    })
  }
  return roots
    .filter(([, im]) => im > -1e-9)
    .map(([re, im]): Complex => [re * scale, Math.abs(im) < 1e-9 ? 0 : im * scale])
}

/** The same poles for a filter whose amplitude is 1/√2 at ω = 1, relative to that at 0. */
function normalize(poles: readonly Complex[]): Complex[] {
  const size = Math.max(...poles.map(([re, im]) => Math.sqrt(re * re + im * im)))
  /** Square of the amplitude. */
  const gain = (w: number): number =>
    poles.reduce((product, [re, im]) => {
      const full = re * re + im * im
      if (im === 0) return (product * full) / (full + w * w)
      return (product * full * full) / ((full - w * w) ** 2 + (2 * re * w) ** 2)
    }, 1)
  let high = 100 * size
  while (gain(high * 0.99) < 0.5) high *= 0.99
  let low = high * 0.99
  for (let k = 0; k < 60; k++) {
    const middle = (low + high) / 2
    if (gain(middle) < 0.5) high = middle
    else low = middle
  }
  return poles.map(([re, im]): Complex => [re / low, im / low])
}

/** The sections of a filter for one pole, or one pair, of the low pass. */
function createSections([re, im]: Complex, band: Band, w1: number, w2: number): Section[] {
  const size = Math.sqrt(re * re + im * im)
  const Q = im === 0 ? null : size / (-2 * re)
  if (band === 'low pass') return [{ w: w2 * size, Q, c1: 1, c2: 0, d: 0 }]
  // s → w2/s
  if (band === 'high pass') return [{ w: w2 / size, Q, c1: -1, c2: Q === null ? 0 : -1 / Q, d: 1 }]
  const center = Math.sqrt(w1 * w2)
  const pole: Complex = band === 'band pass' ? [re, im] : over([1, 0], [re, im])
  // s² - p B s + w0² = 0: for a real pole one section, for a pair two
  const half: Complex = [(pole[0] * (w2 - w1)) / 2, (pole[1] * (w2 - w1)) / 2]
  const root = squareRoot(add(times(half, half), [-center * center, 0]))
  const roots: Complex[] = [add(half, root), [half[0] - root[0], half[1] - root[1]]]
  const sections =
    im === 0 ? [quadratic(roots[0], roots[1])] : roots.map(([x, y]) => quadratic([x, y], [x, -y]))
  return sections.map(({ w, Q }) => {
    if (band === 'band stop') return { w, Q, c1: (center / w) ** 2 - 1, c2: -1 / Q, d: 1 }
    // the amplitude is 1 at the center: each pair has the factor |p|² B², a real pole |p| B
    const gain = (im === 0 ? -re * (w2 - w1) : size * (w2 - w1)) / w
    return { w, Q, c1: 0, c2: gain, d: 0 }
  })
}

/** s² + w/Q s + w² with two roots. */
function quadratic(a: Complex, b: Complex): { readonly w: number; readonly Q: number } {
  const w = Math.sqrt(times(a, b)[0])
  return { w, Q: w / -(a[0] + b[0]) }
}

/** Matrices of sections in series. A section of second order has x1' = w x2, x2' = w (u - x1 - x2/Q). */
function chain(sections: readonly Section[]): FilterMatrices {
  const n = sections.reduce((sum, { Q }) => sum + (Q === null ? 1 : 2), 0)
  const A = new Float64Array(n * n)
  const b = new Float64Array(n)
  /** The output so far: c x + d u. */
  const c = new Float64Array(n)
  let d = 1
  let first = 0
  for (const { w, Q, c1, c2, d: through } of sections) {
    const last = Q === null ? first : first + 1
    // the input of the section is the output so far
    for (let j = 0; j < first; j++) A[last * n + j] = w * c[j]
    b[last] = w * d
    if (Q === null) A[last * n + last] = -w
    else {
      A[first * n + last] = w
      A[last * n + first] = -w
      A[last * n + last] = -w / Q
    }
    for (let j = 0; j < first; j++) c[j] *= through
    c[first] = c1
    if (Q !== null) c[last] = c2
    d *= through
    first = last + 1
  }
  return { n, A, b, c, d }
}

function add(a: Complex, b: Complex): Complex {
  return [a[0] + b[0], a[1] + b[1]]
}

function times(a: Complex, b: Complex): Complex {
  return [a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]]
}

function over(a: Complex, b: Complex): Complex {
  const size = b[0] * b[0] + b[1] * b[1]
  return [(a[0] * b[0] + a[1] * b[1]) / size, (a[1] * b[0] - a[0] * b[1]) / size]
}

function squareRoot([re, im]: Complex): Complex {
  const size = Math.sqrt(re * re + im * im)
  const x = Math.sqrt((size + re) / 2)
  return [x, Math.sqrt(Math.max(0, (size - re) / 2)) * (im < 0 ? -1 : 1)]
}
