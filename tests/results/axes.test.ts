/** Ranges and ticks of the axes of plots. */
import { describe, expect, it } from 'vitest'
import { computeXRange, computeYRange, createScale } from '../../src/results/plot/scale.ts'
import { createTicks } from '../../src/results/plot/ticks.ts'
import { createRandom } from '../support/random.ts'

type Curve = Parameters<typeof computeYRange>[0][number]
const curve = (x: readonly number[], y: readonly number[], isMonotone = true): Curve =>
  ({ x: Float64Array.from(x), y: Float64Array.from(y), isMonotone }) as unknown as Curve

/** The value of a label together with the note of its axis. */
function readLabel(label: string, note: string): number {
  const digits = '⁰¹²³⁴⁵⁶⁷⁸⁹'
  const plain = (text: string): string =>
    [...text]
      .map((char) => (char === '⁻' ? '-' : digits.includes(char) ? digits.indexOf(char) : char))
      .join('')
  const power = /×10(\S+)/.exec(note)
  const offset = /([+−]) (\S+)$/.exec(note)
  const number = label.replace('−', '-')
  const own = /^(?:(\d)·)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)$/.exec(number)
  const value = own ? Number(own[1] ?? 1) * 10 ** Number(plain(own[2])) : Number(number)
  const scaled = value * (power ? 10 ** Number(plain(power[1])) : 1)
  return scaled + (offset ? (offset[1] === '−' ? -1 : 1) * Number(offset[2]) : 0)
}

describe('ticks', () => {
  it('linear axes have about the requested number of ticks, evenly spaced by 1, 2 or 5 times a power of ten', () => {
    const random = createRandom(1)
    for (let k = 0; k < 300; k++) {
      const width = 10 ** (16 * random() - 8)
      const min = width * (k % 3 === 0 ? 1e7 * (random() - 0.5) : 10 * (random() - 0.5))
      const range = { min, max: min + width, isLog: false }
      const count = 3 + Math.floor(6 * random())
      const { values, labels, note } = createTicks(range, count)
      const step = (values[values.length - 1] - values[0]) / (values.length - 1)
      const mantissa = step / 10 ** Math.floor(Math.log10(step) + 1e-6)
      const nearest = [1, 2, 5].find((m) => Math.abs(mantissa - m) < 1e-6)
      expect(nearest, `step ${step}`).toBeDefined()
      // the nearest round step is between 1/1.4 and 1.5 of the width
      expect(values.length).toBeGreaterThanOrEqual(Math.floor(count / 1.5))
      expect(values.length).toBeLessThanOrEqual(Math.ceil(1.43 * count) + 1)
      // all ticks are inside
      expect(values[0] - step).toBeLessThan(min)
      expect(values[values.length - 1] + step).toBeGreaterThan(range.max)
      values.forEach((value, i) => {
        expect(value).toBeGreaterThanOrEqual(min - 1e-6 * step)
        expect(value).toBeLessThanOrEqual(range.max + 1e-6 * step)
        expect(Math.abs(readLabel(labels[i], note) - value), `${labels[i]} ${note}`).toBeLessThan(1e-6 * step)
      })
      expect(Math.max(...labels.map((label) => label.length))).toBeLessThanOrEqual(9)
    }
  })

  it.each([
    [0, 10, 5, ['0', '2', '4', '6', '8', '10'], ''],
    [0, 1, 5, ['0.0', '0.2', '0.4', '0.6', '0.8', '1.0'], ''],
    [-2e6, 2e6, 4, ['−2', '−1', '0', '1', '2'], '×10⁶'],
    [101325, 101325.004, 4, ['0.000', '0.001', '0.002', '0.003', '0.004'], '+ 101325'],
  ])('linear axis from %d to %d', (min, max, count, labels, note) => {
    expect(createTicks({ min, max, isLog: false }, count)).toMatchObject({ labels, note })
  })

  it.each([
    [1, 1000, 5, [1, 10, 100, 1000], ['1', '10', '100', '1000']],
    [1, 100, 6, [1, 3, 10, 30, 100], ['1', '3', '10', '30', '100']],
    [2, 20, 5, [2, 5, 10, 20], ['2', '5', '10', '20']],
    [1e-9, 1e3, 4, [1e-9, 1e-6, 1e-3, 1, 1e3], ['10⁻⁹', '10⁻⁶', '0.001', '1', '1000']],
    [2e5, 6e5, 5, [2e5, 5e5], ['2·10⁵', '5·10⁵']],
  ])('logarithmic axis from %d to %d', (min, max, count, values, labels) => {
    expect(createTicks({ min, max, isLog: true }, count)).toEqual({ values, labels, note: '' })
  })
})

describe('ranges', () => {
  it.each([
    ['a margin of a twentieth above and below', [2, 4, 3], false, 1.9, 4.1],
    ['a tenth around a constant', [5, 5], false, 4.5, 5.5],
    ['a tenth around a negative constant', [-5, -5], false, -5.5, -4.5],
    ['one around zero', [0, 0], false, -1, 1],
    ['round-off is constant', [1, 1 + 1e-15], false, 0.9, 1.1],
    ['values that are not finite are ignored', [Number.NaN, 1, Infinity, 3, 1e301], false, 0.9, 3.1],
    ['nothing', [Number.NaN], false, -1, 1],
    ['nothing, logarithmic', [-1, 0], true, 0.1, 10],
    ['logarithmic', [0, 1, 100], true, 100 ** -0.05, 100 ** 1.05],
    ['a decade around a constant', [7, 7], true, 0.7, 70],
  ])('%s', (_name, y, isLog, min, max) => {
    const range = computeYRange([curve([0, 1], y)], isLog)
    expect(range.isLog).toBe(isLog)
    expect(range.min).toBeCloseTo(min, 9)
    expect(range.max).toBeCloseTo(max, 9)
  })

  it('the time has no margin, other signals have one', () => {
    expect(computeXRange([curve([1, 3], [0, 0])], false)).toEqual({ min: 1, max: 3, isLog: false })
    expect(computeXRange([curve([1, 3], [0, 0], false)], false)).toEqual({ min: 0.9, max: 3.1, isLog: false })
    expect(computeXRange([], false)).toEqual({ min: 0, max: 1, isLog: false })
    expect(computeXRange([], true)).toEqual({ min: 1, max: 10, isLog: true })
  })

  it('scales map the ends to their pixels, and impossible values to nothing', () => {
    const linear = createScale({ min: 2, max: 4, isLog: false }, 100, 300)
    expect([2, 3, 4].map(linear.toPixel)).toEqual([100, 200, 300])
    expect(linear.toPixel(Number.NaN)).toBeNaN()
    const log = createScale({ min: 1, max: 100, isLog: true }, 300, 100)
    expect([1, 10, 100].map(log.toPixel)).toEqual([300, 200, 100])
    expect([0, -1, Infinity, 1e301].map(log.toPixel)).toEqual([0, 0, 0, 0].map(() => Number.NaN))
  })
})
