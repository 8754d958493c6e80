/** Random tables with all properties of signals, written in all formats and read back. */
import { readBinary, readCsv, readJson, SignalTable, writeBinary, writeCsv, writeJson } from 'vario'
import { describe, expect, it } from 'vitest'
import { createRandom } from '../support/random.ts'

const SIZES = [[], [1], [3], [4], [2, 3], [3, 2], [2, 1, 2]]
const UNITS = ['', 'm', 'rad/s', 'kg.m2']

/** Signals of all sizes and types; two of five have missing values. */
function createTable(seed: number): SignalTable {
  const random = createRandom(seed)
  const choose = <T>(list: readonly T[]): T => list[Math.floor(list.length * random())]
  const table = new SignalTable({ model: `M${seed}`, options: { tolerance: 1e-6 } })
  const nPoint = 2 + Math.floor(5 * random())
  table.addTime({ values: Float64Array.from({ length: nPoint }, (_, i) => (i - 1) / 4) })
  SIZES.forEach((size, k) => {
    const n = size.reduce((product, length) => product * length, 1)
    const isBoolean = random() < 0.25
    const isRotation = size[0] === 4 && !isBoolean
    const values = Float64Array.from({ length: n * nPoint }, () =>
      isBoolean ? Number(random() < 0.5) : Math.round(1e6 * random()) / 1e3 - 500,
    )
    // the first point exists: an element that is always missing has no type in CSV
    const hasGaps = random() < 0.4
    const missing = hasGaps ? Uint8Array.from(values, (_, i) => Number(i >= n && random() < 0.3)) : undefined
    missing?.forEach((is, i) => {
      if (is === 1) values[i] = Number.NaN
    })
    const unit = isBoolean
      ? ''
      : random() < 0.5
        ? choose(UNITS)
        : Array.from({ length: n }, () => choose(UNITS))
    const name = `s${k}.part`
    const type = isBoolean ? 'boolean' : isRotation ? 'quaternion' : 'real'
    table.add({ name, size, unit, values, missing, type, info: `no. ${k}` })
    if (type === 'real') table.addAlias({ name: `minus${k}`, of: name, negated: true })
    table.addAlias({ name: `same${k}`, of: name, info: 'another name' })
  })
  table.addConstant({ name: 'c', value: [1.5, -2], size: [2], unit: 'V' })
  table.addAlias({ name: 'minusC', of: 'c', negated: true })
  table.addParameter({ name: 'matrix', value: [1, 2, 3, 4, 5, 6], size: [2, 3], unit: 'N/m' })
  table.addParameter({ name: 'isOn', value: true })
  table.addParameter({ name: 'label', value: 'a "text", with; signs' })
  return table
}

/** All data of a signal, except for `aspects` that a format omits. */
function describeSignal(
  table: SignalTable,
  name: string,
  aspects: readonly string[],
): Record<string, unknown> {
  const { unit, kind, info, size, nPoint, nElement, header } = table.signal(name)
  const signal = table.signal(name)
  const isText = header.type === 'text'
  const all: Record<string, unknown> = {
    unit,
    units: header.elementUnits ?? Array.from({ length: nElement }, () => unit),
    kind,
    info,
    size,
    type: header.type,
    text: header.text,
    constant: header.constant,
    aliasOf: header.aliasOf,
    sign: header.sign,
    values: isText ? [] : [...signal.values],
    missing: isText ? [] : Array.from({ length: nPoint }, (_, point) => signal.isMissing(point)),
  }
  return Object.fromEntries(aspects.map((aspect) => [aspect, all[aspect]]))
}

const ALL = [
  ...['unit', 'units', 'kind', 'info', 'size', 'type', 'text', 'constant', 'aliasOf', 'sign', 'values'],
  'missing',
]

const SEEDS = Array.from({ length: 25 }, (_, k) => k + 1)

describe('random tables', () => {
  it.each(SEEDS)('%d, JSON and binary keep everything', (seed) => {
    const table = createTable(seed)
    for (const back of [readJson(writeJson(table)), readBinary(writeBinary(table))]) {
      expect(back.names).toEqual(table.names)
      expect(back.attributes).toEqual(table.attributes)
      for (const name of table.names)
        expect(describeSignal(back, name, ALL), name).toEqual(describeSignal(table, name, ALL))
    }
  })

  it.each(SEEDS)('%d, CSV keeps sizes, booleans, units and values', (seed) => {
    const table = createTable(seed)
    for (const separator of [',', ';', '\t'] as const) {
      const back = readCsv(writeCsv(table, { separator }))
      const names = table.names.filter((name) => table.signal(name).kind !== 'parameter')
      expect(back.names).toEqual(names)
      const aspects = ['units', 'size', 'values', 'missing']
      for (const name of names) {
        expect(describeSignal(back, name, aspects), name).toEqual(describeSignal(table, name, aspects))
        // only empty cells have no type, and rotations are numbers
        const { type } = table.signal(name).header
        if (!table.signal(name).values.every(Number.isNaN))
          expect(back.signal(name).header.type).toBe(type === 'quaternion' ? 'real' : type)
      }
    }
  })
})

it('negated aliases have the negative values, also those of constants', () => {
  const table = createTable(3)
  expect([...table.values('minusC')].slice(0, 2)).toEqual([-1.5, 2])
  expect([...table.signal('minusC').header.constant!]).toEqual([-1.5, 2])
  const again = table.addAlias({ name: 'plusC', of: 'minusC', negated: true })
  expect(again.values).toBe(table.values('c'))
  expect(again.header.sign).toBe(1)
})
