/** Thesis figure B.5. */
import { expect, it } from 'vitest'
import { simulateRattleback } from '../../examples/rattleback.ts'
import { rollIdeally } from '../multibody/contact/independent/ideal-rattleback.ts'
import { energyBalance, energyRise } from '../multibody/contact/measures.ts'

it('the rattleback wobbles, stops and reverses, like one that rolls without slip', () => {
  const result = simulateRattleback(3.3)
  const spin = (t: number): number => result.vectorAt('rattleback.angularVelocity', t)[2]
  const idealSpin = (t: number): number => {
    const [wx, wy, wz, ux, uy, uz] = rollIdeally(t)
    return wx * ux + wy * uy + wz * uz
  }
  // The remaining slip and damping dissipate 0.6 mJ of 21 mJ: 3 % in four seconds. By then both have pitched and rolled
  // a hundred times, and differ in phase; the spin, whose energy the oscillation takes, follows the mean.
  for (const [t, bound] of [
    [0.25, 0.01],
    [0.5, 0.01],
    [1, 0.02],
    [2, 0.1],
    [2.5, 0.1],
  ])
    expect(Math.abs(spin(t) - idealSpin(t)), `t = ${t}`).toBeLessThan(bound)
  // it starts with 5 rad/s, and reverses at 3.0 s
  expect(spin(2.8)).toBeGreaterThan(0.1)
  expect(spin(3.2)).toBeLessThan(-0.1)
  expect(idealSpin(2.8)).toBeGreaterThan(0.1)
  expect(idealSpin(3.2)).toBeLessThan(-0.1)
  // always on the plate
  expect(result.final('world.nContact')).toBe(1)
  // of 0.12 J
  expect(energyRise(result)).toBeLessThan(1e-7)
  expect(energyBalance(result)).toBeLessThan(1e-7)
})
