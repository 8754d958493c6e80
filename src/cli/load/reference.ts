/** What users write for a model: `pendulum.ts`, `pendulum.ts#Damped`, `filter.json`. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { nearestName } from '../../base/index.ts'
import { CliError, EXIT, usageError } from '../failures/index.ts'

/** A file that exists, and what is wanted of it. */
export interface Reference {
  /** As messages and results name it: relative to the working folder, with `/`. */
  readonly name: string
  /** Absolute. */
  readonly path: string
  /** The export after `#`. */
  readonly exportName: string | undefined
}

const CODE = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/** Whether a file may hold a model, by its name. JSON may be a model or a result. */
export function isModelFile(path: string): boolean {
  return CODE.includes(extname(path).toLowerCase())
}

/**
 * Finds the file.
 * @throws CliError if there is none; it names a file with a similar name.
 */
export function parseReference(text: string, cwd: string): Reference {
  const hash = text.lastIndexOf('#')
  const isWhole = hash <= 0 || existsSync(resolve(cwd, text))
  const [file, exportName] = isWhole ? [text, undefined] : [text.slice(0, hash), text.slice(hash + 1)]
  const path = resolve(cwd, file)
  if (!existsSync(path)) throw missingFile(file, path)
  if (statSync(path).isDirectory()) {
    const models = readdirSync(path).filter(isModelFile).slice(0, 5)
    const hint = models.length === 0 ? '' : `In it are ${models.join(', ')}.`
    throw usageError(`${file}: this is a folder, not a file.`, hint)
  }
  return { name: printPath(path, cwd), path, exportName }
}

/** A path as results may keep it: no folders of this computer above the working folder, if possible. */
function printPath(path: string, cwd: string): string {
  return relative(cwd, path).replaceAll('\\', '/')
}

function missingFile(file: string, path: string): CliError {
  const folder = dirname(path)
  if (!existsSync(folder))
    return usageError(`${file}: there is no such file, nor the folder ${dirname(file)}.`)
  const names = readdirSync(folder)
  const wanted = basename(path)
  const found = names.find((name) => name === `${wanted}.ts`) ?? nearestName(wanted, names)
  const hint = found === undefined ? '' : `Did you mean ${join(dirname(file), found)}?`
  return new CliError(EXIT.usage, `${file}: there is no such file.`, hint)
}
