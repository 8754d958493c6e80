/** Linear systems whose matrix is singular: equations that agree, or contradict each other. */

import { equations, Model, simulate, Var } from 'vario'
import { describe, expect, test } from 'vitest'
import { LeastNorm } from '../../src/simulation/systems/least-norm.ts'
import { createRandom } from '../support/random.ts'
import { ConstantVoltage, Ground, Resistor } from './example-models.ts'

const SCALES = [1e-9, 1e-6, 1, 1e6, 1e9]

/** a + k b = 2 S f(t), twice; the factor k hides that the equations are equal. */
const Twice = (S: number, extra = 0) =>
  Model({
    ...{ k: 1, S, extra, a: Var(), b: Var() },
    equations: equations`
      a + k*b = 2*S*(1 + sin(time))
      a + b = 2*S*(1 + sin(time)) + extra
    `,
  })

describe('equations that agree', () => {
  test.each(SCALES)('have the smallest solution at any scale, continuously: %f', (S) => {
    const result = simulate(Twice(S), { stopTime: 2 })
    for (const t of [0, 0.5, 1, 2]) {
      // By symmetry a = b; results are interpolated between points 4e-3 s apart by cubics
      expect(result.at('a', t) / (S * (1 + Math.sin(t)))).toBeCloseTo(1, 9)
      expect(result.at('b', t) / (S * (1 + Math.sin(t)))).toBeCloseTo(1, 9)
    }
    expect(result.warnings.map(({ code }) => code)).toEqual(['UNDETERMINED'])
    expect(result.warnings[0].message).toMatch(/determine (a, b|b, a) only together/)
  })

  test('share a sum in proportion to nominal values', () => {
    const model = Model({
      ...{ k: 1, a: Var({ nominal: 10 }), b: Var({ nominal: 1 }) },
      equations: equations`a + k*b = 22; a + b = 22`,
    })
    const result = simulate(model, { stopTime: 0 })
    expect(result.final('a')).toBeCloseTo(20, 12)
    expect(result.final('b')).toBeCloseTo(2, 12)
  })

  test('cancel known terms: the remainder of 3e5 is rounding', () => {
    const model = Model({
      ...{ k: 1, a: Var(), b: Var(), p: Var() },
      equations: equations`
        p = 1e6*sin(time)
        a + k*b = (0.1 + 0.2)*p - 0.3*p + 1e-3
        a + b = 1e-3
      `,
    })
    const result = simulate(model, { stopTime: 3 })
    // 3e5 ε = 7e-11
    for (const t of [0, 1, 2.3, 3]) expect(Math.abs(result.at('a', t) - 5e-4)).toBeLessThan(1e-9)
  })

  test('share the current of parallel wires without resistance', () => {
    for (const R of [1e-6, 1, 1e6]) {
      const model = Model({
        ...{ V: ConstantVoltage({ V: 3 }), R: Resistor({ R }), a: Resistor({ R: 0 }), b: Resistor({ R: 0 }) },
        g: Ground(),
        connect: [
          ['V.p', 'R.p'],
          ['R.n', 'a.p', 'b.p'],
          ['a.n', 'b.n', 'V.n', 'g.p'],
        ],
      })
      const result = simulate(model, { stopTime: 0 })
      expect(result.final('a.i') * R).toBeCloseTo(1.5, 12)
      expect(result.final('b.i') * R).toBeCloseTo(1.5, 12)
    }
  })

  test('have the mean zero in a large sparse ring of differences of rank n - 1', () => {
    const n = 60
    const members: Record<string, unknown> = { k: 1 }
    const lines: string[] = []
    for (let i = 0; i < n; i++) {
      members[`u${i}`] = Var()
      lines.push(`u${i} - k*u${(i + 1) % n} = ${i === 0 ? 1 : i === 30 ? -1 : 0}`)
    }
    const result = simulate(Model({ ...members, equations: equations(lines.join('\n')) }), { stopTime: 0 })
    // Half of them are 1/2, the others -1/2
    expect(result.final('u0')).toBeCloseTo(0.5, 12)
    expect(result.final('u1')).toBeCloseTo(-0.5, 12)
    expect(result.final('u30')).toBeCloseTo(-0.5, 12)
    expect(result.final('u31')).toBeCloseTo(0.5, 12)
  })

  test.each(['auto', 'bdf', 'radau5', 'tsit5', 'dop853'] as const)(
    'drive the motion with their determined part: x = 1 - exp(-2 t), %s',
    (solver) => {
      // a + b = 2 (1 - x), and der(x) is their sum
      const model = Model({
        ...{ k: 1, a: Var(), b: Var(), x: Var({ init: 0 }) },
        equations: equations`
          a + k*b = 2*(1 - x)
          a + b = 2 - 2*x
          der(x) = a + b
        `,
      })
      const result = simulate(model, { stopTime: 2, tolerance: 1e-8, solver })
      expect(Math.abs(result.final('x') - (1 - Math.exp(-4)))).toBeLessThan(1e-6)
    },
  )
})

describe('errors', () => {
  test.each(SCALES)('name equations that contradict each other by 1e-6 of their terms: %f', (S) => {
    expect(() => simulate(Twice(S, 1e-6 * S), { stopTime: 1 })).toThrow(
      /^At t = 0 s: The linear system in \w is singular, and its equations contradict each other: a \+ /,
    )
  })

  test('name a later contradiction with its time', () => {
    const model = Model({
      ...{ a: Var(), b: Var(), x: Var({ init: 0 }) },
      equations: equations`
        a + (if time > 0.5 then 1 else 2)*b = 2
        a + b = 2 + x
        der(x) = 0.1
      `,
    })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(/^At t = 0\.5\d* s: .*contradict each other/)
  })

  test('name a derivative that is not determined', () => {
    const model = Model({
      ...{ k: 1, b: Var(), x: Var({ init: 0 }) },
      equations: equations`der(x) + k*b = 2; der(x) + b = 2`,
    })
    expect(() => simulate(model, { stopTime: 1 })).toThrow(
      /der\(x\), on which the motion depends, is not determined/,
    )
  })

  test('name the time of coefficients that are not finite', () => {
    const model = Model({
      ...{ k: 0, a: Var(), b: Var() },
      equations: equations`a + b/k = 2; a + 2*b = 1`,
    })
    expect(() => simulate(model, { stopTime: 0 })).toThrow(/At t = 0 s: [\s\S]*not finite/)
  })
})

test.each([1e-6, 1e-9, 1e-12])('a nearly singular matrix is not singular: %f', (e) => {
  const model = Model({
    ...{ e, a: Var(), b: Var() },
    equations: equations`a + b = 2; a + (1 + e)*b = 2 + 3*e`,
  })
  const result = simulate(model, { stopTime: 0 })
  // b = 3, a = -1; the right-hand side has the error ε, which the condition 1/e amplifies
  expect(Math.abs(result.final('b') - 3)).toBeLessThan(10 * (2.2e-16 / e) + 1e-14)
  expect(result.warnings).toEqual([])
})

test('LeastNorm finds rank and null space of random products for any units of rows and columns', () => {
  const random = createRandom(5)
  for (const [n, rank] of [
    [2, 1],
    [5, 3],
    [12, 11],
    [12, 4],
  ]) {
    const left = Array.from({ length: n * rank }, () => random() - 0.5)
    const right = Array.from({ length: rank * n }, () => random() - 0.5)
    const rowUnit = Array.from({ length: n }, () => 10 ** (12 * (random() - 0.5)))
    const columnUnit = Array.from({ length: n }, () => 10 ** (12 * (random() - 0.5)))
    const a = new Float64Array(n * n)
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) {
        for (let k = 0; k < rank; k++) a[i * n + j] += left[i * rank + k] * right[k * n + j]
        a[i * n + j] *= rowUnit[i] * columnUnit[j]
      }
    const least = new LeastNorm(n)
    const nominal = Float64Array.from(columnUnit, (unit) => 1 / unit)
    least.factor(a, nominal)
    expect(least.rank).toBe(rank)
    expect(least.directions.length).toBe(n - rank)
    const x = Float64Array.from(columnUnit, (unit) => (random() - 0.5) / unit)
    const b = new Float64Array(n)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) b[i] += a[i * n + j] * x[j]
    const y = b.slice()
    least.solve(y)
    for (let i = 0; i < n; i++) {
      let residual = -b[i]
      for (let j = 0; j < n; j++) residual += a[i * n + j] * y[j]
      // Products of numbers about 1 in these units
      expect(Math.abs(residual)).toBeLessThan(1e-11 * rowUnit[i])
      for (const direction of least.directions) {
        let change = 0
        for (let j = 0; j < n; j++) change += a[i * n + j] * direction[j]
        expect(Math.abs(change)).toBeLessThan(1e-11 * rowUnit[i])
      }
    }
  }
})
