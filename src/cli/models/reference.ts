/** References of users to a model: `pendulum.ts`, `pendulum.ts#Damped`, `filter.json`. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve } from 'node:path'
import { nearestName } from '../../base/index.ts'
import { CliError, EXIT, usageError } from '../terminal/index.ts'

/** An existing file, and the requested export. */
export interface Reference {
  /** Name in messages and results: relative to the working folder, with `/`. */
  readonly name: string
  /** Absolute path. */
  readonly path: string
  /** The export after `#`. */
  readonly exportName: string | undefined
}

const CODE = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/** True if the name of a file may be that of a model. JSON may be a model or a result. */
export function isModelFile(path: string): boolean {
  return CODE.includes(extname(path).toLowerCase())
}

/**
 * Finds the file.
 * @throws CliError if it does not exist, with the name of a similar file.
 */
export function parseReference(text: string, cwd: string): Reference {
  const hash = text.lastIndexOf('#')
  const isWhole = hash <= 0 || existsSync(resolve(cwd, text))
  const [file, exportName] = isWhole ? [text, undefined] : [text.slice(0, hash), text.slice(hash + 1)]
  const path = resolve(cwd, file)
  if (!existsSync(path)) throw missingFile(file, path)
  if (statSync(path).isDirectory()) {
    const models = readdirSync(path).filter(isModelFile).slice(0, 5)
    const hint = models.length === 0 ? '' : `The folder contains ${models.join(', ')}.`
    throw usageError(`${file}: expected a file, got a folder.`, hint)
  }
  return { name: printPath(path, cwd), path, exportName }
}

/** A path for results: omits private folders above the working folder, if possible. */
function printPath(path: string, cwd: string): string {
  return relative(cwd, path).replaceAll('\\', '/')
}

function missingFile(file: string, path: string): CliError {
  const folder = dirname(path)
  if (!existsSync(folder))
    return usageError(`${file}: neither the file nor the folder ${dirname(file)} exists.`)
  const names = readdirSync(folder)
  const wanted = basename(path)
  const found = names.find((name) => name === `${wanted}.ts`) ?? nearestName(wanted, names)
  const hint = found === undefined ? '' : `Did you mean ${join(dirname(file), found)}?`
  return new CliError(EXIT.usage, `${file}: the file does not exist.`, hint)
}
