import { describe, expect, test } from 'vitest'
import { computeTc2, computeTc3, isTc1 } from '../../../src/collision/mpr/mpr-termination-conditions.ts'

// r1 = (1, 2, 3), r4 = (4, -1, 2), n = (2, 3, 6) with |n| = 7
const TC2 = Math.hypot(-1 * 6 - 2 * 3, 2 * 2 - 4 * 6, 4 * 3 + 1 * 2) / 7
const TC3 = Math.abs((4 - 1) * 2 + (-1 - 2) * 3 + (2 - 3) * 6) / 7

describe('termination conditions of MPR', () => {
  test('TC1 is met below the limit, not at it', () => {
    expect(isTc1(0.9, 1)).toBe(true)
    expect(isTc1(1, 1)).toBe(false)
    expect(isTc1(Number.NaN, 1)).toBe(false)
  })

  test('TC2 is the square of |r4 × e4|, times that of n', () => {
    expect(computeTc2(4, -1, 2, 2, 3, 6)).toBeCloseTo(49 * TC2 * TC2, 12)
    expect(computeTc2(4, 6, 12, 2, 3, 6)).toBe(0)
  })

  test('TC3 is the square of |(r4 − r1)·e4|, times that of n', () => {
    const reach = 4 * 2 - 1 * 3 + 2 * 6
    const level = 1 * 2 + 2 * 3 + 3 * 6
    expect(computeTc3(reach, level)).toBeCloseTo(49 * TC3 * TC3, 12)
    expect(computeTc3(level, level)).toBe(0)
  })
})
