import { expect, it } from 'vitest'
import { findGroupPattern } from '../../src/simulation/jacobian/state-pattern.ts'

it('a group that couples nearly everything has no pattern, and none is made on the way', () => {
  // All pairs of 20 000 states would be 4e8 entries, more than fits into memory.
  const all = Array.from({ length: 20_000 }, (_, i) => i)
  expect(findGroupPattern(20_000, [all])).toBeNull()
  expect(findGroupPattern(20_000, [all.slice(0, 12_000), all.slice(12_000)])).toBeNull()
})

it('small groups have one, of all their pairs', () => {
  const pattern = findGroupPattern(
    40,
    Array.from({ length: 10 }, (_, k) => [4 * k, 4 * k + 1, 4 * k + 2, 4 * k + 3]),
  )!
  expect(pattern.rowIdx.length).toBe(10 * 16)
  expect(Array.from(pattern.rowIdx.slice(pattern.colPtr[5], pattern.colPtr[6]))).toEqual([4, 5, 6, 7])
})
