import { describe, expect, it } from 'vitest'
import { Law } from '../../../src/multibody/elements/force-law.ts'

const relative = (found: number, exact: number): number => Math.abs(found / exact - 1)

describe('energy of a law', () => {
  it('a coefficient: c x²/2', () => {
    expect(Law.read('', 8).energy(-0.5)).toBe(1)
  })

  it('polynomials up to degree 5 without an error of the quadrature', () => {
    const law = Law.read('', (x: number) => 2 * x + 5 * x ** 4 - 6 * x ** 5)
    // 64 panels of 3 nodes: rounding of some 200 terms
    for (const x of [0.3, -0.7, 2])
      expect(relative(law.energy(x), x ** 2 + x ** 5 - x ** 6)).toBeLessThan(1e-13)
  })

  it('powers that are not smooth at zero', () => {
    for (const power of [0.5, 1.2, 1.5]) {
      const law = Law.read('', (x: number) => Math.sign(x) * Math.abs(x) ** power)
      // the first panel is 1/64³ of the deflection, and misses a part of its own energy: 64^(-3(1 + power)) < 1e-8
      for (const x of [0.02, -3])
        expect(relative(law.energy(x), Math.abs(x) ** (power + 1) / (power + 1))).toBeLessThan(1e-8)
    }
  })

  it('a pole at zero: the force of a gas over its height, from 1 on', () => {
    const law = Law.read('', (x: number) => -Math.sign(x) * Math.abs(x) ** -1.3)
    // panels are at most 0.144 of their place wide: Gauss' error h⁷ f⁽⁶⁾/2016000 is 1e-9 of x f in each of the 64
    for (const x of [1e-4, 0.2, 1, 40, -0.3]) {
      const exact = (Math.abs(x) ** -0.3 - 1) / 0.3
      expect(Math.abs(law.energy(x) - exact)).toBeLessThan(1e-8 * (1 + Math.abs(exact)))
    }
  })

  it('a law with play: the kink lies inside of a panel', () => {
    const law = Law.read('', (x: number) => 1000 * (Math.max(x - 0.013, 0) + Math.min(x + 0.013, 0)))
    // the panels are at most 3/64 of the deflection wide: h²/8 of the stiffness
    expect(relative(law.energy(0.05), 500 * 0.037 ** 2)).toBeLessThan(2e-4)
  })

  it('no law: no force', () => {
    expect(Law.read('', undefined).at(3)).toBe(0)
    expect(Law.readVector('', undefined).map((law) => law.energy(2))).toEqual([0, 0, 0])
  })
})
