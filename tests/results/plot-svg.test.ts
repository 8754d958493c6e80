import fc from 'fast-check'
import { SignalTable } from 'vario'
import { describe, expect, it } from 'vitest'
import { plotSvg } from '../../src/results/index.ts'
import { createRichTable, createSegmentedTable } from './example-table.ts'

type Point = [number, number]

/** The diagrams of a figure, read back: curves in data coordinates, by the positions and texts of the tick labels. */
function readDiagrams(svg: string): { curves: Map<string, Point[][]>; legend: string[]; pixel: Point }[] {
  return svg
    .split('<g class="diagram">')
    .slice(1)
    .map((part) => {
      const toX = fitTicks(readTicks(part, 'x-tick', 'x'))
      const toY = fitTicks(readTicks(part, 'y-tick', 'y').map(([p, value]) => [p - 4, value]))
      const curves = new Map<string, Point[][]>()
      for (const [, name, d] of part.matchAll(/class="curve" data-name="([^"]*)" d="([^"]*)"/g)) {
        const paths = d
          .split('M')
          .slice(1)
          .map((text) => {
            const numbers = text.replace('L', ' ').split(' ').map(Number)
            return Array.from(
              { length: numbers.length / 2 },
              (_, i): Point => [toX(numbers[2 * i]), toY(numbers[2 * i + 1])],
            )
          })
        curves.set(name, paths)
      }
      const legend = [...part.matchAll(/class="legend">([^<]*)</g)].map((match) => match[1])
      return { curves, legend, pixel: [Math.abs(toX(1) - toX(0)), Math.abs(toY(1) - toY(0))] }
    })
}

function readTicks(part: string, name: string, key: 'x' | 'y'): Point[] {
  const pattern = /<text x="([-\d.]+)" y="([-\d.]+)"[^>]*class="([^"]+)">([^<]*)</g
  return [...part.matchAll(pattern)]
    .filter((match) => match[3] === name)
    .map((match) => [Number(match[key === 'x' ? 1 : 2]), Number(match[4].replace('−', '-'))])
}

/** The linear map from pixels to data through the first and last tick; all others must lie on it. */
function fitTicks(ticks: readonly Point[]): (p: number) => number {
  const [[p0, v0], [p1, v1]] = [ticks[0], ticks[ticks.length - 1]]
  const toData = (p: number): number => v0 + ((p - p0) * (v1 - v0)) / (p1 - p0)
  expect(ticks.length).toBeGreaterThan(1)
  for (const [p, value] of ticks) expect(Math.abs(toData(p) - value)).toBeLessThan(Math.abs(v1 - v0) * 1e-3)
  return toData
}

function tableOf(time: readonly number[], signals: Record<string, readonly number[]>): SignalTable {
  const table = new SignalTable()
  table.addTime({ values: Float64Array.from(time) })
  for (const [name, values] of Object.entries(signals)) table.add({ name, values: Float64Array.from(values) })
  return table
}

/** Value of a drawn path at x, between its points. */
function valueAt(path: readonly Point[], x: number): number {
  const i = Math.max(
    1,
    path.findIndex((point) => point[0] >= x),
  )
  const [[x0, y0], [x1, y1]] = [path[i - 1], path[i]]
  return x1 === x0 ? y1 : y0 + ((x - x0) * (y1 - y0)) / (x1 - x0)
}

describe('plotSvg', () => {
  it('draws curves at their values, within a pixel', () => {
    const time = Array.from({ length: 401 }, (_, i) => i / 40)
    const table = tableOf(time, { a: time.map((t) => 3 * Math.sin(t)), b: time.map((t) => t * t - 20) })
    const [{ curves, pixel, legend }] = readDiagrams(plotSvg(table, [['a', 'b']]))
    expect(legend).toEqual(['a', 'b'])
    for (const name of ['a', 'b']) {
      const [path] = curves.get(name)!
      for (const [i, t] of time.entries()) {
        expect(Math.abs(valueAt(path, t) - table.values(name)[i])).toBeLessThan(pixel[1])
      }
    }
  })

  it('interrupts curves where values are missing, and draws jumps at events as vertical lines', () => {
    const [{ curves, pixel }] = readDiagrams(plotSvg(createSegmentedTable(), [['x', 'part']]))
    const [first, second, ...more] = curves.get('part')!
    expect(more).toEqual([])
    expect(first[0][0]).toBeCloseTo(0, 1)
    expect(Math.abs(first.at(-1)![0] - 3)).toBeLessThan(pixel[0])
    expect(Math.abs(second[0][0] - 7)).toBeLessThan(pixel[0])
    const [path, ...rest] = curves.get('x')!
    expect(rest).toEqual([])
    const jump = path.findIndex(([x, y], i) => x === path[i - 1]?.[0] && y - path[i - 1][1] > 900)
    expect(Math.abs(path[jump][0] - 3)).toBeLessThan(pixel[0])
    expect(Math.abs(path[jump][1] - 2030)).toBeLessThan(pixel[1])
    expect(Math.abs(path[jump - 1][1] - 1030)).toBeLessThan(pixel[1])
  })

  it('keeps the extremes of long signals, in a small text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 199_999 }), fc.integer({ min: 0, max: 199_999 }), (peak, dip) => {
        fc.pre(Math.abs(peak - dip) > 1000)
        const time = Array.from({ length: 200_000 }, (_, i) => i / 1000)
        const noise = time.map((t, i) => (i === peak ? 9 : i === dip ? -7 : Math.sin(997 * t)))
        const svg = plotSvg(tableOf(time, { noise }), 'noise')
        expect(svg.length).toBeLessThan(60_000)
        const [{ curves, pixel }] = readDiagrams(svg)
        const points = curves.get('noise')![0]
        const highest = points.reduce((a, b) => (b[1] > a[1] ? b : a))
        const lowest = points.reduce((a, b) => (b[1] < a[1] ? b : a))
        expect(Math.abs(highest[1] - 9)).toBeLessThan(0.1 * pixel[1])
        expect(Math.abs(lowest[1] + 7)).toBeLessThan(0.1 * pixel[1])
        expect(Math.abs(highest[0] - time[peak])).toBeLessThan(pixel[0])
        expect(Math.abs(lowest[0] - time[dip])).toBeLessThan(pixel[0])
      }),
      { seed: 5, numRuns: 8 },
    )
  })

  it('draws discrete signals as steps', () => {
    const table = tableOf([0, 1, 2, 3], {})
    table.add({ name: 'd', kind: 'discrete', values: Float64Array.of(0, 5, 5, 1) })
    const [{ curves }] = readDiagrams(plotSvg(table, 'd'))
    const corners = curves.get('d')![0].map(([x, y]) => [Math.round(x * 10) / 10, Math.round(y * 10) / 10])
    expect(corners.map(String)).toEqual(
      [
        [0, 0],
        [1, 0],
        [1, 5],
        [3, 5],
        [3, 1],
      ].map(String),
    )
  })

  it('draws clocked signals as dots, parameters as lines, and array signals element by element', () => {
    const table = createRichTable()
    table.add({ name: 'c', kind: 'clocked', values: Float64Array.of(1, 2, 2, 3) })
    const svg = plotSvg(table, [['c', 'motor.J', 'r']])
    expect(svg.match(/data-name="c" d="([^"]*)"/)![1].match(/M/g)).toHaveLength(3)
    expect(svg).toMatch(/data-name="motor\.J" d="M[\d.]+ [\d.]+H[\d.]+"/)
    expect(readDiagrams(svg)[0].legend).toEqual(['c', 'motor.J [kg.m2]', 'r[1] [rad]', 'r[2] [1/s]'])
    expect(readDiagrams(plotSvg(table, 'A[2,1:2]'))[0].legend).toEqual(['A[2,1]', 'A[2,2]'])
  })

  it('draws a signal over another one', () => {
    const time = Array.from({ length: 200 }, (_, i) => i / 10)
    const table = tableOf(time, { c: time.map((t) => 2 * Math.cos(t)), s: time.map((t) => 2 * Math.sin(t)) })
    const svg = plotSvg(table, 's', { xAxis: 'c' })
    for (const [x, y] of readDiagrams(svg)[0].curves.get('s')![0]) expect(Math.hypot(x, y)).toBeCloseTo(2, 1)
    expect(svg).toContain('>c</text>')
  })

  it('uses logarithmic axes, with gaps where values are not positive', () => {
    const table = tableOf([0, 1, 2, 3, 4], { y: [1, 1000, 0, 10, 100] })
    const svg = plotSvg(table, { curves: 'y', logY: true })
    const d = svg.match(/data-name="y" d="([^"]*)"/)![1]
    const heights = d
      .split(/[ML ]/)
      .filter((text) => text !== '')
      .map(Number)
      .filter((_, i) => i % 2 === 1)
    expect(d.match(/M/g)).toHaveLength(2)
    // 1, 1000, 10, 100: equal distances per decade
    expect((heights[0] - heights[2]) * 3).toBeCloseTo(heights[0] - heights[1], 1)
    expect((heights[0] - heights[3]) * 3).toBeCloseTo((heights[0] - heights[1]) * 2, 1)
  })

  it('arranges rows and columns', () => {
    const table = createSegmentedTable()
    const places = (svg: string): string[] =>
      [...svg.matchAll(/class="axes" d="M([\d.]+) ([\d.]+)/g)].map((m) => `${m[1]} ${m[2]}`)
    expect(places(plotSvg(table, 'x'))).toHaveLength(1)
    expect(places(plotSvg(table, ['x', ['x', 'part']]))).toHaveLength(2)
    const grid = places(
      plotSvg(table, [{ columns: ['x', ['x', 'part']] }, { columns: ['r', 'x'] }, 's']),
    ).map((text) => text.split(' '))
    expect(grid).toHaveLength(5)
    expect(grid[0][1]).toBe(grid[1][1])
    expect(grid[0][0]).toBe(grid[2][0])
    expect(grid[0][0]).toBe(grid[4][0])
    expect(grid[1][0]).toBe(grid[3][0])
    expect(plotSvg(table, 'x', { width: 300, height: 200, heading: 'a < b' })).toMatch(
      /width="300" height="200".*>a &lt; b</s,
    )
  })

  it.each([
    ['constant', [5, 5, 5]],
    ['zero', [0, 0, 0]],
    ['round-off', [293.15, 293.15 + 6e-14, 293.15]],
    ['huge', [-9e299, 0, 9e299]],
    ['too large', [-1e308, 0, 1e308]],
    ['tiny', [1e-300, 2e-300, 3e-300]],
    ['offset', [101325.001, 101325.002, 101325.003]],
    ['only NaN', [Number.NaN, Number.NaN, Number.NaN]],
    ['infinite', [1, Number.POSITIVE_INFINITY, 2]],
  ])('makes a valid figure of %s values', (_what, values) => {
    const svg = plotSvg(tableOf([0, 1, 2], { y: values }), 'y')
    expect(svg).not.toMatch(/NaN|Infinity|undefined/)
    expect(svg.match(/class="y-tick"/g)!.length).toBeGreaterThan(1)
  })

  it('shows a single point as a dot', () => {
    expect(plotSvg(tableOf([2], { y: [5] }), 'y')).toMatch(/data-name="y" d="M[\d.]+ [\d.]+a2.6/)
  })

  it('limits legends', () => {
    const signals = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`y${i}`, [i, i]]))
    const [{ legend }] = readDiagrams(
      plotSvg(tableOf([0, 1], signals), [Object.keys(signals)], { maxLegend: 5 }),
    )
    expect(legend).toEqual(['y0', 'y1', 'y2', 'y3', '… and 26 more'])
  })

  it('reports invalid input', () => {
    const table = createRichTable()
    expect(() => plotSvg(table, [])).toThrow('layout: expected at least one diagram')
    expect(() => plotSvg(table, [['gap', 'gapp']])).toThrow("Did you mean 'gap'")
    expect(() => plotSvg(table, [[] as string[]])).toThrow('layout[0]: expected the name of a signal')
    expect(() => plotSvg(table, [[['gap']]] as never)).toThrow('layout[0]: expected the name')
    expect(() => plotSvg(table, 'gap', { xAxis: 'r' })).toThrow('xAxis: expected a scalar signal')
    expect(() => plotSvg(table, 'u', { xAxis: 'gap' })).toThrow("xAxis: expected a signal over 'clock'")
    expect(() => plotSvg(table, 'gap', { width: 0 })).toThrow('options.width')
  })
})
