import fc from 'fast-check'
import { createSparseLu, factorSparseLu, solveSparseLu } from 'vario/math'
import { describe, expect, it } from 'vitest'
import {
  analyzeSparseLu,
  type CscMatrix,
  createComplexSparseLu,
  createCscFromDense,
  factorComplexSparseLu,
  findEntry,
  solveComplexSparseLu,
} from '../../src/math/index.ts'
import {
  backwardError,
  buildMatrix,
  createRandom,
  EPS,
  gridLaplacian,
  randomSparse,
  randomVector,
  toDense,
} from './matrix-helpers.ts'

/** The real 2n × 2n matrix [Re -Im; Im Re] that maps (Re x, Im x) as the complex one maps x. */
function realEquivalent(m: CscMatrix, re: Float64Array, im: Float64Array): CscMatrix {
  const n = m.nCols
  return buildMatrix(2 * n, (add) => {
    for (let j = 0; j < n; j++) {
      for (let p = m.colPtr[j]; p < m.colPtr[j + 1]; p++) {
        const i = m.rowIdx[p]
        add(i, j, re[p])
        add(i + n, j + n, re[p])
        add(i + n, j, im[p])
        add(i, j + n, -im[p])
      }
    }
  })
}

describe('complex sparse LU', () => {
  it('solves the real system of twice the size, when pivoting and when reusing pivots', () => {
    let nReused = 0
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30 }), fc.nat(3), fc.integer(), (n, extra, seed) => {
        const random = createRandom(seed)
        const m = randomSparse(n, extra, random)
        const lu = createComplexSparseLu(m)
        const im = randomVector(m.values.length, random)
        for (let repeat = 0; repeat < 2; repeat++) {
          const re = m.values.map((v) => v * (1 + 0.2 * repeat * random()))
          expect(factorComplexSparseLu(lu, re, im)).toBe(0)
          const b = randomVector(2 * n, random)
          const x = b.slice()
          const xIm = b.slice(n)
          solveComplexSparseLu(lu, x, xIm)
          x.set(xIm, n)
          const real = realEquivalent(m, re, im)
          // As for real sparse LU: 10 ε per row of the real system
          expect(backwardError(2 * n, toDense(real, real.values), x, b)).toBeLessThan(10 * 2 * n * EPS)
        }
        nReused += lu.nReused
      }),
      { seed: 71, numRuns: 150 },
    )
    expect(nReused).toBeGreaterThan(100)
  })

  it('agrees with real LU when the imaginary part is zero, on one shared analysis', () => {
    const m = gridLaplacian(12)
    const analysis = analyzeSparseLu(m)
    const real = createSparseLu(m, analysis)
    const complex = createComplexSparseLu(m, analysis)
    expect(complex.analysis).toBe(real.analysis)
    expect(factorSparseLu(real, m.values)).toBe(0)
    expect(factorComplexSparseLu(complex, m.values, new Float64Array(m.values.length))).toBe(0)
    expect(complex.nnzL).toBe(real.nnzL)
    expect(complex.nnzU).toBe(real.nnzU)
    expect(complex.structure.rowOfStep).toEqual(real.structure.rowOfStep)
    const b = randomVector(m.nCols, createRandom(72))
    const x = b.slice()
    const xIm = new Float64Array(m.nCols)
    solveSparseLu(real, b)
    solveComplexSparseLu(complex, x, xIm)
    // Condition number at most 81, some roundings more for complex reciprocals
    for (let i = 0; i < m.nCols; i++) expect(Math.abs(x[i] - b[i])).toBeLessThan(81 * 8 * EPS)
    expect(xIm.every((v) => v === 0)).toBe(true)
  })

  it('chooses new pivots when a pivot vanishes, and reports singular matrices', () => {
    const m = createCscFromDense(2, 2, [2, 1, 1, 2])
    const lu = createComplexSparseLu(m)
    const im = Float64Array.of(1, 0, 0, 1)
    expect(factorComplexSparseLu(lu, m.values, im)).toBe(0)
    const re = m.values.slice()
    const zero = new Float64Array(4)
    re[findEntry(m, 0, 0)] = 0
    re[findEntry(m, 1, 1)] = 0
    expect(factorComplexSparseLu(lu, re, zero)).toBe(0)
    expect(lu.nPivoted).toBe(2)
    const bRe = Float64Array.of(9, 3, 4)
    const bIm = Float64Array.of(9, 5, 6)
    solveComplexSparseLu(lu, bRe, bIm, 1)
    expect(Array.from(bRe)).toEqual([9, 4, 3])
    expect(Array.from(bIm)).toEqual([9, 6, 5])
    // (1, i; i, -1): second row = i × first row
    expect(
      factorComplexSparseLu(lu, Float64Array.of(1, 0, 0, -1), Float64Array.of(0, 1, 1, 0)),
    ).toBeGreaterThan(0)
    expect(factorComplexSparseLu(lu, Float64Array.of(1, 0, NaN, 1), zero)).toBe(2)
    expect(factorComplexSparseLu(lu, Float64Array.of(1, 0, 0, 1), Float64Array.of(0, Infinity, 0, 0))).toBe(1)
    expect(factorComplexSparseLu(lu, m.values, im)).toBe(0)
  })

  it('rejects too few values', () => {
    const m = createCscFromDense(2, 2, [2, 1, 1, 2])
    const lu = createComplexSparseLu(m)
    expect(() => factorComplexSparseLu(lu, new Float64Array(3), new Float64Array(4))).toThrow(
      're: expected 4 values',
    )
    expect(() => factorComplexSparseLu(lu, new Float64Array(4), new Float64Array(3))).toThrow(
      'im: expected 4 values',
    )
  })
})
