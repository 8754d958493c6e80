/** Measures against closed forms of signals between and at their points. */

import { equations, Model, Par, SignalTable, simulate, Var } from 'vario'
import {
  average,
  crossingCount,
  crossingTime,
  finalValue,
  integral,
  maximum,
  maximumTime,
  minimum,
  minimumTime,
  rms,
  valueAt,
} from 'vario/studies'
import { describe, expect, test } from 'vitest'
import { evaluateMeasure } from '../../src/studies/measures/index.ts'

const OMEGA = 3
const Oscillator = Model({
  w: Par(OMEGA),
  x: Var({ init: 1 }),
  v: Var({ init: 0 }),
  y: Var(),
  high: Var({ type: 'Boolean', init: true }),
  n: Var({ init: 0 }),
  equations: equations`
    der(x) = v
    der(v) = -w^2*x
    y = x^2
    high = x > 0.3
    when x < -0.5 then
      n = pre(n) + 1
    end when
  `,
})
const END = 5
const result = simulate(Oscillator, { stopTime: END, tolerance: 1e-10 })
const value = (measure: Parameters<typeof evaluateMeasure>[1]): number =>
  evaluateMeasure('m', measure, result)

/** x = cos(3 t): errors of the run of 1e-9, and of cubic polynomials with h = 0.01: (3 h)^4/384 = 2e-9. */
const CUBIC = 2e-8
/** Times of extrema: the slope of a cubic has an error of (3 h)³/25 = 1e-6 times 3, by x'' = 9. */
const SLOPE = 4e-7

describe('measures of cos(3 t)', () => {
  test.each([
    ['final value', finalValue('x'), Math.cos(15)],
    ['value at a time', valueAt('x', 1.2345), Math.cos(3.7035)],
    ['maximum in a period', maximum('x', { from: 1 }), 1],
    ['time of the maximum', maximumTime('x', { from: 1, to: 3 }), (2 * Math.PI) / 3],
    ['minimum', minimum('x'), -1],
    ['minimum at the end of a period', minimum('x', { to: 0.5 }), Math.cos(1.5)],
    ['time of the minimum', minimumTime('x', { to: 2 }), Math.PI / 3],
    ['integral', integral('x'), Math.sin(15) / 3],
    [
      'integral of a period',
      integral('x', { from: 0.123, to: 4.321 }),
      (Math.sin(12.963) - Math.sin(0.369)) / 3,
    ],
    ['average', average('x'), Math.sin(15) / 15],
    ['root of the mean square', rms('x'), Math.sqrt(0.5 + Math.sin(30) / 60)],
    ['first crossing', crossingTime('x', 0.2), Math.acos(0.2) / 3],
    ['first crossing upwards', crossingTime('x', 0.2, 'up'), (2 * Math.PI - Math.acos(0.2)) / 3],
    [
      'crossing after a time',
      crossingTime('x', 0.2, 'down', { from: 1 }),
      (2 * Math.PI + Math.acos(0.2)) / 3,
    ],
  ] as const)('%s', (_, measure, expected) => {
    expect(Math.abs(value(measure) - expected)).toBeLessThan(
      'kind' in measure && measure.kind.endsWith('-time') ? SLOPE : CUBIC,
    )
  })

  test('count crossings of a level, also those between two output points', () => {
    expect(value(crossingCount('x', 0.2))).toBe(5)
    expect(value(crossingCount('x', 0.2, 'up'))).toBe(2)
    expect(value(crossingCount('x', 0.2, 'down'))).toBe(3)
    const coarse = simulate(Oscillator, {
      stopTime: END,
      tolerance: 1e-10,
      interval: 0.5,
      record: ['x', 'der(x)'],
    })
    // just below the maximum at 2π/3: both crossings lie between 2.0 and 2.5
    expect(evaluateMeasure('m', crossingCount('x', 0.95, 'both', { from: 1 }), coarse)).toBe(4)
  })

  test('a variable without a recorded derivative is measured by its points', () => {
    // y = cos²(3 t); parabolas for the slopes: h³ y''''/24 times h
    expect(Math.abs(value(integral('y')) - (END / 2 + Math.sin(30) / 12))).toBeLessThan(1e-6)
    expect(Math.abs(value(minimum('y')))).toBeLessThan(2e-6)
    expect(Math.abs(value(minimumTime('y', { to: 1 })) - Math.PI / 6)).toBeLessThan(1e-4)
  })

  test('Booleans and discrete variables change at events', () => {
    const first = Math.acos(0.3) / 3
    const second = (2 * Math.PI - Math.acos(0.3)) / 3
    const third = (2 * Math.PI + Math.acos(0.3)) / 3
    const fourth = (4 * Math.PI - Math.acos(0.3)) / 3
    const fifth = (4 * Math.PI + Math.acos(0.3)) / 3
    // events are located to the tolerance of the run
    expect(Math.abs(value(crossingTime('high', 0.5, 'down')) - first)).toBeLessThan(1e-8)
    expect(Math.abs(value(crossingTime('high', 0.5, 'up')) - second)).toBeLessThan(1e-8)
    const duration = first + (third - second) + (Math.min(fifth, END) - fourth)
    expect(Math.abs(value(integral('high')) - duration)).toBeLessThan(1e-7)
    expect(value(finalValue('n'))).toBe(3)
    expect(value(crossingCount('n', 0.5))).toBe(1)
    expect(value(maximum('n'))).toBe(3)
  })

  test('a parameter has one value at all times', () => {
    expect(value(finalValue('w'))).toBe(OMEGA)
    expect(value(average('w'))).toBeCloseTo(OMEGA, 12)
    expect(value(integral('w'))).toBeCloseTo(OMEGA * END, 12)
  })

  test('a level that is not passed has no time', () => {
    expect(value(crossingTime('x', 2))).toBeNaN()
    expect(value(crossingCount('x', 2))).toBe(0)
  })
})

describe('measures of tables', () => {
  const table = (time: number[], values: number[], segmentStarts?: number[]): SignalTable => {
    const made = new SignalTable()
    made.addTime({ values: Float64Array.from(time), ...(segmentStarts && { segmentStarts }) })
    made.add({ name: 'x', values: Float64Array.from(values) })
    return made
  }
  const of = (measure: Parameters<typeof evaluateMeasure>[1], data: SignalTable) =>
    evaluateMeasure('m', measure, data)

  test('a straight line is exact, with any distances of points', () => {
    const data = table([0, 0.1, 0.15, 1, 4], [1, 1.2, 1.3, 3, 9])
    expect(of(integral('x'), data)).toBeCloseTo(20, 12)
    expect(of(crossingTime('x', 5), data)).toBeCloseTo(2, 12)
    expect(of(maximum('x', { to: 3 }), data)).toBeCloseTo(7, 12)
  })

  test('a jump at an event is passed at its time, and no slope reaches across it', () => {
    const data = table([0, 1, 2, 2, 3, 4], [0, 0, 0, 10, 10, 10])
    expect(of(maximum('x'), data)).toBe(10)
    expect(of(minimum('x'), data)).toBe(0)
    expect(of(integral('x'), data)).toBeCloseTo(20, 13)
    expect(of(crossingTime('x', 3), data)).toBe(2)
  })

  test('the time between segments does not count', () => {
    const data = table([0, 1, 5, 6], [1, 1, 3, 3], [0, 2])
    expect(of(integral('x'), data)).toBe(4)
    expect(of(average('x'), data)).toBe(2)
    expect(of(crossingTime('x', 2), data)).toBe(5)
  })

  test('a level that is reached, kept and left is passed at its first time; one that is touched is not passed', () => {
    expect(of(crossingTime('x', 1), table([0, 1, 2, 3], [0, 1, 1, 2]))).toBe(1)
    const steps = new SignalTable()
    steps.addTime({ values: Float64Array.from([0, 1, 2, 3]) })
    steps.add({ name: 'x', kind: 'discrete', values: Float64Array.from([0, 1, 0, 0]) })
    expect(of(crossingCount('x', 1), steps)).toBe(0)
  })

  test('unknown names, vectors and times outside of the run are errors', () => {
    const data = table([0, 1], [0, 1])
    expect(() => of(maximum('z'), data)).toThrow("'z'")
    expect(() => of(maximum('x', { from: 2 }), data)).toThrow('measure of x: expected times from 0 to 1 s')
    expect(() => of(() => 'a' as unknown as number, data)).toThrow("measure 'm': expected a number")
    expect(() => maximum('x', { from: 2, to: 1 })).toThrow('maximum: expected a start before the end')
  })
})
