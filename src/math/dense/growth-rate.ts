import { createDenseLu, factorDenseLu, solveDenseLu } from './dense-lu.ts'

/** Squarings: the root of so high an order of a norm is the spectral radius up to rounding. */
const N_SQUARING = 50

/**
 * Largest real part of the eigenvalues of A, row-major (n × n), if it is positive, else 0: the growth rate of the
 * fastest growing solution of x′ = A x [1/s]. Cayley's transform takes eigenvalues to
 *
 *   μ = (1 + λ h/2)/(1 − λ h/2),   h = 1/‖A‖                                                             (1)
 *
 * outside of the unit circle if λ has a positive real part, and their spectral radius ρ is computed. For a real λ it is
 * exact; ρ of complex ones is that of their real parts up to h².
 */
export function computeGrowthRate(A: Float64Array, n: number): number {
  let norm = 0
  for (let i = 0; i < n; i++) {
    let sum = 0
    for (let j = 0; j < n; j++) sum += Math.abs(A[n * i + j])
    norm = Math.max(norm, sum)
  }
  if (!(norm > 0)) return 0
  const h = 1 / norm
  // eq. (1) solved for a real λ
  return Math.max(0, (2 / h) * Math.tanh(computeLogRadius(transform(A, n, h), n) / 2))
}

/**
 * Largest absolute value of the eigenvalues of A, row-major (n × n): the rate of the fastest solution of x′ = A x
 * [1/s].
 */
export function computeSpectralRadius(A: Float64Array, n: number): number {
  return Math.exp(computeLogRadius(A, n))
}

/** ln ρ, with ρ = lim ‖M^k‖^(1/k), k = 2, 4, 8, …, the spectral radius. */
function computeLogRadius(M: Float64Array, n: number): number {
  // Σ ln(size of the k-th square)/2^k; the remainder for powers of a Jordan block, ln(2^k)/2^k, is below rounding
  let log = 0
  let weight = 1
  let power = M
  for (let k = 0; k < N_SQUARING; k++) {
    const size = power.reduce((max, x) => Math.max(max, Math.abs(x)), 0)
    if (size === 0) return -Infinity
    log += weight * Math.log(size)
    weight /= 2
    power = square(
      power.map((x) => x / size),
      n,
    )
  }
  return log
}

function transform(A: Float64Array, n: number, h: number): Float64Array {
  const lu = createDenseLu(n)
  for (let i = 0; i < n * n; i++) lu.a[i] = -0.5 * h * A[i]
  for (let i = 0; i < n; i++) lu.a[n * i + i] += 1
  factorDenseLu(lu)
  const M = new Float64Array(n * n)
  const column = new Float64Array(n)
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) column[i] = (i === j ? 1 : 0) + 0.5 * h * A[n * i + j]
    solveDenseLu(lu, column)
    for (let i = 0; i < n; i++) M[n * i + j] = column[i]
  }
  return M
}

function square(M: Float64Array, n: number): Float64Array {
  const out = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < n; k++) {
      const factor = M[n * i + k]
      if (factor !== 0) for (let j = 0; j < n; j++) out[n * i + j] += factor * M[n * k + j]
    }
  }
  return out
}
