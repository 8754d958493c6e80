/**
 * The linear equations of a Newton step of newton-polish.ts, in the tangent plane of n: with K = H + δ I and free
 * directions g_k,
 *
 *   K x + Σ g_k τ_k = -r,   g_k·x = c_k                                                     (3)
 *
 * At most two directions in a plane are independent. Further ones, as of parallel edges and faces, keep their position:
 * τ = 0.
 */

/** Lower bound of the eigenvalues of K relative to the size [1]. */
const MIN_STIFFNESS_PART = 1e-9
/**
 * If an eigenvalue is below this fraction of the size, and the residual in its direction below the other fraction, n is
 * not changed: g is almost constant there, as around a common axis of both bodies [1].
 */
const SINGULAR_PART = 1e-6
const SINGULAR_RESIDUAL_PART = 1e-12
/** Directions closer than this to parallel are not independent [rad]. */
const PARALLEL_LIMIT = 1e-10

/** Places in the step: x (2), then τ of up to four free directions. */
export const TAU = 2

/** Places in a system: K and r in the tangent plane, and the size of the bodies [m]. */
export const K11 = 0
export const K12 = 1
export const K22 = 2
export const R1 = 3
export const R2 = 4
export const SCALE = 5

/**
 * step = solution of (3) for m free directions with g_k, c_k in edges[3 k…], and K, r and the size of the bodies in
 * `system`. Returns the number of independent directions, or -1 without a solution.
 */
export function solveStep(step: Float64Array, edges: Float64Array, m: number, system: Float64Array): number {
  for (let k = 0; k < m; k++) step[TAU + k] = 0
  if (m === 0) {
    solveWithoutEdges(step, system)
    return 0
  }
  const k11 = system[K11]
  const k12 = system[K12]
  const k22 = system[K22]
  const r1 = system[R1]
  const r2 = system[R2]
  const scale = system[SCALE]
  const g1 = edges[0]
  const g2 = edges[1]
  const square = g1 * g1 + g2 * g2
  if (!(square > 0)) return -1

  // the direction that is least parallel to the first
  let other = 0
  let sine = PARALLEL_LIMIT
  for (let k = 1; k < m; k++) {
    const o = 3 * k
    const size = Math.sqrt(square * (edges[o] * edges[o] + edges[o + 1] * edges[o + 1]))
    const value = Math.abs(g1 * edges[o + 1] - g2 * edges[o]) / size
    if (!(value > sine)) continue
    sine = value
    other = k
  }
  if (other > 0) {
    const o = 3 * other
    const det = g1 * edges[o + 1] - g2 * edges[o]
    step[0] = (edges[2] * edges[o + 1] - g2 * edges[o + 2]) / det
    step[1] = (g1 * edges[o + 2] - edges[2] * edges[o]) / det
    const f1 = k11 * step[0] + k12 * step[1] + r1
    const f2 = k12 * step[0] + k22 * step[1] + r2
    step[TAU] = -(f1 * edges[o + 1] - f2 * edges[o]) / det
    step[TAU + other] = -(g1 * f2 - g2 * f1) / det
    return 2
  }

  // one direction, g of length √square: along it x is given by c, across it by K
  const g = Math.sqrt(square)
  const h1 = -g2
  const h2 = g1
  const stiffness = h1 * (k11 * h1 + k12 * h2) + h2 * (k12 * h1 + k22 * h2)
  const along = edges[2] / square
  const f1 = r1 + along * (k11 * g1 + k12 * g2)
  const f2 = r2 + along * (k12 * g1 + k22 * g2)
  const across = divide(-(h1 * f1 + h2 * f2) / g, stiffness / square, scale) / g
  step[0] = along * g1 + across * h1
  step[1] = along * g2 + across * h2
  step[TAU] =
    -(g1 * (k11 * step[0] + k12 * step[1] + r1) + g2 * (k12 * step[0] + k22 * step[1] + r2)) / square
  return 1
}

/**
 * x = -K⁻¹ r. If K is not positive definite, as for deep overlaps, n is not near a maximum of g: absolute values of the
 * eigenvalues give an ascent direction.
 */
function solveWithoutEdges(step: Float64Array, system: Float64Array): void {
  const k11 = system[K11]
  const k12 = system[K12]
  const k22 = system[K22]
  const r1 = system[R1]
  const r2 = system[R2]
  const scale = system[SCALE]
  const mean = 0.5 * (k11 + k22)
  const half = 0.5 * (k11 - k22)
  const radius = Math.sqrt(half * half + k12 * k12)
  if (mean - radius > SINGULAR_PART * scale) {
    const det = k11 * k22 - k12 * k12
    step[0] = (-r1 * k22 + r2 * k12) / det
    step[1] = (r1 * k12 - r2 * k11) / det
    return
  }
  // (c, s) is the eigenvector of mean + radius
  let c = half >= 0 ? half + radius : k12
  let s = half >= 0 ? k12 : radius - half
  const norm = Math.sqrt(c * c + s * s)
  c = norm > 0 ? c / norm : 1
  s = norm > 0 ? s / norm : 0
  const first = divide(-(c * r1 + s * r2), mean + radius, scale)
  const second = divide(-(c * r2 - s * r1), mean - radius, scale)
  step[0] = c * first - s * second
  step[1] = s * first + c * second
}

/** Step of one component: residual by the absolute value of the eigenvalue, both [m]. */
function divide(residual: number, eigenvalue: number, scale: number): number {
  const size = Math.abs(eigenvalue)
  if (size < SINGULAR_PART * scale && Math.abs(residual) < SINGULAR_RESIDUAL_PART * scale) return 0
  return residual / Math.max(size, MIN_STIFFNESS_PART * scale)
}
