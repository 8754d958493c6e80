/** Independent states of a linear system whose states fulfill constraints. */
import { computeNullSpaceQr, createQr, factorQr, solveQr } from '../../math/index.ts'

/** States that determine all others, to first order. */
export interface IndependentStates {
  /** Their numbers, ascending (dof). */
  readonly places: readonly number[]
  /** Derivatives of all states with respect to them, row-major (n × dof). */
  readonly T: Float64Array
}

/**
 * Chooses states that determine all others where small motions fulfill K Δx = 0: those in which these motions are
 * largest, relative to the sizes of the states.
 *
 * @param K row-major (nRow × n)
 * @param sizes of the states (n)
 * @param tolerance rows smaller than this, relative to the largest, follow from others
 */
export function chooseIndependentStates(
  K: Float64Array,
  sizes: ArrayLike<number>,
  tolerance: number,
): IndependentStates {
  const n = sizes.length
  const qr = createQr(K.length / n, n)
  for (let k = 0; k < K.length; k++) qr.a[k] = K[k] * sizes[k % n]
  const dof = n - factorQr(qr, tolerance)
  const N = new Float64Array(n * dof)
  computeNullSpaceQr(qr, N)

  // states with the largest parts that are independent
  const parts = createQr(dof, n)
  for (let i = 0; i < n; i++) for (let s = 0; s < dof; s++) parts.a[n * s + i] = N[dof * i + s]
  factorQr(parts)
  const places = Array.from(parts.columnOrder.subarray(0, dof)).sort((i, j) => i - j)

  // N = T S N, with S N the rows of these states
  const own = createQr(dof, dof)
  places.forEach((place, k) => {
    for (let s = 0; s < dof; s++) own.a[dof * s + k] = N[dof * place + s]
  })
  factorQr(own)
  const T = new Float64Array(n * dof)
  const row = new Float64Array(dof)
  for (let i = 0; i < n; i++) {
    const k = places.indexOf(i)
    if (k >= 0) T[dof * i + k] = 1
    else {
      solveQr(own, N.subarray(dof * i, dof * (i + 1)), row)
      for (let j = 0; j < dof; j++) T[dof * i + j] = (row[j] * sizes[i]) / sizes[places[j]]
    }
  }
  return { places, T }
}
