/** The repository itself, for tests of its files. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of package.json. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** The parts of package.json in use by tests. */
export interface PackageJson {
  readonly version: string
  readonly sideEffects: readonly string[]
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

export function readPackageJson(): PackageJson {
  return JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as PackageJson
}

/** Paths of all files below `folder` of the repository, relative to that folder, with `/`, sorted. */
export function listFiles(folder: string): string[] {
  const entries = readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
  const base = join(ROOT, folder).replace(/[\\/]$/, '')
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(base.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort()
}
