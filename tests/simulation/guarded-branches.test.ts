/** Branches with functions that are undefined outside of their conditions: roots, logarithms, inverse sines. */
import { equations, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'
import type { ModelNode } from '../../src/model/index.ts'
import { codeOf } from './event-runs.ts'

const SOLVERS = ['auto', 'radau5', 'bdf', 'tsit5', 'dop853'] as const

/**
 * The largest error of a signal at output points, for every method; all values must be finite. The root has infinite
 * slopes: a bound of 100 tolerances.
 */
function check(model: ModelNode, name: string, stopTime: number, exact: (t: number) => number): void {
  for (const solver of SOLVERS) {
    for (const tolerance of [1e-4, 1e-6, 1e-9]) {
      const result = simulate(model, { stopTime, solver, tolerance, interval: stopTime / 40 })
      expect(result.warnings).toEqual([])
      const values = result.values(name)
      for (let k = 0; k < values.length; k++)
        expect(Math.abs(values[k] - exact(result.time[k]))).toBeLessThan(100 * tolerance)
    }
  }
}

describe('guarded branches', () => {
  // h' = -√h, h(0) = 1: √h = 1 - t/2, empty at t = 2
  const level = (t: number) => Math.max(0, 1 - t / 2) ** 2

  it('let a tank run empty', () => {
    const model = Model({
      h: Var({ init: 1 }),
      equations: equations`der(h) = if h > 0 then -sqrt(h) else 0`,
    })
    check(model, 'h', 3, level)
  })

  it('let a valve with flow in both directions come to rest', () => {
    const model = Model({
      p: Var({ init: 1 }),
      equations: equations`
        q = if p > 0 then sqrt(p) else -sqrt(-p)
        der(p) = -q
      `,
    })
    check(model, 'p', 3, level)
  })

  it('support a condition in a separate variable, and a root as a power', () => {
    const model = Model({
      h: Var({ init: 1 }),
      equations: equations`
        isFilled = h > 0
        der(h) = if isFilled then -(h^0.5) else 0
      `,
    })
    check(model, 'h', 3, level)
  })

  // Two tanks: d = h1 - h2 with d' = -2 √d, d = (1 - t)²
  it('let two tanks become level', () => {
    const model = Model({
      h1: Var({ init: 1 }),
      h2: Var({ init: 0 }),
      equations: equations`
        q = if h1 > h2 then sqrt(h1 - h2) else -sqrt(h2 - h1)
        der(h1) = -q
        der(h2) = q
      `,
    })
    check(model, 'h1', 3, (t) => 0.5 + 0.5 * Math.max(0, 1 - t) ** 2)
  })

  // No closed form: compared with dop853 at 1e-11, which agrees with radau5 at 1e-11 within 1e-10. Steps over the
  // crossings must not be accepted.
  it.each([
    [1, 8],
    [0.9, 7.3],
    [3, 3],
  ])('support a valve between a tank and an oscillating pressure (%d, %d/s)', (a, w) => {
    const d = `p - ${a}*sin(${w}*time)`
    const text = `q = if ${d} > 0 then sqrt(${d}) else -sqrt(-(${d}))\n der(p) = -q`
    const model = Model({
      p: Var({ init: 1 }),
      equations: equations(Object.assign([text], { raw: [text] })),
    })
    const run = (solver: (typeof SOLVERS)[number], tolerance: number) =>
      simulate(model, { stopTime: 3, solver, tolerance, interval: 0.05 })
    const reference = run('dop853', 1e-11)
    const exact = new Map(Array.from(reference.time, (t, k) => [t, reference.values('p')[k]]))
    for (const solver of SOLVERS) {
      for (const tolerance of [1e-4, 1e-6, 1e-8]) {
        const result = run(solver, tolerance)
        const values = result.values('p')
        let compared = 0
        result.time.forEach((t, k) => {
          const expected = exact.get(t)
          if (expected === undefined) return
          compared++
          expect(Math.abs(values[k] - expected)).toBeLessThan(100 * tolerance)
        })
        expect(compared).toBeGreaterThanOrEqual(61)
      }
    }
  })

  it('support logarithm and inverse sine as integrands', () => {
    const create = (integrand: string): ModelNode => {
      const text = `der(x) = 1\n der(y) = ${integrand}`
      return Model({
        x: Var({ init: 0 }),
        y: Var({ init: 0 }),
        equations: equations(Object.assign([text], { raw: [text] })),
      })
    }
    // ∫ u log u = u²/2 log u - u²/4 with u = 1 - x; ∫ asin x = x asin x + √(1 - x²)
    const log = (t: number) => {
      const u = Math.max(0, 1 - t)
      return -0.25 - (u > 0 ? 0.5 * u * u * Math.log(u) - 0.25 * u * u : 0)
    }
    check(create('if x < 1 then (1 - x)*log(1 - x) else 0'), 'y', 2, log)
    const asin = (t: number) => {
      const x = Math.min(1, t)
      return x * Math.asin(x) + Math.sqrt(1 - x * x) - 1
    }
    check(create('if x < 1 then asin(x) else 0'), 'y', 2, asin)
  })

  it('report functions that are undefined although the condition holds', () => {
    const model = Model({
      x: Var({ init: 1 }),
      y: Var({ init: 0 }),
      equations: equations`
        der(x) = -1
        der(y) = if x > -1 then sqrt(x) else 0
      `,
    })
    expect(codeOf(() => simulate(model, { stopTime: 3 }))).toMatch(
      /^NON_FINITE: .*der\(y\) = if x > -1 then sqrt\(x\)/,
    )
  })
})
