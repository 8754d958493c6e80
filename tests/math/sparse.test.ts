import fc from 'fast-check'
import { InputError } from 'vario'
import { createCscFromTriplets, createPatternFromRows } from 'vario/math'
import { describe, expect, it } from 'vitest'
import {
  assertCscPattern,
  createCscFromDense,
  createDensePattern,
  createPatternFromPairs,
  findEntry,
  multiplyCsc,
  multiplyTransposeCsc,
  transposeCsc,
  transposePattern,
} from '../../src/math/index.ts'
import { createRandom, EPS, randomVector, relativeDifference, toDense } from './matrix-helpers.ts'

/** A dense row-major matrix in which about two of three entries are zero. */
function randomDense(nRows: number, nCols: number, random: () => number): Float64Array {
  return Float64Array.from({ length: nRows * nCols }, () => (random() < 0.67 ? 0 : 2 * random() - 1))
}

describe('sparse matrices', () => {
  it('sorts triplets and adds those at the same place', () => {
    const m = createCscFromTriplets(3, 2, [2, 0, 2, 1, 2], [1, 1, 0, 0, 1], [10, 2, 3, 4, 5])
    expect(Array.from(m.colPtr)).toEqual([0, 2, 4])
    expect(Array.from(m.rowIdx)).toEqual([1, 2, 0, 2])
    expect(Array.from(m.values)).toEqual([4, 3, 2, 15])
  })

  it('builds a pattern from the unknowns of each equation', () => {
    const pattern = createPatternFromRows(3, [[2, 0, 2], [], [1]])
    expect(Array.from(pattern.colPtr)).toEqual([0, 1, 2, 3])
    expect(Array.from(pattern.rowIdx)).toEqual([0, 2, 0])
    expect(pattern).not.toHaveProperty('values')
  })

  it('restores a matrix from dense form, and after two transpositions', () => {
    fc.assert(
      fc.property(fc.nat(8), fc.nat(8), fc.integer(), (nRows, nCols, seed) => {
        const a = randomDense(nRows, nCols, createRandom(seed))
        const m = createCscFromDense(nRows, nCols, a)
        assertCscPattern('m', m)
        expect(toDense(m, m.values)).toEqual(a)
        const t = transposeCsc(m)
        assertCscPattern('t', t)
        for (let i = 0; i < nRows; i++) {
          for (let j = 0; j < nCols; j++) {
            const p = findEntry(m, i, j)
            expect(p < 0 ? 0 : m.values[p]).toBe(a[i * nCols + j])
            const q = findEntry(t, j, i)
            expect(q < 0 ? 0 : t.values[q]).toBe(a[i * nCols + j])
          }
        }
        expect(transposeCsc(t)).toEqual(m)
        const pattern = createPatternFromPairs(nRows, nCols, m.rowIdx, columnsOf(m.colPtr))
        expect(transposePattern(transposePattern(pattern))).toEqual(pattern)
      }),
      { seed: 21, numRuns: 100 },
    )
  })

  it('multiplies like the dense matrix', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 9 }),
        fc.integer(),
        (nRows, nCols, seed) => {
          const random = createRandom(seed)
          const a = randomDense(nRows, nCols, random)
          const m = createCscFromDense(nRows, nCols, a)
          const x = randomVector(nCols, random)
          const z = randomVector(nRows, random)
          const y = new Float64Array(nRows).fill(99)
          const w = new Float64Array(nCols).fill(99)
          multiplyCsc(m, m.values, x, y)
          multiplyTransposeCsc(m, m.values, z, w)
          const yDense = new Float64Array(nRows)
          const wDense = new Float64Array(nCols)
          for (let i = 0; i < nRows; i++) {
            for (let j = 0; j < nCols; j++) {
              yDense[i] += a[i * nCols + j] * x[j]
              wDense[j] += a[i * nCols + j] * z[i]
            }
          }
          // The same products in the same order: equal to the last bit, up to the sign of zero
          expect(relativeDifference(y, yDense)).toBeLessThan(EPS)
          expect(relativeDifference(w, wDense)).toBeLessThan(EPS)
        },
      ),
      { seed: 22, numRuns: 100 },
    )
  })

  it('knows the full pattern and the empty one', () => {
    const full = createDensePattern(2, 3)
    assertCscPattern('full', full)
    expect(Array.from(full.rowIdx)).toEqual([0, 1, 0, 1, 0, 1])
    const empty = createCscFromTriplets(0, 0, [], [], [])
    assertCscPattern('empty', empty)
    expect(empty.rowIdx.length).toBe(0)
  })

  it('names the index that is wrong', () => {
    expect(() => createCscFromTriplets(2, 2, [0, 2], [0, 1], [1, 1])).toThrow(
      'rows[1]: expected an index from 0 to 1, got 2.',
    )
    expect(() => createCscFromTriplets(2, 2, [0, 1], [0, -1], [1, 1])).toThrow('cols[1]')
    expect(() => createPatternFromPairs(2, 2, [0.5], [0])).toThrow('rows[0]')
    expect(() => createPatternFromRows(2, [[0], [1, 2]])).toThrow('rows[1][1]')
    expect(() => createCscFromTriplets(2, 2, [0], [0, 1], [1])).toThrow(InputError)
    expect(() => createCscFromTriplets(2, 2, [0], [0], [])).toThrow(InputError)
    expect(() => createCscFromDense(2, 2, [1, 2, 3])).toThrow(InputError)
    expect(() => createDensePattern(-1, 2)).toThrow('nRows')
  })

  it('rejects arrays that do not form a pattern', () => {
    const check = (colPtr: number[], rowIdx: number[]) => () =>
      assertCscPattern('p', {
        nRows: 3,
        nCols: 2,
        colPtr: Int32Array.from(colPtr),
        rowIdx: Int32Array.from(rowIdx),
      })
    expect(check([0, 2, 3], [0, 2, 1])).not.toThrow()
    expect(check([0, 2], [0, 2])).toThrow('p.colPtr')
    expect(check([1, 2, 3], [0, 2, 1])).toThrow('p.colPtr[0]')
    expect(check([0, 2, 1], [0])).toThrow('p.colPtr[2]')
    expect(check([0, 2, 3], [0, 2])).toThrow('p.rowIdx')
    expect(check([0, 2, 3], [0, 3, 1])).toThrow('p.rowIdx[1]')
    expect(check([0, 2, 3], [2, 0, 1])).toThrow('p.rowIdx[1]: expected more than 2')
    expect(check([0, 2, 3], [1, 1, 1])).toThrow('p.rowIdx[1]')
  })
})

function columnsOf(colPtr: Int32Array): number[] {
  const columns: number[] = []
  for (let j = 0; j + 1 < colPtr.length; j++) for (let p = colPtr[j]; p < colPtr[j + 1]; p++) columns.push(j)
  return columns
}
