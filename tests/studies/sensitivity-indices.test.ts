/** Influence of varied values: Sobol indices and elementary effects against closed forms. */

import { equations, Model, Par, Var } from 'vario'
import {
  finalValue,
  morrisEffects,
  normal,
  type StudyOptions,
  sobolIndices,
  study,
  uniform,
} from 'vario/studies'
import { describe, expect, test } from 'vitest'

/** The function of Ishigami and Homma (1990), with the constants of Sobol' and Levitan. */
const A = 7
const B = 0.1
const Ishigami = Model({
  x1: Par(0),
  x2: Par(0),
  x3: Par(0),
  y: Var(),
  equations: equations`y = sin(x1) + ${A}*sin(x2)^2 + ${B}*x3^4*sin(x1)`,
})
const Linear = Model({
  a: Par(0),
  b: Par(0),
  c: Par(0),
  y: Var(),
  z: Var(),
  equations: equations`
    y = 3*a - 2*b + 0*c
    z = a*b
  `,
})
const whole = uniform(-Math.PI, Math.PI)
const base = { simulate: { stopTime: 0 }, threads: 1 }

describe('Sobol indices', () => {
  test('are those of the integrals of the function of Ishigami', async () => {
    const result = await study(Ishigami, {
      ...base,
      vary: { x1: whole, x2: whole, x3: whole },
      runs: 1024,
      sampling: 'saltelli',
      measure: { y: finalValue('y') },
    })
    expect(result.table.time.length).toBe(1024 * 5)
    const pi4 = Math.PI ** 4
    const V = A ** 2 / 8 + (B * pi4) / 5 + (B ** 2 * pi4 ** 2) / 18 + 0.5
    const V1 = 0.5 * (1 + (B * pi4) / 5) ** 2
    const V2 = A ** 2 / 8
    const V13 = (8 * B ** 2 * pi4 ** 2) / 225
    const exact = {
      x1: { first: V1 / V, total: (V1 + V13) / V },
      x2: { first: V2 / V, total: V2 / V },
      x3: { first: 0, total: V13 / V },
    }
    const indices = sobolIndices(result, 'y')
    for (const [name, { first, total }] of Object.entries(exact)) {
      // four standard errors of independent samples; those of a Sobol sequence are smaller
      expect(Math.abs(indices[name].first - first)).toBeLessThan(4 * indices[name].firstError)
      expect(Math.abs(indices[name].total - total)).toBeLessThan(4 * indices[name].totalError)
      // the bootstrap is of the order 1/sqrt(n)
      expect(indices[name].firstError).toBeLessThan(2 / Math.sqrt(1024))
    }
  })

  test('are the squares of the coefficients of a linear function of normal values', async () => {
    const result = await study(Linear, {
      ...base,
      vary: { a: normal(1, 1), b: normal(5, 2), c: normal(0, 1) },
      runs: 512,
      sampling: 'saltelli',
      measure: { y: finalValue('y'), z: finalValue('z') },
    })
    const y = sobolIndices(result, 'y')
    expect(Math.abs(y['a'].first - 9 / 25)).toBeLessThan(4 * y['a'].firstError)
    expect(Math.abs(y['b'].total - 16 / 25)).toBeLessThan(4 * y['b'].totalError)
    expect(y['c']).toEqual({ first: 0, total: 0, firstError: 0, totalError: 0 })
    // z = a b with means 1 and 5: V = 25·1 + 1·4 + 4
    const z = sobolIndices(result, 'z')
    expect(Math.abs(z['a'].first - 25 / 33)).toBeLessThan(4 * z['a'].firstError)
    expect(Math.abs(z['b'].total - 8 / 33)).toBeLessThan(4 * z['b'].totalError)
  })
})

describe('elementary effects', () => {
  test('are the coefficients of a linear function times the ranges, without a spread', async () => {
    const result = await study(Linear, {
      ...base,
      vary: { a: uniform(0, 2), b: uniform(-1, 0), c: uniform(0, 1) },
      runs: 10,
      sampling: 'morris',
      measure: { y: finalValue('y'), z: finalValue('z') },
    })
    expect(result.table.time.length).toBe(40)
    const y = morrisEffects(result, 'y')
    expect(y['a'].mean).toBeCloseTo(6, 12)
    expect(y['b'].mean).toBeCloseTo(-2, 12)
    expect(y['b'].absolute).toBeCloseTo(2, 12)
    expect(y['a'].deviation).toBeLessThan(1e-12)
    expect(y['c']).toEqual({ mean: 0, absolute: 0, deviation: 0, absoluteError: 0 })
    // an interaction has a spread
    expect(morrisEffects(result, 'z')['a'].deviation).toBeGreaterThan(0.1)
  })

  test('have finite values for distributions without limits', async () => {
    const vary = { a: normal(0, 1), b: normal(0, 1), c: normal(0, 1) }
    const result = await study(Linear, {
      ...base,
      vary,
      runs: 4,
      sampling: 'morris',
      measure: { y: finalValue('y') },
    })
    const { mean, absolute } = morrisEffects(result, 'y')['a']
    expect(mean).toBe(absolute)
    expect(Number.isFinite(mean)).toBe(true)
  })
})

describe('wrong designs', () => {
  const vary = { a: normal(0, 1), b: normal(0, 1), c: normal(0, 1) }
  const make = (options: Partial<StudyOptions>) =>
    study(Linear, { ...base, vary, runs: 4, measure: { y: finalValue('y') }, ...options } as StudyOptions)

  test('are refused with the sampling that the analysis needs', async () => {
    const random = await make({})
    expect(() => sobolIndices(random, 'y')).toThrow(
      "study: sampling: expected 'saltelli' for this analysis, got 'random'.",
    )
    expect(() => morrisEffects(random, 'y')).toThrow("study: sampling: expected 'morris' for this analysis")
    const mixed = await make({ sampling: 'saltelli', vary: { ...vary, c: [1, 2] } })
    expect(() => sobolIndices(mixed, 'y')).toThrow('study: vary: expected distributions only')
    const saltelli = await make({ sampling: 'saltelli' })
    expect(() => sobolIndices(saltelli, 'q')).toThrow("measure: expected 'y', got 'q'.")
  })

  test('are refused with correlations, and without distributions', async () => {
    await expect(make({ sampling: 'saltelli', correlations: [['a', 'b', 0.5]] })).rejects.toThrow(
      "study: correlations: expected none with sampling: 'saltelli'",
    )
    await expect(make({ sampling: 'morris', vary: { a: [1, 2] } })).rejects.toThrow(
      "study: vary: expected distributions for sampling: 'morris'",
    )
  })
})
