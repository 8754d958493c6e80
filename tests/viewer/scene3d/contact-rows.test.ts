import { expect, test } from 'vitest'
import { SignalTable } from '../../../src/results/index.ts'
import { computeArrowLength, readContacts } from '../../../src/viewer/scene3d/motion/index.ts'

/** Output points at 0, 1, 2, 2, 3; contacts at 1 (two) and at the event at 2 (one). */
function createContactTable(): SignalTable {
  const table = new SignalTable({})
  table.addTime({ values: Float64Array.of(0, 1, 2, 2, 3) })
  table.addTime({ name: 'world.contactTime', values: Float64Array.of(1, 1, 2) })
  const add = (name: string, values: number[]): void => {
    table.add({ name, size: [3], axis: 'world.contactTime', values: Float64Array.from(values) })
  }
  add('world.contactPoint', [1, 0, 0, 2, 0, 0, 3, 0, 0])
  add('world.contactForce', [0, 3, 4, 0, 0, 1, 0, 0, 2])
  return table
}

test('contacts are those of the previous output point, possibly none', () => {
  const contacts = readContacts(createContactTable())!
  expect([contacts.usualForce, contacts.maxCount]).toEqual([2, 2])
  const rowsAt = (t: number): number[] => {
    contacts.setTime(t)
    return Array.from({ length: contacts.end - contacts.first }, (_, i) => contacts.first + i)
  }
  expect([0, 0.9, 1, 1.9, 2, 2.5, 3].map(rowsAt)).toEqual([[], [], [0, 1], [0, 1], [2], [2], []])
})

test('a result without contacts has none', () => {
  expect(readContacts(new SignalTable({}))).toBeUndefined()
})

test('arrows of typical forces are visible beside those of impacts, and none exceeds the maximum', () => {
  // r / (r + 1.5) with the root r of the ratio of forces: 0, 0.25, 1, 1.5 and 31.6
  const lengths = [0, 1 / 16, 1, 2.25, 1000].map((force) => computeArrowLength(2 * force, 2))
  const expected = [0, 1 / 7, 0.4, 0.5, 0.9547]
  for (const [k, length] of lengths.entries()) expect(length).toBeCloseTo(expected[k], 4)
  expect(computeArrowLength(Infinity, 1)).toBe(1)
  expect(computeArrowLength(0, 0)).toBe(0)
})
