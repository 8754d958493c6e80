import fc from 'fast-check'
import { createDenseLu, factorDenseLu, solveDenseLu } from 'vario/math'
import { describe, expect, it } from 'vitest'
import { createComplexDenseLu, factorComplexDenseLu, solveComplexDenseLu } from '../../src/math/index.ts'
import { backwardError, createRandom, EPS, randomVector, relativeDifference } from './matrix-helpers.ts'

/** The real 2n × 2n matrix [Re -Im; Im Re] that maps (Re x, Im x) as the complex one maps x. */
function realEquivalent(n: number, re: Float64Array, im: Float64Array): Float64Array {
  const m = 2 * n
  const out = new Float64Array(m * m)
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      out[i * m + j] = out[(i + n) * m + j + n] = re[i * n + j]
      out[(i + n) * m + j] = im[i * n + j]
      out[i * m + j + n] = -im[i * n + j]
    }
  }
  return out
}

describe('complex dense LU', () => {
  it('solves (1 + i) x = 2', () => {
    const lu = createComplexDenseLu(1)
    lu.re[0] = 1
    lu.im[0] = 1
    expect(factorComplexDenseLu(lu)).toBe(0)
    const re = Float64Array.of(7, 2)
    const im = Float64Array.of(7, 0)
    solveComplexDenseLu(lu, re, im, 1)
    expect(Array.from(re)).toEqual([7, 1])
    expect(Array.from(im)).toEqual([7, -1])
  })

  it('agrees with the real system of twice the size', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), fc.integer(), (n, seed) => {
        const random = createRandom(seed)
        const re = randomVector(n * n, random)
        const im = randomVector(n * n, random)
        const b = randomVector(2 * n, random)
        const lu = createComplexDenseLu(n)
        lu.re.set(re)
        lu.im.set(im)
        expect(factorComplexDenseLu(lu)).toBe(0)
        const xRe = b.slice(0, n)
        const xIm = b.slice(n)
        solveComplexDenseLu(lu, xRe, xIm)
        const x = new Float64Array(2 * n)
        x.set(xRe)
        x.set(xIm, n)
        const real = realEquivalent(n, re, im)
        // As in the real case, with about twice the operations per entry
        expect(backwardError(2 * n, real, x, b)).toBeLessThan(4 * n * EPS)
        const realLu = createDenseLu(2 * n)
        realLu.a.set(real)
        expect(factorDenseLu(realLu)).toBe(0)
        const y = b.slice()
        solveDenseLu(realLu, y)
        // Condition numbers of random matrices of this size stay below 1e4 for the seed
        expect(relativeDifference(x, y)).toBeLessThan(1e4 * 4 * n * EPS)
      }),
      { seed: 11, numRuns: 150 },
    )
  })

  it('neither overflows nor underflows where the result is in range', () => {
    for (const scale of [1e-300, 1e300]) {
      const lu = createComplexDenseLu(2)
      lu.re.set([scale, 0, 2 * scale, scale])
      lu.im.set([scale, scale, 0, -scale])
      const bRe = Float64Array.of(scale, scale)
      const bIm = Float64Array.of(0, scale)
      expect(factorComplexDenseLu(lu)).toBe(0)
      solveComplexDenseLu(lu, bRe, bIm)
      const unit = createComplexDenseLu(2)
      unit.re.set([1, 0, 2, 1])
      unit.im.set([1, 1, 0, -1])
      const uRe = Float64Array.of(1, 1)
      const uIm = Float64Array.of(0, 1)
      factorComplexDenseLu(unit)
      solveComplexDenseLu(unit, uRe, uIm)
      // The scale is not a power of two: each number is rounded differently, a few ulps
      expect(relativeDifference(bRe, uRe)).toBeLessThan(8 * EPS)
      expect(relativeDifference(bIm, uIm)).toBeLessThan(8 * EPS)
    }
  })

  it('reports the column without a usable pivot', () => {
    const lu = createComplexDenseLu(2)
    // Second row = i × first row
    lu.re.set([1, 2, 0, 0])
    lu.im.set([0, 0, 1, 2])
    expect(factorComplexDenseLu(lu)).toBe(2)
    lu.re.set([1, 2, 3, 4])
    lu.im.set([0, 0, NaN, 0])
    expect(factorComplexDenseLu(lu)).toBeGreaterThan(0)
  })
})
