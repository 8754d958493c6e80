/**
 * Truncated files, files with changed bytes, and files of other formats: an error with the reason, never a wrong table.
 */
import { VarioError } from 'vario'
import { decodeResult, encodeResult, type ResultExtension } from 'vario/files'
import { beforeAll, describe, expect, it } from 'vitest'
import { createRichTable, dumpTable } from '../results/example-table.ts'
import { campaignSeeds } from '../support/campaign-seeds.ts'
import { createRandom } from '../support/random.ts'

const EXTENSIONS = ['json', 'csv', 'vario', 'parquet', 'h5'] as const
const files = new Map<ResultExtension, Uint8Array>()

beforeAll(async () => {
  for (const extension of EXTENSIONS) files.set(extension, await encodeResult(createRichTable(), extension))
})

/** The error of reading, or the content of the table. */
async function read(bytes: Uint8Array, extension: ResultExtension): Promise<unknown> {
  try {
    return dumpTable(await decodeResult(bytes, extension))
  } catch (error) {
    return error
  }
}

/** A file without the checksum of the whole file, which is between pages and metadata of Parquet: 12 bytes. */
function withoutSeal(bytes: Uint8Array): Uint8Array {
  const place = Buffer.from(bytes).lastIndexOf('VARIOSUM')
  return place < 0 ? bytes : new Uint8Array([...bytes.slice(0, place), ...bytes.slice(place + 12)])
}

function expectError(found: unknown): void {
  expect(found).toBeInstanceOf(VarioError)
  expect((found as VarioError).code).toMatch(/^(RESULT_FORMAT|CSV_FORMAT|INPUT)$/)
  expect((found as VarioError).message).toMatch(/^.{20,300}\.?$/s)
}

describe.each(['json', 'vario', 'parquet', 'h5'] as const)('%s', (extension) => {
  it('a truncated file is an error, wherever it ends', async () => {
    const bytes = files.get(extension)!
    for (let k = 0; k < 50; k++) {
      const length = Math.floor((k / 50) * bytes.length)
      expectError(await read(bytes.slice(0, length), extension))
    }
    const isText = extension === 'json'
    // the last byte of a text is a line break, without which it is complete; HDF5 ends before its last checksum
    const needed = isText ? 2 : extension === 'h5' ? 13 : 1
    expectError(await read(bytes.slice(0, bytes.length - needed), extension))
  })
})

describe.each(['vario', 'parquet', 'h5'] as const)('%s', (extension) => {
  it('gives the written table or an error, whichever bytes have changed', async () => {
    const bytes = files.get(extension)!
    const table = dumpTable(createRichTable())
    const random = createRandom(5)
    let nError = 0
    for (let k = 0; k < 600; k++) {
      const damaged = bytes.slice()
      // every byte of the beginning, then random ones
      const place = k < 100 ? k : Math.floor(bytes.length * random())
      damaged[place] ^= 1 << Math.floor(8 * random())
      const found = await read(damaged, extension)
      if (found instanceof Error) {
        expectError(found)
        nError++
      } else {
        expect(found, `byte ${place}`).toEqual(table)
      }
    }
    // padding, statistics and times of writing do not matter; most bytes do
    expect(nError).toBeGreaterThan(150)
  })

  it('terminates for all changes of many bytes, of lengths and of counts', async () => {
    const bytes = files.get(extension)!
    for (const seed of campaignSeeds(5000, 300)) {
      const random = createRandom(seed)
      const damaged = bytes.slice()
      const nChange = 1 + Math.floor(4 * random())
      for (let k = 0; k < nChange; k++) {
        // half of the changes in the last kilobytes, the metadata of Parquet
        const far = random() < 0.5 ? bytes.length : Math.min(2000, bytes.length)
        damaged[bytes.length - 1 - Math.floor(far * random())] = Math.floor(256 * random())
      }
      const found = await read(damaged, extension)
      if (found instanceof Error) expectError(found)
    }
  })

  it('detects changed values', async () => {
    const written = files.get(extension)!
    // without the checksum of the whole file, as another program would write it
    const bytes = extension === 'h5' ? written.slice(0, -12) : withoutSeal(written)
    // π, a value of u, as it is in the file
    const pi =
      extension === 'parquet' ? [...Buffer.from('GC1EVPshCUCcdQCI')] : [0x18, 0x2d, 0x44, 0x54, 0xfb, 0x21]
    const place = Buffer.from(bytes).indexOf(Buffer.from(pi))
    expect(place).toBeGreaterThan(0)
    const damaged = bytes.slice()
    damaged[place + 2] = extension === 'parquet' ? 'X'.charCodeAt(0) : 0x45
    const message = "values of 'u' in the result file: expected their checksum"
    await expect(decodeResult(damaged, extension)).rejects.toThrow(message)
  })
})

describe('another format', () => {
  it.each(EXTENSIONS.flatMap((a) => EXTENSIONS.filter((b) => b !== a).map((b) => [a, b] as const)))(
    'the extension of %s does not fit to %s',
    async (actual, claimed) => {
      expectError(await read(files.get(actual)!, claimed))
    },
  )

  it.each([
    ['vario', 'csv', 'expected the format CSV, got Vario binary, whose extension is .vario.'],
    ['h5', 'json', 'expected the format JSON, got HDF5, whose extension is .h5.'],
    ['json', 'parquet', 'expected the format Parquet, got other first bytes.'],
    ['csv', 'json', 'result file: expected JSON, got another text'],
  ] as const)('a %s file with the extension .%s: %s', async (actual, claimed, message) => {
    await expect(decodeResult(files.get(actual)!, claimed)).rejects.toThrow(message)
  })

  it('empty files and files that are not texts are errors', async () => {
    for (const extension of EXTENSIONS)
      await expect(decodeResult(new Uint8Array(0), extension)).rejects.toThrow(
        'result file: expected data, got an empty file.',
      )
    await expect(decodeResult(Uint8Array.of(0x74, 0xff, 0xfe), 'csv')).rejects.toThrow(
      'text file: expected UTF-8',
    )
    const unknown = 'xlsx' as ResultExtension
    await expect(decodeResult(Uint8Array.of(1), unknown)).rejects.toThrow(
      'format: expected json | csv | vario',
    )
  })
})
