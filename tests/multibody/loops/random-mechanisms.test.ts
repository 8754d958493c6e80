/**
 * Random mechanisms, planar and spatial, with several loops, on free bodies and with contacts: two choices of the cut
 * joints agree, loops stay closed, energy is kept, and every run completes.
 */
import { type SignalTable, simulate } from 'vario'
import { describe, expect, test } from 'vitest'
import { campaignSeeds } from '../../support/campaign-seeds.ts'
import { createRandom } from '../../support/random.ts'
import {
  buildRandomMechanism,
  createRandomMechanism,
  holdsPoint,
  type MechanismKind,
  type RandomMechanism,
} from './support/random-mechanism.ts'

const cutsOf = (result: SignalTable): string[] =>
  (result.segments[0].tree?.cuts ?? []).map(({ path }) => path)

/** The mechanism with its default cuts, and with other ones. */
function runTwice(mechanism: RandomMechanism, seed: number, tolerance: number, stopTime: number) {
  const run = (kept: ReadonlySet<string>): SignalTable =>
    simulate(buildRandomMechanism(mechanism, kept), { stopTime, tolerance, interval: 0.01 })
  const first = run(new Set())
  const next = createRandom(seed + 1000)
  for (let attempt = 0; attempt < 10; attempt++) {
    const others = mechanism.joints.map(({ name }) => name).filter(() => next() < 0.5)
    const second = run(new Set([...cutsOf(first), ...others]))
    if (cutsOf(second).join() !== cutsOf(first).join()) return { first, second }
  }
  throw new Error(`seed ${seed}: always the same cuts`)
}

/** Largest distance of the bodies at the end of two runs [m]. */
function compareEnds(a: SignalTable, b: SignalTable, { bodies }: RandomMechanism): number {
  const placeOf = (result: SignalTable, name: string): number[] =>
    [1, 2, 3].map((i) => result.final(`${name}.r_abs[${i}]`))
  return Math.max(
    ...bodies.map(({ name }) => {
      const other = placeOf(b, name)
      return Math.hypot(...placeOf(a, name).map((x, i) => x - other[i]))
    }),
  )
}

/** Largest distance of the two points of any joint, at any output point [m]. */
function measureGap(result: SignalTable, { joints }: RandomMechanism): number {
  let gap = 0
  for (const joint of joints) {
    if (!holdsPoint(joint)) continue
    const [p, q] = [1, 2].map((k) =>
      [1, 2, 3].map((i) => result.values(`${joint.name}_${k}.r_abs[${i}]`) as Float64Array),
    )
    for (let t = 0; t < p[0].length; t++) gap = Math.max(gap, Math.hypot(...p.map((x, i) => x[t] - q[i][t])))
  }
  return gap
}

/** Loss of energy at the end, relative to the largest kinetic energy. */
function measureDrift(result: SignalTable): number {
  const total = result.values('world.totalEnergy') as Float64Array
  const lost = result.has('world.dissipatedEnergy') ? result.final('world.dissipatedEnergy') : 0
  const kinetic = Math.max(...(result.values('world.kineticEnergy') as Float64Array))
  return Math.abs(total[total.length - 1] + lost - total[0]) / kinetic
}

const KINDS: readonly MechanismKind[] = ['planar', 'spatial', 'several loops', 'free']

describe.each(KINDS)('random mechanisms: %s', (kind) => {
  const seeds = campaignSeeds(50, 6).map((seed) => seed - 1)

  test('move alike with two choices of the cuts', () => {
    const tolerance = 1e-8
    for (const seed of seeds) {
      const mechanism = createRandomMechanism(kind, seed)
      const { first, second } = runTwice(mechanism, seed, tolerance, 0.5)
      // half a second takes several steps, each with an error of one tolerance
      expect(compareEnds(first, second, mechanism), `seed ${seed}`).toBeLessThan(10 * tolerance)
      for (const result of [first, second]) {
        expect(measureGap(result, mechanism), `seed ${seed}`).toBeLessThan(1e-10)
        expect(measureDrift(result), `seed ${seed}`).toBeLessThan(10 * tolerance)
      }
      expect(second.segments[0].dof, `seed ${seed}`).toBe(first.segments[0].dof)
      expect(second.segments[0].redundant, `seed ${seed}`).toBe(first.segments[0].redundant)
    }
  })

  test('have closed loops at any tolerance', () => {
    for (const seed of seeds.slice(0, 10)) {
      const mechanism = createRandomMechanism(kind, seed)
      for (const tolerance of [1e-3, 1e-5]) {
        const model = buildRandomMechanism(mechanism, new Set())
        const result = simulate(model, { stopTime: 0.5, tolerance, interval: 0.01 })
        expect(measureGap(result, mechanism), `seed ${seed} at ${tolerance}`).toBeLessThan(1e-10)
      }
    }
  })
})

test('mechanisms that fall onto a plate move alike with two choices of the cuts', () => {
  const tolerance = 1e-7
  let nContact = 0
  const seeds = campaignSeeds(8, 1).map((k) => k - 1)
  for (const seed of seeds) {
    const mechanism = createRandomMechanism('contact', seed)
    const { first, second } = runTwice(mechanism, seed, tolerance, 0.6)
    // impacts on a small sphere amplify differences about ten times each
    expect(compareEnds(first, second, mechanism), `seed ${seed}`).toBeLessThan(1000 * tolerance)
    for (const result of [first, second]) {
      expect(measureGap(result, mechanism), `seed ${seed}`).toBeLessThan(1e-10)
      expect(measureDrift(result), `seed ${seed}`).toBeLessThan(100 * tolerance)
      nContact += Math.max(...(result.values('world.nContact') as Float64Array))
    }
  }
  // each of the runs has had contacts
  expect(nContact).toBeGreaterThanOrEqual(2 * seeds.length)
  // small spheres on a hard plate: half a minute of work
}, 240_000)
