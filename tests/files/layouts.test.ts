/** The layout of Parquet and HDF5 files, read without Vario. */
import h5wasm, { type Dataset } from 'h5wasm'
import { parquetMetadata, parquetReadObjects } from 'hyparquet'
import { SignalTable } from 'vario'
import { encodeResult } from 'vario/files'
import { describe, expect, it } from 'vitest'
import { createRichTable } from '../results/example-table.ts'

describe('Parquet', () => {
  it('a Parquet file is a table with the time first, a column per element, and nulls for missing values', async () => {
    const bytes = (await encodeResult(createRichTable(), 'parquet')) as Uint8Array<ArrayBuffer>
    const rows = await parquetReadObjects({ file: bytes.buffer })
    expect(Object.keys(rows[0])).toEqual(['time', 'motor.w', 'gap', 'r[1]', 'r[2]', 'on'])
    expect(rows.map((row) => row['gap'])).toEqual([1, Number.NaN, null, 3])
    expect(rows.map((row) => row['on'])).toEqual([true, null, false, true])
    expect(rows.map((row) => row['r[2]'])).toEqual([1 / 7, 3 / 7, 5 / 7, 1])
    expect(Object.is(rows[0]['motor.w'], -0)).toBe(true)
  })

  it('a Parquet file has types, units and everything else in its footer', async () => {
    const bytes = await encodeResult(createRichTable(), 'parquet')
    // magic, footer, length of the footer, magic
    const ends = [bytes.subarray(0, 4), bytes.subarray(-4)].map((part) => String.fromCharCode(...part))
    expect(ends).toEqual(['PAR1', 'PAR1'])
    const { schema, num_rows, key_value_metadata } = parquetMetadata(bytes)
    expect(Number(num_rows)).toBe(4)
    expect(schema.slice(1).map(({ name, type, repetition_type }) => [name, type, repetition_type])).toEqual([
      ['time', 'DOUBLE', 'REQUIRED'],
      ['motor.w', 'DOUBLE', 'REQUIRED'],
      ['gap', 'DOUBLE', 'OPTIONAL'],
      ['r[1]', 'DOUBLE', 'REQUIRED'],
      ['r[2]', 'DOUBLE', 'REQUIRED'],
      ['on', 'BOOLEAN', 'OPTIONAL'],
    ])
    const texts = Object.fromEntries(key_value_metadata!.map(({ key, value }) => [key, value!]))
    expect(JSON.parse(texts['units'])).toEqual({
      time: 's',
      'motor.w': 'rad/s',
      'r[1]': 'rad',
      'r[2]': '1/s',
    })
    const { signals, attributes } = JSON.parse(texts['vario'])
    expect(attributes.model).toBe('Rich "model"')
    expect(signals).toContainEqual({ name: 'motor.J', kind: 'parameter', unit: 'kg.m2', value: 0.02 })
    const u = Buffer.from(texts['vario.values:u'], 'base64')
    expect([u.readDoubleLE(0), u.readDoubleLE(8)]).toEqual([Math.PI, 1e300])
  })

  it('Parquet columns have unique names', async () => {
    const table = new SignalTable()
    table.addTime({ values: Float64Array.of(0, 1) })
    table.add({ name: 'r', size: [1], values: Float64Array.of(1, 2) })
    table.add({ name: 'r[1]', values: Float64Array.of(3, 4) })
    const bytes = (await encodeResult(table, 'parquet')) as Uint8Array<ArrayBuffer>
    const rows = await parquetReadObjects({ file: bytes.buffer })
    expect(rows[1]).toEqual({ time: 1, 'r[1]': 2, 'r[1]~2': 4 })
  })
})

describe('HDF5', () => {
  it('an HDF5 file has datasets in groups, with attributes, scales, masks and links', async () => {
    const { FS } = await h5wasm.ready
    FS.writeFile('layout.h5', await encodeResult(createRichTable(), 'h5'))
    const file = new h5wasm.File('layout.h5', 'r')
    try {
      const dataset = (path: string): Dataset => file.get(path) as Dataset
      const about = (path: string, name: string): unknown => dataset(path).attrs[name]?.value
      expect(dataset('/motor/w').shape).toEqual([4])
      expect(dataset('/r').shape).toEqual([4, 2])
      expect([about('/motor/w', 'unit'), about('/motor/w', 'kind')]).toEqual(['rad/s', 'derivative'])
      expect(about('/r', 'unit')).toEqual(['rad', '1/s'])
      expect(dataset('/r').get_attached_scales(0)).toEqual(['/time'])
      expect(dataset('/u').get_attached_scales(0)).toEqual(['/clock'])
      expect([...(about('/time', 'segments') as Int32Array)]).toEqual([0, 2])
      expect([...(dataset(about('/gap', 'missing') as string).value as Int8Array)]).toEqual([0, 0, 1, 0])
      expect([...(dataset('/on').value as Int8Array)]).toEqual([1, 0, 0, 1])
      expect(dataset('/motor/J').value).toBe(0.02)
      expect(dataset('/data').value).toBe('NaN')
      expect([...(dataset('/A').value as Float64Array)]).toEqual([1, 2, 3, 4.5])
      expect(file.get_link('wm')).toBe('/motor/w')
      expect(JSON.parse(file.attrs['attributes'].value as string).statistics.steps).toBe(57)
    } finally {
      file.close()
    }
  })

  it('names the axes of many signals without a list of all, which would take more space than the signals', async () => {
    const table = new SignalTable()
    table.addTime({ values: Float64Array.of(0, 1) })
    for (let k = 0; k < 1200; k++) table.add({ name: `s${k}`, values: Float64Array.of(k, -k) })
    const bytes = await encodeResult(table, 'h5')
    // a dataset with its attributes takes about 900 bytes; such a list would be written 1200 times
    expect(bytes.length).toBeLessThan(1200 * 2000)
    const { FS } = await h5wasm.ready
    FS.writeFile('many.h5', bytes)
    const file = new h5wasm.File('many.h5', 'r')
    expect((file.get('/s1199') as Dataset).get_dimension_labels()).toEqual(['time'])
    file.close()
  })
})
