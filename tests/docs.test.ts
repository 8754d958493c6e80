/** Every TypeScript block of the documents is compiled and run, and its displayed values are compared. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { LIBRARY_DOCUMENT, renewLibraryTables } from './support/library-tables.ts'
import { renewMaterialTables } from './support/material-tables.ts'
import { ROOT } from './support/project.ts'
import { readCompilerOptions } from './support/public-surface.ts'
import { show } from './support/show.ts'
import { extractSnippets, type Snippet } from './support/snippets.ts'

const GUIDES = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'))
const DOCUMENTS = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...GUIDES.map((name) => `docs/${name}`),
]
/** Ignored by Git; two levels deep, as the import at the head of each program expects. */
const FOLDER = join(ROOT, 'out', 'docs-snippets')

const texts = new Map(DOCUMENTS.map((name) => [name, readFileSync(join(ROOT, name), 'utf8')]))
const snippets = [...texts].flatMap(([name, text]) => extractSnippets(name, text))
const fileOf = ({ document, line }: Snippet): string =>
  join(FOLDER, `${document.replace(/\W/g, '-')}-line-${line}.ts`)

beforeAll(() => {
  mkdirSync(FOLDER, { recursive: true })
  for (const snippet of snippets) writeFileSync(fileOf(snippet), snippet.source)
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
})

afterAll(() => {
  vi.restoreAllMocks()
  rmSync(FOLDER, { recursive: true, force: true })
})

test('the blocks compile', () => {
  const options = { ...readCompilerOptions(), noUnusedLocals: false, noUnusedParameters: false }
  const program = ts.createProgram(snippets.map(fileOf), options)
  const errors = snippets.flatMap((snippet) => {
    const file = program.getSourceFile(fileOf(snippet))!
    const diagnostics = [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]
    return diagnostics.map(({ start, messageText }) => {
      const { line } = file.getLineAndCharacterOfPosition(start ?? 0)
      return `${snippet.document}:${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
    })
  })
  expect(errors).toEqual([])
})

describe('the blocks run and compute the displayed values', () => {
  test.each(snippets.map((snippet) => [`${snippet.document}:${snippet.line}`, snippet] as const))(
    '%s',
    async (_place, snippet) => {
      await import(/* @vite-ignore */ fileOf(snippet))
    },
  )
})

test('the documents show values', () => {
  expect(snippets.reduce((sum, snippet) => sum + snippet.nShown, 0)).toBeGreaterThan(20)
})

test.each(DOCUMENTS)('links in %s lead to files and headings', (name) => {
  const broken: string[] = []
  for (const [, target] of texts.get(name)!.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue
    const [path, heading] = target.split('#')
    const file = path === '' ? join(ROOT, name) : join(ROOT, dirname(name), path)
    if (!existsSync(file) || (heading !== undefined && !listHeadings(file).includes(heading)))
      broken.push(target)
  }
  expect(broken).toEqual([])
})

/** Anchors of the headings of a document. */
function listHeadings(file: string): string[] {
  const headings = readFileSync(file, 'utf8').match(/^#+ .+$/gm) ?? []
  return headings.map((heading) =>
    heading
      .replace(/^#+ /, '')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  )
}

/** Formatting aligns the columns of tables. */
const unaligned = (text: string): string => text.replace(/ {2,}/g, ' ').replace(/-{4,}/g, '---')

test('the tables of the library are those of the code', async () => {
  // To renew them: npx tsx tests/support/library-tables.ts, then npm run format.
  expect(unaligned(texts.get(LIBRARY_DOCUMENT)!)).toBe(unaligned(await renewLibraryTables()))
})

test('the tables of materials are those of the data', () => {
  // To renew them: npx tsx tests/support/material-tables.ts, then npm run format.
  for (const [path, text] of renewMaterialTables()) expect(unaligned(texts.get(path)!)).toBe(unaligned(text))
})

describe('the checker of documents', () => {
  const text = [
    '# A',
    '```ts',
    'const a = 1 // → 1',
    '```',
    'prose',
    '```ts continued',
    'a + 1 // → 2',
    '```',
  ]

  test('joins continued blocks, and keeps line numbers', () => {
    const [snippet, ...others] = extractSnippets('a.md', text.join('\n'))
    expect(others).toEqual([])
    expect(snippet.line).toBe(3)
    expect(snippet.nShown).toBe(2)
    const lines = snippet.source.split('\n')
    expect(lines[2]).toMatch(/^import .*; const a = 1; show\("a\.md:3", a, "1"\)$/)
    expect(lines[6]).toBe(';show("a.md:7", a + 1, "2")')
  })

  test('ignores other languages, and reports blocks without an end', () => {
    expect(extractSnippets('a.md', '```sh\nnpm ci // → 1\n```\n')).toEqual([])
    expect(() => extractSnippets('a.md', '```ts\n')).toThrow(
      'a.md:1: expected a closing fence, got the end of the document',
    )
  })

  test('reports fences of four marks, which would hide the blocks inside', () => {
    expect(() => extractSnippets('a.md', '````ts\n```ts\n1 // → 2\n```\n````\n')).toThrow(
      'a.md:1: expected a fence of three marks, got 4',
    )
  })

  test.each([
    [1.08366, '1.0837'],
    [2, '2'],
    [-3.2e-7, '-3.2e-7'],
    [[1, 2.04], '[1, 2.0]'],
    [new Float64Array(0), '[]'],
    ['end', "'end'"],
    [true, 'true'],
  ])('accepts %s for %s', (actual, shown) => {
    expect(() => show('a.md:1', actual, shown)).not.toThrow()
  })

  test.each([
    [1.08376, '1.0837'],
    [2.0000001, '2'],
    [-3.2e-7, '3.2e-7'],
    [[1, 2], '[1]'],
    [[1], '1'],
    ['end', 'end'],
    [NaN, '1.0'],
    [undefined, 'true'],
  ])('rejects %s for %s', (actual, shown) => {
    expect(() => show('a.md:1', actual, shown)).toThrow('a.md:1 shows')
  })
})
