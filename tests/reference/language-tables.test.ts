/** Cases of the language reference: signal tables, their types, and their files. */
import { parseUnit, printUnit, readJson, SignalTable, writeJson } from 'vario'
import { describe, expect, it } from 'vitest'

const TIMES = [0, 0.1, 0.2, 0.3, 0.4, 0.5]

/** Values of points, null for missing ones. */
function withGaps(values: readonly (number | null)[]): { values: Float64Array; missing: Uint8Array } {
  return {
    values: Float64Array.from(values, (value) => value ?? Number.NaN),
    missing: Uint8Array.from(values, (value) => (value === null ? 1 : 0)),
  }
}

function createTable(): SignalTable {
  const table = new SignalTable({ experiment: { stopTime: 0.5, interval: 0.1 } })
  table.addTime({ values: Float64Array.from(TIMES), unit: 's' })
  const { sin, cos } = Math
  table.add({
    name: 'load.r',
    unit: 'm',
    size: [3],
    values: Float64Array.from(TIMES.flatMap((t) => [sin(t), cos(t), sin(t)])),
  })
  table.add({ name: 'motor.angle', unit: 'rad', kind: 'state', values: Float64Array.from(TIMES, sin) })
  table.add({ name: 'motor.w', unit: 'rad/s', kind: 'derivative', values: Float64Array.from(TIMES, cos) })
  table.add({
    name: 'motor.w_ref',
    unit: ['rad', '1/s'],
    size: [2],
    values: Float64Array.from(TIMES.flatMap((t) => [0.9 * sin(t), 0.9 * cos(t)])),
  })
  table.addAlias({ name: 'wm', of: 'motor.w' })
  table.add({
    name: 'ref.clock',
    type: 'boolean',
    kind: 'clocked',
    ...withGaps([1, null, null, 1, null, null]),
  })
  table.add({ name: 'ref.trigger', type: 'boolean', ...withGaps([null, null, 1, null, 1, 1]) })
  table.add({ name: 'motor.w_c', kind: 'clocked', ...withGaps([0.8, null, null, 1.5, null, null]) })
  table.addParameter({ name: 'motor.inertia', unit: 'kg.m/s2', value: 0.02 })
  table.addParameter({ name: 'motor.data', value: 'resources/motorMap.json' })
  return table
}

/** Values of a signal, null for missing ones. */
function itemsOf(table: SignalTable, name: string): (number | null)[] {
  const signal = table.signal(name)
  return Array.from(signal.values, (value, point) => (signal.isMissing(point) ? null : value))
}

describe('signal tables', () => {
  const table = createTable()

  it('st-signal-table: order, aliases, units of elements, missing values, parameters', () => {
    expect(table.names).toEqual([
      ...['time', 'load.r', 'motor.angle', 'motor.w', 'motor.w_ref', 'wm', 'ref.clock', 'ref.trigger'],
      ...['motor.w_c', 'motor.inertia', 'motor.data'],
    ])
    expect(table.values('wm')).toBe(table.values('motor.w'))
    expect(itemsOf(table, 'motor.w_c')).toEqual([0.8, null, null, 1.5, null, null])
    expect(table.booleans('ref.clock')).toEqual([true, null, null, true, null, null])
    expect(table.booleans('ref.trigger')).toEqual([null, null, true, null, true, true])
    expect([table.signal('motor.w_ref[1]').unit, table.signal('motor.w_ref[2]').unit]).toEqual(['rad', '1/s'])
    expect(table.at('load.r[2]', 0.3)).toBe(Math.cos(0.3))
    expect(table.parameter('motor.inertia')).toBe(0.02)
    expect(table.parameter('motor.data')).toBe('resources/motorMap.json')
    expect(table.signal('motor.angle').header.baseKind).toBe('state')
  })

  it('st-types: numbers, missing numbers, texts; units are texts that can be read again', () => {
    expect(table.values('motor.w')).toBeInstanceOf(Float64Array)
    expect(table.signal('motor.w').missing).toBeUndefined()
    expect(table.signal('motor.w_c').missing).toBeInstanceOf(Uint8Array)
    expect(typeof table.parameter('motor.data')).toBe('string')
    const text = printUnit(parseUnit('m.s-1'))
    expect(parseUnit(text)).toEqual(parseUnit('m/s'))
    expect(parseUnit('m*s^-1')).toEqual(parseUnit('m/s'))
  })

  it('st-json: everything comes back, gaps are null, aliases have no values of their own', () => {
    const text = writeJson(table)
    const copy = readJson(text)
    expect(copy.names).toEqual(table.names)
    expect(copy.attributes).toEqual(table.attributes)
    expect(copy.values('wm')).toBe(copy.values('motor.w'))
    for (const name of table.names) {
      expect(copy.signal(name).unit, name).toEqual(table.signal(name).unit)
      if (table.signal(name).kind !== 'parameter')
        expect(itemsOf(copy, name), name).toEqual(itemsOf(table, name))
    }
    expect(copy.parameter('motor.inertia')).toBe(0.02)
    expect(copy.parameter('motor.data')).toBe('resources/motorMap.json')
    // 0.8 and 1.5 occur in the file once, with nulls between
    expect(text.replace(/\s/g, '')).toContain('[0.8,null,null,1.5,null,null]')
  })
})
