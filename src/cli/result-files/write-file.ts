/** Atomic writing of files. */
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CliError, describeFileProblem, EXIT, isFileProblem, usageError } from '../terminal/index.ts'

/** A written file. */
export interface WrittenFile {
  /** Path from the user. */
  readonly file: string
  /** [B] */
  readonly size: number
}

/**
 * Fails before the work, not after it, if a file cannot be written.
 * @param file as the user wrote it
 */
export function checkWritable(file: string, cwd: string): void {
  const path = resolve(cwd, file)
  if (existsSync(path) && statSync(path).isDirectory())
    throw usageError(
      `${file}: expected the name of a file, got a folder.`,
      `Try ${join(file, 'result.vario')}.`,
    )
  // the first existing ancestor folder: the others will be created in it
  let folder = dirname(path)
  while (!existsSync(folder)) folder = dirname(folder)
  if (!statSync(folder).isDirectory())
    throw new CliError(EXIT.failed, `${file}: cannot be written: ${folder} is a file, not a folder.`)
  try {
    accessSync(existsSync(path) ? path : folder, constants.W_OK)
  } catch (error) {
    throw explainWriting(file, error, '')
  }
}

/** Writes a file, and creates missing folders. If this fails, an existing file stays. */
export function writeFile(file: string, content: string | Uint8Array, cwd: string): WrittenFile {
  const path = resolve(cwd, file)
  const isSpecial = existsSync(path) && !statSync(path).isFile()
  const part = isSpecial ? path : join(dirname(path), `.${basename(path)}.part`)
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(part, content)
    if (!isSpecial) renameSync(part, path)
  } catch (error) {
    if (!isSpecial) rmSync(part, { force: true })
    throw explainWriting(
      file,
      error,
      existsSync(path) && !isSpecial ? ' The existing file is unchanged.' : ' No partial file remains.',
    )
  }
  return { file, size: typeof content === 'string' ? Buffer.byteLength(content) : content.length }
}

/** Describes a problem with a file; `rest` describes the remaining state. */
export function explainWriting(file: string, error: unknown, rest: string): unknown {
  if (!isFileProblem(error)) return error
  const problem =
    error.code === 'ENOENT' ? 'the folder does not permit new files' : describeFileProblem(error)
  return new CliError(EXIT.failed, `${file}: cannot be written: ${problem}.${rest}`)
}
