/**
 * Block Gauss-Seidel [Jourdan, Alart, Jean 1998]: each contact in turn solves its own problem exactly, with the present
 * impulses of the others.
 */
import { solveContactImpulse } from './contact-impulse.ts'
import type { FrictionProblem } from './friction-problem.ts'

/** Relative change of impulses below which it is rounding. */
const SETTLED = 1e-15

/**
 * @param lambda impulses [N.s] (3n), improved in place
 * @returns true at convergence
 */
export function takeTurns(
  { n, W, u, mu, after, least }: FrictionProblem,
  lambda: Float64Array,
  nTurn: number,
): boolean {
  const own = new Float64Array(9)
  const free = new Float64Array(3)
  const next = new Float64Array(3)
  for (let turn = 0; turn < nTurn; turn++) {
    let change = 0
    let size = 0
    for (let k = 0; k < n; k++) {
      const o = 3 * k
      for (let r = 0; r < 3; r++) {
        let sum = u[o + r]
        for (let j = 0; j < 3 * n; j++) if (j < o || j > o + 2) sum += W[3 * n * (o + r) + j] * lambda[j]
        free[r] = sum
        for (let c = 0; c < 3; c++) own[3 * r + c] = W[3 * n * (o + r) + o + c]
      }
      solveOwn(own, free, mu[k], after[k], least[k], next)
      for (let r = 0; r < 3; r++) {
        change = Math.max(change, Math.abs(next[r] - lambda[o + r]))
        size = Math.max(size, Math.abs(next[r]))
        lambda[o + r] = next[r]
      }
    }
    if (change <= SETTLED * size) return true
  }
  return false
}

/** Solves one contact with the present impulses of the others. */
function solveOwn(
  W: Float64Array,
  free: Float64Array,
  mu: number,
  after: number,
  least: number,
  out: Float64Array,
): void {
  // with the smallest impulse it may separate already
  out.fill(0)
  if (least > 0) solveContactImpulse(W, free, mu, { impulse: least }, out)
  const normal = free[0] + W[0] * out[0] + W[1] * out[1] + W[2] * out[2]
  if (normal < after) solveContactImpulse(W, free, mu, { velocity: after }, out)
}
