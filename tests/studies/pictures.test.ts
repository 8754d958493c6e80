/** Pictures of studies: positions in the picture against the values that they show. */
import { equations, Model, Par, Var } from 'vario'
import {
  finalValue,
  findParetoFront,
  fit as fitModel,
  linspace,
  normal,
  plotFit,
  plotStudy,
  STUDY_PICTURES,
  type StudyResult,
  study,
  uniform,
} from 'vario/studies'
import { describe, expect, test } from 'vitest'
import { countBins } from '../../src/studies/pictures/histograms.ts'
import { regressEffects } from '../../src/studies/pictures/tornado.ts'

const Linear = Model({
  a: Par(0),
  b: Par(0),
  y: Var(),
  z: Var(),
  equations: equations`
    y = 5 + 3*a - 2*b
    z = a*a + b
  `,
})
const base = { simulate: { stopTime: 0 }, threads: 1, measure: { y: finalValue('y'), z: finalValue('z') } }
const makeSamples = (): Promise<StudyResult> =>
  study(Linear, { ...base, vary: { a: uniform(0, 1), b: normal(2, 0.5) }, runs: 64, sampling: 'sobol' })
const makeGrid = (): Promise<StudyResult> =>
  study(Linear, { ...base, vary: { a: linspace(0, 3, 4), b: linspace(0, 2, 3) } })

const numbersOf = (svg: string, pattern: RegExp): number[][] =>
  [...svg.matchAll(pattern)].map((match) => match.slice(1).map(Number))

describe('bins', () => {
  test('hold every value once, the largest too', () => {
    const { edges, counts } = countBins(Float64Array.from({ length: 100 }, (_, k) => k / 99))
    // quartiles of 0 … 1 in 100 values: 74/99 - 24/99, bins of 2·0.505/∛100 = 0.218: five of them
    expect(counts.length).toBe(5)
    expect([...counts]).toEqual([20, 20, 20, 20, 20])
    expect([edges[0], edges[5]]).toEqual([0, 1])
  })

  test.each([0, 1e-300, -7, 1e6])('show one value, %d, as one bar around it', (value) => {
    const { edges, counts } = countBins(new Float64Array([value, value, value]))
    expect([...counts]).toEqual([3])
    expect(edges[0]).toBeLessThan(value)
    expect(edges[1]).toBeGreaterThan(value)
  })

  test('are few where most values coincide', () => {
    const { counts } = countBins(new Float64Array([...new Array(99).fill(1), 2]))
    expect([...counts]).toEqual([99, 0, 0, 0, 0, 0, 0, 1])
  })
})

test('effects of a linear function are its slopes times the width of each distribution', async () => {
  const result = await makeSamples()
  const column = (name: string): { name: string; label: string; values: Float64Array } => ({
    ...{ name, label: name, values: result.values(name) },
  })
  const { effects, explained, mean } = regressEffects([column('a'), column('b')], column('y'))
  expect(explained).toBeCloseTo(1, 12)
  expect(mean).toBeCloseTo(result.statistics('y').mean, 12)
  const width = (name: string): number => {
    const sorted = result.values(name).sort()
    const at = (part: number): number => {
      const k = Math.floor(part * 63)
      return sorted[k] + (part * 63 - k) * (sorted[k + 1] - sorted[k])
    }
    return at(0.9) - at(0.1)
  }
  expect(effects[0].high - effects[0].low).toBeCloseTo(3 * width('a'), 10)
  expect(effects[1].high - effects[1].low).toBeCloseTo(-2 * width('b'), 10)
})

test('a Pareto front has the runs that no other run dominates', () => {
  const random = (k: number): number => ((k * 7919 + 13) % 101) / 101
  const x = Float64Array.from({ length: 60 }, (_, k) => (k === 7 ? Number.NaN : random(k)))
  const y = Float64Array.from({ length: 60 }, (_, k) => random(3 * k * k + 5))
  for (const goals of [
    ['min', 'min'],
    ['max', 'min'],
    ['min', 'max'],
    ['max', 'max'],
  ] as const) {
    const [a, b] = goals.map((goal) => (goal === 'min' ? 1 : -1))
    const dominates = (i: number, k: number): boolean =>
      a * x[i] <= a * x[k] && b * y[i] <= b * y[k] && (x[i] !== x[k] || y[i] !== y[k])
    const expected = [...x.keys()].filter(
      (k) => !Number.isNaN(x[k]) && ![...x.keys()].some((i) => dominates(i, k)),
    )
    expect(findParetoFront(x, y, goals).sort((i, k) => i - k)).toEqual(expected)
  }
})

describe('pictures', () => {
  test('have the same text for the same result, and are well-formed: all kinds', async () => {
    const result = await makeSamples()
    for (const kind of STUDY_PICTURES) {
      const svg = plotStudy(result, kind, { heading: 'a < b' })
      expect(svg).toBe(plotStudy(result, kind, { heading: 'a < b' }))
      expect(svg.match(/<(\w+)[^>]*[^/]>/g)!.length, kind).toBe(svg.match(/<\/\w+>/g)!.length)
      expect(svg).toContain('a &lt; b')
      expect(svg, kind).not.toMatch(/NaN|undefined|Infinity/)
    }
  })

  test('histogram: heights of bars are proportional to their runs', async () => {
    const svg = plotStudy(await makeSamples(), 'histogram', { measures: ['y'] })
    const bars = numbersOf(svg, /height="([\d.]+)" fill="#56b4e9"><title>(\d+) runs/g)
    expect(bars.reduce((sum, [, count]) => sum + count, 0)).toBe(64)
    const [height, count] = bars[0]
    // coordinates are rounded to hundredths of a pixel
    for (const [h, n] of bars) expect(Math.abs(h - (n * height) / count)).toBeLessThan(0.01 * (1 + n / count))
  })

  test('surface: cells of a grid are at their values, the largest measure is yellow', async () => {
    const svg = plotStudy(await makeGrid(), 'surface')
    const cells = [
      ...svg.matchAll(
        /<rect class="box".*? x="([\d.]+)" y="([\d.]+)".*? fill="(#\w+)"><title>y = ([-\d.]+)/g,
      ),
    ]
    expect(cells).toHaveLength(12)
    const largest = cells.reduce((best, cell) => (Number(cell[4]) > Number(best[4]) ? cell : best))
    expect([largest[4], largest[3]]).toEqual(['14', '#ecdb37'])
    // a = 3 is the last column, b = 0 the lowest row
    expect(Number(largest[1])).toBe(Math.max(...cells.map((cell) => Number(cell[1]))))
    expect(Number(largest[2])).toBe(Math.max(...cells.map((cell) => Number(cell[2]))))
  })

  test('a list of texts has their names at the axes', async () => {
    const Choice = Model({
      mode: Par('slow'),
      y: Var(),
      equations: equations`y = if mode == "slow" then 1 else 2`,
    })
    const result = await study(Choice, {
      ...{ vary: { mode: ['slow', 'fast'] }, simulate: { stopTime: 0 }, threads: 1 },
      measure: { y: finalValue('y') },
    })
    for (const kind of ['scatter', 'parallel'] as const)
      expect(plotStudy(result, kind)).toMatch(/slow.*fast/s)
  })

  test('fit: residuals are drawn around zero, data beside their curve', () => {
    const Line = Model({ k: Par(1), x: Var({ init: 0 }), equations: equations`der(x) = k` })
    const data = { time: [1, 2, 3], values: { x: [2.1, 3.9, 6] } }
    const result = fitModel(Line, { parameters: { k: { start: 1 } }, experiments: [{ data }] })
    const svg = plotFit(result)
    const dots = [...svg.matchAll(/class="dots" d="([^"]*)"/g)].map(([, d]) => d.match(/M/g)!.length)
    expect(dots).toEqual([3, 3])
    expect(svg).toContain('x, fitted')
    // x = k t: the deviation of the slope is s/√Σt², that of the curve t times it; Student's limit for 2 degrees of freedom
    const squares = [1, 2, 3].reduce(
      (sum, t, i) => sum + (result.parameter('k').value * t - data.values.x[i]) ** 2,
      0,
    )
    const slope = Math.sqrt(squares / 2 / 14)
    const band = result.tables[0].values('x.band')
    // derivatives are exact, Student's limit has 12 digits
    for (const t of [1, 2, 3]) expect(band[t - 1] / (4.302652729911 * slope * t)).toBeCloseTo(1, 8)
    expect(svg).toContain('class="band"')
  })

  test('refuse what they cannot show', async () => {
    const result = await makeSamples()
    expect(() => plotStudy(result, 'pie' as 'scatter')).toThrow(/picture: expected .*'histogram'/)
    expect(() => plotStudy(result, 'histogram', { measures: ['w'] })).toThrow(/study result: name/)
    expect(() => plotStudy(result, 'histogram', { measures: [] })).toThrow(/picture: measures: expected/)
    expect(() => plotStudy(result, 'surface', { factors: ['a'] })).toThrow(/at least 2/)
    expect(() => plotStudy(result, 'pareto', { measures: ['y'] })).toThrow(/two measures/)
    expect(() => plotStudy(result, 'pareto', { goals: { y: 'low' as 'min' } })).toThrow(/goals\.y/)
    expect(() => plotStudy(result, 'tornado', { color: 1 } as object)).toThrow(/color/)
    expect(() => plotStudy(result, 'tornado', { width: -1 })).toThrow(/options\.width/)
  })
})
