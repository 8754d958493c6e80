import { MAX_ORDER } from './bdf-tableau.ts'

/*
 * The Nordsieck array z holds the scaled derivatives z_j = h^j x^(j) / j! of the interpolating polynomial at t_n,
 * j = 0 … q, as rows of n numbers in one flat array.
 */

/** Scratch for the polynomials below. */
const polynomial = new Float64Array(MAX_ORDER + 2)

/** Shifts the polynomial from t_n to t_n + h: the Pascal triangle applied to the rows. */
export function predict(z: Float64Array, n: number, q: number): void {
  for (let k = 1; k <= q; k++) {
    for (let j = q; j >= k; j--) {
      const to = (j - 1) * n
      const from = j * n
      for (let i = 0; i < n; i++) z[to + i] += z[from + i]
    }
  }
}

/** Undoes {@link predict}. */
export function unpredict(z: Float64Array, n: number, q: number): void {
  for (let k = 1; k <= q; k++) {
    for (let j = q; j >= k; j--) {
      const to = (j - 1) * n
      const from = j * n
      for (let i = 0; i < n; i++) z[to + i] -= z[from + i]
    }
  }
}

/** Changes the step size by the factor `eta`. */
export function rescale(z: Float64Array, n: number, q: number, eta: number): void {
  let factor = eta
  for (let j = 1; j <= q; j++) {
    for (let i = j * n, end = i + n; i < end; i++) z[i] *= factor
    factor *= eta
  }
}

/** Adds l_j e to every row: the corrected array of the step. */
export function correct(z: Float64Array, n: number, q: number, l: Float64Array, e: Float64Array): void {
  for (let j = 0; j <= q; j++) {
    const lj = l[j]
    const row = j * n
    for (let i = 0; i < n; i++) z[row + i] += lj * e[i]
  }
}

/**
 * Raises the order from q to q + 1. The new row comes from the correction e of the last step; the others follow because
 * the new polynomial still passes through the past points x(t_{n-j}), j = 0 … q-1, and has the slope at t_n.
 */
export function raiseOrder(
  z: Float64Array,
  n: number,
  q: number,
  h: number,
  past: Float64Array,
  e: Float64Array,
): void {
  const p = polynomial
  p.fill(0)
  p[2] = 1
  let alpha0 = -1
  let alpha1 = 1
  let product = 1
  let previousXi = 1
  let span = h
  for (let j = 1; j < q; j++) {
    span += past[j + 1]
    const xi = span / h
    product *= xi
    alpha0 -= 1 / (j + 1)
    alpha1 += 1 / xi
    for (let i = j + 2; i >= 2; i--) p[i] = p[i] * previousXi + p[i - 1]
    previousXi = xi
  }
  const scale = (-alpha0 - alpha1) / product
  const top = (q + 1) * n
  for (let i = 0; i < n; i++) z[top + i] = scale * e[i]
  for (let j = 2; j <= q; j++) {
    const pj = p[j]
    const row = j * n
    for (let i = 0; i < n; i++) z[row + i] += pj * z[top + i]
  }
}

/** Lowers the order from q to q - 1: subtracts the multiple of s² Π (s + ξ_j) that removes the top row. */
export function lowerOrder(z: Float64Array, n: number, q: number, h: number, past: Float64Array): void {
  if (q < 3) return // the rows 0 and 1 stay as they are
  const p = polynomial
  p.fill(0)
  p[2] = 1
  let span = 0
  for (let j = 1; j <= q - 2; j++) {
    span += past[j]
    const xi = span / h
    for (let i = j + 2; i >= 2; i--) p[i] = p[i] * xi + p[i - 1]
  }
  const top = q * n
  for (let j = 2; j < q; j++) {
    const pj = p[j]
    const row = j * n
    for (let i = 0; i < n; i++) z[row + i] -= pj * z[top + i]
  }
}

/** Makes the array of the polynomial of degree q through samples: row j holds the value at t_n - j h. */
export function fitSamples(z: Float64Array, n: number, q: number): void {
  // Backward differences over j! are the coefficients of the products s (s + 1) … (s + j - 1), …
  for (let j = 1; j <= q; j++) {
    for (let k = q; k >= j; k--) {
      const row = k * n
      for (let i = row, end = row + n; i < end; i++) z[i] = (z[i - n] - z[i]) / j
    }
  }
  // … which are multiplied out from the last factor on.
  for (let k = q - 1; k >= 1; k--) {
    for (let j = k; j < q; j++) {
      const row = j * n
      for (let i = row, end = row + n; i < end; i++) z[i] += k * z[i + n]
    }
  }
}

/** Value of the polynomial at t_n + s h, by Horner's rule. */
export function evaluatePolynomial(
  z: Float64Array,
  n: number,
  q: number,
  s: number,
  out: Float64Array,
): void {
  const top = q * n
  for (let i = 0; i < n; i++) out[i] = z[top + i]
  for (let j = q - 1; j >= 0; j--) {
    const row = j * n
    for (let i = 0; i < n; i++) out[i] = out[i] * s + z[row + i]
  }
}

/** Derivative of the polynomial with respect to s, likewise. */
export function evaluateSlope(z: Float64Array, n: number, q: number, s: number, out: Float64Array): void {
  const top = q * n
  for (let i = 0; i < n; i++) out[i] = q * z[top + i]
  for (let j = q - 1; j >= 1; j--) {
    const row = j * n
    for (let i = 0; i < n; i++) out[i] = out[i] * s + j * z[row + i]
  }
}
