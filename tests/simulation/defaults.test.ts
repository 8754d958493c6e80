/**
 * Every default of the guides to simulation, solvers and plots: omitting an option is the same as writing its default.
 */
import {
  equations,
  Model,
  plot,
  plotText,
  type SignalTable,
  type SimulateOptions,
  simulate,
  Var,
  VarioError,
  writeJson,
} from 'vario'
import { type IntegrateOptions, integrate } from 'vario/ode'
import { describe, expect, test } from 'vitest'

const Oscillator = Model({
  x: Var({ init: 1 }),
  v: Var({ init: 0 }),
  n: Var({ start: 0 }),
  equations: equations`
    der(x) = v
    der(v) = -20*x - 0.1*v^3
    when x < -0.5 then
      n = pre(n) + 1
    end when
  `,
})

describe('options of simulate', () => {
  const run = (options: Partial<SimulateOptions>): string =>
    // the source of the result lists the given options
    writeJson(simulate(Oscillator, { stopTime: 2, ...options })).replace(/"source": .*/, '')
  const left = run({})

  test.each<[keyof SimulateOptions, unknown, unknown]>([
    ['startTime', 0, 1],
    ['tolerance', 1e-6, 1e-5],
    ['interval', 2 / 500, 2 / 400],
    ['solver', 'auto', 'bdf'],
    ['maxStep', Number.POSITIVE_INFINITY, 0.01],
    ['maxSteps', 1_000_000, 5],
    ['record', ['*'], ['x']],
    ['merge', {}, { x: 2 }],
    ['inputs', {}, undefined],
  ])('%s is %o', (name, value, other) => {
    expect(run({ [name]: value })).toBe(left)
    if (other === undefined) return
    let found: string
    try {
      found = run({ [name]: other })
    } catch (error) {
      found = (error as VarioError).code
    }
    expect(found).not.toBe(left)
  })

  test('a nominal value is 1', () => {
    const withNominal = (nominal: number): string =>
      writeJson(simulate(Oscillator({ x: { nominal }, v: { nominal } }), { stopTime: 2 }))
    const values = (text: string): string => text.slice(text.indexOf('"signals"'))
    expect(values(withNominal(1))).toBe(values(left))
    expect(values(withNominal(100))).not.toBe(values(left))
  })

  test('maxSteps counts the steps of a segment', () => {
    const failed = (): unknown => simulate(Oscillator, { stopTime: 2, maxSteps: 5 })
    expect(failed).toThrow(VarioError)
    expect(failed).toThrow('maxSteps = 5')
  })
})

describe('options of integrate', () => {
  const run = (options: Partial<IntegrateOptions>): unknown => {
    const f = (_t: number, x: Float64Array, dx: Float64Array): void => {
      dx[0] = x[1]
      dx[1] = -20 * x[0] - 0.1 * x[1] ** 3
    }
    const { x, stats } = integrate({ n: 2, f }, { t0: 0, tEnd: 3, x0: [1, 0], ...options })
    const { cpuTime: _time, ...counts } = stats
    return { x: [...x], ...counts }
  }
  const left = run({})

  test.each<[keyof IntegrateOptions, unknown, unknown]>([
    ['method', 'auto', 'radau5'],
    ['rtol', 1e-6, 1e-5],
    ['atol', 1e-6, 1e-4],
    ['minStep', 0, undefined],
    ['maxStep', Number.POSITIVE_INFINITY, 0.01],
    ['maxSteps', 1_000_000, undefined],
    ['eventTimes', [], [1]],
  ])('%s is %o', (name, value, other) => {
    expect(run({ [name]: value })).toEqual(left)
    if (other !== undefined) expect(run({ [name]: other })).not.toEqual(left)
  })
})

describe('options of plots', () => {
  const table: SignalTable = simulate(Oscillator, { stopTime: 2 })

  test.each([
    ['width', 680, 700],
    ['height', 340, 350],
    ['grid', true, false],
    ['heading', String(table.attributes['model']), 'other'],
    ['logX', false, true],
    ['logY', false, true],
    ['xAxis', 'time', 'v'],
  ])('%s of a figure is %o', (name, value, other) => {
    const left = plot(table, [['x', 'v']])
    expect(plot(table, [['x', 'v']], { [name]: value })).toBe(left)
    expect(plot(table, [['x', 'v']], { [name]: other })).not.toBe(left)
  })

  test('a figure is 680 pixels wide per column, 1500 at most, and 240 high per row', () => {
    const sizeOf = (layout: Parameters<typeof plot>[1]): number[] => {
      const svg = plot(table, layout)
      return [/width="(\d+)"/, /height="(\d+)"/].map((size) => Number(size.exec(svg)![1]))
    }
    expect(sizeOf(['x'])).toEqual([680, 340])
    expect(sizeOf(['x', 'v'])).toEqual([680, 2 * 240 + 40])
    expect(sizeOf([{ columns: ['x', 'v'] }])).toEqual([1360, 340])
    expect(sizeOf([{ columns: ['x', 'v', 'n'] }])).toEqual([1500, 340])
  })

  test('a legend has at most 12 entries', () => {
    const many = Array.from({ length: 14 }, (_, k) => (k % 2 === 0 ? 'x' : 'v'))
    const left = plot(table, [many])
    expect(plot(table, [many], { maxLegend: 12 })).toBe(left)
    expect(plot(table, [many], { maxLegend: 11 })).not.toBe(left)
    expect(plot(table, [many], { maxLegend: 13 })).not.toBe(left)
  })

  test.each([
    ['width', 78, 80],
    ['height', 15, 16],
    ['color', false, true],
    ['heading', '', 'text'],
    ['logX', false, true],
    ['logY', false, true],
  ])('%s of a text plot is %o', (name, value, other) => {
    const left = plotText(table, ['x', 'v'])
    expect(plotText(table, ['x', 'v'], { [name]: value })).toBe(left)
    expect(plotText(table, ['x', 'v'], { [name]: other })).not.toBe(left)
  })
})
