/**
 * Real Schur form of a dense matrix, A = U T Uᵀ with U orthogonal and T upper triangular except for 2 × 2 blocks, whose
 * eigenvalues are complex pairs: reduction to Hessenberg form by reflections, then the implicit QR algorithm with double
 * shifts [Golub & Van Loan 2013, sections 7.4 and 7.5; Francis 1961].
 *
 * Blocks are standardized, with equal diagonal entries and off-diagonal ones of opposite signs, so that a block has the
 * eigenvalues t_kk ± i √(-t_k,k+1 t_k+1,k).
 */

/** Schur form of a matrix. Fill `t` with A, call {@link computeRealSchur}. */
export interface RealSchur {
  readonly n: number
  /** A before, T afterwards, row-major (n × n). */
  readonly t: Float64Array
  /** U, row-major (n × n). */
  readonly u: Float64Array
  /** Real and imaginary parts of the eigenvalues in the order of the diagonal (n each). */
  readonly re: Float64Array
  readonly im: Float64Array
}

/** Sweeps per eigenvalue after which the iteration is given up; two to three are usual. */
const MAX_SWEEPS = 60
/** After so many sweeps without success an exceptional shift breaks a cycle. */
const CYCLE = 10

/** Allocates the form of an n × n matrix, filled with zeros. */
export function createRealSchur(n: number): RealSchur {
  const [t, u] = [new Float64Array(n * n), new Float64Array(n * n)]
  return { n, t, u, re: new Float64Array(n), im: new Float64Array(n) }
}

/**
 * Computes U, T and the eigenvalues from `schur.t`.
 *
 * @returns 0, or 1 if the matrix has a non-finite number or the iteration does not converge
 */
export function computeRealSchur(schur: RealSchur): number {
  const { n, t, u } = schur
  if (!t.every(Number.isFinite)) return 1
  reduceByReflections(n, t, u)
  let high = n - 1
  let sweeps = 0
  while (high >= 0) {
    const low = findDeflation(n, t, high)
    if (low >= high - 1) {
      if (low === high - 1) standardizeBlock(schur, low)
      high = low - 1
      sweeps = 0
      continue
    }
    if (sweeps === MAX_SWEEPS) return 1
    sweeps++
    sweep(n, t, u, low, high, sweeps % CYCLE === 0)
  }
  readEigenvalues(schur)
  return 0
}

/** Updates `re` and `im` from the diagonal blocks of T. */
export function readEigenvalues({ n, t, re, im }: RealSchur): void {
  for (let k = 0; k < n; k++) {
    re[k] = t[k * n + k]
    im[k] = 0
    if (k + 1 < n && t[(k + 1) * n + k] !== 0) {
      const size = Math.sqrt(Math.abs(t[k * n + k + 1])) * Math.sqrt(Math.abs(t[(k + 1) * n + k]))
      re[k + 1] = t[(k + 1) * n + k + 1]
      im[k] = size
      im[++k] = -size
    }
  }
}

/** Hessenberg form by reflections: T := Qᵀ T Q, U := Q. */
function reduceByReflections(n: number, t: Float64Array, u: Float64Array): void {
  u.fill(0)
  for (let i = 0; i < n; i++) u[i * n + i] = 1
  const v = new Float64Array(n)
  for (let k = 0; k + 2 < n; k++) {
    let scale = 0
    for (let i = k + 2; i < n; i++) scale = Math.max(scale, Math.abs(t[i * n + k]))
    if (scale === 0) continue
    scale = Math.max(scale, Math.abs(t[(k + 1) * n + k]))
    let sum = 0
    for (let i = k + 1; i < n; i++) {
      v[i] = t[i * n + k] / scale
      sum += v[i] * v[i]
    }
    const alpha = v[k + 1] > 0 ? -Math.sqrt(sum) : Math.sqrt(sum)
    const tau = 1 / (sum - v[k + 1] * alpha)
    v[k + 1] -= alpha
    // rows k + 1 … of T
    for (let j = k; j < n; j++) {
      let s = 0
      for (let i = k + 1; i < n; i++) s += v[i] * t[i * n + j]
      s *= tau
      for (let i = k + 1; i < n; i++) t[i * n + j] -= s * v[i]
    }
    reflectColumns(n, t, v, tau, k + 1)
    reflectColumns(n, u, v, tau, k + 1)
    t[(k + 1) * n + k] = alpha * scale
    for (let i = k + 2; i < n; i++) t[i * n + k] = 0
  }
}

/** M := M (I - τ v vᵀ) for columns from `first` on. */
function reflectColumns(n: number, m: Float64Array, v: Float64Array, tau: number, first: number): void {
  for (let row = 0; row < n * n; row += n) {
    let s = 0
    for (let j = first; j < n; j++) s += m[row + j] * v[j]
    s *= tau
    for (let j = first; j < n; j++) m[row + j] -= s * v[j]
  }
}

/** First row of the last unreduced block that ends at `high`; the negligible entry before it becomes zero. */
function findDeflation(n: number, t: Float64Array, high: number): number {
  for (let l = high; l > 0; l--) {
    const below = Math.abs(t[l * n + l - 1])
    const [first, last] = [t[(l - 1) * n + l - 1], t[l * n + l]]
    let size = Math.abs(first) + Math.abs(last)
    if (size === 0) {
      if (l > 1) size += Math.abs(t[(l - 1) * n + l - 2])
      if (l < high) size += Math.abs(t[(l + 1) * n + l])
    }
    if (below > Number.EPSILON * size) continue
    // [Ahues & Tisseur 1997]: small beside its neighbors is enough only if the eigenvalues do not depend on it
    const above = Math.abs(t[(l - 1) * n + l])
    const gap = Math.abs(first - last)
    const [large, small] = [Math.max(below, above), Math.min(below, above)]
    const [aa, bb] = [Math.max(Math.abs(last), gap), Math.min(Math.abs(last), gap)]
    const s = aa + large
    if (s === 0 || small * (large / s) <= Math.max(Number.MIN_VALUE, Number.EPSILON * (bb * (aa / s)))) {
      t[l * n + l - 1] = 0
      return l
    }
  }
  return 0
}

/** One double-shift sweep over rows `low` to `high`, at least three. */
function sweep(
  n: number,
  t: Float64Array,
  u: Float64Array,
  low: number,
  high: number,
  isExceptional: boolean,
): void {
  const at = (i: number, j: number): number => t[i * n + j]
  let [h11, h21, h12, h22] = [at(high - 1, high - 1), at(high, high - 1), at(high - 1, high), at(high, high)]
  if (isExceptional) {
    const size = Math.abs(h21) + Math.abs(at(high - 1, high - 2))
    h11 = h22 = 0.75 * size + h22
    h12 = -0.4375 * size
    h21 = size
  }
  // first column of (T - σ₁ I)(T - σ₂ I), up to a factor, from the row where the subdiagonal allows to begin
  let m = high - 2
  let [x, y, z] = [0, 0, 0]
  for (; m >= low; m--) {
    const d = at(m, m)
    const [r, s] = [h11 - d, h22 - d]
    x = (r * s - h12 * h21) / at(m + 1, m) + at(m, m + 1)
    y = at(m + 1, m + 1) - d - r - s
    z = at(m + 2, m + 1)
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z)
    x /= size
    y /= size
    z /= size
    if (m === low) break
    const left = Math.abs(at(m, m - 1)) * (Math.abs(y) + Math.abs(z))
    const neighbors = Math.abs(at(m - 1, m - 1)) + Math.abs(d) + Math.abs(at(m + 1, m + 1))
    if (left <= Number.EPSILON * Math.abs(x) * neighbors) break
  }
  for (let k = m; k < high; k++) {
    const isLast = k === high - 1
    if (k > m) {
      x = at(k, k - 1)
      y = at(k + 1, k - 1)
      z = isLast ? 0 : at(k + 2, k - 1)
    }
    const scale = Math.abs(x) + Math.abs(y) + Math.abs(z)
    if (scale === 0) continue
    x /= scale
    y /= scale
    z /= scale
    const norm = Math.sqrt(x * x + y * y + z * z)
    const alpha = x > 0 ? -norm : norm
    if (k > m) {
      t[k * n + k - 1] = alpha * scale
      t[(k + 1) * n + k - 1] = 0
      if (!isLast) t[(k + 2) * n + k - 1] = 0
    }
    // reflection I - τ v vᵀ with v = (x - α, y, z)
    const v0 = x - alpha
    const tau = 1 / (norm * norm - x * alpha)
    if (k === m && m > low) t[k * n + k - 1] *= 1 - tau * v0 * v0
    const [v1, v2] = [y, z]
    const p = k * n
    for (let j = k; j < n; j++) {
      let s = v0 * t[p + j] + v1 * t[p + n + j]
      if (!isLast) s += v2 * t[p + 2 * n + j]
      s *= tau
      t[p + j] -= s * v0
      t[p + n + j] -= s * v1
      if (!isLast) t[p + 2 * n + j] -= s * v2
    }
    const end = Math.min(high, k + 3)
    reflectThree(t, n, end + 1, k, tau, v0, v1, isLast ? 0 : v2)
    reflectThree(u, n, n, k, tau, v0, v1, isLast ? 0 : v2)
  }
}

/** M := M (I - τ v vᵀ) in the columns k, k + 1, k + 2 and the first rows. */
function reflectThree(
  m: Float64Array,
  n: number,
  nRows: number,
  k: number,
  tau: number,
  v0: number,
  v1: number,
  v2: number,
): void {
  for (let i = 0, p = k; i < nRows; i++, p += n) {
    let s = v0 * m[p] + v1 * m[p + 1]
    if (v2 !== 0) s += v2 * m[p + 2]
    s *= tau
    m[p] -= s * v0
    m[p + 1] -= s * v1
    if (v2 !== 0) m[p + 2] -= s * v2
  }
}

/**
 * Rotates rows and columns k and k + 1 of T so that their block is triangular if its eigenvalues are real, and has equal
 * diagonal entries if they are complex.
 */
export function standardizeBlock(schur: RealSchur, k: number): void {
  const { n, t } = schur
  const [p, q] = [k * n + k, (k + 1) * n + k]
  if (!isReal(t[p], t[p + 1], t[q], t[q + 1])) {
    rotate(schur, k, ...findEqualDiagonal(t[p], t[p + 1], t[q], t[q + 1]))
    t[p] = t[q + 1] = 0.5 * (t[p] + t[q + 1])
    // rounding errors may have moved a pair with the smallest imaginary parts onto the real axis
    if (!isReal(t[p], t[p + 1], t[q], t[q + 1])) return
  }
  rotate(schur, k, ...findTriangle(t[p], t[p + 1], t[q], t[q + 1]))
  t[q] = 0
}

/** Rotates rows and columns k and k + 1 of T, and the columns of U. */
function rotate({ n, t, u }: RealSchur, k: number, cos: number, sin: number): void {
  for (let j = k; j < n; j++) {
    const [a, b] = [t[k * n + j], t[(k + 1) * n + j]]
    t[k * n + j] = cos * a + sin * b
    t[(k + 1) * n + j] = cos * b - sin * a
  }
  for (const m of [t, u]) {
    const nRows = m === t ? k + 2 : n
    for (let i = 0, o = k; i < nRows; i++, o += n) {
      const [a, b] = [m[o], m[o + 1]]
      m[o] = cos * a + sin * b
      m[o + 1] = cos * b - sin * a
    }
  }
}

/** True if the eigenvalues of (a b; c d) are real. */
function isReal(a: number, b: number, c: number, d: number): boolean {
  return b === 0 || c === 0 || findDiscriminant(a, b, c, d) >= 0
}

/** Discriminant of the characteristic polynomial of (a b; c d), relative to the square of its size. */
function findDiscriminant(a: number, b: number, c: number, d: number): number {
  const half = 0.5 * (a - d)
  const scale = Math.max(Math.abs(half), Math.abs(b), Math.abs(c))
  return (half / scale) * (half / scale) + (b / scale) * (c / scale)
}

/** Cosine and sine that make a block with real eigenvalues triangular: (z, c) is the eigenvector of d + z. */
function findTriangle(a: number, b: number, c: number, d: number): [number, number] {
  if (c === 0) return [1, 0]
  const half = 0.5 * (a - d)
  const scale = Math.max(Math.abs(half), Math.abs(b), Math.abs(c))
  const root = scale * Math.sqrt(Math.max(0, findDiscriminant(a, b, c, d)))
  const z = half + (half < 0 ? -root : root)
  const size = Math.hypot(z, c)
  return [z / size, c / size]
}

/** Cosine and sine that make the diagonal entries of a block equal: tan 2θ = (d - a)/(b + c). */
function findEqualDiagonal(a: number, b: number, c: number, d: number): [number, number] {
  const sum = b + c
  const size = Math.hypot(sum, a - d)
  if (size === 0) return [1, 0]
  const cos = Math.sqrt(0.5 * (1 + Math.abs(sum) / size))
  const sin = (0.5 * (d - a)) / (size * cos)
  return [cos, sum < 0 ? -sin : sin]
}
