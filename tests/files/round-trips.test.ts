/** Random tables through all formats: each format keeps its documented data. */
import type { SignalTable } from 'vario'
import { decodeResult, encodeResult, RESULT_FORMATS, type ResultExtension } from 'vario/files'
import { describe, expect, it } from 'vitest'
import { createRichTable, createSegmentedTable, dumpTable } from '../results/example-table.ts'
import { createRandomTable } from './random-table.ts'

/** The formats documented to keep everything. */
const COMPLETE = RESULT_FORMATS.filter(({ description }) => /keeps everything/.test(description)).flatMap(
  ({ extensions }) => extensions[0],
)
const SEEDS = Array.from({ length: 25 }, (_, k) => k + 1)

async function passThrough(table: SignalTable, extension: ResultExtension): Promise<SignalTable> {
  return decodeResult(await encodeResult(table, extension), extension)
}

it('all formats but CSV keep everything', () => {
  expect(COMPLETE).toEqual(['json', 'vario', 'parquet', 'h5'])
})

describe.each(COMPLETE)('%s', (extension) => {
  it.each(SEEDS)('keeps random table %d', async (seed) => {
    const table = createRandomTable(seed)
    expect(dumpTable(await passThrough(table, extension))).toEqual(dumpTable(table))
  })

  it.each([
    ['rich', createRichTable],
    ['segmented', createSegmentedTable],
  ])('keeps the %s table, and gives the same bytes again', async (_name, create) => {
    const bytes = await encodeResult(create(), extension)
    const back = await decodeResult(bytes, extension)
    expect(dumpTable(back)).toEqual(dumpTable(create()))
    const again = await encodeResult(back, extension)
    // HDF5 files contain the time of writing
    if (extension === 'h5') expect(again.length).toBe(bytes.length)
    else expect(again).toEqual(bytes)
  })

  it('shares the values of aliases', async () => {
    const back = await passThrough(createRichTable(), extension)
    expect(back.values('wm')).toBe(back.values('motor.w'))
  })
})

it('CSV keeps values, units, sizes and missing values of the first axis', async () => {
  const table = createSegmentedTable()
  const back = await passThrough(table, 'csv')
  expect(back.names).toEqual(table.names)
  for (const name of table.names) {
    const [a, b] = [table.signal(name), back.signal(name)]
    expect([b.unit, b.size, [...b.values], b.missing]).toEqual([a.unit, a.size, [...a.values], a.missing])
  }
  expect(RESULT_FORMATS.find(({ name }) => name === 'CSV')!.description).toContain(
    'no parameters, kinds, attributes',
  )
})
