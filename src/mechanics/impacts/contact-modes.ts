/**
 * Newton's method for contacts in given modes: each is open, sticks, or slides in about its present direction. Unknowns
 * of a contact that presses are its λ_n and, if it sticks, λ_t; if it slides, λ_t = -μ λ_n d, and the direction d
 * turns. The same number of equations are those of the velocities: u_n⁺ = after, u_t⁺ = 0, and d × u_t⁺ = 0.
 * Undetermined impulses, as of the four corners of a box, change as little as possible.
 */
import { createQr, factorQr, solveQr } from '../../math/index.ts'
import { computeAfter, computeScale, type FrictionProblem } from './friction-problem.ts'

const MAX_ITERATIONS = 12
/** Residual of velocities, relative to their terms, at convergence. */
const SETTLED = 1e-15
/** Relative change of velocities below which impulses are not determined. */
const NOT_DETERMINED = 1e-11
/** Friction below this fraction of its limit sticks. */
const STICKING = 1 - 1e-9

/** An unknown and its equation: along the normal, along a tangent, or across the sliding. */
type Kind = 'normal' | 'tangent1' | 'tangent2' | 'turn'

/** Improves λ (3n) in its modes; the result need not fulfill the inequalities. */
export function solveModes(problem: FrictionProblem, lambda: Float64Array): void {
  const { n, W, mu, after, least } = problem
  const contacts: number[] = []
  const kinds: Kind[] = []
  const isSliding: boolean[] = []
  for (let k = 0; k < n; k++) {
    const normal = lambda[3 * k]
    const friction = Math.hypot(lambda[3 * k + 1], lambda[3 * k + 2])
    isSliding.push(friction >= STICKING * mu[k] * normal)
    if (!(normal > 0)) {
      lambda.fill(0, 3 * k, 3 * k + 3)
      continue
    }
    const own: Kind[] = normal > least[k] ? ['normal'] : []
    if (!isSliding[k]) own.push('tangent1', 'tangent2')
    else if (mu[k] > 0) own.push('turn')
    kinds.push(...own)
    for (const _ of own) contacts.push(k)
  }
  const m = kinds.length
  if (m === 0) return
  const angles = Float64Array.from({ length: n }, (_, k) =>
    Math.atan2(-lambda[3 * k + 2], -lambda[3 * k + 1]),
  )
  // equations and unknowns of each contact in units of its own: as if its mobility were 1
  const units = Float64Array.from({ length: n }, (_, k) => Math.sqrt(W[(3 * n + 1) * 3 * k]))
  const qr = createQr(m, m)
  const missing = new Float64Array(m)
  const steps = new Float64Array(m)
  for (let iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
    let worst = 0
    const rows: number[][] = []
    const columns: number[][] = []
    for (let i = 0; i < m; i++) {
      const k = contacts[i]
      const [c, s] = [Math.cos(angles[k]), Math.sin(angles[k])]
      const sliding = isSliding[k] ? mu[k] : 0
      rows.push(readRow(kinds[i], c, s))
      columns.push(readColumn(kinds[i], c, s, sliding))
      const value = rows[i].reduce((sum, x, r) => sum + (x && x * computeAfter(problem, lambda, k, r)), 0)
      const miss = (kinds[i] === 'normal' ? after[k] : 0) - value
      worst = Math.max(worst, Math.abs(miss) / computeScale(problem, lambda, k))
      missing[i] = miss / units[k]
    }
    if (worst <= SETTLED) return
    for (let i = 0; i < m; i++)
      for (let j = 0; j < m; j++) {
        let sum = 0
        for (let r = 0; r < 3; r++)
          for (let s = 0; s < 3; s++)
            sum += rows[i][r] * W[3 * n * (3 * contacts[i] + r) + 3 * contacts[j] + s] * columns[j][s]
        qr.a[m * i + j] = sum / (units[contacts[i]] * units[contacts[j]])
      }
    for (let i = 0; i < m; i++) {
      if (kinds[i] !== 'turn') continue
      // the direction turns too: d × u_t⁺ changes by -d·u_t⁺
      const k = contacts[i]
      const along =
        Math.cos(angles[k]) * computeAfter(problem, lambda, k, 1) +
        Math.sin(angles[k]) * computeAfter(problem, lambda, k, 2)
      qr.a[m * i + i] -= along / (units[k] * units[k] * mu[k] * lambda[3 * k])
    }
    if (factorQr(qr, NOT_DETERMINED) < 0) return
    solveQr(qr, missing, steps)
    move(problem, lambda, contacts, kinds, steps, units, angles)
    for (let k = 0; k < n; k++) {
      if (!isSliding[k] || lambda[3 * k] === 0) continue
      // a contact that slides and pulls has no direction
      if (!(lambda[3 * k] > 0)) return
      lambda[3 * k + 1] = -mu[k] * lambda[3 * k] * Math.cos(angles[k])
      lambda[3 * k + 2] = -mu[k] * lambda[3 * k] * Math.sin(angles[k])
    }
  }
}

/** Coefficients of an equation in the velocities of its contact (3), which slides along (c, s). */
function readRow(kind: Kind, c: number, s: number): number[] {
  if (kind === 'normal') return [1, 0, 0]
  if (kind === 'tangent1') return [0, 1, 0]
  if (kind === 'tangent2') return [0, 0, 1]
  return [0, -s, c]
}

/** Impulses of an unknown at its contact (3), per λ_n, λ_t, or μ λ_n times the turn. */
function readColumn(kind: Kind, c: number, s: number, sliding: number): number[] {
  if (kind === 'normal') return [1, -sliding * c, -sliding * s]
  return kind === 'turn' ? [0, s, -c] : readRow(kind, c, s)
}

/** Takes a step of the impulses and angles. */
function move(
  { mu }: FrictionProblem,
  lambda: Float64Array,
  contacts: readonly number[],
  kinds: readonly Kind[],
  steps: Float64Array,
  units: Float64Array,
  angles: Float64Array,
): void {
  // angles first: their steps refer to the impulses before
  kinds.forEach((kind, i) => {
    const k = contacts[i]
    if (kind !== 'turn') return
    const turn = steps[i] / (units[k] * mu[k] * lambda[3 * k])
    angles[k] += Math.max(-1, Math.min(1, turn))
  })
  kinds.forEach((kind, i) => {
    if (kind === 'turn') return
    const k = contacts[i]
    const r = kind === 'normal' ? 0 : kind === 'tangent1' ? 1 : 2
    lambda[3 * k + r] += steps[i] / units[k]
  })
}
