import fc from 'fast-check'
import { readBinary, readCsv, readJson, SignalTable, writeBinary, writeCsv, writeJson } from 'vario'
import { describe, expect, it } from 'vitest'
import { createRichTable, createSegmentedTable, dumpTable } from './example-table.ts'

const TABLES = { rich: createRichTable, segmented: createSegmentedTable, empty: () => new SignalTable() }

/** Any doubles, including NaN, infinities and -0. */
const doubles = fc.array(fc.double(), { minLength: 1, maxLength: 20 })

function tableOf(values: readonly number[]): SignalTable {
  const table = new SignalTable()
  table.addTime({ values: Float64Array.from(values, (_, i) => i) })
  table.add({ name: 'x', values: Float64Array.from(values) })
  return table
}

describe.each(Object.keys(TABLES) as (keyof typeof TABLES)[])('round trip of the %s table', (name) => {
  it('survives JSON', () => {
    const table = TABLES[name]()
    const text = writeJson(table)
    expect(dumpTable(readJson(text))).toEqual(dumpTable(table))
    expect(writeJson(readJson(text))).toBe(text)
  })

  it('survives the binary format', () => {
    const table = TABLES[name]()
    const buffer = writeBinary(table)
    expect(dumpTable(readBinary(buffer))).toEqual(dumpTable(table))
    expect(new Uint8Array(writeBinary(readBinary(buffer)))).toEqual(new Uint8Array(buffer))
  })
})

it('any double survives JSON, binary and CSV', () => {
  fc.assert(
    fc.property(doubles, (values) => {
      const table = tableOf(values)
      for (const back of [
        readJson(writeJson(table)),
        readBinary(writeBinary(table)),
        readCsv(writeCsv(table)),
      ]) {
        expect(values.every((value, i) => Object.is(back.values('x')[i], value))).toBe(true)
      }
    }),
    { seed: 11, numRuns: 300 },
  )
})

describe('JSON', () => {
  it('shares aliases again, and does not repeat their values', () => {
    const text = writeJson(createRichTable())
    expect(text).toContain(
      '{"name": "wm", "kind": "alias", "alias": "motor.w", "info": "speed, \\"quoted\\""}',
    )
    const table = readJson(text)
    expect(table.values('wm')).toBe(table.values('motor.w'))
  })

  it('writes the documented format, one line per signal', () => {
    const lines = writeJson(createRichTable()).split('\n')
    expect(lines).toContain(
      '    {"name": "gap", "kind": "variable", "axis": "time", "values": [1, "NaN", null, 3]},',
    )
    expect(lines).toContain(
      '    {"name": "on", "kind": "discrete", "type": "boolean", "axis": "time", "values": [true, null, false, true]},',
    )
    expect(lines).toContain('    {"name": "limit", "kind": "parameter", "value": "Infinity"},')
    expect(lines).toContain('    {"name": "data", "kind": "parameter", "type": "text", "value": "NaN"}')
  })

  const file = (signal: object): string =>
    JSON.stringify({
      format: 'vario-signal-table',
      version: 1,
      signals: [{ name: 'time', kind: 'time', values: [0, 1] }, signal],
    })

  it.each([
    ['invalid JSON', '{', 'expected JSON, got another text'],
    ['another format', '{"format": "x"}', "format: expected 'vario-signal-table', got 'x'"],
    [
      'another version',
      '{"format": "vario-signal-table", "version": 2}',
      'Format version: expected 1, got 2.',
    ],
    [
      'a wrong value',
      file({ name: 'x', kind: 'state', values: [0, 'one'] }),
      'signals[1].values[1]: expected a number',
    ],
    [
      'a wrong boolean',
      file({ name: 'x', kind: 'state', type: 'boolean', values: [true, 1] }),
      'signals[1].values[1]: expected true',
    ],
    [
      'a wrong length',
      file({ name: 'x', kind: 'state', values: [0] }),
      'signals[1]: x.values: expected 2 numbers',
    ],
    ['a wrong kind', file({ name: 'x', kind: 'sate', values: [0, 1] }), "signals[1].kind: expected 'time'"],
    ['a wrong key', file({ name: 'x', kind: 'state', valeus: [0, 1] }), "did you mean 'values'?"],
    [
      'an unknown alias',
      file({ name: 'x', kind: 'alias', alias: 'tme' }),
      "signals[1]: signals: expected a name of the table, got 'tme'",
    ],
    ['an alias without target', file({ name: 'x', kind: 'alias' }), 'signals[1].alias: expected the name'],
    [
      'a second name',
      file({ name: 'time', kind: 'state', values: [0, 1] }),
      "signals[1]: Signal 'time': expected a new name, got an existing one.",
    ],
    ['no value', file({ name: 'p', kind: 'parameter' }), 'signals[1].value: expected a value'],
    [
      'a size of text',
      file({ name: 'x', kind: 'state', size: ['2'], values: [] }),
      'signals[1].size: expected a list',
    ],
  ])('reports %s with its place', (_what, text, message) => {
    expect(() => readJson(text)).toThrow(message)
  })

  it('reports attributes that are not data', () => {
    const table = new SignalTable({ options: { f: (() => 1) as unknown as number } })
    expect(() => writeJson(table)).toThrow('attributes.options.f: expected a number')
  })
})

describe('binary', () => {
  it('rejects files of another format, and damaged files', () => {
    const buffer = writeBinary(createRichTable())
    expect(() => readBinary(new ArrayBuffer(4))).toThrow('expected VARIOSIG at its start')
    expect(() => readBinary(buffer.slice(0, 100))).toThrow('is truncated')
    expect(() => readBinary(buffer.slice(0, buffer.byteLength - 8))).toThrow('is truncated')
    const damaged = new Uint8Array(buffer.slice(0))
    damaged[24] = 0x5b
    expect(() => readBinary(damaged.buffer)).toThrow('header of the result file: expected valid content')
  })
})

describe('CSV', () => {
  it('CSV has names and units in the header, and empty cells for missing values', () => {
    const text = writeCsv(createRichTable(), { names: ['gap', 'r', 'on', 'motor.J', 'minus'] })
    expect(text.split('\n').slice(0, 4)).toEqual([
      'time [s],gap,r[1] [rad],r[2] [1/s],on,motor.J [kg.m2],minus',
      `0,1,0,${1 / 7},true,0.02,-1`,
      `0.1,NaN,${2 / 7},${3 / 7},,0.02,NaN`,
      `0.1,,${4 / 7},${5 / 7},false,0.02,`,
    ])
  })

  it.each([',', ';', '\t'] as const)('restores the table with separator %j', (separator) => {
    const table = createSegmentedTable()
    const back = readCsv(writeCsv(table, { separator }))
    expect(back.names).toEqual(table.names)
    for (const name of table.names) {
      const [a, b] = [table.signal(name), back.signal(name)]
      expect([b.unit, b.size, [...b.values], b.missing]).toEqual([a.unit, a.size, [...a.values], a.missing])
    }
  })

  it('reads units per element, booleans, quotes and decimal commas', () => {
    const rich = createRichTable()
    const back = readCsv(writeCsv(rich))
    expect(back.signal('r').header.elementUnits).toEqual(['rad', '1/s'])
    expect(back.booleans('on')).toEqual(rich.booleans('on'))
    const other = readCsv('\ufefft [s];"a ""b""\nc [x]";n [m]\r\n0;1,5;-2,5e3\r\n\r\n1;,5;inf')
    expect(other.names).toEqual(['t', 'a "b"\nc', 'n'])
    expect([...other.values('a "b"\nc')]).toEqual([1.5, 0.5])
    expect([...other.values('n')]).toEqual([-2500, Number.POSITIVE_INFINITY])
    expect(other.signal('n').unit).toBe('m')
  })

  it('leaves incomplete arrays as they are', () => {
    const table = readCsv('t,r[1],r[3],x[1],x[2]\n0,1,2,3,4\n')
    expect(table.names).toEqual(['t', 'r[1]', 'r[3]', 'x'])
    expect([...table.values('x')]).toEqual([3, 4])
  })

  it.each([0, 1, 2])('joins a boolean array whose element %d is missing at all points', (gone) => {
    const table = new SignalTable()
    table.addTime({ values: Float64Array.of(0, 1) })
    const missing = Uint8Array.from({ length: 6 }, (_, i) => Number(i % 3 === gone))
    const states = [1, 0, 1, 0, 1, 1].map((value, i) => (missing[i] ? Number.NaN : value))
    table.add({ name: 'on', type: 'boolean', size: [3], values: Float64Array.from(states), missing })
    const back = readCsv(writeCsv(table))
    expect(back.names).toEqual(['time', 'on'])
    const signal = back.signal('on')
    expect([signal.header.type, signal.header.size]).toEqual(['boolean', [3]])
    expect([...signal.values]).toEqual(states)
    expect(signal.missing).toEqual(missing)
  })

  it('columns without values join neighbors of one type only, and are real otherwise', () => {
    const table = readCsv('t,x[1],x[2],x[3],y[1],y[2],z\n0,1,,true,,,\n1,2,,false,,,\n')
    expect(table.names).toEqual(['t', 'x', 'x[3]', 'y', 'z'])
    const types = table.names.map((name) => table.signal(name).header.type)
    expect(types).toEqual(['real', 'real', 'boolean', 'real', 'real'])
    expect([...table.values('x')]).toEqual([1, Number.NaN, 2, Number.NaN])
    expect(() => readCsv('t,x\n,1\n')).toThrow("expected a time 't'")
  })

  it.each([
    ['', 'The CSV text is empty'],
    ['t,x\n0,1\n1,abc', "CSV line 3, column 3: expected a number, got 'abc'"],
    ['t,x\n0,1\n1', 'CSV line 3, column 1: expected 2 cells as in the header, got 1'],
    [
      't,x\n1,1\n0,1',
      "CSV line 3, column 1: expected a time 't' that is not before the previous one, got '0'",
    ],
    ['t,x\n0,"1\n', 'CSV line 2, column 3: the opening quote is not closed'],
    ['t,x\n0,"1"2\n', "CSV line 2, column 6: expected ','"],
    ['t,x,x\n0,1,2\n', "CSV line 1, column 5: expected unique names in the header, got 'x' twice"],
    ['t,,x\n0,1,2\n', 'CSV line 1, column 3: expected a name'],
  ])('reports the place of an error: %j', (text, message) => {
    expect(() => readCsv(text)).toThrow(message)
  })

  it('rejects signals of different clocks, and texts', () => {
    expect(() => writeCsv(createRichTable(), { names: ['gap', 'u'] })).toThrow("a signal over 'time'")
    expect(() => writeCsv(createRichTable(), { names: ['gap', 'data'] })).toThrow('data: expected')
    expect(writeCsv(createRichTable(), { names: ['u'] })).toBe(`clock [s],u [V]\n0,${Math.PI}\n0.25,1e+300\n`)
  })
})
