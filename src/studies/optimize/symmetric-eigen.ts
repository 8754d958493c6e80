/** Eigenvalues and eigenvectors of a symmetric matrix by cyclic Jacobi rotations [Golub & Van Loan 2013, section 8.5]. */

/** Most sweeps: convergence is quadratic after the first ones. */
const MAX_SWEEPS = 60
/** Elements off the diagonal this small, relative to the diagonal, are rounding errors. */
const NEGLIGIBLE = 1e-15

/**
 * @param a the matrix, row-major (n × n); its diagonal has the eigenvalues afterwards
 * @param vectors eigenvectors as columns, row-major (n × n)
 */
export function computeSymmetricEigen(n: number, a: Float64Array, vectors: Float64Array): void {
  vectors.fill(0)
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let isDone = true
    for (let p = 0; p < n; p++)
      for (let q = p + 1; q < n; q++) {
        const apq = a[p * n + q]
        if (!(Math.abs(apq) > NEGLIGIBLE * Math.sqrt(Math.abs(a[p * n + p] * a[q * n + q])))) continue
        isDone = false
        rotate(n, a, vectors, p, q)
      }
    if (isDone) return
  }
}

function rotate(n: number, a: Float64Array, vectors: Float64Array, p: number, q: number): void {
  const tau = (a[q * n + q] - a[p * n + p]) / (2 * a[p * n + q])
  const t = (tau >= 0 ? 1 : -1) / (Math.abs(tau) + Math.sqrt(1 + tau * tau))
  const c = 1 / Math.sqrt(1 + t * t)
  const s = t * c
  for (let k = 0; k < n; k++) {
    const [akp, akq] = [a[k * n + p], a[k * n + q]]
    a[k * n + p] = c * akp - s * akq
    a[k * n + q] = s * akp + c * akq
  }
  for (let k = 0; k < n; k++) {
    const [apk, aqk] = [a[p * n + k], a[q * n + k]]
    a[p * n + k] = c * apk - s * aqk
    a[q * n + k] = s * apk + c * aqk
    const [vkp, vkq] = [vectors[k * n + p], vectors[k * n + q]]
    vectors[k * n + p] = c * vkp - s * vkq
    vectors[k * n + q] = s * vkp + c * vkq
  }
  a[p * n + q] = 0
  a[q * n + p] = 0
}
