/** Impulses of contacts from mobilities alone: laws of impact, friction and energy for random systems. */
import { describe, expect, test } from 'vitest'
import type { ImpactContact, ImpactOptions } from '../../../src/mechanics/impacts/impact-system.ts'
import { resolveImpacts } from '../../../src/mechanics/impacts/resolve-impacts.ts'
import { createRandom } from '../../support/random.ts'

interface System {
  readonly contacts: ImpactContact[]
  readonly u: Float64Array
  /** Symmetric and positive definite (3n × 3n). */
  readonly W: Float64Array
}

function createSystem(seed: number, n: number, mu: number): System {
  const random = createRandom(seed)
  const size = 3 * n
  const A = Array.from({ length: size * (size + 2) }, () => random() - 0.5)
  const W = new Float64Array(size * size)
  for (let i = 0; i < size; i++)
    for (let j = 0; j < size; j++)
      for (let k = 0; k < size + 2; k++) W[size * i + j] += A[(size + 2) * i + k] * A[(size + 2) * j + k]
  const u = Float64Array.from({ length: size }, (_, i) => (i % 3 === 0 ? -random() - 0.01 : 2 * random() - 1))
  const contacts = Array.from({ length: n }, (_, pair) => ({
    ...{ pair, restitution: random(), friction: mu * random(), threshold: 1e-9, isMeeting: true },
  }))
  return { contacts, u, W }
}

/** Velocities after the impacts, all impulses, and the energy lost by the impacts, computed and reported. */
function resolve(
  { contacts, u, W }: System,
  options: ImpactOptions,
): { after: Float64Array; impulses: Float64Array; lost: number; balance: number; count: number } {
  const size = u.length
  const velocities = u.slice()
  const respond = (k: number): Float64Array =>
    Float64Array.from({ length: 3 * size }, (_, m) => W[size * Math.floor(m / 3) + 3 * k + (m % 3)])
  const impacts = resolveImpacts({ contacts, velocities, respond }, options).flat()
  const impulses = new Float64Array(size)
  for (const { contact, impulse } of impacts)
    for (let i = 0; i < 3; i++) impulses[3 * contact + i] += impulse[i]
  let balance = 0
  for (let i = 0; i < size; i++) {
    let change = 0
    for (let j = 0; j < size; j++) change += W[size * i + j] * impulses[j]
    balance -= impulses[i] * (u[i] + 0.5 * change)
    // velocities are those of the impulses
    expect(Math.abs(u[i] + change - velocities[i])).toBeLessThan(1e-11)
  }
  const lost = impacts.reduce((sum, { lostEnergy }) => sum + lostEnergy, 0)
  return { after: velocities, impulses, lost, balance, count: impacts.length }
}

const MODES = (['newton', 'poisson'] as const).flatMap((restitution) =>
  (['sequential', 'together'] as const).map((simultaneous) => ({ restitution, simultaneous })),
)

describe.each(MODES)('$restitution, $simultaneous', (options) => {
  test.each([0, 0.3, 2])('energy never grows, and no contact approaches afterwards: mu up to %d', (mu) => {
    for (let seed = 1; seed <= 100; seed++) {
      const n = 1 + (seed % 4)
      const system = createSystem(seed, n, mu)
      const { after, impulses, lost, balance } = resolve(system, options)
      expect(balance).toBeGreaterThan(-1e-10)
      expect(Math.abs(balance - lost)).toBeLessThan(1e-10)
      for (let k = 0; k < n; k++) {
        expect(after[3 * k]).toBeGreaterThan(-1e-8)
        expect(impulses[3 * k]).toBeGreaterThan(-1e-12)
      }
    }
  })
})

test('simultaneous impacts without friction satisfy the complementarity of Newton', () => {
  for (let seed = 200; seed < 300; seed++) {
    const n = 1 + (seed % 5)
    const system = createSystem(seed, n, 0)
    // with equal coefficients no reduction is needed
    const contacts = system.contacts.map((contact) => ({ ...contact, restitution: 0.4 }))
    const { after, impulses } = resolve(
      { ...system, contacts },
      { restitution: 'newton', simultaneous: 'together' },
    )
    for (let k = 0; k < n; k++) {
      const excess = after[3 * k] + 0.4 * system.u[3 * k]
      expect(excess).toBeGreaterThan(-1e-11)
      expect(impulses[3 * k]).toBeGreaterThanOrEqual(0)
      expect(Math.abs(excess * impulses[3 * k])).toBeLessThan(1e-10)
    }
  }
})

test("one contact with friction satisfies Coulomb's law, with friction opposed to sliding", () => {
  for (let seed = 300; seed < 500; seed++) {
    const system = createSystem(seed, 1, 1)
    const { after, impulses } = resolve(system, { restitution: 'newton', simultaneous: 'sequential' })
    const [normal, t1, t2] = impulses
    const limit = system.contacts[0].friction * normal
    const sliding = Math.hypot(after[1], after[2])
    expect(Math.hypot(t1, t2)).toBeLessThan(limit * (1 + 1e-12))
    if (sliding < 1e-12) continue
    expect(Math.abs(Math.hypot(t1, t2) / limit - 1)).toBeLessThan(1e-12)
    // opposite directions: 1e-12 of angle over the speed of sliding
    expect(Math.abs(t1 * after[2] - t2 * after[1])).toBeLessThan(1e-11 * limit)
    expect(t1 * after[1] + t2 * after[2]).toBeLessThan(0)
  }
})

test("Newton's restitution is reduced if it would add energy", () => {
  // the impulse along the normal reverses the sliding, and friction that stops it drives along the first sliding
  // direction
  const W = Float64Array.of(1, -0.8, 0, -0.8, 1, 0, 0, 0, 1)
  const u = Float64Array.of(-1, 0.3, 0)
  const e = 0.9
  // by hand, sticking with u_n⁺ = e: λ = W⁻¹ (1 + e, -0.3), within the cone for mu = 2; lost = -λ·(u + u⁺)/2
  const [ln, lt] = [(1 + e - 0.8 * 0.3) / 0.36, (0.8 * (1 + e) - 0.3) / 0.36]
  expect(lt).toBeLessThan(2 * ln)
  expect(0.5 * (ln * (1 - e) - lt * 0.3)).toBeLessThan(-0.2)
  const contacts = [{ pair: 0, restitution: e, friction: 2, threshold: 1e-9, isMeeting: true }]
  for (const restitution of ['newton', 'poisson'] as const) {
    const { after, lost } = resolve({ contacts, u, W }, { restitution, simultaneous: 'sequential' })
    expect(lost).toBeGreaterThanOrEqual(-1e-12)
    expect(after[0]).toBeGreaterThanOrEqual(0)
    expect(after[0]).toBeLessThan(e)
  }
})
