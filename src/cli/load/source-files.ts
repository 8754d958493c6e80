/** The files that a model consists of: its own, and those that it imports by relative paths. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { CliError, describeFileProblem, EXIT, isFileProblem, type SourceFile } from '../failures/index.ts'
import { stampFile, type WatchedFile } from '../watch/index.ts'

/** Imports and exports of other modules in a text: `from './parts.ts'`, `import 'x'`, `import('x')`. */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g
const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs', '.json', '/index.ts', '/index.js']

/** A file with its imports. */
export interface CollectedImports {
  /** The file itself, then those that it imports by relative paths, as far as they exist. */
  readonly files: readonly SourceFile[]
  /** What it imports of this package: `vario`, `vario/multibody`. */
  readonly packageModules: ReadonlySet<string>
  /** The files as they were before they were read, and those that are missing. */
  readonly watched: readonly WatchedFile[]
}

/** Follows the imports of a file through all files that it imports by relative paths. */
export function collectImports(path: string, name: string): CollectedImports {
  const files = new Map<string, SourceFile>()
  const packageModules = new Set<string>()
  const watched: WatchedFile[] = []
  const visit = (current: string): void => {
    if (files.has(current)) return
    watched.push(stampFile(current))
    const other = join(dirname(name), relative(dirname(path), current)).replaceAll('\\', '/')
    const shown = current === path ? name : other
    const text = readText(current, shown)
    files.set(current, { name: shown, path: current, text })
    for (const match of text.matchAll(SPECIFIER)) {
      const specifier = match[2]
      if (/^vario(?:\/|$)/.test(specifier)) packageModules.add(specifier)
      if (!specifier.startsWith('.')) continue
      const candidates = listCandidates(resolve(dirname(current), specifier))
      const target = candidates.find((path) => existsSync(path) && basename(path).includes('.'))
      if (target !== undefined) visit(target)
      else watched.push(...candidates.map(stampFile))
    }
  }
  visit(path)
  return { files: [...files.values()], packageModules, watched }
}

/** The files that a relative import may mean: endings may be left out, and `.js` may mean `.ts`. */
function listCandidates(path: string): string[] {
  return [...ENDINGS.map((ending) => path + ending), path.replace(/\.(m?)js$/, '.$1ts')]
}

/** @param name as messages name the file */
function readText(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (!isFileProblem(error)) throw error
    throw new CliError(EXIT.failed, `${name}: cannot be read: ${describeFileProblem(error)}.`)
  }
}
