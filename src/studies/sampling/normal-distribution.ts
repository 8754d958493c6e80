/**
 * The standard normal distribution to the precision of doubles.
 *
 * (1) erf(z) = 2 z/√π exp(-z²) Σ (2z²)ⁿ/(1·3·…·(2n+1))                      [Abramowitz, Stegun 7.1.6]
 * (2) erfc(z) = exp(-z²)/√π · 1/(z + (1/2)/(z + 1/(z + (3/2)/(z + …))))      [7.1.14]
 * (3) initial quantile                                                       [26.2.23], error below 4.5e-4
 */
const SQRT_PI = Math.sqrt(Math.PI)
const SQRT_2PI = Math.sqrt(2 * Math.PI)
/** Below it the series of erf has no cancellation in 1 - erf that matters, and above it the fraction converges. */
const SERIES_LIMIT = 1.5
/** Terms of the continued fraction: rounding errors remain for z > 1.5. */
const FRACTION_TERMS = 120

/** Probability of values below x. */
export function computeNormalCdf(x: number): number {
  const z = Math.abs(x) / Math.SQRT2
  if (z < SERIES_LIMIT) {
    const half = 0.5 * computeErfSeries(z)
    return x >= 0 ? 0.5 + half : 0.5 - half
  }
  const tail = 0.5 * computeErfcFraction(z)
  return x >= 0 ? 1 - tail : tail
}

/** Eq. 1. */
function computeErfSeries(z: number): number {
  const square = 2 * z * z
  let term = z
  let sum = z
  for (let n = 1; term > 1e-17 * sum; n++) {
    term *= square / (2 * n + 1)
    sum += term
  }
  return (2 / SQRT_PI) * Math.exp(-z * z) * sum
}

/** Eq. 2, from its end. */
function computeErfcFraction(z: number): number {
  if (z > 27.3) return 0
  let fraction = z
  for (let n = FRACTION_TERMS; n >= 1; n--) fraction = z + (0.5 * n) / fraction
  return Math.exp(-z * z) / (SQRT_PI * fraction)
}

/** The value below which a normal variable lies with probability p, in (0, 1). */
export function computeNormalQuantile(p: number): number {
  if (!(p > 0)) return p === 0 ? -Infinity : NaN
  if (!(p < 1)) return p === 1 ? Infinity : NaN
  // in the lower half, where probabilities are accurate; 1 - p is exact for p >= 0.5
  const isUpper = p > 0.5
  const q = isUpper ? 1 - p : p
  const t = Math.sqrt(-2 * Math.log(q))
  // eq. 3
  let x =
    (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t
  // Halley's method: each step triples the digits
  for (let k = 0; k < 3; k++) {
    const step = ((computeNormalCdf(x) - q) * SQRT_2PI) / Math.exp(-0.5 * x * x)
    if (!Number.isFinite(step)) break
    x -= step / (1 + 0.5 * x * step)
  }
  return isUpper ? -x : x
}
