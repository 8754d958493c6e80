/** Writing a file whole or not at all. */
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
import { CliError, describeFileProblem, EXIT, isFileProblem, usageError } from '../failures/index.ts'

/** A file that was written. */
export interface WrittenFile {
  /** As the user wrote it. */
  readonly file: string
  /** [B] */
  readonly size: number
}

/**
 * Fails before the work and not after it, if a file cannot be written.
 * @param file as the user wrote it
 */
export function checkWritable(file: string, cwd: string): void {
  const path = resolve(cwd, file)
  if (existsSync(path) && statSync(path).isDirectory())
    throw usageError(
      `${file}: this is a folder; the name of a file is expected.`,
      `Try ${join(file, 'result.vario')}.`,
    )
  // the first folder above that exists: the others will be made in it
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

/** Writes a file, with the folders on the way to it. What was there before stays if this fails. */
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
      existsSync(path) && !isSpecial ? ' The file is as it was before.' : ' Nothing of it was kept.',
    )
  }
  return { file, size: typeof content === 'string' ? Buffer.byteLength(content) : content.length }
}

/** A problem with a file in words; `rest`: what is there now. */
export function explainWriting(file: string, error: unknown, rest: string): unknown {
  if (!isFileProblem(error)) return error
  const problem = error.code === 'ENOENT' ? 'files cannot be made in this folder' : describeFileProblem(error)
  return new CliError(EXIT.failed, `${file}: cannot be written: ${problem}.${rest}`)
}
