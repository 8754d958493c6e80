/**
 * The modules of this package, for model files that import them: `vario`, `vario/multibody`, … resolve without
 * node_modules, to the same instances that the command line uses.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { suggestName, VarioError } from '../../base/index.ts'

interface PackageJson {
  readonly exports: Readonly<Record<string, unknown>>
}

/** Folder of package.json. */
const FOLDER = findFolder(new URL('./', import.meta.url))
const runsFromSources = import.meta.url.endsWith('.ts')

/** The folder with package.json among `folder` and those around it: sources and bundles lie at different depths. */
function findFolder(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : findFolder(new URL('../', folder))
}

let packageJson: PackageJson | undefined

function readPackage(): PackageJson {
  packageJson ??= JSON.parse(readFileSync(new URL('package.json', FOLDER), 'utf8')) as PackageJson
  return packageJson
}

/** Absolute path of a folder of the package: `examples`. */
export function packageFolder(name: string): string {
  return fileURLToPath(new URL(name, FOLDER))
}

/** Address of a module that is loaded at run time, as `entries/ode`: in the sources, as in tests, or in the build. */
export function moduleUrl(stem: string): URL {
  return new URL(runsFromSources ? `src/${stem}.ts` : `dist/${stem}.js`, FOLDER)
}

/** All names by which the package can be imported. */
export function packageSpecifiers(): string[] {
  return Object.keys(readPackage().exports)
    .filter((subpath) => subpath !== './package.json')
    .map((subpath) => subpath.replace(/^\./, 'vario'))
}

/** The modules with these names, by name. */
export async function loadPackageModules(specifiers: Iterable<string>): Promise<Record<string, unknown>> {
  const known = packageSpecifiers()
  const modules: Record<string, unknown> = {}
  for (const specifier of specifiers) {
    if (!known.includes(specifier)) {
      const message = `import: expected one of ${known.join(', ')}, got '${specifier}'${suggestName(specifier, known)}.`
      throw new VarioError('IMPORT', message, { import: specifier })
    }
    const stem = specifier === 'vario' ? 'vario' : specifier.slice('vario/'.length)
    const { href } = moduleUrl(`entries/${stem}`)
    modules[specifier] = watchNames(specifier, (await import(href)) as object)
  }
  return modules
}

/** Properties that runtimes read from a module besides its exports. */
const ASKED_BY_RUNTIMES = new Set(['default', 'then', '__esModule', 'module.exports', 'toJSON'])

/** A module that throws when an unknown name is used; otherwise the name would be undefined until it is called. */
function watchNames(specifier: string, namespace: object): object {
  return new Proxy(namespace, {
    get(target, name, receiver) {
      if (typeof name === 'string' && !(name in target) && !ASKED_BY_RUNTIMES.has(name)) {
        const message = `import: expected a name that '${specifier}' exports, got '${name}'${suggestName(name, Object.keys(target))}.`
        throw new VarioError('IMPORT', message, { import: name })
      }
      return Reflect.get(target, name, receiver) as unknown
    },
  })
}
