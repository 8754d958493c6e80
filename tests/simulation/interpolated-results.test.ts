/**
 * `result.at` between output points: as accurate as the integration, on both sides of events, and without oscillation
 * where points do not resolve a signal.
 */
import {
  equations,
  Model,
  Par,
  readBinary,
  readJson,
  SignalTable,
  simulate,
  Var,
  writeBinary,
  writeJson,
} from 'vario'
import { describe, expect, it } from 'vitest'

/** Times spread evenly over the run, none of which is an output point. */
function timesWithin(stopTime: number, n = 500): number[] {
  return Array.from({ length: n }, (_, k) => stopTime * ((0.123 + k * 0.6180339887498949) % 1))
}

function worstError(
  result: SignalTable,
  name: string,
  exact: (t: number) => number,
  stopTime: number,
): number {
  return Math.max(...timesWithin(stopTime).map((t) => Math.abs(result.at(name, t) - exact(t))))
}

/** Error at the output points: that of the integration. */
function gridError(result: SignalTable, name: string, exact: (t: number) => number): number {
  const values = result.values(name)
  return result.time.reduce((worst, t, k) => Math.max(worst, Math.abs(values[k] - exact(t))), 0)
}

describe('an oscillator', () => {
  const Oscillator = Model({
    w: Par(1),
    x: Var({ init: 1 }),
    v: Var({ init: 0 }),
    minus: Var(),
    square: Var(),
    driven: Var(),
    pair: Var({ start: [0, 0] }),
    equations: equations`
      der(x) = v
      der(v) = -w^2*x
      minus = -x
      square = x^2
      driven = v/w + sin(time)
      pair = [x*v, x + v]
    `,
  })

  it.each([
    { solver: 'auto', tolerance: 1e-9 },
    { solver: 'auto', tolerance: 1e-6 },
    { solver: 'dop853', tolerance: 1e-10 },
    { solver: 'bdf', tolerance: 1e-7 },
    { solver: 'radau5', tolerance: 1e-9 },
  ] as const)('has all kinds of signals interpolated, $solver at $tolerance', ({ solver, tolerance }) => {
    for (const w of [1, 2.7, 4]) {
      const stopTime = 10
      const result = simulate(Oscillator, { stopTime, tolerance, solver, merge: { w } })
      const exact: Record<string, (t: number) => number> = {
        x: (t) => Math.cos(w * t),
        minus: (t) => -Math.cos(w * t),
        v: (t) => -w * Math.sin(w * t),
        'der(x)': (t) => -w * Math.sin(w * t),
        square: (t) => Math.cos(w * t) ** 2,
        driven: (t) => Math.sin(t) - Math.sin(w * t),
        'pair[1]': (t) => -0.5 * w * Math.sin(2 * w * t),
        'pair[2]': (t) => Math.cos(w * t) - w * Math.sin(w * t),
      }
      for (const [name, f] of Object.entries(exact)) {
        // About the error of the integration; at the ends, with all points on one side, errors of the values have
        // larger factors
        const bound = 3 * gridError(result, name, f) + 2 * w * tolerance
        expect(worstError(result, name, f, stopTime), `${name}, w = ${w}`).toBeLessThan(bound)
      }
    }
  })

  it('is resolved by few points per period, because states have derivatives', () => {
    // 12 points per period, h = 0.52 rad: twelve conditions of a Hermite polynomial leave h^12/12!*(Π(s - s_i))^2 ≈ 1e-9;
    // at the ends of the run, where all points are on one side, the product is 30 times as large
    const result = simulate(Oscillator, { stopTime: 40, tolerance: 1e-10, interval: Math.PI / 6 })
    expect(worstError(result, 'x', (t) => Math.cos(t), 40)).toBeLessThan(1e-7)
  })

  it('is the same from files', () => {
    const result = simulate(Oscillator, { stopTime: 5 })
    for (const back of [readJson(writeJson(result)), readBinary(writeBinary(result))])
      for (const t of timesWithin(5, 20)) expect(back.at('x', t)).toBe(result.at('x', t))
  })

  it('is interpolated without the derivative among the signals', () => {
    const result = simulate(Oscillator, { stopTime: 5, tolerance: 1e-10 })
    const table = new SignalTable()
    table.addTime({ values: result.time })
    table.add({ name: 'x', kind: 'state', values: result.values('x') })
    expect(worstError(table, 'x', (t) => Math.cos(t), 5)).toBeLessThan(1e-9)
  })

  it('has different units for a state and its derivative', () => {
    const model = Model({
      k: Par(1, '1/s2'),
      s: Var({ init: 100, unit: 'cm' }),
      speed: Var({ init: 0, unit: 'km/h' }),
      equations: equations`der(s) = speed; der(speed) = -k*s`,
    })
    const result = simulate(model, { stopTime: 6, tolerance: 1e-10 })
    expect(worstError(result, 's', (t) => 100 * Math.cos(t), 6)).toBeLessThan(1e-7)
    expect(worstError(result, 'speed', (t) => -3.6 * Math.sin(t), 6)).toBeLessThan(1e-8)
  })
})

describe('events', () => {
  const Ball = Model({
    h: Var({ init: 1 }),
    v: Var({ init: 0 }),
    energy: Var(),
    n: Var({ start: 0 }),
    equations: equations`
      der(h) = v
      der(v) = -10
      energy = v^2/2 + 10*h
      when h < 0 then
        reinit(v, -0.8*pre(v))
        n = pre(n) + 1
      end when
    `,
  })
  const bounce = (k: number): number => Math.sqrt(0.2) * (1 + (2 * (0.8 * (1 - 0.8 ** k))) / (1 - 0.8))
  /** Height after the bounces before t: parabolas. */
  const height = (t: number): number => {
    let k = 0
    while (bounce(k) < t) k++
    if (k === 0) return 1 - 5 * t * t
    const s = t - bounce(k - 1)
    return 0.8 ** k * Math.sqrt(20) * s - 5 * s * s
  }

  it.each([0.004, 0.05, 0.3, 5])('have parabolas between them, with points every %s s', (interval) => {
    const result = simulate(Ball, { stopTime: 2.4, tolerance: 1e-9, interval })
    // Far from the end the flights are long enough that event times matter only by their error times the speed
    for (const t of timesWithin(2.4)) {
      expect(result.at('h', t)).toBeCloseTo(height(t), 7)
      expect(result.at('n', t)).toBe([0, 1, 2, 3, 4, 5].findIndex((k) => bounce(k) > t))
    }
  })

  it('have values on both sides, and constants in between', () => {
    const result = simulate(Ball, { stopTime: 1.5, tolerance: 1e-9 })
    const v = result.values('v')
    const k = v.findIndex((value) => value > 0)
    const t = result.time[k]
    expect(t).toBeCloseTo(Math.sqrt(0.2), 8)
    expect(result.at('v', t, 'left')).toBeCloseTo(-Math.sqrt(20), 7)
    expect(result.at('v', t)).toBeCloseTo(0.8 * Math.sqrt(20), 7)
    // just before and just after: polynomials do not reach over the event
    expect(result.at('v', t - 1e-4)).toBeCloseTo(-Math.sqrt(20) + 1e-3, 7)
    expect(result.at('v', t + 1e-4)).toBeCloseTo(0.8 * Math.sqrt(20) - 1e-3, 7)
    expect(result.at('energy', t - 1e-4)).toBeCloseTo(10, 7)
    expect(result.at('energy', t + 1e-4)).toBeCloseTo(6.4, 7)
    expect(result.at('n', t - 1e-12)).toBe(0)
    expect(result.at('n', t)).toBe(1)
  })
})

describe('signals that the points do not resolve', () => {
  it('stay within the values of a stiff transient', () => {
    const model = Model({
      x: Var({ init: 1 }),
      y: Var(),
      equations: equations`der(x) = -1e6*(x - sin(time)); y = x^2`,
    })
    const result = simulate(model, { stopTime: 5, solver: 'bdf' })
    for (const t of timesWithin(5)) {
      // the first interval, of 0.01 s, contains the transient; the rest is as resolved as the sine
      const slack = t < 0.01 ? 1 : 2e-5
      expect(Math.abs(result.at('x', t) - Math.sin(t))).toBeLessThan(slack)
      expect(Math.abs(result.at('y', t) - Math.sin(t) ** 2)).toBeLessThan(2 * slack)
    }
  })

  /** Points every second. */
  function tableOf(f: (k: number) => number, slope?: (k: number) => number): SignalTable {
    const table = new SignalTable()
    const values = (of: (k: number) => number) => Float64Array.from({ length: 40 }, (_, k) => of(k))
    table.addTime({ values: values((k) => k) })
    table.add({ name: 'x', kind: 'state', values: values(f) })
    if (slope) table.add({ name: 'der(x)', kind: 'derivative', values: values(slope) })
    return table
  }

  it.each([0, 1, 2, 3, 10, 36, 37, 38])(
    'do not oscillate after a jump or kink without event after point %i',
    (k0) => {
      const step = (k: number): number => (k <= k0 ? 1 : 0)
      const ramp = (k: number): number => Math.max(0, k - k0 - 0.3)
      const isUp = (k: number): number => (k > k0 + 0.3 ? 1 : 0)
      const cases = [tableOf(step), tableOf(step, () => 0), tableOf(ramp), tableOf(ramp, isUp)]
      for (const [c, table] of cases.entries()) {
        const f = c < 2 ? step : ramp
        for (let t = 0.1; t < 39; t += 0.2) {
          const [low, high] = [f(Math.floor(t)), f(Math.floor(t) + 1)].sort((a, b) => a - b)
          expect(table.at('x', t)).toBeGreaterThanOrEqual(low - 1e-12)
          expect(table.at('x', t)).toBeLessThanOrEqual(high + 1e-12)
        }
      }
    },
  )

  it('are exact for polynomials, constant for constants, and missing for missing values', () => {
    const cubic = (t: number): number => 1 - t + 0.02 * t ** 3
    for (const t of timesWithin(39, 50)) {
      expect(tableOf(cubic).at('x', t)).toBeCloseTo(cubic(t), 9)
      expect(tableOf(() => 0.1).at('x', t)).toBeCloseTo(0.1, 15)
    }
    const gap = tableOf((k) => (k === 20 ? Number.NaN : cubic(k)))
    expect(gap.at('x', 19.5)).toBeNaN()
    expect(gap.at('x', 20.5)).toBeNaN()
    expect(gap.at('x', 10.5)).toBeCloseTo(cubic(10.5), 9)
    expect(gap.at('x', 18.5)).toBeCloseTo((cubic(18) + cubic(19)) / 2, 0)
  })

  it('may have a time axis in milliseconds', () => {
    const table = new SignalTable()
    const time = Float64Array.from({ length: 30 }, (_, k) => 100 * k)
    table.addTime({ unit: 'ms', values: time })
    table.add({ name: 'a.x', kind: 'state', unit: 'm', values: time.map((t) => Math.sin(2 * (t / 1000))) })
    const slopes = time.map((t) => 2 * Math.cos(2 * (t / 1000)))
    table.add({ name: 'a.der(x)', kind: 'derivative', unit: 'm/s', values: slopes })
    expect(table.at('a.x', 1234)).toBeCloseTo(Math.sin(2.468), 10)
  })
})
