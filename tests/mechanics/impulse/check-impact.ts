/** Conditions of impulses, each checked by its definition. */
import type { RandomImpact } from './random-impacts.ts'

/** Violation of each condition, relative to the velocities and impulses of each contact. */
export interface Violations {
  /** Pulling impulses, or remaining approach: λ_n >= 0, u_n⁺ >= b. */
  readonly sign: number
  /** Separation faster than the restitution requires, by a contact with pressure. */
  readonly complementarity: number
  /** Friction beyond its cone. */
  readonly cone: number
  /** Sliding with friction below its limit, or not opposed to it. */
  readonly sliding: number
}

/** The largest of {@link Violations}, for restitution with the coefficients times `factor`. */
export function findViolation(impact: RandomImpact, impulses: ArrayLike<number>, factor: number): number {
  return Math.max(...Object.values(listViolations(impact, impulses, factor)))
}

export function listViolations(
  { contacts, u, W }: RandomImpact,
  impulses: ArrayLike<number>,
  factor: number,
): Violations {
  const size = u.length
  const worst = { sign: 0, complementarity: 0, cone: 0, sliding: 0 }
  contacts.forEach(({ friction, restitution, threshold }, k) => {
    const after: number[] = []
    let scale = 0
    for (let i = 3 * k; i < 3 * k + 3; i++) {
      let v = u[i]
      scale = Math.max(scale, Math.abs(v))
      for (let j = 0; j < size; j++) {
        const change = W[size * i + j] * impulses[j]
        v += change
        scale = Math.max(scale, Math.abs(change))
      }
      after.push(v)
    }
    const before = u[3 * k]
    const asked = before < -threshold ? -factor * restitution * before : 0
    const [normal, t1, t2] = [0, 1, 2].map((i) => impulses[3 * k + i])
    const scaleOfImpulse = scale / W[size * 3 * k + 3 * k]
    const excess = (after[0] - asked) / scale
    const pressure = normal / scaleOfImpulse
    const tangential = Math.hypot(t1, t2)
    const slip = Math.hypot(after[1], after[2])
    worst.sign = Math.max(worst.sign, -excess, -pressure)
    worst.complementarity = Math.max(worst.complementarity, Math.min(excess, pressure))
    // impulses of friction as large as they are
    const limit = friction * normal
    worst.cone = Math.max(worst.cone, (tangential - limit) / Math.max(limit, scaleOfImpulse))
    const along = (t1 * after[1] + t2 * after[2] + limit * slip) / (scale * Math.max(limit, scaleOfImpulse))
    worst.sliding = Math.max(worst.sliding, along)
  })
  return worst
}

/** Energy dissipated by the impulses [J], and that of the approach and the sliding. */
export function computeEnergies(
  { u, W }: RandomImpact,
  impulses: ArrayLike<number>,
): { readonly lost: number; readonly size: number } {
  const n = u.length
  let lost = 0
  let size = 0
  for (let i = 0; i < n; i++) {
    let change = 0
    for (let j = 0; j < n; j++) change += W[n * i + j] * impulses[j]
    lost -= impulses[i] * (u[i] + 0.5 * change)
    size += Math.abs(impulses[i]) * (Math.abs(u[i]) + Math.abs(change))
  }
  return { lost, size }
}
