/**
 * The tables of docs/library.md, generated from the library itself: comments of its exports, parameters and connectors.
 *
 *   npx tsx tests/support/library-tables.ts     writes them again
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import {
  isExprNode,
  isModel,
  isPar,
  isVar,
  type ModelNode,
  membersOf,
  type ParNode,
} from '../../src/model/index.ts'
import { printExpr } from '../../src/symbolic/index.ts'
import { formatMarkdownTable, replaceMarkedTable } from './markdown-table.ts'
import { ROOT } from './project.ts'
import { readCompilerOptions } from './public-surface.ts'

/** Path of the document, from the root. */
export const LIBRARY_DOCUMENT = 'docs/library.md'

/** The document with the tables of the current library. */
export async function renewLibraryTables(): Promise<string> {
  let text = readFileSync(join(ROOT, LIBRARY_DOCUMENT), 'utf8')
  const domains = [...text.matchAll(/<!-- ([a-z-]+) -->/g)].map(([, domain]) => domain)
  const comments = readComments(domains)
  for (const domain of domains) {
    const table = await createTable(domain, comments)
    text = replaceMarkedTable(text, domain, table)
  }
  return text
}

async function createTable(domain: string, comments: ReadonlyMap<string, string>): Promise<string> {
  const module = (await import(join(ROOT, 'src', 'library', domain, 'index.ts'))) as Record<string, unknown>
  const rows = Object.keys(module)
    .filter((name) => isModel(module[name]))
    .sort()
    .map((name) => {
      const model = module[name] as ModelNode
      return [`\`${name}\``, comments.get(`${domain}/${name}`) ?? '', listPorts(model), listParameters(model)]
    })
  return formatMarkdownTable(['component', 'description', 'connectors', 'parameters'], rows)
}

/** Connectors, and signals with their direction. */
function listPorts(model: ModelNode): string {
  const names = membersOf(model).flatMap(([name, member]) => {
    if (isModel(member) && membersOf(member).some(([, inner]) => isVar(inner) && inner.flow)) return name
    if (!isVar(member)) return []
    if (member.input) return `→ ${name}`
    return member.output ? `${name} →` : []
  })
  return names.map((name) => `\`${name}\``).join(', ')
}

function listParameters(model: ModelNode): string {
  const parameters = membersOf(model).filter((entry): entry is [string, ParNode] => isPar(entry[1]))
  return parameters
    .map(([name, { value, unit }]) => `\`${name} = ${printValue(value)}${unit ? ` ${unit}` : ''}\``)
    .join(', ')
}

function printValue(value: unknown): string {
  if (isExprNode(value)) return printExpr(value.expr)
  if (typeof value === 'function') return 'f'
  if (typeof value === 'number' && value !== 0 && Math.abs(value) < 1e-3) return value.toExponential()
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** First paragraph of the comment of every export, by `domain/name`. */
function readComments(domains: readonly string[]): Map<string, string> {
  const files = domains.map((domain) => join(ROOT, 'src', 'library', domain, 'index.ts'))
  const program = ts.createProgram(files, readCompilerOptions())
  const checker = program.getTypeChecker()
  const comments = new Map<string, string>()
  domains.forEach((domain, i) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(files[i])!)
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0
      const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol
      const text = ts.displayPartsToString(target.getDocumentationComment(checker))
      comments.set(`${domain}/${symbol.name}`, text.replace(/\s+/g, ' ').trim())
    }
  })
  return comments
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(ROOT, LIBRARY_DOCUMENT), await renewLibraryTables())
}
