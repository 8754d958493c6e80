/**
 * Impulses with pyramids as friction cones [Stewart, Trinkle 1996; Anitescu, Potra 1997]: a linear complementarity
 * problem, which Lemke's method solves wherever friction holds no stress inside the bodies. They show which contacts
 * press, stick and slide; the exact impulses start from these modes.
 *
 * With λ_n = least + ν, λ_t = D β for the directions D of the edges, and the speed σ of sliding:
 *
 *   0 <= ν  ⊥  u_n⁺ - after >= 0
 *   0 <= β  ⊥  Dᵀ u_t⁺ + σ >= 0
 *   0 <= σ  ⊥  μ λ_n - Σ β >= 0
 */
import type { FrictionProblem } from './friction-problem.ts'
import { solveLcp } from './linear-complementarity.ts'

/** Relative perturbation of right-hand sides: no two variables become zero at once. */
const PERTURBATION = 1e-9

/**
 * @param nEdge edges of the pyramids
 * @param turn angle of the first one [rad]
 * @returns impulses [N.s] (3n); null if none were found
 */
export function solveFaceted(
  { n, W, u, mu, after, least }: FrictionProblem,
  nEdge: number,
  turn: number,
): Float64Array<ArrayBuffer> | null {
  // variables of contact k: ν, β, σ; each contact in units of its own, as if its mobility were 1
  const own = nEdge + 2
  const m = own * n
  const M = new Float64Array(m * m)
  const q = new Float64Array(m)
  const cover = new Float64Array(m)
  const units = Float64Array.from({ length: n }, (_, k) => Math.sqrt(W[(3 * n + 1) * 3 * k]) || 1)
  const edges = Array.from({ length: nEdge }, (_, j) => {
    const angle = turn + (2 * Math.PI * j) / nEdge
    return [0, Math.cos(angle), Math.sin(angle)]
  })
  const directions = [[1, 0, 0], ...edges]
  const fastest = u.reduce((max, v, i) => Math.max(max, Math.abs(v) / units[Math.floor(i / 3)]), 0)
  for (let k = 0; k < n; k++) {
    const sigma = own * k + own - 1
    directions.forEach((d, row) => {
      const i = own * k + row
      for (let r = 0; r < 3; r++) {
        let v = u[3 * k + r] - (r === 0 ? after[k] : 0)
        for (let j = 0; j < n; j++) v += W[3 * n * (3 * k + r) + 3 * j] * least[j]
        q[i] += (d[r] * v) / units[k]
      }
      // immovable: left unchanged
      if (!(W[(3 * n + 1) * 3 * k] > 0)) q[i] = 0
      for (let j = 0; j < n; j++)
        directions.forEach((e, column) => {
          let sum = 0
          for (let r = 0; r < 3; r++)
            for (let s = 0; s < 3; s++) sum += d[r] * W[3 * n * (3 * k + r) + 3 * j + s] * e[s]
          M[m * i + own * j + column] = sum / (units[k] * units[j])
        })
      if (row > 0) {
        M[m * i + sigma] = 1
        M[m * sigma + i] = -1
      }
    })
    M[m * sigma + own * k] = mu[k]
    q[sigma] = mu[k] * least[k] * units[k]
  }
  for (let i = 0; i < m; i++) {
    const some = ((i + 1) * 0.6180339887498949 + turn) % 1
    q[i] += PERTURBATION * fastest * some
    cover[i] = 0.5 + ((7 * some) % 1)
  }
  const z = solveLcp(M, q, cover)
  if (z === null) return null
  const lambda = new Float64Array(3 * n)
  for (let k = 0; k < n; k++) {
    lambda[3 * k] = least[k] + z[own * k] / units[k]
    edges.forEach((e, j) => {
      for (let r = 1; r < 3; r++) lambda[3 * k + r] += (e[r] * z[own * k + 1 + j]) / units[k]
    })
    // between the edges of a pyramid friction is less than that of the cone
    const size = Math.hypot(lambda[3 * k + 1], lambda[3 * k + 2])
    const part = z[own * k + own - 1] > 0 && size > 0 ? (mu[k] * lambda[3 * k]) / size : 1
    lambda[3 * k + 1] *= part
    lambda[3 * k + 2] *= part
  }
  return lambda
}
