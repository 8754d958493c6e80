/** Random numbers, sequences and distributions against published values, scipy 1.10 and their definitions. */

import { discrete, logNormal, normal, triangular, truncated, uniform } from 'vario/studies'
import { describe, expect, test } from 'vitest'
import {
  computeNormalCdf,
  computeNormalQuantile,
  createContinuous,
  createUnitPoints,
  encryptCounter,
  RandomNumbers,
  SAMPLINGS,
  SobolSequence,
  STREAM,
} from '../../src/studies/sampling/index.ts'

/** A few roundings of exponentials and of sums of a hundred terms. */
const ROUNDINGS = 1e-13

describe('Philox', () => {
  // known answers of the authors' library Random123, file kat_vectors
  test.each([
    [
      [0, 0, 0, 0],
      [0, 0],
      [0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8],
    ],
    [
      [0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      [0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd],
    ],
    [
      [0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344],
      [0xa4093822, 0x299f31d0],
      [0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1],
    ],
  ])('encrypts %j with %j', (counter, [key0, key1], expected) => {
    const words = Uint32Array.from(counter)
    encryptCounter(words, key0, key1)
    expect([...words]).toEqual(expected)
  })

  test('gives uniform numbers, uncorrelated between runs, dimensions, seeds and streams', () => {
    const n = 20_000
    const series = [
      (k: number) => new RandomNumbers(1, STREAM.sample).uniform(k, 0),
      (k: number) => new RandomNumbers(1, STREAM.sample).uniform(k + 1, 0),
      (k: number) => new RandomNumbers(1, STREAM.sample).uniform(k, 1),
      (k: number) => new RandomNumbers(2, STREAM.sample).uniform(k, 0),
      (k: number) => new RandomNumbers(2 ** 40 + 1, STREAM.sample).uniform(k, 0),
      (k: number) => new RandomNumbers(1, STREAM.permutation).uniform(k, 0),
    ].map((draw) => Float64Array.from({ length: n }, (_, k) => draw(k)))
    // five standard deviations of the mean of uniform numbers, of their squares, and of products
    for (const values of series) {
      expect(Math.abs(mean(values) - 0.5)).toBeLessThan(5 * Math.sqrt(1 / 12 / n))
      expect(Math.abs(mean(values.map((u) => u * u)) - 1 / 3)).toBeLessThan(5 * Math.sqrt(4 / 45 / n))
      expect(Math.min(...values)).toBeGreaterThan(0)
      expect(Math.max(...values)).toBeLessThan(1)
    }
    for (let i = 0; i < series.length; i++)
      for (let j = 0; j < i; j++) {
        const product = mean(series[i].map((u, k) => (u - 0.5) * (series[j][k] - 0.5)))
        expect(Math.abs(product)).toBeLessThan(5 / 12 / Math.sqrt(n))
      }
  })
})

describe('a Sobol sequence', () => {
  test('has the points of scipy in up to 512 dimensions', () => {
    const small = new SobolSequence(8, null)
    const point = (index: number) => Array.from({ length: 8 }, (_, d) => small.coordinate(index, d))
    expect(point(0)).toEqual([0, 0, 0, 0, 0, 0, 0, 0])
    expect(point(13)).toEqual([0.8125, 0.6875, 0.8125, 0.0625, 0.4375, 0.9375, 0.5625, 0.5625])
    expect(point(15)).toEqual([0.0625, 0.9375, 0.5625, 0.3125, 0.6875, 0.1875, 0.8125, 0.3125])
    const large = new SobolSequence(512, null)
    expect([0, 1, 50, 100, 255, 511].map((d) => large.coordinate(1000, d))).toEqual([
      0.2197265625, 0.0966796875, 0.3525390625, 0.7685546875, 0.2490234375, 0.3955078125,
    ])
    // sum of squares, weighted by the number of the point: exact in doubles, as all terms are multiples of 2^-20
    let weighted = 0
    for (let k = 0; k < 1024; k++)
      for (let d = 0; d < 512; d++) weighted += (k + 1) * large.coordinate(k, d) ** 2
    expect(weighted).toBe(89564467.25)
  })

  test.each([null, 1, 77])('has one point in each n-th of each dimension, with the scrambling %s', (seed) => {
    const n = 256
    const points = new SobolSequence(20, seed)
    for (let d = 0; d < 20; d++) {
      const cells = new Set(Array.from({ length: n }, (_, k) => Math.floor(points.coordinate(k, d) * n)))
      expect(cells.size).toBe(n)
    }
  })

  test('keeps its nets in two dimensions when it is scrambled: one point in each of 16 × 16 boxes', () => {
    for (const seed of [3, 4]) {
      const points = new SobolSequence(2, seed)
      const cells = new Set(
        Array.from({ length: 256 }, (_, k) => {
          const [x, y] = [points.coordinate(k, 0), points.coordinate(k, 1)]
          return Math.floor(16 * x) * 16 + Math.floor(16 * y)
        }),
      )
      expect(cells.size).toBe(256)
    }
  })

  test('is unbiased when it is scrambled: the mean over seeds of each point is 1/2', () => {
    const nSeed = 2000
    for (const index of [0, 1, 5]) {
      const values = Float64Array.from({ length: nSeed }, (_, seed) =>
        new SobolSequence(3, seed).coordinate(index, 2),
      )
      expect(Math.abs(mean(values) - 0.5)).toBeLessThan(5 / Math.sqrt(12 * nSeed))
    }
  })

  test('integrates a smooth function with errors that fall faster than 1/n', () => {
    // mean of Π (1 + (x_d - 1/2)/d) is 1
    const errorOf = (n: number): number => {
      let worst = 0
      for (let seed = 0; seed < 8; seed++) {
        const points = new SobolSequence(6, seed)
        let sum = 0
        for (let k = 0; k < n; k++) {
          let product = 1
          for (let d = 0; d < 6; d++) product *= 1 + (points.coordinate(k, d) - 0.5) / (d + 1)
          sum += product
        }
        worst = Math.max(worst, Math.abs(sum / n - 1))
      }
      return worst
    }
    const order = Math.log2(errorOf(256) / errorOf(4096)) / 4
    // random points have 0.5, a scrambled net nearly 1.5
    expect(order).toBeGreaterThan(1)
  })
})

test('a Latin hypercube has one point in each n-th of each dimension', () => {
  const n = 1000
  const points = createUnitPoints('latin-hypercube', n, 5, 9)
  for (let d = 0; d < 5; d++) {
    const cells = new Set(Array.from({ length: n }, (_, k) => Math.floor(points.coordinate(k, d) * n)))
    expect(cells.size).toBe(n)
  }
})

test.each(SAMPLINGS)('%s points lie strictly inside of the unit cube', (sampling) => {
  for (const n of [1, 2, 4096]) {
    const points = createUnitPoints(sampling, n, 2, 5)
    for (let k = 0; k < n; k++) {
      const u = points.coordinate(k, 1)
      expect(u > 0 && u < 1).toBe(true)
    }
  }
})

describe('the normal distribution', () => {
  test('has the probabilities of scipy', () => {
    const expected: readonly (readonly [number, number])[] = [
      [-20, 2.7536241186061556e-89],
      [-8, 6.22096057427174e-16],
      [-2.1, 0.017864420562816542],
      [-2, 0.022750131948179195],
      [-0.3, 0.3820885778110474],
      [0, 0.5],
      [0.3, 0.6179114221889526],
      [2.2, 0.9860965524865014],
      [5, 0.9999997133484281],
    ]
    // scipy's value at -20 has a relative error of 2e-14 itself
    for (const [x, p] of expected) expect(Math.abs(computeNormalCdf(x) / p - 1)).toBeLessThan(ROUNDINGS)
  })

  test('has the quantiles of scipy, up to probabilities of 1e-300', () => {
    const expected: readonly (readonly [number, number])[] = [
      [1e-300, -37.0470962993612],
      [1e-20, -9.262340089798409],
      [1e-9, -5.9978070150076865],
      [0.001, -3.090232306167813],
      [0.3, -0.5244005127080409],
      [0.7, 0.5244005127080407],
      [0.999, 3.090232306167813],
    ]
    for (const [p, x] of expected) expect(Math.abs(computeNormalQuantile(p) / x - 1)).toBeLessThan(ROUNDINGS)
    expect(Math.abs(computeNormalQuantile(0.5))).toBeLessThan(1e-16)
  })

  test('inverts its probabilities', () => {
    for (let x = -9; x <= 9; x += 0.01) {
      const q = computeNormalCdf(-Math.abs(x))
      // the condition of the inverse in the tail is 1/x²
      expect(Math.abs(computeNormalQuantile(q) + Math.abs(x))).toBeLessThan(ROUNDINGS)
    }
  })
})

describe('distributions', () => {
  test.each([
    [
      triangular(2, 4, 10),
      [0.001, 0.2, 0.25, 0.6, 0.999],
      [2.126491106406735, 3.7888543819998315, 4, 5.6182195399586705, 9.780910976997934],
    ],
    [
      logNormal(3, 0.4),
      [1e-6, 0.1, 0.5, 0.9, 1 - 1e-6],
      [0.44809167542294615, 1.7967718936828034, 3, 5.008983072165549, 20.085175631714492],
    ],
    [
      truncated(normal(2, 0.5), 5, 6),
      [0.01, 0.5, 0.99],
      [5.000815869003327, 5.055782480602635, 5.353992634367161],
    ],
    [truncated(normal(5, 2), 0, 10), [0.01, 0.5, 0.99], [0.7154396715883928, 5, 9.284560328411608]],
    [uniform(-3, 5), [0.25, 0.5], [-1, 1]],
  ] as const)('%j has the quantiles of scipy', (distribution, probabilities, expected) => {
    const { quantile } = createContinuous(distribution)
    // 1 - 1e-6 has eleven digits of its distance from 1
    for (const [k, p] of probabilities.entries())
      expect(Math.abs(quantile(p) / expected[k] - 1)).toBeLessThan(1e-11)
  })

  test.each([
    normal(-4, 3),
    uniform(-3, 5),
    triangular(0, 0, 2),
    triangular(0, 2, 2),
    triangular(1, 1.5, 9),
    logNormal(1e-6, 1.2),
    truncated(normal(0, 1), 6, Infinity),
    truncated(normal(0, 1), -Infinity, -6),
    truncated(logNormal(2, 0.5), 1, 3),
    truncated(triangular(0, 1, 2), 0.5, 5),
  ])('%j: quantiles invert probabilities from both sides', (distribution) => {
    const { cdf, survival, quantile, upperQuantile, low, high } = createContinuous(distribution)
    for (const p of [1e-12, 1e-4, 0.1, 0.3, 0.5, 0.9]) {
      // probabilities near 1 on the other side have an absolute error of a rounding
      expect(Math.abs(cdf(quantile(p)) - p)).toBeLessThan(1e-9 * p + 2e-15)
      expect(Math.abs(survival(upperQuantile(p)) - p)).toBeLessThan(1e-9 * p + 2e-15)
      expect(quantile(p)).toBeGreaterThanOrEqual(low)
      expect(upperQuantile(p)).toBeLessThanOrEqual(high)
    }
    expect(Math.abs(quantile(0.25) - upperQuantile(0.75))).toBeLessThan(1e-9 * Math.abs(quantile(0.25)))
  })

  test('are refused with invalid numbers, which the error names', () => {
    expect(() => normal(1, 0)).toThrow('normal: deviation: expected a positive number, got 0.')
    expect(() => uniform(2, 1)).toThrow('uniform: expected a lower limit below the upper one, got [2, 1].')
    expect(() => triangular(0, 3, 2)).toThrow('triangular: mode: expected a number from 0 to 2, got 3.')
    expect(() => truncated(uniform(0, 1), 2, 3)).toThrow('truncated: expected limits between which')
    expect(() => discrete([])).toThrow('discrete: values: expected a list with at least one value')
    expect(() => discrete([1, 2], [1])).toThrow('discrete: weights: expected 2 numbers >= 0')
  })
})

function mean(values: Float64Array): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}
