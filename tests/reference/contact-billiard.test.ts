/** Billiard games: thesis ch. 8.2 and figure B.10. */
import { type SignalTable, simulate } from 'vario'
import { describe, expect, it } from 'vitest'
import { energyBalance, energyRise, largestDifference } from '../multibody/contact/measures.ts'
import { billiard } from '../multibody/contact/thesis-models.ts'

/** Positions of n balls on the table at the end [m]. */
const placesOf = (result: SignalTable, n: number): number[] =>
  Array.from({ length: n }, (_, k) => [...result.finalVector(`ball${k}.translation`)].slice(0, 2)).flat()

/** Hertz: weight and depth of a ball at rest on the table [m]. */
const WEIGHT = 1768 * (Math.PI / 6) * 0.06 ** 3 * 9.81
const MODULUS = 1 / ((1 - 0.34 ** 2) / 5.4e9 + (1 - 0.4 ** 2) / 1.1e10)
const DEPTH = (WEIGHT / ((4 / 3) * MODULUS * Math.sqrt(0.03))) ** (2 / 3)

/** Checks that no ball leaves the table, and that the energy does not increase. */
function expectGame(result: SignalTable, n: number, tolerance: number): void {
  for (let k = 0; k < n; k++) {
    const [x, y, z] = result.finalVector(`ball${k}.translation`)
    // cushions at 1.045 m and 0.485 m
    expect(Math.abs(x)).toBeLessThan(1.045 - 0.02)
    expect(Math.abs(y)).toBeLessThan(0.485 - 0.02)
    // 1.6e-6 m deep, to 3 digits at all tolerances
    expect((0.03 - z) / DEPTH).toBeCloseTo(1, 3)
  }
  // of 1.1 … 1.8 J; the energy never exceeds that of the start by more than 1e-6 J (issue)
  expect(energyRise(result)).toBeLessThan(1e-6)
  // a few collisions for every ball, each as accurate as the tolerance
  expect(energyBalance(result)).toBeLessThan(4 * n * tolerance)
}

describe('billiard', () => {
  it('runs of 4 balls with different tolerances agree (figure B.10)', () => {
    const coarse = simulate(billiard(2), { stopTime: 1.5, tolerance: 1e-6 })
    const fine = simulate(billiard(2), { stopTime: 1.5, tolerance: 1e-8 })
    // five collisions of balls, and three with cushions, too few for chaos
    expect(largestDifference(placesOf(coarse, 4), placesOf(fine, 4))).toBeLessThan(1e-5)
    expectGame(coarse, 4, 1e-6)
    expectGame(fine, 4, 1e-8)
  })

  it("'collision.Billard16Balls': the break agrees (ch. 8.2)", () => {
    const result = simulate(billiard(5), { stopTime: 1.5, tolerance: 1e-7, interval: 0.01 })
    expectGame(result, 16, 1e-7)
    // published positions of the balls after 1.5 s [m]
    const published = [
      0.9332444149, -0.1818637595, 0.325151503, 0.02772732166, 0.392984429, 0.3144335851, 0.3526470364,
      -0.1455214972, 0.4767004116, 0.309902099, 0.3784043982, -0.01296197688, 0.4633750773, -0.09377922899,
      0.5431124217, 0.2948260805, 0.5280322171, 0.02942766388, 0.5298438316, -0.03183878093, 0.5381962701,
      -0.09511642669, 0.5927013302, 0.3678637189, 0.6246104386, 0.06692602147, 0.7644091593, -0.1068407153,
      0.7873286477, -0.178853451, 0.7976924087, -0.2449407983,
    ]
    // Collisions of spheres are exact in the reference; contacts with the table have forces that do not depend on its
    // scaled distances. Only ball 12 has returned from a cushion with 0.8 m/s: with the softer cushion of the
    // reference, it is 13 ms late.
    const differences = placesOf(result, 16).map((value, i) => Math.abs(value - published[i]))
    const isBall12 = (i: number): boolean => i >> 1 === 12
    expect(Math.max(...differences.filter((_, i) => !isBall12(i)))).toBeLessThan(5e-4)
    expect(Math.max(...differences.filter((_, i) => isBall12(i)))).toBeLessThan(0.8 * 0.02)
  })
})
