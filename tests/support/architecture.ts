/** Checks the imports of a set of source files against the table of layers. */
import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import ts from 'typescript'

/** Properties of the project for the checker. */
export interface Architecture {
  /** Folders of `src`, each with the folders that it may import. */
  readonly layers: Readonly<Record<string, readonly string[]>>
  /** Packages that only these folders may import. */
  readonly packagesOf: Readonly<Record<string, readonly string[]>>
  /** Packages that the published package depends on. */
  readonly dependencies: readonly string[]
  /** The files that may use modules of Node: paths from `src`. */
  readonly mayUseNode: (path: string) => boolean
}

/** Files by their paths from `src`, with `/`. */
export type SourceFiles = ReadonlyMap<string, string>

/** All violations, each as one line `file: import 'x': rule`. */
export function checkImports(files: SourceFiles, architecture: Architecture): string[] {
  const graph = new Map<string, string[]>()
  const violations: string[] = []
  for (const [path, text] of files) {
    const folder = layerOf(path)
    if (!(folder in architecture.layers)) {
      violations.push(`src/${path}: the folder '${folder}' is not in the table of layers`)
    }
    const targets: string[] = []
    for (const { fileName: specifier } of ts.preProcessFile(text, true, true).importedFiles) {
      const rule = specifier.startsWith('.')
        ? checkRelative(path, specifier, files, architecture)
        : checkPackage(path, specifier, architecture)
      if (rule !== undefined) violations.push(`src/${path}: import '${specifier}': ${rule}`)
      if (specifier.startsWith('.')) targets.push(resolve(path, specifier))
    }
    graph.set(path, targets)
  }
  return [
    ...violations,
    ...findCycles(graph, 'import cycle'),
    ...findCycles(graphOfFolders(graph), 'folders in a cycle'),
  ]
}

/** Imports between folders; an index that re-exports from its subfolders depends on none of them. */
function graphOfFolders(graph: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const folders = new Map<string, string[]>()
  for (const [path, targets] of graph) {
    const from = posix.dirname(path)
    const isIndex = posix.basename(path) === 'index.ts'
    const others = targets
      .map((target) => posix.dirname(target))
      .filter((to) => to !== from && !(isIndex && isInside(to, from)))
    folders.set(from, [...new Set([...(folders.get(from) ?? []), ...others])])
  }
  return folders
}

/** True for a folder below `parent`. */
function isInside(folder: string, parent: string): boolean {
  return folder.startsWith(`${parent}/`)
}

/** First folder of a path; empty for a file in `src` itself. */
function layerOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
}

/** The file of an import; the part after `?` is for the bundler. */
function resolve(path: string, specifier: string): string {
  return posix.normalize(posix.join(posix.dirname(path), specifier.replace(/\?\w+$/, '')))
}

function checkRelative(
  path: string,
  specifier: string,
  files: SourceFiles,
  { layers }: Architecture,
): string | undefined {
  const target = resolve(path, specifier)
  if (target.startsWith('..')) return 'src imports nothing from outside of src'
  if (!files.has(target)) return `src/${target} does not exist`
  const from = layerOf(path)
  const to = layerOf(target)
  const entered = posix.dirname(target)
  const isEntry = posix.basename(target) === 'index.ts'
  if (from === to) {
    const isNear = entered === posix.dirname(path) || isInside(posix.dirname(path), entered)
    return isNear || isEntry ? undefined : `the folder '${entered}' is entered only by its index.ts`
  }
  const isDomain = from === 'entries' && isEntry && posix.dirname(entered) === 'library'
  if (target !== `${to}/index.ts` && !isDomain) return `the folder '${to}' is entered only by its index.ts`
  if (layers[from]?.includes(to)) return undefined
  const allowed = layers[from]?.join(', ') || 'no other folder'
  return `'${from}' may not import '${to}' (allowed: ${allowed})`
}

function checkPackage(path: string, specifier: string, architecture: Architecture): string | undefined {
  const { packagesOf, dependencies, mayUseNode } = architecture
  const folder = layerOf(path)
  if (specifier.startsWith('node:') || builtinModules.includes(specifier)) {
    return mayUseNode(path) ? undefined : 'modules of Node are for src/cli and for files named file-access.ts'
  }
  const parts = specifier.split('/')
  const name = specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0]
  if (name === 'vario') return 'files of src import each other by relative paths'
  const owners = packagesOf[name]
  if (owners && !owners.includes(folder)) return `the package '${name}' is for ${owners.join(', ')} only`
  if (!dependencies.includes(name))
    return `the package '${name}' is not among the dependencies of package.json`
  return undefined
}

/** One line per cycle, found by a depth-first search. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>, what: string): string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string): void => {
    const start = path.indexOf(file)
    if (start >= 0) {
      const names = [...path.slice(start), file].map((name) => `src/${name}`)
      cycles.push(`${names[0]}: ${what}: ${names.join(' → ')}`)
      return
    }
    if (done.has(file)) return
    path.push(file)
    for (const target of graph.get(file) ?? []) visit(target)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}
