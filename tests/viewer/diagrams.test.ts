/** Diagrams of a viewer when the result changes. */
import { SignalTable } from 'vario'
import { expect, test } from 'vitest'
import { createCurves } from '../../src/results/index.ts'
import { createNameMarks, namesOfAxis } from '../../src/viewer/plots/name-axis.ts'
import { Diagrams } from '../../src/viewer/store/diagrams.ts'

/** A result of a model with these signals, which requests plots of some. */
function createResult(model: string, names: readonly string[], plot: readonly string[]): SignalTable {
  const table = new SignalTable({ model, source: { plot: [...plot] } })
  table.addTime({ values: Float64Array.of(0, 1) })
  for (const name of names) table.add({ name, values: Float64Array.of(0, 1) })
  return table
}

const shown = (diagrams: Diagrams): string[] => diagrams.list.value.map(({ names }) => names.join())

test('results of one model share their diagrams, other models have their own', () => {
  const diagrams = new Diagrams()
  const ball = createResult('Ball', ['h', 'energy'], ['h', 'energy'])
  const rocket = createResult('Rocket', ['energy', 'height'], ['height'])
  diagrams.reset(ball, ['h', 'energy'])
  expect(shown(diagrams)).toEqual(['h', 'energy'])
  diagrams.close(diagrams.list.value[0].id)
  diagrams.reset(createResult('Ball', ['h', 'energy'], ['h']))
  expect(shown(diagrams)).toEqual(['energy'])
  // a signal of the same name in another model does not keep its diagram
  diagrams.reset(rocket, ['height'])
  expect(shown(diagrams)).toEqual(['height'])
  // and the chosen diagrams are back
  diagrams.reset(ball)
  expect(shown(diagrams)).toEqual(['energy'])
})

test('an axis has the names of an enumeration if all of its curves show the same one', () => {
  const table = new SignalTable()
  table.addTime({ values: Float64Array.of(0, 1) })
  const valueNames = ['neutral', 'forward', 'reverse']
  for (const name of ['gear', 'next']) table.add({ name, values: Float64Array.of(1, 3), valueNames })
  table.add({ name: 'other', values: Float64Array.of(1, 2), valueNames: ['off', 'on'] })
  table.add({ name: 'x', values: Float64Array.of(0, 5) })
  const namesOf = (names: readonly string[], unitOfCurve: readonly number[], axis = 0) =>
    namesOfAxis(createCurves(table, names, undefined), unitOfCurve, axis)
  expect(namesOf(['gear', 'next'], [0, 0])).toEqual(valueNames)
  expect(namesOf(['gear', 'other'], [0, 0])).toBeUndefined()
  expect(namesOf(['gear', 'x'], [0, 0])).toBeUndefined()
  expect(namesOf(['x', 'other'], [0, 1], 1)).toEqual(['off', 'on'])
  expect(namesOf([], [])).toBeUndefined()
  const { splits, values } = createNameMarks(valueNames)!
  const marks = splits(null, 1, 0.88, 2.5)
  expect(marks).toEqual([1, 2])
  expect(values(null, marks)).toEqual(['neutral', 'forward'])
  expect(createNameMarks(undefined)).toBeUndefined()
})
