import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import {
  vec3Add,
  vec3AddScaled,
  vec3Copy,
  vec3Cross,
  vec3Distance,
  vec3Dot,
  vec3Norm,
  vec3Normalize,
  vec3Perpendicular,
  vec3Scale,
  vec3Set,
  vec3Sub,
} from '../../src/math/index.ts'
import { expectClose, SEEDED, unitVector, vector } from '../support/geometry.ts'

describe('vec3 element-wise kernels', () => {
  it('write at the offset only and compute the stated result', () => {
    const a = Float64Array.of(9, 1, 2, 3, 9)
    const b = Float64Array.of(9, 9, 10, 20, 40)
    const out = new Float64Array(5).fill(-1)
    vec3Add(out, 1, a, 1, b, 2)
    expect([...out]).toEqual([-1, 11, 22, 43, -1])
    vec3Sub(out, 1, a, 1, b, 2)
    expect([...out]).toEqual([-1, -9, -18, -37, -1])
    vec3Scale(out, 1, a, 1, -2)
    expect([...out]).toEqual([-1, -2, -4, -6, -1])
    vec3AddScaled(out, 1, a, 1, b, 2, 0.5)
    expect([...out]).toEqual([-1, 6, 12, 23, -1])
    vec3Copy(out, 1, b, 2)
    expect([...out]).toEqual([-1, 10, 20, 40, -1])
    vec3Set(out, 1, 7, 8, 9)
    expect([...out]).toEqual([-1, 7, 8, 9, -1])
    expect(vec3Dot(a, 1, b, 2)).toBe(170)
  })

  it('work in place', () => {
    const a = Float64Array.of(1, 2, 3)
    const b = Float64Array.of(4, 5, 6)
    vec3Cross(a, 0, a, 0, b, 0)
    expect([...a]).toEqual([-3, 6, -3])
    vec3Cross(b, 0, a, 0, b, 0)
    expect([...b]).toEqual([36 + 15, -12 + 18, -15 - 24])
  })
})

describe('vec3 identities', () => {
  it('a × b is perpendicular to both, and |a × b|² + (a · b)² = |a|²|b|²', () => {
    fc.assert(
      fc.property(vector(3), vector(3), (a, b) => {
        const c = new Float64Array(3)
        vec3Cross(c, 0, a, 0, b, 0)
        // components up to 2, each wrong by at most 2 roundings of products <= 1
        expect(Math.abs(vec3Dot(a, 0, c, 0))).toBeLessThanOrEqual(8 * EPS)
        expect(Math.abs(vec3Dot(b, 0, c, 0))).toBeLessThanOrEqual(8 * EPS)
        const dot = vec3Dot(a, 0, b, 0)
        const lagrange = vec3Dot(c, 0, c, 0) + dot * dot - vec3Dot(a, 0, a, 0) * vec3Dot(b, 0, b, 0)
        // sums of 9 products of four factors <= 1
        expect(Math.abs(lagrange)).toBeLessThanOrEqual(30 * EPS)
      }),
      SEEDED,
    )
  })

  it('normalize gives length 1 within 2 ulp and returns the length', () => {
    fc.assert(
      fc.property(unitVector(), fc.integer({ min: -300, max: 300 }), (e, power) => {
        const a = e.map((x) => x * 10 ** power)
        const out = new Float64Array(3)
        const length = vec3Normalize(out, 0, a, 0)
        expect(Math.abs(length / 10 ** power - 1)).toBeLessThanOrEqual(4 * EPS)
        expect(Math.abs(vec3Norm(a, 0) / 10 ** power - 1)).toBeLessThanOrEqual(4 * EPS)
        expect(Math.abs(vec3Norm(out, 0) - 1)).toBeLessThanOrEqual(2 * EPS)
        expectClose(out, e, 4 * EPS)
      }),
      SEEDED,
    )
  })

  it('normalize handles zero and infinite vectors', () => {
    const a = Float64Array.of(0, 0, 0, Number.POSITIVE_INFINITY, 1, 1)
    const out = Float64Array.of(5, 5, 5)
    expect(vec3Normalize(out, 0, a, 0)).toBe(0)
    expect([...out]).toEqual([0, 0, 0])
    expect(vec3Norm(a, 0)).toBe(0)
    expect(vec3Norm(a, 3)).toBe(Number.POSITIVE_INFINITY)
  })

  it('distance is the length of the difference', () => {
    expect(vec3Distance(Float64Array.of(1, 2, 3), 0, Float64Array.of(0, 3, 5, 9), 1)).toBe(
      Math.sqrt(4 + 9 + 36),
    )
  })

  it('perpendicular is a unit vector at a right angle', () => {
    fc.assert(
      fc.property(unitVector(), fc.constantFrom(1e-200, 1, 1e200), (e, size) => {
        const a = e.map((x) => x * size)
        const out = new Float64Array(3)
        vec3Perpendicular(out, 0, a, 0)
        expect(Math.abs(vec3Norm(out, 0) - 1)).toBeLessThanOrEqual(2 * EPS)
        expect(Math.abs(vec3Dot(out, 0, e, 0))).toBeLessThanOrEqual(2 * EPS)
      }),
      SEEDED,
    )
  })
})
