/** Result files on disk: names, folders, failures. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignalTable, VarioError } from 'vario'
import { RESULT_FORMATS, readResult, resultExtensionOf, writeResult } from 'vario/files'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRichTable, createSegmentedTable, dumpTable } from '../results/example-table.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vario-files-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ALL = RESULT_FORMATS.filter(({ isWritable }) => isWritable).flatMap(({ extensions }) => extensions)

it.each(ALL)('writes and reads .%s, and creates missing folders', async (extension) => {
  const path = join(folder, `new/${extension}/folder`, `run.${extension.toUpperCase()}`)
  const table = createSegmentedTable()
  await writeResult(table, path)
  const back = await readResult(path)
  if (extension === 'csv') expect([...back.values('x')]).toEqual([...table.values('x')])
  else expect(dumpTable(back)).toEqual(dumpTable(table))
  // only the file
  expect(readdirSync(join(path, '..'))).toEqual([`run.${extension.toUpperCase()}`])
})

it('replaces an existing file', async () => {
  const path = join(folder, 'twice.json')
  await writeResult(createSegmentedTable(), path)
  await writeResult(createRichTable(), path)
  expect((await readResult(path)).attributes.model).toBe('Rich "model"')
})

it('writes the same file from several places at once', async () => {
  const path = join(folder, 'at once', 'run.vario')
  await Promise.all(Array.from({ length: 5 }, () => writeResult(createSegmentedTable(), path)))
  expect(dumpTable(await readResult(path))).toEqual(dumpTable(createSegmentedTable()))
  expect(readdirSync(join(path, '..'))).toEqual(['run.vario'])
})

describe('a table with values that cannot be computed', () => {
  const failing = (): SignalTable => {
    const table = new SignalTable()
    table.addTime({ values: new Float64Array(100_000).map((_, i) => i) })
    table.add({ name: 'a', values: new Float64Array(100_000) })
    table.addLazy({
      name: 'b',
      load: () => {
        throw new VarioError('MODEL', 'b cannot be computed.')
      },
    })
    return table
  }

  it.each(ALL)('keeps the existing file: .%s', async (extension) => {
    const path = join(folder, 'kept', `old.${extension}`)
    await writeResult(createSegmentedTable(), path)
    const before = readFileSync(path)
    await expect(writeResult(failing(), path)).rejects.toThrow(`old.${extension}: b cannot be computed.`)
    expect(readFileSync(path)).toEqual(before)
    expect(readdirSync(join(folder, 'kept')).filter((name) => name.endsWith('.part'))).toEqual([])
  })
})

describe('errors name the file and the reason', () => {
  const table = createSegmentedTable()

  it.each([
    [
      'run.xlsx',
      "run.xlsx: expected a file name that ends in .json, .csv, .vario, .parquet, .h5, .hdf5 or .vstream, got '.xlsx'",
    ],
    ['run.parqet', 'did you mean .parquet?'],
    ['run', "got ''"],
    ['folder.json/run', "got ''"],
  ])('extension of %s', async (path, message) => {
    await expect(readResult(path)).rejects.toThrow(message)
    await expect(writeResult(table, path)).rejects.toThrow(message)
    expect(() => resultExtensionOf(path)).toThrow(message)
  })

  it('the file does not exist', async () => {
    const path = join(folder, 'none.json')
    await expect(readResult(path)).rejects.toThrow(
      `${path}: cannot be read: the file does not exist (ENOENT).`,
    )
    await expect(readResult(path)).rejects.toMatchObject({ code: 'FILE', fields: { path, reason: 'ENOENT' } })
  })

  it('a folder or a file is in the wrong place', async () => {
    mkdirSync(join(folder, 'dir.json'))
    writeFileSync(join(folder, 'file'), '')
    await expect(readResult(join(folder, 'dir.json'))).rejects.toThrow(
      'expected a file, got a folder (EISDIR)',
    )
    await expect(writeResult(table, join(folder, 'dir.json'))).rejects.toThrow(
      'cannot be written: expected a file, got a folder',
    )
    await expect(writeResult(table, join(folder, 'file', 'a.json'))).rejects.toThrow(
      'a part of the path is a file',
    )
    expect(existsSync(join(folder, 'dir.json'))).toBe(true)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  it('the content has another format', async () => {
    const path = join(folder, 'wrong.parquet')
    writeFileSync(path, 'time,x\n0,1\n')
    await expect(readResult(path)).rejects.toThrow(`${path}: Result file: expected the format Parquet`)
    const csv = join(folder, 'wrong.csv')
    writeFileSync(csv, 'time,x\n0,1\n1,abc\n')
    await expect(readResult(csv)).rejects.toThrow(
      `${csv}: CSV line 3, column 3: expected a number, got 'abc'.`,
    )
  })
})
