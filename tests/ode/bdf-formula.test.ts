/** The BDF formula alone: coefficients, Nordsieck array, and its order with fixed steps and exact solution of the corrector. */
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import {
  correct,
  evaluatePolynomial,
  evaluateSlope,
  lowerOrder,
  predict,
  raiseOrder,
  rescale,
  unpredict,
} from '../../src/ode/bdf/bdf-interpolant.ts'
import { BdfCoefficients, MAX_ORDER } from '../../src/ode/bdf/bdf-tableau.ts'

const ORDERS = [1, 2, 3, 4, 5]

/** Numbers in [0, 1) from a fixed seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) % 4294967296
    return state / 4294967296
  }
}

const polynomialAt = (z: Float64Array, q: number, s: number): number => {
  const out = new Float64Array(1)
  evaluatePolynomial(z, 1, q, s, out)
  return out[0]
}

describe('coefficients', () => {
  it.each([
    [1, [1, 1]],
    [2, [1, 3 / 2, 1 / 2]],
    [3, [1, 11 / 6, 1, 1 / 6]],
    [4, [1, 25 / 12, 35 / 24, 5 / 12, 1 / 24]],
    [5, [1, 137 / 60, 15 / 8, 17 / 24, 1 / 8, 1 / 120]],
  ])("equal Gear's of order %d for equal steps", (q, expected) => {
    const coefficients = new BdfCoefficients(1)
    coefficients.update(q, 0.5, new Float64Array(MAX_ORDER + 2).fill(0.5), false)
    for (let j = 0; j <= q; j++) expect(Math.abs(coefficients.l[j] - expected[j])).toBeLessThan(10 * EPS)
  })

  it.each(ORDERS)('keep the leading coefficient and the past points at order %d, for any steps', (q) => {
    const random = createRandom(q)
    const harmonic = [1, 1 / 2, 1 / 3, 1 / 4, 1 / 5].slice(0, q).reduce((sum, term) => sum + term, 0)
    const coefficients = new BdfCoefficients(1)
    for (let trial = 0; trial < 20; trial++) {
      const past = Float64Array.from({ length: MAX_ORDER + 2 }, () => 0.2 + random())
      const h = 0.2 + random()
      coefficients.update(q, h, past, true)
      expect(coefficients.l[0]).toBe(1)
      expect(Math.abs(coefficients.l[1] - harmonic)).toBeLessThan(20 * EPS)
      // Λ(-ξ_j) = 0 for j = 1 … q-1: terms up to 6^5 cancel.
      let span = h
      for (let j = 1; j < q; j++) {
        expect(Math.abs(polynomialAt(coefficients.l, q, -span / h))).toBeLessThan(1e5 * EPS)
        span += past[j]
      }
    }
  })
})

describe('Nordsieck array', () => {
  const q = 5
  const n = 3
  const random = createRandom(7)
  const z = Float64Array.from({ length: (MAX_ORDER + 1) * n }, () => random() - 0.5)

  it('predicts the polynomial one step ahead, and back', () => {
    const moved = z.slice()
    predict(moved, n, q)
    const expected = new Float64Array(n)
    const out = new Float64Array(n)
    // Sums of 6 terms below 1/2 with binomial coefficients up to 10.
    for (const s of [0, 0.3, -1]) {
      evaluatePolynomial(z, n, q, 1 + s, expected)
      evaluatePolynomial(moved, n, q, s, out)
      for (let i = 0; i < n; i++) expect(Math.abs(out[i] - expected[i])).toBeLessThan(100 * EPS)
    }
    unpredict(moved, n, q)
    for (let k = 0; k < z.length; k++) expect(Math.abs(moved[k] - z[k])).toBeLessThan(100 * EPS)
  })

  it('keeps the polynomial when the step size changes', () => {
    const scaled = z.slice()
    rescale(scaled, n, q, 2.5)
    const a = new Float64Array(n)
    const b = new Float64Array(n)
    evaluatePolynomial(z, n, q, -0.8, a)
    evaluatePolynomial(scaled, n, q, -0.8 / 2.5, b)
    for (let i = 0; i < n; i++) expect(Math.abs(a[i] - b[i])).toBeLessThan(100 * EPS)
  })

  it('gives the slope of its polynomial', () => {
    const slope = new Float64Array(n)
    const after = new Float64Array(n)
    const before = new Float64Array(n)
    const d = 1e-4
    evaluateSlope(z, n, q, -0.4, slope)
    evaluatePolynomial(z, n, q, -0.4 + d, after)
    evaluatePolynomial(z, n, q, -0.4 - d, before)
    // Central difference: d²/6 times the third derivative, at most 30.
    for (let i = 0; i < n; i++)
      expect(Math.abs((after[i] - before[i]) / (2 * d) - slope[i])).toBeLessThan(5 * d * d)
  })

  it.each([1, 2, 3, 4])(
    'passes through the past points with the same slope at the end when raised from order %d',
    (q) => {
      const past = Float64Array.from({ length: MAX_ORDER + 2 }, () => 0.3 + random())
      const h = past[1]
      const old = z.slice()
      for (let j = q + 1; j <= MAX_ORDER; j++) old[j] = 0
      const raised = old.slice()
      raiseOrder(raised, 1, q, h, past, Float64Array.of(0.7))
      // The correction of a backward Euler step contains no information on the second derivative.
      if (q > 1) expect(raised[q + 1]).not.toBe(0)
      else expect(raised[2]).toBe(0)
      expect(raised[0]).toBe(old[0])
      expect(raised[1]).toBe(old[1])
      let span = 0
      for (let j = 1; j < q; j++) {
        span += past[j]
        const s = -span / h
        const size = Math.abs(s) ** (q + 1) + 1
        expect(Math.abs(polynomialAt(raised, q + 1, s) - polynomialAt(old, q, s))).toBeLessThan(
          100 * EPS * size,
        )
      }
    },
  )

  it.each([2, 3, 4, 5])('drops z_q s² Π (s + ξ_j) when lowered from order %d', (q) => {
    const past = Float64Array.from({ length: MAX_ORDER + 2 }, () => 0.3 + random())
    const h = past[1]
    const old = z.slice(0, MAX_ORDER + 1)
    const lowered = old.slice()
    lowerOrder(lowered, 1, q, h, past)
    for (const s of [-3, -1.5, -0.5, 0.5]) {
      let product = q > 1 ? s * s : s
      let span = 0
      for (let j = 1; j <= q - 2; j++) {
        span += past[j]
        product *= s + span / h
      }
      const lost = polynomialAt(old, q, s) - polynomialAt(lowered, q - 1, s)
      // Terms up to 3⁵ · 5.
      expect(Math.abs(lost - old[q] * product)).toBeLessThan(1e4 * EPS)
    }
  })
})

describe('order', () => {
  /** Linear test equation x' = λ (x - sin t) + cos t with the solution sin t. */
  const LAMBDA = -2
  const derivativeOfSine = (k: number, t: number): number => Math.sin(t + (k * Math.PI) / 2)

  /** Errors at the ends of the steps and inside, with `count` steps whose sizes follow `pattern`, from an exact array. */
  function measureErrors(
    q: number,
    count: number,
    pattern: readonly number[],
  ): { atEnds: number; inside: number } {
    const sum = pattern.reduce((a, b) => a + b, 0)
    const unit = (2 * pattern.length) / (sum * count)
    const sizeOf = (k: number): number => unit * pattern[(k + pattern.length) % pattern.length]
    const coefficients = new BdfCoefficients(1)
    const z = new Float64Array(MAX_ORDER + 1)
    const past = new Float64Array(MAX_ORDER + 2)
    let t = 0.5
    let h = sizeOf(0)
    for (let j = 1; j <= MAX_ORDER; j++) past[j] = sizeOf(pattern.length * MAX_ORDER - j)
    for (let j = 0, scale = 1; j <= q; j++, scale *= h / j) z[j] = scale * derivativeOfSine(j, t)
    let atEnds = 0
    let inside = 0
    for (let k = 0; k < count; k++) {
      rescale(z, 1, q, sizeOf(k) / h)
      h = sizeOf(k)
      predict(z, 1, q)
      coefficients.update(q, h, past, false)
      t += h
      // e + z_1/l_1 - γ (λ (z_0 + e - sin t) + cos t) = 0
      const l1 = coefficients.l[1]
      const gamma = h / l1
      const right = gamma * (LAMBDA * (z[0] - Math.sin(t)) + Math.cos(t)) - z[1] / l1
      correct(z, 1, q, coefficients.l, Float64Array.of(right / (1 - gamma * LAMBDA)))
      for (let j = MAX_ORDER; j >= 2; j--) past[j] = past[j - 1]
      past[1] = h
      atEnds = Math.max(atEnds, Math.abs(z[0] - Math.sin(t)))
      for (const s of [-0.25, -0.5, -0.75]) {
        inside = Math.max(inside, Math.abs(polynomialAt(z, q, s) - Math.sin(t + s * h)))
      }
    }
    return { atEnds, inside }
  }

  describe.each([
    ['equal steps', [1]],
    ['steps of unequal sizes', [1, 1.2, 0.9, 1.1, 0.8]],
  ])('with %s', (_name, pattern) => {
    it.each(ORDERS)('equals %d, also between the steps', (q) => {
      const coarse = measureErrors(q, 200, pattern)
      const fine = measureErrors(q, 400, pattern)
      // Next terms are of relative size h = 0.01.
      expect(Math.abs(Math.log2(coarse.atEnds / fine.atEnds) - q)).toBeLessThan(0.15)
      expect(Math.abs(Math.log2(coarse.inside / fine.inside) - q)).toBeLessThan(0.15)
    })
  })
})
