/**
 * A symmetric matrix whose rows begin with zeros, followed by further rows: the elements between the first possibly
 * nonzero element of a row and the diagonal, or the last column, are stored. A Cholesky factor has the same profile.
 */
export class ProfileMatrix {
  /** First column of each row, and position at which column 0 of the row would be (nRow). */
  readonly first: Int32Array
  readonly origin: Int32Array

  /** @param start start of its elements in `a` */
  constructor(
    first: Int32Array,
    /** Number of columns. */
    readonly n: number = first.length,
    readonly a: Float64Array = new Float64Array(countElements(first, n)),
    start = 0,
  ) {
    this.first = first
    this.origin = new Int32Array(first.length)
    let end = start
    for (let r = 0; r < first.length; r++) {
      this.origin[r] = end - first[r]
      end += Math.min(r + 1, n) - first[r]
    }
  }

  at(r: number, c: number): number {
    return c < this.first[r] ? 0 : this.a[this.origin[r] + c]
  }

  /** Element c of row r after elimination of the previous columns: W_rc − Σ L_rk L_ck. */
  eliminate(r: number, c: number): number {
    const { a, first, origin } = this
    const or = origin[r]
    const oc = origin[c]
    let sum = a[or + c]
    for (let k = Math.max(first[r], first[c]); k < c; k++) sum -= a[or + k] * a[oc + k]
    return sum
  }

  /** Σ L_rk L_sk over all columns. */
  dotRows(r: number, s: number): number {
    const { a, first, origin, n } = this
    const or = origin[r]
    const os = origin[s]
    let sum = 0
    for (let k = Math.max(first[r], first[s]); k < n; k++) sum += a[or + k] * a[os + k]
    return sum
  }
}

/** Number of stored elements of a matrix with n columns. */
export function countElements(first: Int32Array, n: number): number {
  let size = 0
  for (let r = 0; r < first.length; r++) size += Math.min(r + 1, n) - first[r]
  return size
}
