/** Result files on disk, in Node. */
import { FILE_PROBLEMS, InputError, VarioError } from '../base/index.ts'
import type { SignalTable } from '../results/index.ts'
import { decodeText, joinBytes, type RandomAccess, readStream } from './binary/index.ts'
import { checkSignature, decodeResult, describeDamage, encodePieces } from './codecs.ts'
import { parseTable, type TableOptions } from './parse-table.ts'
import { resultExtensionOf } from './result-formats.ts'

/** The required part of Node's file system; undefined in a browser, which has no files. */
interface FileSystem {
  readonly promises: FilePromises
  openSync(path: string, flags: 'r'): number
  readSync(file: number, bytes: Uint8Array, offset: number, length: number, position: number): number
  fstatSync(file: number): { readonly size: number }
  closeSync(file: number): void
}

interface FilePromises {
  mkdir(path: string, options: { recursive: boolean }): Promise<unknown>
  open(path: string, flags: 'r' | 'wx'): Promise<FileHandle>
  rename(from: string, to: string): Promise<void>
  rm(path: string, options: { force: boolean }): Promise<void>
}

interface FileHandle {
  stat(): Promise<{ readonly size: number; isDirectory(): boolean }>
  read(bytes: Uint8Array, offset: number, length: number): Promise<{ readonly bytesRead: number }>
  writeFile(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

declare const process: { readonly pid: number; getBuiltinModule?(name: 'node:fs'): FileSystem } | undefined

/** Minimum and maximum number of bytes per read or write: systems do not accept 2 GB at once. */
const MIN_WRITE = 1 << 22
const MAX_READ = 1 << 30

/** Files in progress have temporary names. */
let nWritten = 0

/**
 * Writes a table to a file; its extension gives the format, see `RESULT_FORMATS`. Creates missing folders. The file
 * gets its name when it is complete: after a failure, an existing file of this name is unchanged.
 * @param options `signal` cancels the writing; as after any failure, no partial file remains
 * @throws InputError for an unknown extension, VarioError 'FILE' if the file cannot be written, with the reason,
 *   'ABORTED' if the signal has canceled it
 */
export async function writeResult(
  table: SignalTable,
  path: string,
  options: { readonly signal?: { readonly aborted: boolean } } = {},
): Promise<void> {
  const extension = resultExtensionOf(path)
  const fs = getFileSystem(path).promises
  const temporary = `${path}.${process!.pid}-${++nWritten}.part`
  try {
    const folder = path.replace(/[^/\\]*$/, '')
    if (folder !== '') await fs.mkdir(folder, { recursive: true })
    const file = await fs.open(temporary, 'wx')
    try {
      await writePieces(file, encodePieces(table, extension), options.signal)
    } finally {
      await file.close()
    }
    await fs.rename(temporary, path)
  } catch (error) {
    await fs.rm(temporary, { force: true }).catch(() => undefined)
    throw describeError(error, path, 'written')
  }
}

/**
 * Reads the table of a file; its extension gives the format, see `RESULT_FORMATS`. The values of a stream are read on
 * demand: keep the file as long as the table.
 * @throws InputError for an unknown extension, VarioError 'FILE' if the file cannot be read, 'RESULT_FORMAT' if its
 *   content has another format or is damaged.
 */
export async function readResult(path: string): Promise<SignalTable> {
  const extension = resultExtensionOf(path)
  const fs = getFileSystem(path)
  try {
    if (extension !== 'vstream') return await decodeResult(await readBytes(fs.promises, path), extension)
    const file = openFile(fs, path)
    checkSignature(file.read(0, Math.min(8, file.size)), extension)
    return await describeDamage(extension, () => readStream(file))
  } catch (error) {
    throw describeError(error, path, 'read')
  }
}

/**
 * Rows of numbers from a CSV file, for tables of components and of `table1D` and `table2D`; see `parseTable`.
 * @throws VarioError 'FILE' if the file cannot be read, 'CSV_FORMAT' with the place of a mistake in it
 */
export async function readTable(path: string, options: TableOptions = {}): Promise<number[][]> {
  const fs = getFileSystem(path).promises
  try {
    return parseTable(decodeText(await readBytes(fs, path)), options)
  } catch (error) {
    throw describeError(error, path, 'read')
  }
}

/**
 * A file that is read in parts on demand. It is open only during a read, because the end of use of a table is unknown.
 */
function openFile(fs: FileSystem, path: string): RandomAccess {
  const use = <T>(action: (file: number) => T): T => {
    const file = fs.openSync(path, 'r')
    try {
      return action(file)
    } finally {
      fs.closeSync(file)
    }
  }
  const read = (start: number, length: number): Uint8Array => {
    const bytes = new Uint8Array(length)
    const n = use((file) => fs.readSync(file, bytes, 0, length, start))
    if (n === length) return bytes
    throw new VarioError('FILE', `${path}: expected a whole file, got a truncated one. Write it again.`, {
      path,
    })
  }
  return { size: use((file) => fs.fstatSync(file).size), read, isStored: true }
}

/** Small pieces are written together. */
async function writePieces(
  file: FileHandle,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal: { readonly aborted: boolean } | undefined,
): Promise<void> {
  let waiting: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    length += piece.length
    if (length < MIN_WRITE) continue
    for (const bytes of waiting.length === 1 ? waiting : [joinBytes(waiting)]) await file.writeFile(bytes)
    if (signal?.aborted) throw new VarioError('ABORTED', 'the writing was canceled.')
    waiting = []
    length = 0
  }
  await file.writeFile(joinBytes(waiting))
}

async function readBytes(fs: FilePromises, path: string): Promise<Uint8Array> {
  const file = await fs.open(path, 'r')
  try {
    const { size } = await file.stat()
    const bytes = new Uint8Array(size)
    let n = 0
    while (n < size) {
      const { bytesRead } = await file.read(bytes, n, Math.min(MAX_READ, size - n))
      if (bytesRead === 0) break
      n += bytesRead
    }
    return bytes.subarray(0, n)
  } finally {
    await file.close()
  }
}

function getFileSystem(path: string): FileSystem {
  const fs = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs')
  if (fs) return fs
  throw new VarioError(
    'FILE',
    `${path}: expected Node 20.16 or newer for files, got another environment. Read and write bytes there.`,
    {
      path,
    },
  )
}

/** An error that names the file. */
function describeError(error: unknown, path: string, what: 'read' | 'written'): unknown {
  if (error instanceof InputError || error instanceof VarioError)
    return new VarioError(error.code, `${path}: ${error.message}`, { ...error.fields, path })
  const { code, message } = error as { code?: unknown; message: string }
  if (typeof code !== 'string') return error
  const reason = FILE_PROBLEMS[code] ?? message
  return new VarioError('FILE', `${path}: cannot be ${what}: ${reason} (${code}).`, { path, reason: code })
}
