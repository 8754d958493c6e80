/** Impulses of several contacts at once, with the restitution of Newton or Poisson and Coulomb's friction. */
import type { FrictionProblem } from './friction-problem.ts'
import type { ImpactContact, ImpactOptions } from './impact-system.ts'
import { solveFriction } from './solve-friction.ts'

/**
 * @param W mobility of all [1/kg] (3n × 3n)
 * @param u velocities before [m/s] (3n)
 * @param factor factor of the coefficients of restitution [1]
 * @returns impulses [N.s] (3n); null if none were found
 */
export function solveTogether(
  W: Float64Array,
  u: Float64Array,
  contacts: readonly ImpactContact[],
  factor: number,
  restitution: ImpactOptions['restitution'],
): Float64Array<ArrayBuffer> | null {
  const n = contacts.length
  const mu = Float64Array.from(contacts, ({ friction }) => friction)
  const none = new Float64Array(n)
  const compression: FrictionProblem = { n, W, u, mu, after: none, least: none }
  if (restitution === 'newton') {
    const after = Float64Array.from(contacts, (contact, k) =>
      u[3 * k] < -contact.threshold ? -factor * contact.restitution * u[3 * k] : 0,
    )
    return solveFriction({ ...compression, after })
  }
  const first = solveFriction(compression)
  if (first === null || factor === 0) return first
  const middle = u.map((v, i) => {
    let sum = v
    for (let j = 0; j < 3 * n; j++) sum += W[3 * n * i + j] * first[j]
    return sum
  })
  const least = Float64Array.from(contacts, (contact, k) => factor * contact.restitution * first[3 * k])
  const second = solveFriction({ ...compression, u: middle, least })
  return second === null ? null : second.map((lambda, i) => lambda + first[i])
}
