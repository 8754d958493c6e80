/**
 * Reduction of a dense matrix to upper Hessenberg form by elementary similarity transformations with pivoting, J = S H
 * S⁻¹, for systems with d I - h J and many values of h: the reduction takes 5/3 n³ operations, as many as half of a
 * real and a complex LU factorization, and every further h only a few n² [Wilkinson & Reinsch 1971, II/13; Hairer &
 * Wanner 1996, IV.8, for Radau IIA].
 *
 * Step m = 1 … n - 2 exchanges rows and columns m and p_m, then subtracts multiples l_im of row m from the rows i > m,
 * and adds the same multiples of the columns i to column m. S is the product of the exchanges and of I + l_m e_mᵀ.
 */

/** A matrix in Hessenberg form. Fill `h` with J, call {@link reduceToHessenberg}. */
export interface HessenbergForm {
  readonly n: number
  /** J before, H afterwards; below the first subdiagonal undefined. Row-major (n × n). */
  readonly h: Float64Array
  /** Multiplier l_im at m n + i (n × n). */
  readonly multipliers: Float64Array
  /** p_m (n). */
  readonly pivots: Int32Array
}

/** Allocates the form of an n × n matrix, filled with zeros. */
export function createHessenbergForm(n: number): HessenbergForm {
  return { n, h: new Float64Array(n * n), multipliers: new Float64Array(n * n), pivots: new Int32Array(n) }
}

/** Reduces `form.h` in place. */
export function reduceToHessenberg({ n, h, multipliers, pivots }: HessenbergForm): void {
  for (let m = 1; m < n - 1; m++) {
    let p = m
    for (let i = m + 1; i < n; i++) if (Math.abs(h[i * n + m - 1]) > Math.abs(h[p * n + m - 1])) p = i
    pivots[m] = p
    if (p !== m) exchangeRowsAndColumns(n, h, m, p)
    const pivot = h[m * n + m - 1]
    const first = m * n
    if (pivot === 0) {
      multipliers.fill(0, first, first + n)
      continue
    }
    for (let i = m + 1; i < n; i++) multipliers[first + i] = h[i * n + m - 1] / pivot
    eliminateRows(n, h, m, multipliers)
    // Column m of every row: contiguous sums along the row
    for (let row = 0; row < n * n; row += n) {
      let sum = 0
      for (let i = m + 1; i < n; i++) sum += multipliers[first + i] * h[row + i]
      h[row + m] += sum
    }
  }
}

/** Subtracts the multiples of row m from the rows below, two at a time. */
function eliminateRows(n: number, h: Float64Array, m: number, multipliers: Float64Array): void {
  const first = m * n
  const end = first + n
  let i = m + 1
  for (; i + 1 < n; i += 2) {
    const l1 = multipliers[first + i]
    const l2 = multipliers[first + i + 1]
    if (l1 === 0 && l2 === 0) continue
    for (let k = first + m, p = i * n + m, q = p + n; k < end; k++, p++, q++) {
      const u = h[k]
      h[p] -= l1 * u
      h[q] -= l2 * u
    }
  }
  if (i >= n) return
  const l = multipliers[first + i]
  if (l !== 0) for (let k = first + m, p = i * n + m; k < end; k++, p++) h[p] -= l * h[k]
}

function exchangeRowsAndColumns(n: number, h: Float64Array, m: number, p: number): void {
  for (let j = m - 1; j < n; j++) {
    const old = h[m * n + j]
    h[m * n + j] = h[p * n + j]
    h[p * n + j] = old
  }
  for (let row = 0; row < n * n; row += n) {
    const old = h[row + m]
    h[row + m] = h[row + p]
    h[row + p] = old
  }
}

/** Replaces b by S⁻¹ b (n). */
export function applyInverseSimilarity(form: HessenbergForm, b: Float64Array): void {
  const { n, multipliers, pivots } = form
  for (let m = 1; m < n - 1; m++) {
    const p = pivots[m]
    const value = b[p]
    b[p] = b[m]
    b[m] = value
    if (value === 0) continue
    for (let i = m + 1, k = m * n + i; i < n; i++, k++) b[i] -= multipliers[k] * value
  }
}

/** Replaces b by S b (n). */
export function applySimilarity(form: HessenbergForm, b: Float64Array): void {
  const { n, multipliers, pivots } = form
  for (let m = n - 2; m > 0; m--) {
    const value = b[m]
    if (value !== 0) for (let i = m + 1, k = m * n + i; i < n; i++, k++) b[i] += multipliers[k] * value
    const p = pivots[m]
    b[m] = b[p]
    b[p] = value
  }
}
