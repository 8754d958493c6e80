/** Polynomials through the values at nine points of an interval that are dense at its ends. */

/** Degree of the polynomials: above the order of all interpolations of the solvers. */
export const DEGREE = 8

/** The points on -1 … 1, and their weights in the second barycentric formula [Berrut, Trefethen 2004, eq. 5.4]. */
const POINTS = Float64Array.from({ length: DEGREE + 1 }, (_, j) => -Math.cos((Math.PI * j) / DEGREE))
const WEIGHTS = Float64Array.from({ length: DEGREE + 1 }, (_, j) => {
  return (j % 2 === 0 ? 1 : -1) * (j === 0 || j === DEGREE ? 0.5 : 1)
})

/** Time of point j of the interval. */
export function pointOf(start: number, end: number, j: number): number {
  if (j === 0) return start
  if (j === DEGREE) return end
  return start + ((POINTS[j] + 1) / 2) * (end - start)
}

/** Value at t of the polynomial with `values` at the points. */
export function evaluatePolynomial(start: number, end: number, values: Float64Array, t: number): number {
  const u = (2 * (t - start)) / (end - start) - 1
  let above = 0
  let below = 0
  for (let j = 0; j <= DEGREE; j++) {
    const distance = u - POINTS[j]
    if (distance === 0) return values[j]
    const weight = WEIGHTS[j] / distance
    above += weight * values[j]
    below += weight
  }
  return above / below
}

/** Derivative of the polynomial at t: that of the polynomial through its derivatives at the points. */
export function evaluateSlope(start: number, end: number, values: Float64Array, t: number): number {
  const slopes = new Float64Array(DEGREE + 1)
  for (let i = 0; i <= DEGREE; i++) {
    let sum = 0
    for (let j = 0; j <= DEGREE; j++) {
      if (j !== i) sum += ((WEIGHTS[j] / WEIGHTS[i]) * (values[j] - values[i])) / (POINTS[i] - POINTS[j])
    }
    slopes[i] = (2 * sum) / (end - start)
  }
  return evaluatePolynomial(start, end, slopes, t)
}

/** Size of the last two coefficients in Chebyshev polynomials: the error is about as large. */
export function estimateError(values: Float64Array): number {
  let sum = 0
  for (const k of [DEGREE - 1, DEGREE]) {
    let coefficient = 0
    for (let j = 0; j <= DEGREE; j++) {
      const end = j === 0 || j === DEGREE ? 0.5 : 1
      coefficient += end * values[j] * Math.cos((Math.PI * k * (DEGREE - j)) / DEGREE)
    }
    sum += Math.abs(coefficient) * (k === DEGREE ? 1 : 2)
  }
  return sum / DEGREE
}
