/**
 * Student's t distribution with ν degrees of freedom.
 *
 * (1) P(|T| > t) = I_x(ν/2, 1/2),  x = ν/(ν + t²)                                [Abramowitz, Stegun 26.7.1]
 * (2) I_x(a, b) = x^a (1-x)^b/(a B(a, b)) · 1/(1 + d1/(1 + d2/(1 + …)))          [26.5.8]
 * (3) d_2m = m (b-m) x/((a+2m-1)(a+2m)),  d_2m+1 = -(a+m)(a+b+m) x/((a+2m)(a+2m+1))
 * (4) ln Γ by Stirling's series with terms to z⁻¹¹ for z >= 10, and Γ(z+1) = z Γ(z) below  [6.1.41]
 */
const MAX_TERMS = 10_000
/** Replaces a zero denominator of the fraction. */
const TINY = 1e-300

/** Probability that |T| is larger than t >= 0. */
function computeStudentTails(t: number, degrees: number): number {
  // eq. 1; with the complement where the fraction converges slowly
  const square = t * t
  const x = degrees / (degrees + square)
  const y = square / (degrees + square)
  const a = 0.5 * degrees
  if (x === 0) return 0
  return x < (a + 1) / (a + 2.5) ? computeBeta(x, y, a, 0.5) : 1 - computeBeta(y, x, 0.5, a)
}

/** The value that |T| exceeds with probability `tails`, in (0, 1). */
export function computeStudentLimit(tails: number, degrees: number): number {
  let low = 0
  let high = 1
  while (computeStudentTails(high, degrees) > tails && high < 1e300) {
    low = high
    high *= 2
  }
  // bisection in the logarithm, as soon as there is a lower limit
  for (let k = 0; k < 200; k++) {
    const middle = low > 0 ? low * Math.sqrt(high / low) : 0.5 * high
    if (middle <= low || middle >= high) break
    if (computeStudentTails(middle, degrees) > tails) low = middle
    else high = middle
  }
  return high
}

/** Eq. 2 by the method of Lentz; y = 1 - x, and one of a and b is 1/2. */
function computeBeta(x: number, y: number, a: number, b: number): number {
  if (x === 0) return 0
  const powers = a * (x > 0.5 ? Math.log1p(-y) : Math.log(x)) + b * (y > 0.5 ? Math.log1p(-x) : Math.log(y))
  const front = Math.exp(powers - 0.5 * Math.log(Math.PI) + logGammaRatio(a === 0.5 ? b : a)) / a
  let fraction = 1
  let c = 1
  let d = 0
  for (let k = 1; k < MAX_TERMS; k++) {
    const m = k >> 1
    // eq. 3
    const term =
      k % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / (1 + term * d || TINY)
    c = 1 + term / c || TINY
    fraction *= c * d
    if (Math.abs(c * d - 1) < 1e-16) break
  }
  return front / fraction
}

/** ln(Γ(a + 1/2)/Γ(a)), eq. 4, a > 0: the difference without cancellation. */
function logGammaRatio(a: number): number {
  let shift = 0
  let x = a
  for (; x < 10; x++) shift += Math.log1p(0.5 / x)
  return x * Math.log1p(0.5 / x) + 0.5 * Math.log(x) - 0.5 + stirling(x + 0.5) - stirling(x) - shift
}

function stirling(x: number): number {
  const s = 1 / (x * x)
  return (
    (1 / 12 + s * (-1 / 360 + s * (1 / 1260 + s * (-1 / 1680 + s * (1 / 1188 - (s * 691) / 360360))))) / x
  )
}
