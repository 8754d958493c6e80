/** Streams of results on disk: the table in memory, read in parts on demand. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SignalTable } from 'vario'
import { decodeResult, encodeResult, readResult, writeResult } from 'vario/files'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readStream } from '../../src/files/binary/read-stream.ts'
import { StreamReader, StreamWriter } from '../../src/files/index.ts'
import { dumpTable } from '../results/example-table.ts'
import { createRandom } from '../support/random.ts'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vario-streams-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Two signals over 40 frames of 25 points, t = i: x = 2 i, r = (3 i, -i); a parameter. */
function createStream(): Uint8Array {
  const frames: Uint8Array[] = []
  const writer = new StreamWriter((bytes) => frames.push(bytes))
  const rows = writer.addAxis({ axis: 'time', unit: 's' })
  rows.startSegment([
    { name: 'x', unit: 'm', kind: 'state' },
    { name: 'r', size: [2] },
  ])
  for (let k = 0; k < 40; k++) {
    const points = Array.from({ length: 25 }, (_, j) => 25 * k + j)
    rows.takeRows(Float64Array.from(points.flatMap((i) => [i, 2 * i, 3 * i, -i])))
  }
  const about = new SignalTable({ model: 'Streamed' })
  about.addParameter({ name: 'k', value: 4 })
  writer.describe(about, true)
  return Buffer.concat(frames)
}

it('gives the table that a reader of the whole stream gives', async () => {
  const path = join(folder, 'run.vstream')
  writeFileSync(path, createStream())
  const table = await readResult(path)
  expect([...table.values('x')]).toEqual(Array.from({ length: 1000 }, (_, i) => 2 * i))
  expect([table.parameter('k'), table.attributes.model]).toEqual([4, 'Streamed'])
  const reader = new StreamReader()
  reader.push(createStream())
  const whole = dumpTable(reader.table())
  expect(dumpTable(table)).toEqual(whole)
  expect(dumpTable(await decodeResult(readFileSync(path), 'vstream'))).toEqual(whole)
})

it('reads values on demand, and reports a changed file', async () => {
  const path = join(folder, 'shorter.vstream')
  writeFileSync(path, createStream())
  const table = await readResult(path)
  const time = [...table.time]
  truncateSync(path, 200)
  expect(() => table.values('x')).toThrow(`${path}: expected a whole file, got a truncated one.`)
  expect(time).toHaveLength(1000)
})

it('reads a truncated stream up to its last frame', async () => {
  const path = join(folder, 'cut.vstream')
  const bytes = createStream()
  for (let k = 1; k < 50; k++) {
    writeFileSync(path, bytes.subarray(0, Math.floor((k / 50) * bytes.length)))
    const table = await readResult(path)
    const n = table.time.length
    expect(n % 25).toBe(0)
    if (n > 0) expect(table.final('x')).toBe(2 * (n - 1))
  }
})

it('other files are not read as streams, and tables are not written as streams', async () => {
  const path = join(folder, 'none.vstream')
  writeFileSync(path, await encodeResult(new SignalTable(), 'vario'))
  await expect(readResult(path)).rejects.toThrow(
    `${path}: Result file: expected the format Vario stream, got Vario binary`,
  )
  await expect(writeResult(new SignalTable(), join(folder, 'new.vstream'))).rejects.toThrow(
    'expected json | csv | vario | parquet | h5 (only a run can write a Vario stream)',
  )
  await expect(readResult(join(folder, 'absent.vstream'))).rejects.toThrow('the file does not exist (ENOENT)')
})

it('reads every frame once for all elements of a signal, and the signals of a large file in groups', async () => {
  const nRow = 1000
  const frames: Uint8Array[] = []
  const writer = new StreamWriter((bytes) => frames.push(bytes))
  const rows = writer.addAxis({ axis: 'time', unit: 's' })
  // 120 signals of 100 elements: 96 MB, three groups
  rows.startSegment(Array.from({ length: 120 }, (_, k) => ({ name: `x${k}`, size: [100] })))
  const row = new Float64Array(1 + 12_000)
  for (let i = 0; i < nRow; i++) {
    row[0] = i
    for (let k = 0; k < 12_000; k++) row[k + 1] = 12_000 * i + k
    rows.takeRows(row)
  }
  writer.describe(new SignalTable(), true)
  const bytes = Buffer.concat(frames)
  let nRead = 0
  const table = readStream({
    size: bytes.length,
    isStored: true,
    read: (start, length) => {
      if (length > 1000) nRead++
      return bytes.subarray(start, start + length)
    },
  })
  nRead = 0
  for (let k = 0; k < 120; k++) {
    const values = table.values(`x${k}`)
    for (const i of [0, 517, 999])
      for (const element of [0, 42, 99])
        expect(values[100 * i + element]).toBe(12_000 * i + 100 * k + element)
  }
  expect(nRead).toBeLessThanOrEqual(3 * nRow)
  // cached values are not read again, nor are elements of signals
  nRead = 0
  for (let i = 0; i < 50; i++) expect(table.at('x119[3]', i)).toBe(12_000 * i + 11_902)
  expect(nRead).toBe(0)
})

it('detects every changed byte, and reports a missing end', async () => {
  const bytes = createStream()
  const random = createRandom(5)
  for (let k = 0; k < 200; k++) {
    const damaged = Uint8Array.from(bytes)
    // after the head, whose last four bytes are unused
    damaged[16 + Math.floor(random() * (bytes.length - 16))] ^= 1 << Math.floor(random() * 8)
    const table = await decodeResult(damaged, 'vstream').catch((error: unknown) => error)
    // a length that is too large looks like a missing end
    if (table instanceof SignalTable) expect(table.warnings.map(({ code }) => code)).toEqual(['CUT_OFF'])
    else expect((table as Error).message).toMatch(/damaged|expected/)
  }
  expect((await decodeResult(bytes, 'vstream')).warnings).toEqual([])
})
