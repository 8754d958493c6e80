/** Results in the format of the extension of a file. */
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
import { CliError, type CliIo, EXIT, usageError } from '../terminal/index.ts'
import type { WrittenFile } from './write-file.ts'

const dotted = (formats: typeof RESULT_FORMATS): readonly string[] =>
  formats.flatMap(({ extensions }) => extensions.map((extension) => `.${extension}`))

/** Extensions of result files that can be written, with their dots. */
export const RESULT_EXTENSIONS = dotted(RESULT_FORMATS.filter(({ isWritable }) => isWritable))
/** The same, and those that only a run can write. */
export const RUN_EXTENSIONS = [...RESULT_EXTENSIONS, '.vstream']
const READABLE = dotted(RESULT_FORMATS.filter(({ isReadable }) => isReadable))

/** Checks the extension of a result file; an error lists the supported ones. */
export function checkResultName(file: string, endings: readonly string[] = RESULT_EXTENSIONS): void {
  const extension = extname(file).toLowerCase()
  if (endings.includes(extension)) return
  const found = extension === '' ? 'got none' : `got '${extension}'`
  const hint = suggestName(extension, endings)
  throw usageError(`${file}: expected an extension of results (${endings.join(', ')}), ${found}${hint}.`)
}

/** The bytes of a result file with this name. */
export function encodeTable(table: SignalTable, file: string): Promise<Uint8Array> {
  return encodeResult(table, resultExtensionOf(file))
}

/**
 * Writes a result; Ctrl-C cancels, and removes the partial file.
 * @param file as the user wrote it
 */
export async function writeTable(table: SignalTable, file: string, io: CliIo): Promise<WrittenFile> {
  const path = resolve(io.cwd, file)
  const end = new AbortController()
  const stopListening = io.onInterrupt(() => end.abort())
  try {
    await writeResult(table, path, { signal: end.signal })
  } catch (error) {
    if (end.signal.aborted) throw new CliError(EXIT.interrupted, `${file}: not written: interrupted.`)
    throw nameAsWritten(error, path, file)
  } finally {
    stopListening()
  }
  return { file, size: statSync(path).size }
}

/** @param file name in messages */
export async function readTable(path: string, file: string): Promise<SignalTable> {
  checkResultName(file, READABLE)
  try {
    return await readResult(path)
  } catch (error) {
    throw nameAsWritten(error, path, file)
  }
}

/** Messages of the file layer contain the absolute path; this restores the path of the user. */
function nameAsWritten(error: unknown, path: string, file: string): unknown {
  if (!(error instanceof VarioError)) return error
  return new CliError(EXIT.failed, error.message.replaceAll(path, file))
}
