/** The files of a model, the main file and its relative imports; and waiting for changes of them. */
import { existsSync, type FSWatcher, readFileSync, statSync, watch } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import {
  CliError,
  describeFileProblem,
  EXIT,
  isFileProblem,
  type SourceFile,
  type WatchedFile,
} from '../terminal/index.ts'

/** Imports and re-exports in a text: `from './parts.ts'`, `import 'x'`, `import('x')`. */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g
const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs', '.json', '/index.ts', '/index.js']

/** A file with its imports. */
export interface CollectedImports {
  /** The file itself, then its relative imports, as far as they exist. */
  readonly files: readonly SourceFile[]
  /** Imports from this package: `vario`, `vario/multibody`. */
  readonly packageModules: ReadonlySet<string>
  /** The files in their state before they were read, and missing files. */
  readonly watched: readonly WatchedFile[]
}

/** Follows the relative imports of a file recursively. */
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

/** The possible files of a relative import: extensions may be omitted, and `.js` may mean `.ts`. */
function listCandidates(path: string): string[] {
  return [...ENDINGS.map((ending) => path + ending), path.replace(/\.(m?)js$/, '.$1ts')]
}

/** @param name name of the file in messages */
function readText(path: string, name: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (!isFileProblem(error)) throw error
    throw new CliError(EXIT.failed, `${name}: cannot be read: ${describeFileProblem(error)}.`)
  }
}

/** Editors write files in several steps: waits until nothing happens for this time [ms]. */
const SETTLE = 100

/** The present state of a file: to be taken before the file is read, so that no change is missed. */
export function stampFile(path: string): WatchedFile {
  try {
    const { mtimeNs, size } = statSync(path, { bigint: true })
    return { path, stamp: `${mtimeNs} ${size}` }
  } catch {
    return { path, stamp: '' }
  }
}

/** Resolves when one of the files has changed (true), or at the signal `end` (false). */
export function waitForChange(files: readonly WatchedFile[], end: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const watchers: FSWatcher[] = []
    let timer: NodeJS.Timeout | undefined
    const finish = (isChanged: boolean): void => {
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      end.removeEventListener('abort', stop)
      resolve(isChanged)
    }
    const stop = (): void => finish(false)
    const look = (): void => {
      if (files.some(({ path, stamp }) => stampFile(path).stamp !== stamp)) finish(true)
    }
    const lookSoon = (): void => {
      clearTimeout(timer)
      timer = setTimeout(look, SETTLE)
    }
    end.addEventListener('abort', stop)
    // watch folders, because many editors replace files
    const folders = new Set(files.map(({ path }) => nearestFolder(path)))
    for (const folder of folders) watchers.push(watch(folder, lookSoon).on('error', lookSoon))
    if (end.aborted) stop()
    else lookSoon()
  })
}

/** The folder of a file, or its first existing ancestor. */
function nearestFolder(path: string): string {
  let folder = dirname(path)
  while (!existsSync(folder) || !statSync(folder).isDirectory()) folder = dirname(folder)
  return folder
}
