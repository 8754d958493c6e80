/** The files that a model consists of: its own, and those that it imports by relative paths. */
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type { SourceFile } from '../failures/index.ts'

/** Imports and exports of other modules in a text: `from './parts.ts'`, `import 'x'`, `import('x')`. */
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\1/g
const ENDINGS = ['', '.ts', '.mts', '.js', '.mjs', '.json', '/index.ts', '/index.js']

/** A file with its imports. */
export interface CollectedImports {
  /** The file itself, then those that it imports by relative paths, as far as they exist. */
  readonly files: readonly SourceFile[]
  /** What it imports of this package: `vario`, `vario/multibody`. */
  readonly packageModules: ReadonlySet<string>
}

/** Follows the imports of a file through all files that it imports by relative paths. */
export function collectImports(path: string, name: string): CollectedImports {
  const files = new Map<string, SourceFile>()
  const packageModules = new Set<string>()
  const visit = (current: string): void => {
    if (files.has(current)) return
    const text = readFileSync(current, 'utf8')
    const shown = current === path ? name : join(dirname(name), relative(dirname(path), current))
    files.set(current, { name: shown.replaceAll('\\', '/'), path: current, text })
    for (const match of text.matchAll(SPECIFIER)) {
      const specifier = match[2]
      if (/^vario(?:\/|$)/.test(specifier)) packageModules.add(specifier)
      if (!specifier.startsWith('.')) continue
      const target = resolveFile(resolve(dirname(current), specifier))
      if (target !== undefined) visit(target)
    }
  }
  visit(path)
  return { files: [...files.values()], packageModules }
}

/** The file that a relative import means: endings may be left out, and `.js` may mean `.ts`. */
function resolveFile(path: string): string | undefined {
  const candidates = [...ENDINGS.map((ending) => path + ending), path.replace(/\.(m?)js$/, '.$1ts')]
  return candidates.find((candidate) => existsSync(candidate) && basename(candidate).includes('.'))
}
