import { describe, expect, it } from 'vitest'
import { computeErrorWeights, maxAbs, worstComponent, wrmsNorm, wrmsNormAt } from '../../src/math/index.ts'

describe('norms', () => {
  it('weighs with the reciprocal of rtol |x| + atol', () => {
    const weights = new Float64Array(3)
    computeErrorWeights(
      weights,
      Float64Array.of(0.5, 0.5, 0.5),
      Float64Array.of(1, 0.25, 0),
      Float64Array.of(-2, 0, 0),
    )
    expect(Array.from(weights)).toEqual([0.5, 4, Infinity])
  })

  it('takes the root of the mean square', () => {
    // (3·1)² + (2·2)² = 25, mean 12.5: all steps but the root are exact
    const weights = Float64Array.of(1, 2)
    expect(wrmsNorm(Float64Array.of(3, -2), weights)).toBe(Math.sqrt(12.5))
    expect(wrmsNormAt(Float64Array.of(9, 9, 3, -2, 9), 2, weights)).toBe(Math.sqrt(12.5))
  })

  it('gives 1 for an error that uses its full tolerance in every component', () => {
    const x = Float64Array.of(1, 100, 0)
    const atol = Float64Array.of(0.25, 0.25, 0.25)
    const weights = new Float64Array(3)
    computeErrorWeights(weights, Float64Array.of(0.125, 0.125, 0.125), atol, x)
    // 1/12.75 is rounded: 1 within two ulps
    expect(wrmsNorm(Float64Array.of(0.375, 12.75, 0.25), weights)).toBeCloseTo(1, 15)
  })

  it('gives 0 for the empty vector', () => {
    const empty = new Float64Array(0)
    expect(wrmsNorm(empty, empty)).toBe(0)
    expect(wrmsNormAt(Float64Array.of(1), 1, empty)).toBe(0)
    expect(maxAbs(empty)).toBe(0)
    expect(worstComponent(empty, empty)).toBe(-1)
  })

  it('does not hide NaN', () => {
    const v = Float64Array.of(1, NaN, 5)
    const weights = Float64Array.of(1, 1, 1)
    expect(wrmsNorm(v, weights)).toBeNaN()
    expect(wrmsNormAt(v, 0, weights)).toBeNaN()
    expect(maxAbs(v)).toBeNaN()
    expect(worstComponent(v, weights)).toBe(1)
  })

  it('finds the largest component, weighted or not', () => {
    expect(maxAbs(Float64Array.of(1, -7, 3))).toBe(7)
    expect(maxAbs(Float64Array.of(1, -7, 3), 1)).toBe(1)
    expect(worstComponent(Float64Array.of(1, -7, 3), Float64Array.of(1, 1, 1))).toBe(1)
    expect(worstComponent(Float64Array.of(1, -7, 3), Float64Array.of(9, 1, 1))).toBe(0)
    expect(worstComponent(Float64Array.of(0, 0), Float64Array.of(1, 1))).toBe(0)
  })
})
