import { SignalTable } from 'vario'
import { describe, expect, it } from 'vitest'
import { createRichTable, createSegmentedTable } from './example-table.ts'

describe('segments (reference case segmented-signals)', () => {
  const table = createSegmentedTable()
  const maskOf = (name: string): number[] => [...(table.signal(name).missing ?? [])]

  it('concatenates the time axis, with the borders twice', () => {
    expect([...table.time]).toEqual([0, 1, 2, 3, 3, 4, 5, 6, 7, 7, 8, 9])
    expect([...table.axes.get('time')!.segmentStarts]).toEqual([0, 4, 9])
  })

  it('keeps the value before and after a border', () => {
    expect([...table.values('x')].slice(3, 5)).toEqual([1030, 2030])
    expect(table.signal('x').missing).toBeUndefined()
  })

  it('marks a scalar missing where a segment does not have it', () => {
    expect(maskOf('part')).toEqual([0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0, 0])
    expect(table.values('part')[4]).toBeNaN()
    expect(table.values('part')[9]).toBe(3070.1)
    expect(table.signal('part').isMissing(4)).toBe(true)
    expect(table.signal('part').isMissing(9)).toBe(false)
  })

  it('fills vectors up to their largest size', () => {
    const row = [0, 0, 0]
    const none = [1, 1, 1]
    const some = [0, 1, 1]
    const expected = [row, row, row, row, none, none, none, none, none, some, some, some]
    expect(table.signal('s').size).toEqual([3])
    expect(maskOf('s')).toEqual(expected.flat())
    expect(maskOf('r')).toEqual([...expected.slice(0, 9), row, row, row].flat())
    expect([...table.values('s')].slice(27, 28)).toEqual([3070.5])
    expect([...table.values('s[1]')].slice(9)).toEqual([3070.5, 3080.5, 3090.5])
  })

  it('fills matrices up in both directions', () => {
    expect(table.signal('m').size).toEqual([3, 3])
    expect(maskOf('m').slice(0, 9)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1])
    expect(maskOf('m').slice(81, 90)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1])
    expect([...table.signal('m[2,1:3]').values].slice(0, 3)).toEqual([1001.1, 1001.2, 1001.3])
    expect(table.values('m[3,2]')[9]).toBe(3071.1)
  })
})

describe('names', () => {
  const table = new SignalTable()
  table.addTime({ values: Float64Array.of(0, 1) })
  table.add({ name: 'm', unit: 'm', size: [2, 3], values: Float64Array.from({ length: 12 }, (_, i) => i) })
  table.add({
    name: 'r',
    size: [3],
    unit: ['m', 'm', 's'],
    values: Float64Array.from({ length: 6 }, (_, i) => i),
  })
  table.add({ name: 'cell[2].T', values: Float64Array.of(7, 8) })
  table.add({ name: 'R.v', values: Float64Array.of(1, 2) })
  table.add({ name: 'C.v', values: Float64Array.of(1, 2) })

  it.each([
    ['r[2]', [], [1, 4]],
    ['r[2:3]', [2], [1, 2, 4, 5]],
    ['r[end]', [], [2, 5]],
    ['r[:]', [3], [0, 1, 2, 3, 4, 5]],
    ['m[2,1:3]', [3], [3, 4, 5, 9, 10, 11]],
    ['m[1:2, 2]', [2], [1, 4, 7, 10]],
    ['m[1:2,2:end]', [2, 2], [1, 2, 4, 5, 7, 8, 10, 11]],
    ['cell[2].T', [], [7, 8]],
  ])('%s', (name, size, values) => {
    expect(table.has(name)).toBe(true)
    expect(table.signal(name).size).toEqual(size)
    expect([...table.values(name)]).toEqual(values)
  })

  it('selects units and names of elements', () => {
    expect(table.signal('r').unit).toBe('')
    expect(table.signal('r[1:2]').unit).toBe('m')
    expect(table.signal('r[3]').unit).toBe('s')
    expect(table.signal('r[2:3]').unitOf(1)).toBe('s')
    expect(table.signal('m[2,2:3]').nameOf(1)).toBe('m[2,3]')
    expect(table.signal('m').nameOf(5)).toBe('m[2,3]')
  })

  it.each([
    ['r[4]', 'expected 1 to 3 as index 1, got 4'],
    ['r[0]', 'expected 1 to 3 as index 1'],
    ['r[3:2]', 'expected 1 to 3 as index 1'],
    ['r[1,2]', 'r has size 3, the name has 2 indices'],
    ['R.v[1]', 'R.v is a scalar, the name has 1 index'],
    ['r[x]', "expected a number, a range such as 2:3, end or : as index 1, got 'x'"],
  ])('%s is an error with the reason', (name, message) => {
    expect(table.has(name)).toBe(false)
    expect(() => table.signal(name)).toThrow(message)
  })

  it('suggests names', () => {
    expect(() => table.values('R.w')).toThrow(
      "signals: expected a name of the table, got 'R.w'. Did you mean 'R.v'",
    )
    expect(() => table.values('L.v')).toThrow(/'R\.v'.*'C\.v'|'C\.v'.*'R\.v'/)
    expect(() => table.values('quite different')).toThrow('The table has 6 signals: time, m, r')
    expect(() => new SignalTable().values('x')).toThrow('The table is empty')
  })
})

describe('aliases, constants and parameters', () => {
  const table = createRichTable()

  it('shares the values of an alias: the same object', () => {
    expect(table.values('wm')).toBe(table.values('motor.w'))
    expect(table.signal('wm')).toMatchObject({ kind: 'alias', unit: 'rad/s', info: 'speed, "quoted"' })
    expect(table.signal('wm').header.baseKind).toBe('derivative')
  })

  it('negates an alias once, shares its mask, and keeps 0 without sign', () => {
    expect([...table.values('minus')]).toEqual([-1, Number.NaN, Number.NaN, -3])
    expect(table.values('minus')).toBe(table.values('minus'))
    expect(table.signal('minus').missing).toBe(table.signal('gap').missing)
    table.addAlias({ name: 'again', of: 'minus', negated: true })
    expect(table.values('again')).toBe(table.values('gap'))
    table.addAlias({ name: 'nothing', of: 'zero', negated: true })
    expect(Object.is(table.values('nothing')[0], 0)).toBe(true)
  })

  it('distinguishes a missing value from NaN', () => {
    expect(table.signal('gap').isMissing(1)).toBe(false)
    expect(table.signal('gap').isMissing(2)).toBe(true)
    expect(table.values('gap')[2]).toBeNaN()
    expect(table.booleans('on')).toEqual([true, null, false, true])
    expect(() => table.booleans('gap')).toThrow('expected a boolean signal')
  })

  it('returns constants and parameters', () => {
    expect([...table.values('zero')]).toEqual([0, 0, 0, 0])
    expect([...table.values('motor.J')]).toEqual([0.02])
    expect(['motor.J', 'flag', 'data', 'A'].map((name) => table.parameter(name))).toEqual([
      0.02,
      true,
      'NaN',
      [1, 2, 3, 4.5],
    ])
    expect(table.parameter('A[2,1]')).toBe(3)
    expect(() => table.values('data')).toThrow("Use parameter('data')")
    expect(() => table.parameter('gap')).toThrow('expected a parameter')
  })

  it('rejects inconsistent data', () => {
    expect(() => table.add({ name: 'gap', values: new Float64Array(4) })).toThrow(
      "Signal 'gap': expected a new name",
    )
    expect(() => table.add({ name: 'new', values: new Float64Array(3) })).toThrow(
      'new.values: expected 4 numbers',
    )
    expect(() => table.add({ name: 'new', axis: 'clok', values: new Float64Array(3) })).toThrow(
      'expected time | clock',
    )
    expect(() => table.addAlias({ name: 'new', of: 'gpa' })).toThrow("Did you mean 'gap'")
    expect(() => table.addAlias({ name: 'new', of: 'on', negated: true })).toThrow('a real signal')
    expect(() => table.addParameter({ name: 'new', value: [1, 2], size: [3] })).toThrow('expected 3 elements')
    expect(() => table.addTime({ name: 't2', values: Float64Array.of(1, 0) })).toThrow('t2.values[1]')
    expect(() => table.addTime({ name: 't2', values: Float64Array.of(0, 1), segmentStarts: [0, 2] })).toThrow(
      'segmentStarts',
    )
    expect(table.has('new')).toBe(false)
  })
})

describe('at and final', () => {
  const table = createSegmentedTable()
  table.add({ name: 'd', kind: 'discrete', values: Float64Array.from({ length: 12 }, (_, i) => i) })

  it('interpolates, and takes the requested side of an event', () => {
    expect(table.at('x', 1.25)).toBe(1012.5)
    expect(table.at('x', 3)).toBe(2030)
    expect(table.at('x', 3, 'left')).toBe(1030)
    expect(table.at('d', 1.9)).toBe(1)
    expect(table.at('d', 7)).toBe(9)
    expect(table.at('d', 7, 'left')).toBe(8)
    expect(table.at('x', 9)).toBe(3090)
    expect(table.at('x', 0, 'left')).toBe(1000)
    expect(table.at('part', 3)).toBeNaN()
    expect(table.at('part', 3, 'left')).toBe(1030.1)
    expect([...table.vectorAt('r', 8)]).toEqual([3080.2, 3080.3, 3080.4])
    expect(() => table.at('x', 9.1)).toThrow('expected a time from 0 to 9, got 9.1')
    expect(() => table.at('r', 1)).toThrow('take an element such as r[1]')
  })

  it('returns NaN between disconnected segments', () => {
    const other = new SignalTable()
    other.addTime({ values: Float64Array.of(0, 1, 2, 3), segmentStarts: [0, 2] })
    other.add({ name: 'y', values: Float64Array.of(0, 1, 2, 3) })
    expect(other.at('y', 1.5)).toBeNaN()
    expect(other.at('y', 1)).toBe(1)
    expect(other.at('y', 2.5)).toBe(2.5)
  })

  it('returns final values', () => {
    expect(table.final('x')).toBe(3090)
    expect([...table.finalVector('r')]).toEqual([3090.2, 3090.3, 3090.4])
    expect([...table.finalVector('s')]).toEqual([3090.5, Number.NaN, Number.NaN])
    expect(() => table.final('r')).toThrow('expected a scalar')
  })
})

describe('summary', () => {
  it('shows every signal in one line, grouped by component', () => {
    const lines = createRichTable().summary().split('\n')
    const line = (name: string): string => lines.find((text) => text.startsWith(`${name} `)) ?? ''
    expect(lines[0]).toBe('model: Rich "model"')
    expect(lines).toContain('time: 4 points from 0 to 0.333333 in 2 segments')
    expect(line('minus').split(/\s{2,}/)).toEqual([
      'minus',
      'alias',
      '-1',
      '-3',
      '-3',
      '-1',
      '= -gap; negated',
    ])
    expect(line('on').split(/\s{2,}/)).toEqual(['on', 'discrete', 'true', 'true', 'false', 'true'])
    expect(line('motor.J').split(/\s{2,}/)).toEqual(['motor.J', 'kg.m2', 'parameter', '0.02'])
    const place = (name: string): number => lines.indexOf(line(name))
    expect(place('motor.J')).toBe(place('motor.w') + 1)
    expect(createSegmentedTable().summary({ names: ['x', 's'] })).toContain('[3090.5, –, –]')
  })

  it('lists the segments and contacts of the longest runs', () => {
    // more than a call may have arguments
    const segments = Array.from({ length: 300_000 }, (_, k) => ({ start: k, states: 2 }))
    const lines = new SignalTable({ model: 'Long', segments }, []).summary().split('\n')
    expect(lines[1]).toBe('segments:')
    expect(lines[300_001]).toBe('  300000. start 299999, states 2')
  })
})
