/** Results in the format that the ending of a file says. */
import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { nearestName, VarioError } from '../../base/index.ts'
import {
  readBinary,
  readCsv,
  readJson,
  type SignalTable,
  writeBinary,
  writeCsv,
  writeJson,
} from '../../results/index.ts'
import { CliError, describeFileProblem, EXIT, isFileProblem, usageError } from '../failures/index.ts'
import { type WrittenFile, writeFile } from './write-file.ts'

interface Format {
  write(table: SignalTable): string | Uint8Array
  read(bytes: Uint8Array): SignalTable
}

const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const FORMATS: Readonly<Record<string, Format>> = {
  '.vario': {
    write: (table) => new Uint8Array(writeBinary(table)),
    read: (bytes) => readBinary(bytes.slice().buffer as ArrayBuffer),
  },
  '.json': { write: writeJson, read: (bytes) => readJson(text(bytes)) },
  '.csv': { write: writeCsv, read: (bytes) => readCsv(text(bytes)) },
}

/** Endings of result files. */
export const RESULT_EXTENSIONS: readonly string[] = Object.keys(FORMATS)

/** The format of a file by its name. */
function findFormat(file: string): Format {
  const extension = extname(file).toLowerCase()
  const format = FORMATS[extension]
  if (format !== undefined) return format
  const nearest = nearestName(extension, RESULT_EXTENSIONS)
  const found = extension === '' ? 'it has no ending' : `'${extension}' is none of them`
  throw usageError(
    `${file}: results end in ${RESULT_EXTENSIONS.join(', ')}; ${found}${nearest ? ` (did you mean '${nearest}'?)` : ''}.`,
  )
}

/** Whether a result can be written to a file with this name; otherwise an error that lists what can. */
export function checkResultName(file: string): void {
  findFormat(file)
}

/** The bytes of a result file with this name. */
export async function encodeTable(table: SignalTable, file: string): Promise<Uint8Array> {
  const content = findFormat(file).write(table)
  return typeof content === 'string' ? new TextEncoder().encode(content) : content
}

export async function writeTable(table: SignalTable, file: string, cwd: string): Promise<WrittenFile> {
  return writeFile(file, await encodeTable(table, file), cwd)
}

/** @param file as messages name it */
export async function readTable(path: string, file: string): Promise<SignalTable> {
  const format = findFormat(file)
  try {
    return format.read(readFileSync(path))
  } catch (error) {
    if (isFileProblem(error))
      throw new CliError(EXIT.failed, `${file}: cannot be read: ${describeFileProblem(error)}.`)
    if (!(error instanceof VarioError)) throw error
    throw new CliError(EXIT.failed, `${file} is no result of Vario, or it is damaged: ${error.message}`)
  }
}
