/**
 * Impulses λ of n contacts at once, three numbers each, with u⁺ = u + W λ, as a complementarity problem:
 *
 *   0 <= λ_n - least  ⊥  u_n⁺ - after >= 0                                                                         (1)
 *   |λ_t| <= μ λ_n;   where u_t⁺ ≠ 0:  λ_t = -μ λ_n u_t⁺/|u_t⁺|                                                    (2)
 */
export interface FrictionProblem {
  /** Number of contacts. */
  readonly n: number
  /** Mobility of all [1/kg] (3n × 3n). */
  readonly W: Float64Array
  /** Velocities before [m/s] (3n). */
  readonly u: Float64Array
  /** Coefficients of friction [1] (n). */
  readonly mu: Float64Array
  /** Least velocities along the normal afterwards [m/s] (n). */
  readonly after: Float64Array
  /** Least impulses along the normal [N.s] (n). */
  readonly least: Float64Array
}

/** Velocity u⁺ of contact k along its axis r [m/s]. */
export function computeAfter(
  { n, W, u }: FrictionProblem,
  lambda: Float64Array,
  k: number,
  r: number,
): number {
  const i = 3 * k + r
  let sum = u[i]
  for (let j = 0; j < 3 * n; j++) sum += W[3 * n * i + j] * lambda[j]
  return sum
}

/** The largest of the velocities of contact k before, and of their changes by each impulse [m/s]. */
export function computeScale({ n, W, u }: FrictionProblem, lambda: Float64Array, k: number): number {
  let scale = 0
  for (let i = 3 * k; i < 3 * k + 3; i++) {
    scale = Math.max(scale, Math.abs(u[i]))
    for (let j = 0; j < 3 * n; j++) scale = Math.max(scale, Math.abs(W[3 * n * i + j] * lambda[j]))
  }
  return scale
}

/**
 * Residual of (1) and (2): the largest missing velocity, relative to the velocities of the contact before, or to those
 * that one impulse gives it.
 */
export function computeResidual(problem: FrictionProblem, lambda: Float64Array): number {
  let residual = 0
  for (let k = 0; k < problem.n; k++) residual = Math.max(residual, computeOwnResidual(problem, lambda, k))
  return residual
}

/** Residual of contact k. Impulses count as velocities by the mobility of the contact. */
export function computeOwnResidual(problem: FrictionProblem, lambda: Float64Array, k: number): number {
  const { n, W, mu, after, least } = problem
  const [w, w1, w2] = [0, 1, 2].map((r) => W[(3 * n + 1) * (3 * k + r)])
  const scale = computeScale(problem, lambda, k)
  if (!(w > 0) || scale === 0) return 0
  const [normal, t1, t2] = lambda.subarray(3 * k, 3 * k + 3)
  const along = Math.min(w * (normal - least[k]), computeAfter(problem, lambda, k, 0) - after[k])
  const across = Math.max(w1, w2)
  if (!(across > 0)) return Math.abs(along) / scale
  // admissible friction nearest to one against the present sliding
  const limit = mu[k] * Math.max(0, normal)
  const x = t1 - computeAfter(problem, lambda, k, 1) / across
  const y = t2 - computeAfter(problem, lambda, k, 2) / across
  const size = Math.hypot(x, y)
  const part = size > limit ? limit / size : 1
  return Math.max(Math.abs(along), across * Math.hypot(t1 - part * x, t2 - part * y)) / scale
}
