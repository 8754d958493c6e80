/**
 * Lemke's method [Cottle, Pang, Stone 1992, 4.4] for  w = M z + q,  w >= 0,  z >= 0,  w·z = 0.  An artificial variable
 * makes all w positive, and pivots reduce it to zero.
 *
 * @param M (n × n, row-major)
 * @param cover coefficients of the artificial variable in each w, positive (n)
 * @returns z (n); null if the path ends in a ray
 */
export function solveLcp(
  M: Float64Array,
  q: Float64Array,
  cover: Float64Array,
): Float64Array<ArrayBuffer> | null {
  const n = q.length
  const z = new Float64Array(n)
  if (q.every((x) => x >= 0)) return z
  // variables: w (0…n-1), z (n…2n-1), the artificial one (2n); the last column is the right-hand side
  const width = 2 * n + 2
  const T = new Float64Array(n * width)
  const basis = Int32Array.from({ length: n }, (_, i) => i)
  for (let i = 0; i < n; i++) {
    T[width * i + i] = 1
    for (let j = 0; j < n; j++) T[width * i + n + j] = -M[n * i + j]
    T[width * i + 2 * n] = -cover[i]
    T[width * i + 2 * n + 1] = q[i]
  }
  const pivot = (row: number, column: number): number => {
    const inverse = 1 / T[width * row + column]
    for (let j = 0; j < width; j++) T[width * row + j] *= inverse
    for (let i = 0; i < n; i++) {
      const factor = T[width * i + column]
      if (i === row || factor === 0) continue
      for (let j = 0; j < width; j++) T[width * i + j] -= factor * T[width * row + j]
    }
    const leaving = basis[row]
    basis[row] = column
    return leaving
  }
  let first = 0
  for (let i = 1; i < n; i++) if (q[i] / cover[i] < q[first] / cover[first]) first = i
  let entering = n + pivot(first, 2 * n)
  for (let k = 0; k < PIVOTS * n; k++) {
    const row = findRow(T, basis, n, width, entering)
    if (row < 0) return null
    const leaving = pivot(row, entering)
    if (leaving === 2 * n) {
      basis.forEach((variable, i) => {
        if (variable >= n) z[variable - n] = Math.max(0, T[width * i + width - 1])
      })
      return z
    }
    entering = leaving < n ? leaving + n : leaving - n
  }
  return null
}

/** Maximum number of pivots per variable. */
const PIVOTS = 50
/** Pivots below this are rounding errors. */
const NO_PIVOT = 1e-11

/** Row that limits the entering variable, preferring the artificial one among ties; -1: none. */
function findRow(T: Float64Array, basis: Int32Array, n: number, width: number, entering: number): number {
  let row = -1
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < n; i++) {
    const slope = T[width * i + entering]
    if (!(slope > NO_PIVOT)) continue
    const ratio = T[width * i + width - 1] / slope
    if (ratio < least || (ratio === least && basis[i] === 2 * n)) {
      least = ratio
      row = i
    }
  }
  return row
}
