/** Impulses of a contact whose bodies have only one motion, such as those of a four-bar: W = j jᵀ/m has the rank 1. */
import { describe, expect, test } from 'vitest'
import { solveContactImpulse } from '../../../src/mechanics/impacts/contact-impulse.ts'

/** The contact moves by j = (normal, tangential, 0) per unit of the motion, which has the rate -q before the impact. */
function solve(normal: number, tangential: number, mass: number, rate: number, mu: number, e: number) {
  const j = [normal, tangential, 0]
  const W = Float64Array.from({ length: 9 }, (_, k) => (j[Math.floor(k / 3)] * j[k % 3]) / mass)
  const u = Float64Array.from(j, (x) => -x * rate)
  const impulse = new Float64Array(3)
  solveContactImpulse(W, u, mu, { velocity: e * normal * rate }, impulse)
  const after = -rate + (normal * impulse[0] + tangential * impulse[1]) / mass
  return { impulse, after }
}

describe.each([1, 1e-3, 1e3])('times %f in size', (size) => {
  const [normal, tangential] = [0.9 * size, 0.4 * size]
  const [mass, rate] = [2 * size ** 2, 3]

  test.each([
    [0.3, 0.3],
    [0.3, 1],
    [2, 0.5],
  ])('friction %f does not prevent the rebound with e = %f', (mu, e) => {
    const { impulse, after } = solve(normal, tangential, mass, rate, mu, e)
    expect(after).toBeCloseTo(e * rate, 9)
    // friction acts against the sliding afterwards: λ (n - μ t) = m (1 + e) q
    const expected = (mass * (1 + e) * rate) / (normal - mu * tangential)
    expect(impulse[0] / expected).toBeCloseTo(1, 9)
    expect(Math.hypot(impulse[1], impulse[2]) / (mu * impulse[0])).toBeCloseTo(1, 9)
  })

  test.each([0.3, 1])('friction above n/t = 2.25 jams, with any restitution: e = %f', (e) => {
    const { impulse, after } = solve(normal, tangential, mass, rate, 3, e)
    expect(Math.abs(after)).toBeLessThan(1e-12)
    expect(Math.hypot(impulse[1], impulse[2])).toBeLessThanOrEqual(3 * impulse[0])
  })
})
