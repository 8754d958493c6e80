/**
 * Guards the public surface: `src/entries` lists it, one file per subpath of the package. Every name is documented, and
 * used by a guide, an example or a test in the way of users; types follow from the declarations that mention them.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { listFiles, ROOT, readPackageJson } from './support/project.ts'
import { readPublicExports } from './support/public-surface.ts'
import { extractSnippets } from './support/snippets.ts'

const packageJson = readPackageJson()
const subpaths = Object.keys(packageJson.exports).filter((subpath) => subpath !== './package.json')
/** Path of an entry without its extension, from src or dist. */
const stemOf = (subpath: string): string => `entries/${subpath === '.' ? 'vario' : subpath.slice(2)}`
const entryOf = (subpath: string): string => `src/${stemOf(subpath)}.ts`
/** Modules of `src/entries`, and those that browsers get. */
const entryNames = listFiles('src/entries').map((path) => `./${path.replace(/\.ts$/, '')}`)
const browserEntries = new Set(entryNames.filter((name) => name.endsWith('-browser')))
const exported = readPublicExports(subpaths.map(entryOf))

/** The declarations of all entries, with all names that they mention. */
const declarations = readdirSync(join(ROOT, 'api')).map((name) =>
  readFileSync(join(ROOT, 'api', name), 'utf8'),
)

/** True if another declaration mentions the name, beside its own one and imports. */
function isMentioned(name: string): boolean {
  const isOwn = new RegExp(`^(import .*|\\s*(interface|class|type) ${name}\\b)`)
  const isIn = new RegExp(`\\b${name}\\b`)
  return declarations.some((text) => text.split('\n').some((line) => isIn.test(line) && !isOwn.test(line)))
}

/** `subpath name` of everything that guides, examples and tests import from the package. */
const used = new Set<string>()
for (const folder of ['examples', 'tests']) {
  for (const path of listFiles(folder).filter((name) => name.endsWith('.ts'))) {
    collectImports(readFileSync(join(ROOT, folder, path), 'utf8'))
  }
}
for (const path of ['README.md', ...listFiles('docs').map((name) => `docs/${name}`)]) {
  if (!path.endsWith('.md')) continue
  for (const { source } of extractSnippets(path, readFileSync(join(ROOT, path), 'utf8')))
    collectImports(source)
}

function collectImports(text: string): void {
  for (const statement of ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest).statements) {
    if (!ts.isImportDeclaration(statement)) continue
    const subpath = (statement.moduleSpecifier as ts.StringLiteral).text.replace(/^vario(?=\/|$)/, '.')
    const bindings = statement.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) continue
    for (const { name, propertyName } of bindings.elements)
      used.add(`${subpath} ${(propertyName ?? name).text}`)
  }
}

describe.each(subpaths)('%s', (subpath) => {
  const exports = exported.get(entryOf(subpath))!

  test('documents every export', () => {
    const missing = exports.filter((item) => !item.isDocumented)
    expect(missing.map(({ place, name }) => `${place}: ${name} has no doc comment`)).toEqual([])
  })

  test('uses every export in a guide, example or test, or in the declaration of another one', () => {
    const unused = exports.filter(
      ({ name, isValue }) => !used.has(`${subpath} ${name}`) && (isValue || !isMentioned(name)),
    )
    expect(unused.map(({ name }) => name)).toEqual([])
  })

  test('resolves to files of the build', () => {
    const stem = `./dist/${stemOf(subpath)}`
    const browser = browserEntries.has(`${subpath}-browser`) ? { browser: `${stem}-browser.js` } : {}
    expect(packageJson.exports[subpath]).toEqual({ types: `${stem}.d.ts`, ...browser, default: `${stem}.js` })
    for (const file of [`${stem}.d.ts`, `${stem}.js`, ...Object.values(browser)]) {
      expect(existsSync(join(ROOT, file)), `${file} is missing: run \`npm run build\` first`).toBe(true)
    }
  })
})

test('package.json names every entry', () => {
  const entries = entryNames.filter((name) => !browserEntries.has(name) && !name.startsWith('./common/'))
  expect([...subpaths].sort()).toEqual(entries.map((entry) => (entry === './vario' ? '.' : entry)).sort())
})

test('the public surface stays small', () => {
  // the components of the libraries are models, listed in docs/library.md
  const others = [...exported].filter(([entry]) => !entry.includes('/library/'))
  const values = others.flatMap(([, list]) => list.filter(({ isValue }) => isValue))
  expect(new Set(values.map(({ name }) => name)).size).toBeLessThan(300)
})
