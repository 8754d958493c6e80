/** Diagrams of a viewer when the result changes. */
import { SignalTable } from 'vario'
import { expect, test } from 'vitest'
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
