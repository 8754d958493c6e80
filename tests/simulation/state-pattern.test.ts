import { expect, it } from 'vitest'
import { findGroupPattern } from '../../src/simulation/solver-interface/state-pattern.ts'

/** Unknown rows of n states. */
const unknown = (n: number): null[] => Array.from({ length: n }, () => null)

it('a group that couples nearly everything has no pattern, and none is created temporarily', () => {
  // All pairs of 20 000 states would be 4e8 entries, more than fits into memory.
  const all = Array.from({ length: 20_000 }, (_, i) => i)
  expect(findGroupPattern(unknown(20_000), [all])).toEqual({})
  expect(findGroupPattern(unknown(20_000), [all.slice(0, 12_000), all.slice(12_000)])).toEqual({})
})

it('small groups have a pattern of all their pairs', () => {
  const groups = Array.from({ length: 10 }, (_, k) => [4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3])
  const pattern = findGroupPattern(unknown(40), groups).sparsity!
  expect(pattern.rowIdx.length).toBe(10 * 16)
  expect(Array.from(pattern.rowIdx.slice(pattern.colPtr[5], pattern.colPtr[6]))).toEqual([4, 5, 6, 7])
})

it('rows with known columns have no others', () => {
  // Positions 0 2 4 … with velocities 1 3 5 …
  const known = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? [i + 1] : null))
  const groups = Array.from({ length: 10 }, (_, k) => [4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3])
  const { sparsity } = findGroupPattern(known, groups)
  expect(sparsity!.rowIdx.length).toBe(10 * (2 * 4 + 2))
  // one group of all: half of the entries, too many for a sparse matrix
  const all = Array.from({ length: 40 }, (_, i) => i)
  const { sparsity: none, sparseRows } = findGroupPattern(known, [all])
  expect(none).toBeUndefined()
  expect(Array.from(sparseRows!.rows)).toEqual(all.filter((i) => i % 2 === 0))
  expect(Array.from(sparseRows!.colIdx)).toEqual(all.filter((i) => i % 2 === 1))
})
