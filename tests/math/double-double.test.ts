import fc from 'fast-check'
import { ddAdd, ddFromDouble, ddSub, ddToDouble } from 'vario/math'
import { describe, expect, it } from 'vitest'
import { ddCompare, ddCross3, ddDiv, ddDot3, ddMul, ddNeg, ddSqrt } from '../../src/math/index.ts'
import {
  abs,
  add,
  compare,
  div,
  errorInU2,
  mul,
  type Rational,
  rational,
  sqrt,
  sub,
} from '../support/exact.ts'

const RUNS = { seed: 1, numRuns: 3000 } as const
const U = 2 ** -53

/** Exact value of the number at a[i]. */
const value = (a: Float64Array, i = 0): Rational => add(rational(a[i]), rational(a[i + 1]))

const expectNormalized = (a: Float64Array, i = 0): void => expect(a[i] + a[i + 1]).toBe(a[i])

const significand = fc.integer({ min: 2 ** 52, max: 2 ** 53 - 1 })

/**
 * A double-double of magnitude 2^±range: random and extreme significands, low parts of every size down to 0 and at the
 * limit of half an ulp, where the error bounds are tight.
 */
const number = (range: number): fc.Arbitrary<Float64Array> =>
  fc
    .tuple(
      fc.oneof(significand, fc.constantFrom(2 ** 52, 2 ** 52 + 1, 2 ** 53 - 1)),
      fc.integer({ min: -range, max: range }),
      fc.oneof(significand, fc.constantFrom(0, 2 ** 53 - 1, 2 ** 52)),
      fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60 })),
      fc.constantFrom(1, -1),
      fc.constantFrom(1, -1),
    )
    .map(([h, e, l, gap, signHigh, signLow]) => {
      const hi = h * 2 ** (e - 52)
      const lo = signLow * l * U * 2 ** (e - 53 - gap)
      // normalizes ties and sums that round away
      const sum = hi + lo
      return Float64Array.of(signHigh * sum, signHigh * (lo - (sum - hi)))
    })

/** b is a with the leading digits canceling: the same high part, or a neighbor. */
const canceling = fc
  .tuple(number(5), number(5), fc.constantFrom(0, 1, -1), fc.constantFrom(1, -1))
  .map(([a, other, ulps, sign]): [Float64Array, Float64Array] => {
    const hi = a[0] + ulps * 2 ** (Math.floor(Math.log2(Math.abs(a[0]))) - 52)
    const lo = (other[1] / other[0]) * hi
    const sum = hi + lo
    return [a, Float64Array.of(sign * sum, sign * (lo - (sum - hi)))]
  })

describe('double-double arithmetic stays within its error bounds, against exact rationals', () => {
  const pairs = fc.oneof(fc.tuple(number(300), number(300)), fc.tuple(number(30), number(30)), canceling)

  it.each([
    { name: 'ddAdd', operation: ddAdd, exact: add, bound: 3.0001 },
    { name: 'ddSub', operation: ddSub, exact: sub, bound: 3.0001 },
    { name: 'ddMul', operation: ddMul, exact: mul, bound: 5 },
    { name: 'ddDiv', operation: ddDiv, exact: div, bound: 15.0001 },
  ])('$name: $bound u²', ({ operation, exact, bound }) => {
    let worst = 0
    fc.assert(
      fc.property(pairs, ([a, b]) => {
        const out = new Float64Array(2)
        operation(out, 0, a, 0, b, 0)
        const error = errorInU2(value(out), exact(value(a), value(b)))
        expect(error).toBeLessThanOrEqual(bound)
        expectNormalized(out)
        worst = Math.max(worst, error)
      }),
      RUNS,
    )
    // the cases are hard enough to come near the bound; that of the division is not tight
    expect(worst).toBeGreaterThan(0.2 * bound)
  })

  it('ddSqrt: 25/8 u²', () => {
    let worst = 0
    fc.assert(
      fc.property(number(300), (a) => {
        const positive = a[0] < 0 ? a.map((x) => -x) : a
        const out = new Float64Array(2)
        ddSqrt(out, 0, positive, 0)
        const error = errorInU2(value(out), sqrt(value(positive)))
        expect(error).toBeLessThanOrEqual(25 / 8)
        expectNormalized(out)
        worst = Math.max(worst, error)
      }),
      RUNS,
    )
    expect(worst).toBeGreaterThan(1)
  })

  it('results of 106 bits are exact', () => {
    const out = new Float64Array(2)
    const a = Float64Array.of(1, 2 ** -60)
    // (1 + 2^-60) − 1
    ddSub(out, 0, a, 0, Float64Array.of(1, 0), 0)
    expect([...out]).toEqual([2 ** -60, 0])
    // (2^53 − 1)² needs 106 bits
    const n = Float64Array.of(2 ** 53 - 1, 0)
    ddMul(out, 0, n, 0, n, 0)
    expect(BigInt(out[0]) + BigInt(out[1])).toBe((2n ** 53n - 1n) ** 2n)
    ddSqrt(out, 0, out, 0)
    expect([...out]).toEqual([2 ** 53 - 1, 0])
  })

  it('works in place', () => {
    const [a, b] = [Float64Array.of(3, 2 ** -60), Float64Array.of(7, -(2 ** -55))]
    for (const operation of [ddAdd, ddSub, ddMul, ddDiv]) {
      const expected = new Float64Array(2)
      operation(expected, 0, a, 0, b, 0)
      const [inA, inB] = [a.slice(), b.slice()]
      operation(inA, 0, inA, 0, b, 0)
      operation(inB, 0, a, 0, inB, 0)
      expect([...inA, ...inB]).toEqual([...expected, ...expected])
    }
  })
})

describe('double-double vectors', () => {
  const vector = fc
    .tuple(number(3), number(3), number(3))
    .map((parts) => Float64Array.from(parts.flatMap((x) => [...x])))
  const term = (a: Float64Array, i: number, b: Float64Array, j: number) =>
    mul(value(a, 2 * i), value(b, 2 * j))

  it('dot product: 12 u² of the sum of magnitudes', () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        const terms = [0, 1, 2].map((i) => term(a, i, b, i))
        const magnitude = terms.map(abs).reduce(add)
        const out = a.slice()
        ddDot3(out, 0, out, 0, b, 0)
        expect(errorInU2(value(out), terms.reduce(add), magnitude)).toBeLessThanOrEqual(12)
      }),
      { ...RUNS, numRuns: 1000 },
    )
  })

  it('cross product: 9 u² of the sum of magnitudes of each component, also in place', () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        const [out, inA, inB] = [new Float64Array(6), a.slice(), b.slice()]
        ddCross3(out, 0, a, 0, b, 0)
        ddCross3(inA, 0, inA, 0, b, 0)
        ddCross3(inB, 0, a, 0, inB, 0)
        expect([...inA, ...inB]).toEqual([...out, ...out])
        for (let k = 0; k < 3; k++) {
          const [i, j] = [(k + 1) % 3, (k + 2) % 3]
          const [plus, minus] = [term(a, i, b, j), term(a, j, b, i)]
          const error = errorInU2(value(out, 2 * k), sub(plus, minus), add(abs(plus), abs(minus)))
          expect(error).toBeLessThanOrEqual(9)
        }
      }),
      { ...RUNS, numRuns: 1000 },
    )
  })

  it('a × a is exactly zero', () => {
    fc.assert(
      fc.property(vector, (a) => {
        const out = new Float64Array(6).fill(1)
        ddCross3(out, 0, a, 0, a, 0)
        expect(out.every((x) => x === 0)).toBe(true)
      }),
      { ...RUNS, numRuns: 300 },
    )
  })
})

describe('conversion, sign and order', () => {
  it('compares like the exact numbers', () => {
    fc.assert(
      fc.property(fc.oneof(canceling, fc.tuple(number(2), number(2))), ([a, b]) => {
        expect(ddCompare(a, 0, b, 0)).toBe(compare(value(a), value(b)))
        expect(ddCompare(a, 0, a, 0)).toBe(0)
      }),
      RUNS,
    )
    const nan = Float64Array.of(Number.NaN, 0)
    expect(ddCompare(nan, 0, nan, 0)).toBeNaN()
    expect(ddCompare(Float64Array.of(0, 0), 0, Float64Array.of(-0, -0), 0)).toBe(0)
  })

  it('converts and negates exactly', () => {
    const a = Float64Array.of(9, 9, 9)
    ddFromDouble(a, 1, 0.1)
    expect([...a]).toEqual([9, 0.1, 0])
    expect(ddToDouble(a, 1)).toBe(0.1)
    ddNeg(a, 0, Float64Array.of(1, -(2 ** -70)), 0)
    expect([...a]).toEqual([-1, 2 ** -70, 0])
  })
})

describe('special operands', () => {
  const dd = (x: number) => Float64Array.of(x, 0)
  const out = new Float64Array(2)

  it('zero', () => {
    const a = Float64Array.of(3, 2 ** -60)
    ddAdd(out, 0, a, 0, dd(0), 0)
    expect([...out]).toEqual([...a])
    ddSub(out, 0, a, 0, a, 0)
    expect([...out]).toEqual([0, 0])
    ddMul(out, 0, a, 0, dd(0), 0)
    expect([...out]).toEqual([0, 0])
    ddDiv(out, 0, dd(0), 0, a, 0)
    expect([...out]).toEqual([0, 0])
    ddDiv(out, 0, a, 0, dd(0), 0)
    expect([...out]).toEqual([Number.POSITIVE_INFINITY, 0])
    ddDiv(out, 0, dd(0), 0, dd(0), 0)
    expect(out[0]).toBeNaN()
    ddSqrt(out, 0, dd(0), 0)
    expect([...out]).toEqual([0, 0])
    ddSqrt(out, 0, dd(-1), 0)
    expect(out[0]).toBeNaN()
  })

  it('holds up to 2^995 and down to products of 2^-916', () => {
    const third = Float64Array.of(1 / 3, (1 - 3 * (1 / 3)) / 3)
    const scaled = (power: number) => third.map((x) => x * 2 ** power)
    for (const [p, q] of [
      [995, 1],
      [500, 495],
      [-450, -460],
    ]) {
      const [a, b] = [scaled(p), scaled(q)]
      ddMul(out, 0, a, 0, b, 0)
      expect(errorInU2(value(out), mul(value(a), value(b)))).toBeLessThanOrEqual(5)
    }
  })
})
