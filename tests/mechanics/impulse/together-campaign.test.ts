/** Several simultaneous contacts with friction: all conditions, of thousands of random impacts. */
import { describe, expect, it } from 'vitest'
import { resolveImpacts } from '../../../src/mechanics/impacts/resolve-impacts.ts'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { computeEnergies, findViolation } from './check-impact.ts'
import {
  createAnyImpact,
  createBodyImpact,
  createLanding,
  type RandomImpact,
  scaleImpact,
} from './random-impacts.ts'

/** Bound for a part of the seeds, from the share of all of them: four standard deviations above the mean. */
function atMost(share: number, count: number): number {
  return share * count + 4 * Math.sqrt(share * count) + 1
}

/** Rounding error of the result, relative to the velocities of each contact. */
const FULFILLED = 1e-9

function resolve({ contacts, u, W }: RandomImpact, restitution: 'newton' | 'poisson') {
  const size = u.length
  const velocities = u.slice()
  const respond = (k: number) =>
    Float64Array.from({ length: 3 * size }, (_, m) => W[size * Math.floor(m / 3) + 3 * k + (m % 3)])
  const rounds = resolveImpacts({ contacts, velocities, respond }, { restitution, simultaneous: 'together' })
  const impulses = new Float64Array(size)
  for (const { contact, impulse } of rounds.flat())
    for (let i = 0; i < 3; i++) impulses[3 * contact + i] += impulse[i]
  return { velocities, impulses, rounds, without: rounds[0][0].without }
}

/** Restitution by Newton: returns the realized extent of it, after a check of all other conditions. */
function check(impact: RandomImpact, text: string): 'whole' | 'limited' | 'jammed' {
  const { impulses, rounds, without, velocities } = resolve(impact, 'newton')
  const { lost, size } = computeEnergies(impact, impulses)
  expect(lost, text).toBeGreaterThan(-1e-9 * size)
  expect(without, text).not.toBe('friction')
  expect(rounds.length, text).toBe(1)
  if (without === 'restitution') {
    expect(findViolation(impact, impulses, 0), text).toBeLessThan(FULFILLED)
    return 'jammed'
  }
  if (findViolation(impact, impulses, 1) < FULFILLED) return 'whole'
  // a common factor, from the contact that determines it most accurately
  const asked = impact.contacts.map(({ restitution }, k) =>
    impulses[3 * k] > 0 ? -restitution * impact.u[3 * k] : 0,
  )
  const k = asked.indexOf(Math.max(...asked))
  const factor = velocities[3 * k] / asked[k]
  expect(factor, text).toBeLessThan(1)
  expect(factor, text).toBeGreaterThanOrEqual(0)
  expect(findViolation(impact, impulses, factor), text).toBeLessThan(1e-7)
  return 'limited'
}

const FRICTIONS = [0, 0.5, 1, 3]

describe.each(FRICTIONS)('coefficients of friction up to %d', (mu) => {
  it('finds impulses for any positive definite mobility', () => {
    for (const seed of campaignSeeds(500, 20))
      for (const n of [2, 3]) {
        const text = `seed ${seed}, ${n} contacts`
        expect(check(createAnyImpact(seed, n, mu), text), text).not.toBe('jammed')
      }
  })

  it('finds impulses of bodies, or reports that they jam', () => {
    let jammed = 0
    let count = 0
    for (const seed of campaignSeeds(500, 20))
      for (const n of [2, 3])
        for (const nBody of [1, 2]) {
          count++
          const text = `seed ${seed}, ${n} contacts, ${nBody} bodies`
          if (check(createBodyImpact(seed, n, nBody, mu), text) === 'jammed') jammed++
        }
    // friction must keep a stress inside the bodies
    if (mu === 0) expect(jammed).toBe(0)
    if (mu <= 1) expect(jammed).toBeLessThan(atMost(0.005, count))
    expect(jammed).toBeLessThan(atMost(0.1, count))
  })

  it('finds impulses of boxes that land flat, which never jam', () => {
    for (const seed of campaignSeeds(250, 10))
      for (const n of [4, 8]) {
        const text = `seed ${seed}, ${n} corners`
        expect(check(createLanding(seed, n, mu), text), text).not.toBe('jammed')
      }
  })

  it('does not depend on the scale of masses, nor on that of contacts among each other', () => {
    for (const seed of campaignSeeds(100, 5))
      for (const factors of [
        [1e-3, 1e-3],
        [1e3, 1e3],
        [1e-3, 1e3],
      ]) {
        const impact = createAnyImpact(seed, 2, mu)
        const here = resolve(impact, 'newton').velocities
        const { velocities } = resolve(scaleImpact(impact, factors), 'newton')
        check(scaleImpact(impact, factors), `seed ${seed}`)
        // mobilities that differ only by their scale have the same solution, if any
        if (factors[0] === factors[1] && mu <= 0.5)
          for (let i = 0; i < 6; i++)
            expect(Math.abs(velocities[i] / factors[0] - here[i]), `seed ${seed}`).toBeLessThan(1e-9)
      }
  })
})

it.each([0, 1e3])(
  'a gliding or sticking box has velocities independent of the corners that carry it: mu = %d',
  (mu) => {
    // 4 corners, and the same 4 twice: impulses are shared differently. (Corners that slide in several directions, because the
    // box turns about the normal, have several motions.)
    for (const seed of campaignSeeds(100, 10)) {
      const landing = createLanding(seed, 4, 0)
      const four = { ...landing, contacts: landing.contacts.map((contact) => ({ ...contact, friction: mu })) }
      const order = [0, 1, 2, 3, 3, 2, 1, 0]
      const size = 12
      const eight: RandomImpact = {
        contacts: order.map((k) => four.contacts[k]),
        u: Float64Array.from({ length: 24 }, (_, i) => four.u[3 * order[Math.floor(i / 3)] + (i % 3)]),
        W: Float64Array.from({ length: 24 * 24 }, (_, m) => {
          const [i, j] = [Math.floor(m / 24), m % 24]
          return four.W[
            size * (3 * order[Math.floor(i / 3)] + (i % 3)) + 3 * order[Math.floor(j / 3)] + (j % 3)
          ]
        }),
      }
      const a = resolve(four, 'newton').velocities
      const b = resolve(eight, 'newton').velocities
      for (let i = 0; i < 12; i++) expect(Math.abs(a[i] - b[i]), `seed ${seed}`).toBeLessThan(1e-8)
    }
  },
)

it.each([0.5, 3])(
  'no contact approaches after an impact by Poisson, and energy does not grow: mu up to %d',
  (mu) => {
    for (const seed of campaignSeeds(500, 20))
      for (const impact of [
        createAnyImpact(seed, 3, mu),
        createBodyImpact(seed, 3, 2, mu),
        createBodyImpact(seed, 2, 1, mu),
        createLanding(seed, 4, mu),
      ]) {
        const { impulses, velocities, without } = resolve(impact, 'poisson')
        const { lost, size } = computeEnergies(impact, impulses)
        expect(without).not.toBe('friction')
        expect(lost, `seed ${seed}`).toBeGreaterThan(-1e-9 * size)
        impact.contacts.forEach(({ friction }, k) => {
          expect(velocities[3 * k], `seed ${seed}`).toBeGreaterThan(-1e-9 * Math.hypot(...impact.u))
          const limit = friction * impulses[3 * k]
          expect(Math.hypot(impulses[3 * k + 1], impulses[3 * k + 2])).toBeLessThanOrEqual(
            limit + 1e-9 * Math.hypot(...impulses),
          )
        })
      }
  },
)
