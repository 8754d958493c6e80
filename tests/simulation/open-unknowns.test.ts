/** Warnings about equations that determine nothing, or less than they should; multiple roots cause none. */
import { equations, Model, Par, simulate, Var, type VarioError } from 'vario'
import { describe, expect, it } from 'vitest'

type Equations = ReturnType<typeof equations>

const solve = (list: Equations, start: Record<string, number>) =>
  simulate(
    Model({
      p: Par(0),
      ...Object.fromEntries(Object.entries(start).map(([name, value]) => [name, Var({ start: value })])),
      equations: list,
    }),
    { stopTime: 1 },
  )

describe('an equation that holds for all values nearby', () => {
  it.each([
    ['x^2 = x*x', equations`x^2 = x*x`],
    ['sin(x)^2 + cos(x)^2 = 1', equations`sin(x)^2 + cos(x)^2 = 1`],
    ['exp(x)*exp(-x) = 1', equations`exp(x)*exp(-x) = 1`],
    ['(x + 1)^2 = x^2 + 2*x + 1', equations`(x + 1)^2 = x^2 + 2*x + 1`],
    ['abs(x) = sqrt(x^2)', equations`abs(x) = sqrt(x^2)`],
    ['x^2*(1 + time) = x*x + time*x^2', equations`x^2*(1 + time) = x*x + time*x^2`],
  ])('causes a warning: %s', (text, list) => {
    // the last two have derivatives that are rounding errors
    for (const start of [2, 0.3, 1e-3, 7.7e5]) {
      // exp overflows
      if (start > 100 && text.startsWith('exp')) continue
      const result = solve(list, { x: start })
      expect(result.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
      expect(result.warnings[0].message).toContain(text)
      expect(result.warnings[0].message).toContain('do not determine x')
    }
  })

  it.each([
    ['0*x', equations`0*x = 0`],
    ['x - x', equations`x - x = 0`],
    ['2*x - x', equations`x = 2*x - x`],
    ['p*x', equations`p*x = 0`],
  ])('causes an error if it is detected earlier: %s', (text, list) => {
    let error: VarioError | undefined
    try {
      solve(list, { x: 2 })
    } catch (caught) {
      error = caught as VarioError
    }
    expect(error?.code).toBe('STRUCTURE')
    expect(error?.message).toContain(text)
  })
})

describe('equivalent equations', () => {
  it.each([
    ['the square of a sum', equations`x + y = 3; (x + y)^2 = 9`, 'y'],
    ['a product and its square', equations`x*y = 2; x^2*y^2 = 4`, 'y, x'],
    ['circles', equations`x^2 + y^2 = 5; sqrt(x^2 + y^2) = sqrt(5)`, 'y, x'],
  ])('cause a warning about the open unknowns: %s', (_, list, names) => {
    const result = solve(list, { x: 2, y: 1 })
    expect(result.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
    expect(result.warnings[0].message).toContain(`do not determine ${names}:`)
  })
})

describe('equations that determine their unknowns cause no warning', () => {
  it.each([
    ['a double root', equations`x^2 = 0`],
    ['a triple root', equations`x^3 = 0`],
    ['a double root that is found exactly', equations`(x - 2)^2 = 0`],
    ['of expanded form', equations`x^2 - 4*x + 4 = 0`],
    ['the fourth power', equations`(x - 2)^4 = 0`],
    ['a kink', equations`abs(x - 2) + (x - 2)^2 = 0`],
    ['one side only', equations`noEvent(max(x - 2, 0)) + x = 2`],
    ['small coefficients', equations`1e-12*x^3 = 8e-12`],
    ['a small difference of large terms', equations`1e6*x^2 + x = 1e6*x^2*1.000001 - 2`],
  ])('%s', (_, list) => {
    expect(solve(list, { x: 2 }).warnings).toEqual([])
  })

  it('a double root of two equations', () => {
    expect(solve(equations`x + y = 2; x*y = 1`, { x: 1, y: 1 }).warnings).toEqual([])
    expect(solve(equations`x + y^3 = 2; x*y = 1; `, { x: 1, y: 1 }).warnings).toEqual([])
  })
})

describe('a system of 64 unknowns', () => {
  // x_i³ + x_i + s/64 = 3 with the solution 1, where Newton's method meets no residual, and no matrix
  const names = Array.from({ length: 64 }, (_, i) => `x${i + 1}`)
  const start = Object.fromEntries(names.map((name) => [name, 1]))
  const system = (first: string) => {
    const lines = names.map((name, i) => (i === 0 ? first : `${name}^3 + ${name} + s/64 = 3`))
    return equations(`s = ${names.join(' + ')}\n${lines.join('\n')}`)
  }

  it('causes no warning if it has one solution', () => {
    expect(solve(system('x1^3 + x1 + s/64 = 3'), start).warnings).toEqual([])
  })

  it('causes a warning if one equation follows from another', () => {
    const { warnings } = solve(system('(x2^3 + x2 + s/64)^2 = 9'), start)
    expect(warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
    expect(warnings[0].message).toContain('do not determine')
  })
})

describe('equations that become an identity between events', () => {
  it.each([
    ['with max', equations`max(0, 0.5 - time)*(x^2 - 4) = 0`, 0.5],
    ['with noEvent', equations`noEvent(if time < 0.4 then x^2 - 4 else 0) = 0`, 0.4],
    ['at the start', equations`max(0, time - 0.4)*x^2 = max(0, time - 0.4)*(x*x)`, 0],
  ])('cause a warning at the first output point: %s', (_, list, t) => {
    const { warnings } = solve(list, { x: 1 })
    expect(warnings.map(({ code, time }) => [code, time])).toEqual([['UNDETERMINED', t]])
  })

  it('cause none where they keep determining a constant', () => {
    expect(solve(equations`x^2 + max(0, 0.4 - time) = 4 + max(0, 0.4 - time)`, { x: 1 }).warnings).toEqual([])
    expect(solve(equations`x^2 + y^2 = 5; x*y = 2`, { x: 1.9, y: 1.1 }).warnings).toEqual([])
  })
})

describe('a system of 1200 unknowns', () => {
  // a ring of neighbors with the solution 1
  const n = 1200
  const names = Array.from({ length: n }, (_, i) => `x${i + 1}`)
  const start = Object.fromEntries(names.map((name) => [name, 1]))
  const ring = (first: string) =>
    equations(
      names
        .map((x, i) => (i === 0 ? first : `${x}^3 + ${x} + 0.1*x${i}*${x} + 0.1*x${((i + 1) % n) + 1} = 2.2`))
        .join('\n'),
    )

  it('causes a warning if an equation is an identity', () => {
    const { warnings } = solve(ring('x1^2 + x2 = x1*x1 + x2'), start)
    expect(warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
    // changes of x1 fade along the ring
    expect(warnings[0].message).toContain('do not determine x1, x2')
  })

  it('causes none if it has one solution', () => {
    expect(solve(ring('x1^3 + x1 + 0.2*x2 = 2.2'), start).warnings).toEqual([])
  })
})

it('equations that become an identity at an event cause a warning then', () => {
  const { warnings } = solve(equations`x^2 = if time < 0.5 then 4 else x*x`, { x: 1 })
  expect(warnings.map(({ code, time }) => [code, time])).toEqual([['UNDETERMINED', 0.5]])
})
