import fc from 'fast-check'
import { type CscPattern, createPatternFromRows } from 'vario/math'
import { describe, expect, it } from 'vitest'
import { colorColumns } from '../../src/math/index.ts'
import { createRandom, gridLaplacian, tridiagonal } from './matrix-helpers.ts'

/** Asserts that no row has one color twice, and that the flat arrays contain every column once, under its color. */
function expectValid(pattern: CscPattern): number {
  const { nColors, color, colorPtr, columns } = colorColumns(pattern)
  const seen = new Set<string>()
  for (let j = 0; j < pattern.nCols; j++) {
    expect(color[j]).toBeGreaterThanOrEqual(0)
    expect(color[j]).toBeLessThan(nColors)
    for (let p = pattern.colPtr[j]; p < pattern.colPtr[j + 1]; p++) {
      const key = `${pattern.rowIdx[p]} ${color[j]}`
      expect(seen.has(key)).toBe(false)
      seen.add(key)
    }
  }
  expect(colorPtr.length).toBe(nColors + 1)
  expect(colorPtr[nColors]).toBe(pattern.nCols)
  for (let c = 0; c < nColors; c++) {
    expect(colorPtr[c + 1]).toBeGreaterThan(colorPtr[c])
    for (let q = colorPtr[c]; q < colorPtr[c + 1]; q++) expect(color[columns[q]]).toBe(c)
  }
  expect(Array.from(columns).sort((a, b) => a - b)).toEqual(Array.from(color.keys()))
  return nColors
}

describe('column coloring', () => {
  it('needs 3 colors for a tridiagonal matrix', () => {
    for (const n of [3, 4, 10, 1001]) expect(expectValid(tridiagonal(n))).toBe(3)
  })

  it('needs k colors for diagonal blocks of size k', () => {
    for (const k of [1, 2, 5]) {
      const rows = Array.from({ length: 6 * k }, (_, i) =>
        Array.from({ length: k }, (_, c) => Math.floor(i / k) * k + c),
      )
      expect(expectValid(createPatternFromRows(6 * k, rows))).toBe(k)
    }
  })

  it('needs n colors for an arrow matrix, whose first row is full', () => {
    const n = 20
    const rows = Array.from({ length: n }, (_, i) =>
      i === 0 ? Array.from({ length: n }, (_, j) => j) : [0, i],
    )
    expect(expectValid(createPatternFromRows(n, rows))).toBe(n)
  })

  it('needs 1 color for columns that share nothing, none for no columns', () => {
    expect(expectValid(createPatternFromRows(4, [[0], [1], [2], [3]]))).toBe(1)
    expect(expectValid(createPatternFromRows(4, [[], []]))).toBe(1)
    expect(expectValid(createPatternFromRows(0, []))).toBe(0)
  })

  it('stays near the optimum of 5 on a grid', () => {
    // Five-point stencil: 5 is the least possible; a greedy coloring that ignored the order would use about 10
    expect(expectValid(gridLaplacian(20))).toBeLessThanOrEqual(8)
  })

  it('improves on a bad given order', () => {
    // Crown: column 2i meets column 2j+1 for i ≠ j. In the given order the greedy method needs n/2 colors, the optimum is 2.
    // The hub column 2m, which meets all even columns, makes them the largest, and largest-first needs 2.
    const m = 6
    const rows: number[][] = []
    for (let i = 0; i < m; i++) for (let j = 0; j < m; j++) if (i !== j) rows.push([2 * i, 2 * j + 1])
    for (let i = 0; i < m; i++) rows.push([2 * i, 2 * m])
    expect(expectValid(createPatternFromRows(2 * m + 1, rows))).toBe(2)
  })

  it('gives valid colorings, at or above the lower bound, for random patterns', () => {
    fc.assert(
      fc.property(fc.nat(15), fc.nat(15), fc.integer(), (nRows, nCols, seed) => {
        const random = createRandom(seed)
        const density = 0.6 * random()
        const rows = Array.from({ length: nRows }, () =>
          Array.from({ length: nCols }, (_, j) => j).filter(() => random() < density),
        )
        const fullest = Math.max(0, ...rows.map((row) => row.length))
        expect(expectValid(createPatternFromRows(nCols, rows))).toBeGreaterThanOrEqual(fullest)
      }),
      { seed: 31, numRuns: 200 },
    )
  })

  it('returns the better of the greedy colorings in the given order and by falling degree', () => {
    /** With sets of neighbors, in place of the arrays. */
    const colorBy = (neighbors: readonly Set<number>[], order: readonly number[]): number => {
      const color = new Map<number, number>()
      for (const j of order) {
        const taken = new Set([...neighbors[j]].map((other) => color.get(other)))
        let c = 0
        while (taken.has(c)) c++
        color.set(j, c)
      }
      return new Set(color.values()).size
    }
    const random = createRandom(8)
    let nGain = 0
    for (let k = 0; k < 100; k++) {
      const [nRows, nCols] = [20, 16]
      const rows = Array.from({ length: nRows }, () =>
        Array.from({ length: nCols }, (_, j) => j).filter(() => random() < 0.15),
      )
      const neighbors = Array.from({ length: nCols }, (_, j) => {
        const all = new Set(rows.filter((row) => row.includes(j)).flat())
        all.delete(j)
        return all
      })
      const given = neighbors.map((_, j) => j)
      const falling = [...given].sort((a, b) => neighbors[b].size - neighbors[a].size || a - b)
      const [first, second] = [given, falling].map((order) => colorBy(neighbors, order))
      if (second < first) nGain++
      expect(expectValid(createPatternFromRows(nCols, rows))).toBe(Math.min(first, second))
    }
    expect(nGain).toBeGreaterThan(5)
  })
})
