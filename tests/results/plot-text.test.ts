import { plotText, SignalTable } from 'vario'
import { describe, expect, it } from 'vitest'

function createTable(): SignalTable {
  const table = new SignalTable()
  const time = Float64Array.from({ length: 101 }, (_, i) => i / 10)
  table.addTime({ values: time })
  table.add({ name: 'x', unit: 'm', values: time.slice() })
  table.add({ name: 'y', unit: 'V', values: time.map((t) => 10 - t) })
  const missing = Uint8Array.from(time, (t) => (t > 3 && t < 7 ? 1 : 0))
  table.add({ name: 'gap', values: time.map(() => 5), missing })
  table.addParameter({ name: 'p', value: 5 })
  return table
}

/** The cells of the plot area. */
function readArea(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => /[│┤]/.test(line))
    .map((line) => [...line.slice(line.search(/[│┤]/) + 1)])
}

describe('plotText', () => {
  it('draws several curves with symbols, the axes, and a legend', () => {
    const text = plotText(createTable(), ['x', 'y'], { width: 60, height: 11 })
    const lines = text.split('\n')
    expect(lines[0].trim()).toBe('* x [m]   + y [V]')
    expect(lines.at(-2)!.trim()).toBe('time [s]')
    expect(lines.every((line) => line.length <= 60)).toBe(true)
    const area = readArea(text)
    expect(area).toHaveLength(11)
    // x rises from the left bottom, y falls to the right bottom
    const rowsOf = (sign: string): number[] => area.flatMap((row, i) => (row.includes(sign) ? [i] : []))
    const placeIn = (row: number, sign: string): number => area[row].indexOf(sign)
    expect(placeIn(Math.max(...rowsOf('*')), '*')).toBe(0)
    expect(placeIn(Math.min(...rowsOf('+')), '+')).toBe(0)
    expect(placeIn(Math.min(...rowsOf('*')), '*')).toBeGreaterThan(40)
  })

  it('puts labels beside their values', () => {
    const text = plotText(createTable(), ['p', 'x'], { height: 21 })
    const line = text.split('\n').find((item) => item.includes('*'.repeat(20)))
    const labels = text
      .split('\n')
      .filter((item) => item.includes('┤'))
      .map((item) => item.trim().split(' ')[0])
    expect(labels).toEqual(['10', '9', '8', '7', '6', '5', '4', '3', '2', '1', '0'])
    expect(line?.trim().startsWith('5 ┤')).toBe(true)
  })

  it('leaves gaps where values are missing', () => {
    const area = readArea(plotText(createTable(), 'gap', { width: 60, height: 5 }))
    const drawn = area.find((row) => row.some((cell) => cell > '\u2800'))!
    const share = (from: number, to: number): string[] =>
      drawn.slice(Math.round(from * 55), Math.round(to * 55))
    expect(share(0.02, 0.28).every((cell) => cell > '\u2800')).toBe(true)
    expect(share(0.34, 0.66).every((cell) => cell === ' ')).toBe(true)
    expect(share(0.72, 0.95).every((cell) => cell > '\u2800')).toBe(true)
  })

  it('uses colors only on request', () => {
    expect(plotText(createTable(), ['x', 'y'])).not.toContain('\u001b')
    const text = plotText(createTable(), ['x', 'y'], { color: true })
    expect(text).toContain('\u001b[94m─ x [m]\u001b[0m')
    expect(text).toContain('\u001b[91m─ y [V]\u001b[0m')
    expect(text).toMatch(/[\u2801-\u28ff]/)
  })

  it('reports invalid input', () => {
    expect(() => plotText(createTable(), 'z')).toThrow("got 'z'")
    expect(() => plotText(createTable(), 'x', { width: 5 })).toThrow(
      'options.width: expected an integer >= 20',
    )
  })
})
