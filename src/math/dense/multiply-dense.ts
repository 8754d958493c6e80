/** Returns the product of two dense matrices, row-major: A (m × k) times B (k × n). */
export function multiplyDense(
  m: number,
  k: number,
  n: number,
  A: Float64Array,
  B: Float64Array,
): Float64Array {
  const out = new Float64Array(m * n)
  for (let i = 0; i < m; i++) {
    for (let l = 0; l < k; l++) {
      const factor = A[i * k + l]
      if (factor === 0) continue
      for (let j = 0, p = i * n, q = l * n; j < n; j++, p++, q++) out[p] += factor * B[q]
    }
  }
  return out
}
