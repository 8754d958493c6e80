import fc from 'fast-check'
import { createPatternFromRows } from 'vario/math'
import { describe, expect, it } from 'vitest'
import { createQr, factorQr, findMaximumTransversal } from '../../src/math/index.ts'
import { createRandom, randomSparse, tridiagonal } from './matrix-helpers.ts'

describe('maximum transversal', () => {
  it('keeps an existing diagonal', () => {
    const { rank, rowOfCol } = findMaximumTransversal(tridiagonal(9))
    expect(rank).toBe(9)
    expect(Array.from(rowOfCol)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
  })

  it('follows an augmenting path through all columns', () => {
    // Row i has unknowns i and i+1, the last row only unknown 0: diagonal first, then everything must move by one
    const n = 50
    const rows = Array.from({ length: n }, (_, i) => (i < n - 1 ? [i, i + 1] : [0]))
    const { rank, rowOfCol } = findMaximumTransversal(createPatternFromRows(n, rows))
    expect(rank).toBe(n)
    expect(rowOfCol[0]).toBe(n - 1)
    for (let j = 1; j < n; j++) expect(rowOfCol[j]).toBe(j - 1)
  })

  it('matches 20 000 columns of a permuted matrix without recursion', () => {
    const n = 20_000
    const m = randomSparse(n, 1, createRandom(4))
    expect(findMaximumTransversal(m).rank).toBe(n)
  })

  it('reports the structural rank: the rank of the matrix with random values', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }),
        fc.integer({ min: 1, max: 12 }),
        fc.integer(),
        (nRows, nCols, seed) => {
          const random = createRandom(seed)
          const density = 0.4 * random()
          const rows = Array.from({ length: nRows }, () =>
            Array.from({ length: nCols }, (_, j) => j).filter(() => random() < density),
          )
          const pattern = createPatternFromRows(nCols, rows)
          const { rank, rowOfCol, colOfRow } = findMaximumTransversal(pattern)
          // A matching of entries that exist
          let nMatched = 0
          for (let j = 0; j < nCols; j++) {
            if (rowOfCol[j] < 0) continue
            nMatched++
            expect(colOfRow[rowOfCol[j]]).toBe(j)
            expect(rows[rowOfCol[j]]).toContain(j)
          }
          expect(nMatched).toBe(rank)
          expect(colOfRow.filter((j) => j >= 0).length).toBe(rank)
          // Random values have the structural rank with probability 1; values of 1..2 keep it far from the tolerance
          const qr = createQr(nRows, nCols)
          for (let i = 0; i < nRows; i++) for (const j of rows[i]) qr.a[i * nCols + j] = 1 + random()
          expect(factorQr(qr, 1e-10)).toBe(rank)
        },
      ),
      { seed: 41, numRuns: 300 },
    )
  })
})
