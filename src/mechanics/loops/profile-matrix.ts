/**
 * A symmetric matrix whose rows begin with zeros: what is between the first element of a row that may not be zero and the
 * diagonal is stored. A Cholesky factor has the same profile.
 */
export class ProfileMatrix {
  readonly n: number
  /** First column of each row, and where column 0 of the row would stand (n). */
  readonly first: Int32Array
  readonly origin: Int32Array
  readonly a: Float64Array

  constructor(first: Int32Array) {
    this.n = first.length
    this.first = first
    this.origin = new Int32Array(this.n)
    let size = 0
    for (let r = 0; r < this.n; r++) {
      this.origin[r] = size - first[r]
      size += r + 1 - first[r]
    }
    this.a = new Float64Array(size)
  }

  at(r: number, c: number): number {
    return c < this.first[r] ? 0 : this.a[this.origin[r] + c]
  }

  /** Element c of row r after elimination of the columns before c: W_rc − Σ L_rk L_ck. */
  eliminate(r: number, c: number): number {
    const { a, first, origin } = this
    const or = origin[r]
    const oc = origin[c]
    let sum = a[or + c]
    for (let k = Math.max(first[r], first[c]); k < c; k++) sum -= a[or + k] * a[oc + k]
    return sum
  }
}
