/** Fits of models: values with honest intervals, several experiments, what data do not determine, bad input. */
import { equations, Model, Par, quantity, simulate, Var } from 'vario'
import { type FitOptions, fit } from 'vario/studies'
import { describe, expect, test } from 'vitest'
import { computeNormalQuantile, RandomNumbers, STREAM } from '../../../src/studies/sampling/index.ts'
import { RUNS_ALL } from '../../support/campaign-seeds.ts'

const Charge = Model({
  R: Par(1, 'kOhm', { min: 0 }),
  C: Par(1, 'mF', { min: 0 }),
  V: Par(10, 'V'),
  v: Var({ init: 0, unit: 'V' }),
  i: Var({ unit: 'mA' }),
  equations: equations`
    R*i = V - v
    C*der(v) = i
  `,
})

const time = Array.from({ length: 25 }, (_, k) => 0.2 * (k + 1))
const voltage = (RC: number, t: number, V = 10): number => V * (1 - Math.exp(-t / RC))
const noise = (set: number, k: number): number =>
  computeNormalQuantile(new RandomNumbers(7, STREAM.sample).uniform(set, k))

/** Measured voltages of a circuit with RC = 1.5 s and V = 8 V, and an error of 0.1 V. */
const measured = (set: number, sigma = 0.1): number[] =>
  time.map((t, k) => voltage(1.5, t, 8) + sigma * noise(set, k))

const question = (v: readonly number[]): FitOptions => ({
  parameters: { R: { start: 1 }, V: { start: 10 } },
  experiments: [{ data: { time, values: { v } } }],
})

describe('a fit of an RC circuit', () => {
  test('finds the values of exact data, with units', () => {
    const v = measured(0, 0)
    const result = fit(Charge, {
      parameters: { R: { start: 500, unit: 'Ohm' }, V: { start: 10 } },
      experiments: [{ data: { time, values: { v: v.map((x) => 1000 * x) }, units: { v: 'mV' } } }],
    })
    const { value, unit } = result.parameter('R')
    expect(unit).toBe('Ohm')
    // the tolerance of the runs is 1e-8
    expect(Math.abs(value / 1500 - 1)).toBeLessThan(1e-6)
    expect(Math.abs(result.parameter('V').value / 8 - 1)).toBeLessThan(1e-6)
    expect(result.undetermined).toEqual([])
    // the values for the next run
    const again = simulate(Charge, { stopTime: 5, merge: result.merge, tolerance: 1e-9 })
    expect(Math.abs(again.final('v') - voltage(1.5, 5, 8))).toBeLessThan(1e-5)
  })

  test('has the errors of the closed form', () => {
    const result = fit(Charge, question(measured(3)))
    const [R, V] = ['R', 'V'].map((path) => result.parameter(path))
    // Jacobian of V (1 - exp(-t/R)) at the solution: the normal equations of two parameters
    let [a, b, c, square] = [0, 0, 0, 0]
    time.forEach((t, k) => {
      const e = Math.exp(-t / R.value)
      const [dR, dV] = [(-V.value * e * t) / R.value ** 2, 1 - e]
      a += dR * dR
      b += dR * dV
      c += dV * dV
      square += (voltage(R.value, t, V.value) - measured(3)[k]) ** 2
    })
    const s2 = square / (time.length - 2)
    const determinant = a * c - b * b
    expect(Math.abs(R.standardError / Math.sqrt((s2 * c) / determinant) - 1)).toBeLessThan(1e-5)
    expect(Math.abs(V.standardError / Math.sqrt((s2 * a) / determinant) - 1)).toBeLessThan(1e-5)
    expect(Math.abs(result.correlation('R', 'V') - -b / Math.sqrt(a * c))).toBeLessThan(1e-5)
    // t(0.975, 23) of tables
    expect(Math.abs((R.high - R.value) / R.standardError - 2.0687)).toBeLessThan(1e-4)
    const [table] = result.tables
    const residual = table.values('v.residual')
    time.forEach((t, k) => {
      expect(Math.abs(table.values('v')[k] - voltage(R.value, t, V.value))).toBeLessThan(1e-6)
      expect(residual[k]).toBe(result.residuals[k])
    })
    expect(table.signal('v.data').unit).toBe('V')
  })

  test('has intervals that contain the true values as often as they say', () => {
    const count = RUNS_ALL ? 500 : 40
    let [hitsR, hitsV] = [0, 0]
    for (let set = 0; set < count; set++) {
      const result = fit(Charge, { ...question(measured(set)), simulate: { interval: 0.1 } })
      const [R, V] = ['R', 'V'].map((path) => result.parameter(path))
      if (R.low < 1.5 && 1.5 < R.high) hitsR++
      if (V.low < 8 && 8 < V.high) hitsV++
    }
    // four deviations of the binomial
    const margin = 4 * Math.sqrt(0.95 * 0.05 * count)
    expect(Math.abs(hitsR - 0.95 * count)).toBeLessThan(margin)
    expect(Math.abs(hitsV - 0.95 * count)).toBeLessThan(margin)
  }, 300_000)

  test('names R and C, of which voltages show the product only', () => {
    const v = measured(1)
    const result = fit(Charge, {
      parameters: { R: { start: 1 }, C: { start: 1 }, V: { start: 10 } },
      experiments: [{ data: { time, values: { v } } }],
    })
    expect(result.undetermined).toEqual([['R', 'C']])
    expect(result.parameter('R').standardError).toBeNaN()
    expect(result.parameter('V').standardError).toBeGreaterThan(0)
    const product = result.parameter('R').value * result.parameter('C').value
    expect(Math.abs(product - fit(Charge, question(v)).parameter('R').value)).toBeLessThan(1e-5)
    // with the current, both have errors
    const both = fit(Charge, {
      parameters: { R: { start: 1 }, C: { start: 1 } },
      experiments: [
        {
          data: {
            ...{
              time,
              values: { v, i: time.map((t, k) => (8 / 1.5) * Math.exp(-t / 1.5) + 0.05 * noise(9, k)) },
            },
            deviations: { v: 0.1, i: time.map(() => 0.05) },
          },
          merge: { V: 8 },
        },
      ],
    })
    expect(both.undetermined).toEqual([])
    expect(Math.abs(both.residualDeviation - 1)).toBeLessThan(0.4)
    const { low, high } = both.parameter('R')
    expect(low < 1.5 && 1.5 < high).toBe(true)
  })

  test('takes several experiments with their own values, and points that were not measured', () => {
    const values = (RC: number, V: number): number[] =>
      time.map((t, k) => (k === 3 ? Number.NaN : voltage(RC, t, V)))
    const result = fit(Charge, {
      parameters: { R: { start: 1 } },
      experiments: [
        { data: { time, values: { v: values(1.5, 4) } }, merge: { V: quantity(4000, 'mV') } },
        { data: { time, values: { v: values(3, 6) } }, merge: { V: 6, C: 2 } },
      ],
    })
    expect(Math.abs(result.parameter('R').value - 1.5)).toBeLessThan(1e-6)
    expect(result.residuals).toHaveLength(2 * (time.length - 1))
    expect(result.tables[1].values('v.data')[3]).toBeNaN()
  })

  test('stays within bounds, also the declared ones', () => {
    const result = fit(Charge, {
      parameters: { R: { start: 1, max: 1.2 }, V: { start: 10 } },
      experiments: [{ data: { time, values: { v: measured(2) } } }],
    })
    const { value, isAtBound, standardError } = result.parameter('R')
    expect([value, isAtBound, standardError]).toEqual([1.2, true, Number.NaN])
    expect(result.parameter('V').isAtBound).toBe(false)
  })
})

test('several searches find the best of several minima', () => {
  const Swing = Model({
    w: Par(1, 'rad/s'),
    x: Var({ init: 1, unit: 'm' }),
    u: Var({ init: 0, unit: 'm/s' }),
    equations: equations`
      der(x) = u
      der(u) = -w^2*x
    `,
  })
  const points = Array.from({ length: 20 }, (_, k) => 0.2 * k)
  const options = {
    parameters: { w: { start: 1, min: 0.5, max: 10 } },
    simulate: { interval: 0.02 },
    experiments: [{ data: { time: points, values: { x: points.map((t) => Math.cos(6.3 * t)) } } }],
  }
  expect(Math.abs(fit(Swing, options).parameter('w').value - 6.3)).toBeGreaterThan(0.1)
  const result = fit(Swing, { ...options, starts: 8 })
  expect(Math.abs(result.parameter('w').value - 6.3)).toBeLessThan(1e-5)
  expect(result.searches).toHaveLength(8)
  expect(fit(Swing, { ...options, starts: 8 }).parameters).toEqual(result.parameters)
})

describe('bad input of a fit', () => {
  const good = question(measured(0))
  const data = { time, values: { v: measured(0) } }
  const cases: [string, object, RegExp][] = [
    [
      'an unknown parameter',
      { parameters: { RR: { start: 1 } } },
      /parameters\['RR'\].*expected a known name/,
    ],
    ['no start', { parameters: { R: {} } }, /parameters\['R'\]\.start/],
    [
      'a start beyond a declared limit',
      { parameters: { R: { start: -1 } } },
      /start: expected a value from 0/,
    ],
    ['another unit', { parameters: { R: { start: 1, unit: 'V' } } }, /expected a unit such as kOhm/],
    ['an unknown option', { start: 3 }, /start/],
    ['no experiments', { experiments: [] }, /at least one experiment/],
    ['an unknown signal', { experiments: [{ data: { time: [1], values: { w: [1] } } }] }, /w/],
    ['too few values', { experiments: [{ data: { time, values: { v: [1] } } }] }, /25 values/],
    [
      'times that go back',
      { experiments: [{ data: { time: [1, 0.5], values: { v: [1, 1] } } }] },
      /ascending/,
    ],
    ['nothing measured', { experiments: [{ data: { time: [1], values: { v: [NaN] } } }] }, /measured value/],
    ['a deviation of 0', { experiments: [{ data: { ...data, deviations: { v: 0 } } }] }, /deviations/],
    [
      'different units without deviations',
      { experiments: [{ data: { time: [1], values: { v: [1], i: [1] } } }] },
      /different units/,
    ],
    ['starts without bounds', { starts: 5 }, /min and max/],
    ['a probability of 95', { confidence: 95 }, /confidence/],
  ]
  test.each(cases)('%s', (_, change, message) => {
    expect(() => fit(Charge, { ...good, ...change } as FitOptions)).toThrow(message)
  })

  test('a model without values at the start', () => {
    const Log = Model({
      a: Par(1),
      x: Var({ init: 0 }),
      equations: equations`der(x) = log(a - 2)`,
    })
    expect(() =>
      fit(Log, {
        parameters: { a: { start: 1 } },
        experiments: [{ data: { time: [0, 1], values: { x: [0, 1] } }, merge: { a: 4 } }],
      }),
    ).toThrow(/expected finite values of the model at the start/)
  })
})
