import { SignalTable } from 'vario'
import { expect, test } from 'vitest'
import { readValues, showValues } from '../../src/viewer/data/index.ts'

/** A ball that falls at −2 m/s, and has +1 m/s after an impact at 1 s; a body that comes there. */
function createTable(): SignalTable {
  const table = new SignalTable()
  table.addTime({ values: Float64Array.of(0, 1, 1, 2) })
  table.add({ name: 'v', unit: 'm/s', values: Float64Array.of(-2, -2, 1, 1) })
  table.add({ name: 'h', unit: 'm', values: Float64Array.of(2, 0, 0, 1) })
  table.add({ name: 'r', unit: 'm', size: [2], values: Float64Array.of(NaN, NaN, NaN, NaN, 3, 4, 3, 4) })
  return table
}

test('shows the values before and after an event', () => {
  const table = createTable()
  expect(readValues(table, 'v', 0.5)).toBe('−2.0000 m/s')
  expect(readValues(table, 'v', 1)).toBe('−2.0000 → 1.0000 m/s')
  expect(readValues(table, 'v', 1.5)).toBe('1.0000 m/s')
  // one value where it does not jump
  expect(readValues(table, 'h', 1)).toBe('0 m')
  expect(readValues(table, 'r', 1)).toBe('[–, –] → [3.0000, 4.0000] m')
  expect(readValues(table, 'v', 2.5)).toBe('–')
})

test('a pair of values has a title', () => {
  const place = { textContent: '', title: '' }
  showValues(place, readValues(createTable(), 'v', 1))
  expect(place).toEqual({ textContent: '−2.0000 → 1.0000 m/s', title: 'Before → after the event' })
  showValues(place, readValues(createTable(), 'v', 2))
  expect(place).toEqual({ textContent: '1.0000 m/s', title: '' })
})
