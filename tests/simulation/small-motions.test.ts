/** Motions below the absolute tolerances of their states. */
import { equations, Model, simulate, Var } from 'vario'
import { describe, expect, it } from 'vitest'

/** x'' = -100 x + a from rest: x = a/100 (1 - cos 10 t). */
const oscillator = (a: number, nominal?: number) => {
  const of = (size: number) => Var({ init: 0, ...(nominal !== undefined && { nominal: nominal * size }) })
  return Model({ x: of(1), w: of(10), equations: equations(`der(x) = w\nder(w) = -100*x + ${a}`) })
}
const SMALL = 'SMALL_MOTION'

describe('oscillations below the absolute tolerance', () => {
  it.each([
    [1e-6, 1e-3],
    [1e-6, 1e-6],
    [1e-7, 1e-6],
    [1e-9, 1e-6],
    [1e-12, 1e-6],
    [1e-9, 1e-9],
  ])('cause a warning: acceleration %d, tolerance %d', (a, tolerance) => {
    const { warnings } = simulate(oscillator(a), { stopTime: 10, tolerance })
    expect(warnings.map(({ code }) => code)).toEqual([SMALL])
    expect(warnings[0].message).toMatch(/^x .*w .*nominal/)
  })

  it.each([1e-6, 1e-9, 1e-12])('are correct with nominal values: acceleration %d', (a) => {
    const result = simulate(oscillator(a, a / 100), { stopTime: 10 })
    expect(result.warnings).toEqual([])
    const x = result.values('x')
    // sixteen periods with a tolerance of 1e-6
    for (const [k, t] of result.time.entries())
      expect(Math.abs(x[k] - (a / 100) * (1 - Math.cos(10 * t)))).toBeLessThan((1e-3 * a) / 100)
  })
})

describe('a warning of small oscillations', () => {
  it('does not appear for states that are zero, or rounding errors', () => {
    const rest = simulate(oscillator(0), { stopTime: 10 })
    expect(rest.warnings).toEqual([])
    // 0.1 + 0.2 - 0.3 is 5.6e-17
    const text = equations`der(x) = 0.1 + 0.2 - 0.3 - x`
    expect(simulate(Model({ x: Var({ init: 0 }), equations: text }), { stopTime: 10 }).warnings).toEqual([])
  })

  it('does not appear for states that are small beside others', () => {
    // heat has not yet reached the far end: the last cells are below 1e-10
    const cells = Array.from({ length: 30 }, (_, k) => [`T${k}`, Var({ init: k === 0 ? 1 : 0 })])
    const text = cells.map((_, k) => {
      const left = k > 0 ? `(T${k - 1} - T${k})` : '0'
      const right = k < 29 ? `(T${k + 1} - T${k})` : '0'
      return `der(T${k}) = ${left} + ${right}`
    })
    const rod = Model({ ...Object.fromEntries(cells), equations: equations(text.join('\n')) })
    const result = simulate(rod, { stopTime: 2 })
    expect(result.values('T29').at(-1)).toBeLessThan(1e-8)
    expect(result.warnings).toEqual([])
  })
})

it('a warning names the small part of a model with a large one', () => {
  const text = equations`
    der(x) = w
    der(w) = -100*x + 1e-7
    der(y) = 1 - y
  `
  const model = Model({ x: Var({ init: 0 }), w: Var({ init: 0 }), y: Var({ init: 0 }), equations: text })
  const { warnings } = simulate(model, { stopTime: 10 })
  expect(warnings.map(({ code }) => code)).toEqual([SMALL])
  expect(warnings[0].message).not.toMatch(/\by\b \(/)
})
