/** Impulses of one contact with friction, in all directions of sliding. */
import { expect, it } from 'vitest'
import { solveContactImpulse } from '../../../src/mechanics/impacts/contact-impulse.ts'
import { resolveImpacts } from '../../../src/mechanics/impacts/resolve-impacts.ts'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { createRandom } from '../../support/random.ts'
import { findViolation } from './check-impact.ts'
import { createAnyImpact, createBodyImpact, type RandomImpact } from './random-impacts.ts'

/** Velocities after the impact of one contact. */
function resolve({ contacts, u, W }: RandomImpact, restitution: 'newton' | 'poisson') {
  const velocities = u.slice()
  const impacts = resolveImpacts(
    { contacts, velocities, respond: () => W },
    { restitution, simultaneous: 'sequential' },
  ).flat()
  return { velocities, impacts }
}

it.each(['newton', 'poisson'] as const)('a ball slides in any direction and bounces: %s', (restitution) => {
  // a ball in closed form: normal mobility 1/m, tangential 1/m + r²/I = 3.5/m; all numbers of the directions
  for (let k = 0; k < 720; k++) {
    const angle = (Math.PI * k) / 360
    const random = createRandom(k + 1)
    const [m, e, mu] = [10 ** (4 * random() - 2), random(), 0.5 * random()]
    const speed = 10 ** (2 * random() - 1)
    // fast enough to continue sliding: μ (1 + e) v · 3.5 < sliding
    const slip = mu * (1 + e) * speed * 3.5 * (1.01 + random())
    const u = Float64Array.of(-speed, slip * Math.cos(angle), slip * Math.sin(angle))
    const W = Float64Array.of(1 / m, 0, 0, 0, 3.5 / m, 0, 0, 0, 3.5 / m)
    const contact = { pair: 0, restitution: e, friction: mu, threshold: 1e-9, isMeeting: true }
    const { velocities, impacts } = resolve({ contacts: [contact], u, W }, restitution)
    expect(impacts).toHaveLength(1)
    const left = slip - mu * (1 + e) * speed * 3.5
    // a dozen operations, each rounded
    const allowed = 1e-14 * (speed + slip)
    expect(Math.abs(velocities[0] - e * speed)).toBeLessThan(allowed)
    expect(Math.abs(velocities[1] - left * Math.cos(angle))).toBeLessThan(allowed)
    expect(Math.abs(velocities[2] - left * Math.sin(angle))).toBeLessThan(allowed)
  }
})

it.each(['newton', 'poisson'] as const)(
  'a ball that does not slide bounces at any speed: %s',
  (restitution) => {
    for (const speed of [1e-6, 1e-3, 1, Math.PI, 1e3, 1e6])
      for (const mu of [0, 0.3])
        for (const m of [1e-6, 0.7, 1e6]) {
          const W = Float64Array.of(1 / m, 0, 0, 0, 3.5 / m, 0, 0, 0, 3.5 / m)
          const contact = { pair: 0, restitution: 0.6, friction: mu, threshold: 1e-9, isMeeting: true }
          const { velocities, impacts } = resolve(
            { contacts: [contact], u: Float64Array.of(-speed, 0, 0), W },
            restitution,
          )
          expect(impacts[0].without).toBe('nothing')
          expect(Math.abs(velocities[0] - 0.6 * speed)).toBeLessThan(1e-14 * speed)
          expect([velocities[1], velocities[2]]).toEqual([0, 0])
        }
  },
)

it('a contact satisfies its conditions with any mobility', () => {
  for (const seed of campaignSeeds(2000, 200))
    for (const mu of [0.1, 1, 3, 1e3])
      for (const impact of [createAnyImpact(seed, 1, mu), createBodyImpact(seed, 1, 1, mu)]) {
        const { restitution, friction } = impact.contacts[0]
        const impulse = new Float64Array(3)
        // a positive definite mobility always has a solution
        const velocity = -restitution * impact.u[0]
        expect(solveContactImpulse(impact.W, impact.u, friction, { velocity }, impulse)).toBe(true)
        expect(findViolation(impact, impulse, 1), `seed ${seed}, mu ${mu}`).toBeLessThan(1e-12)
      }
})

it('a contact slides as fast as the fastest direction of a fine scan', () => {
  for (const seed of campaignSeeds(500, 50)) {
    const { W, u, contacts } = createAnyImpact(seed, 1, 3)
    const mu = contacts[0].friction
    const velocity = -contacts[0].restitution * u[0]
    const fastest = scanDirections(W, u, mu, velocity)
    const impulse = new Float64Array(3)
    solveContactImpulse(W, u, mu, { velocity }, impulse)
    const after = [1, 2].map((r) => [0, 1, 2].reduce((sum, c) => sum + W[3 * r + c] * impulse[c], u[r]))
    const slip = Math.hypot(...after)
    // sticking comes first
    if (slip < 1e-9) continue
    expect(slip / fastest, `seed ${seed}`).toBeGreaterThan(1 - 1e-9)
  }
})

/** The fastest sliding among those between 3600 directions where the sign of its moment changes, found by halving. */
function scanDirections(W: Float64Array, u: Float64Array, mu: number, velocity: number): number {
  const evaluate = (angle: number) => {
    const [c, s] = [Math.cos(angle), Math.sin(angle)]
    const normal = (velocity - u[0]) / (W[0] - mu * (W[1] * c + W[2] * s))
    const v1 = u[1] + normal * (W[3] - mu * (W[4] * c + W[5] * s))
    const v2 = u[2] + normal * (W[6] - mu * (W[7] * c + W[8] * s))
    return { along: c * v1 + s * v2, moment: normal > 0 ? c * v2 - s * v1 : NaN }
  }
  let fastest = 0
  for (let k = 0; k < 3600; k++) {
    let [low, high] = [k, k + 1].map((x) => (2 * Math.PI * (x + 0.37)) / 3600)
    const sign = Math.sign(evaluate(low).moment)
    if (!(sign * evaluate(high).moment <= 0)) continue
    for (let halving = 0; halving < 60; halving++) {
      const middle = 0.5 * (low + high)
      if (sign * evaluate(middle).moment > 0) low = middle
      else high = middle
    }
    fastest = Math.max(fastest, evaluate(low).along)
  }
  return fastest
}

it.each([0.3, 1])('a jamming mechanism of one degree of freedom is reported: e = %f', (e) => {
  // the velocities are multiples of (0.9, 0.4, 0): friction of more than 9/4 jams
  const j = [0.9, 0.4, 0]
  const W = Float64Array.from({ length: 9 }, (_, k) => j[Math.floor(k / 3)] * j[k % 3])
  for (const [mu, without] of [
    [2, 'nothing'],
    [3, 'restitution'],
    [1e3, 'restitution'],
  ] as const) {
    const contact = { pair: 0, restitution: e, friction: mu, threshold: 1e-9, isMeeting: true }
    const impact = { contacts: [contact], u: Float64Array.of(-1.8, -0.8, 0), W }
    const { velocities, impacts } = resolve(impact, 'newton')
    expect(impacts[0].without).toBe(without)
    // λ (n - μ t) reverses the motion
    expect(velocities[0]).toBeCloseTo(without === 'nothing' ? 1.8 * e : 0, 12)
  }
})
