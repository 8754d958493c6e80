/** Results in the format that the ending of a file says. */
import { statSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { suggestName, VarioError } from '../../base/index.ts'
import {
  encodeResult,
  RESULT_FORMATS,
  readResult,
  resultExtensionOf,
  writeResult,
} from '../../files/index.ts'
import type { SignalTable } from '../../results/index.ts'
import { CliError, EXIT, usageError } from '../failures/index.ts'
import type { WrittenFile } from './write-file.ts'

/** Endings of result files, with their dots. */
export const RESULT_EXTENSIONS: readonly string[] = RESULT_FORMATS.flatMap(({ extensions }) =>
  extensions.map((extension) => `.${extension}`),
)

/** Whether a result can have a file with this name; otherwise an error that lists the endings. */
export function checkResultName(file: string): void {
  const extension = extname(file).toLowerCase()
  if (RESULT_EXTENSIONS.includes(extension)) return
  const found = extension === '' ? 'there is none' : `'${extension}' is none of them`
  const hint = suggestName(extension, RESULT_EXTENSIONS)
  throw usageError(`${file}: results end in ${RESULT_EXTENSIONS.join(', ')}; ${found}${hint}.`)
}

/** The bytes of a result file with this name. */
export function encodeTable(table: SignalTable, file: string): Promise<Uint8Array> {
  return encodeResult(table, resultExtensionOf(file))
}

/** @param file as the user wrote it */
export async function writeTable(table: SignalTable, file: string, cwd: string): Promise<WrittenFile> {
  const path = resolve(cwd, file)
  try {
    await writeResult(table, path)
  } catch (error) {
    throw nameAsWritten(error, path, file)
  }
  return { file, size: statSync(path).size }
}

/** @param file as messages name it */
export async function readTable(path: string, file: string): Promise<SignalTable> {
  checkResultName(file)
  try {
    return await readResult(path)
  } catch (error) {
    throw nameAsWritten(error, path, file)
  }
}

/** Messages of files name the whole path; the user has written less. */
function nameAsWritten(error: unknown, path: string, file: string): unknown {
  if (!(error instanceof VarioError)) return error
  return new CliError(EXIT.failed, error.message.replaceAll(path, file))
}
