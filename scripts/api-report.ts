/**
 * The public surface as text: for each entry of package.json a file in `api/` with the declaration of every name that users can
 * import, without comments, sorted. `npx tsx scripts/api-report.ts` writes them; a test compares.
 *
 * At the end of each file stand the declarations of types that are not exported by the entry, but that its declarations
 * mention: they are a part of the surface, too.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const SOURCE = join(ROOT, 'src')
/** Folder of the declarations, in memory only. */
const EMITTED = join(ROOT, 'out', 'api')
export const API_FOLDER = join(ROOT, 'api')

const LINE_WIDTH = 110

/** The reports, by the names of their files. */
export function createApiReports(): Map<string, ApiReport> {
  const entries = readEntries()
  const { program, checker } = emitDeclarations([...entries.values()])
  const exported = new Map<string, Map<ts.Symbol, string>>()
  for (const [subpath, entry] of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(emittedPath(entry))!)!
    const symbols = checker.getExportsOfModule(module)
    exported.set(subpath, new Map(symbols.map((symbol) => [resolve(checker, symbol), symbol.name])))
  }
  return new Map(
    [...entries.keys()].map((subpath) => [fileOf(subpath), new ApiReport(checker, subpath, exported)]),
  )
}

/** Source files of the entries by their subpaths: `vario`, `vario/ode`, … */
function readEntries(): Map<string, string> {
  const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { types: string }>
  }
  const entries = new Map<string, string>()
  for (const [subpath, target] of Object.entries(exports)) {
    if (typeof target === 'string') continue
    const source = target.types.replace('./dist', SOURCE).replace(/\.d\.ts$/, '.ts')
    entries.set(subpath.replace('.', 'vario'), source)
  }
  return entries
}

const fileOf = (subpath: string): string => `${subpath.replaceAll('/', '-')}.api.d.ts`
const emittedPath = (source: string): string => source.replace(SOURCE, EMITTED).replace(/\.ts$/, '.d.ts')

/** Declarations of all modules behind the entries, as a program of their own. */
function emitDeclarations(sources: readonly string[]): { program: ts.Program; checker: ts.TypeChecker } {
  const read = (path: string): ts.CompilerOptions =>
    ts.parseJsonConfigFileContent(ts.readConfigFile(path, ts.sys.readFile).config, ts.sys, join(path, '..'))
      .options
  const options: ts.CompilerOptions = {
    // the viewer needs those of browsers, the others those of Node
    ...read(join(SOURCE, 'viewer', 'tsconfig.json')),
    types: ['node'],
    noEmit: false,
    noCheck: true,
    allowImportingTsExtensions: false,
    declaration: true,
    emitDeclarationOnly: true,
    removeComments: true,
    rootDir: SOURCE,
    outDir: EMITTED,
    paths: {},
  }
  const texts = new Map<string, string>()
  ts.createProgram([...sources], options).emit(undefined, (path, text) => void texts.set(path, text))

  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, directoryExists } = host
  host.fileExists = (path) => texts.has(path) || fileExists(path)
  host.readFile = (path) => texts.get(path) ?? readFile(path)
  host.directoryExists = (path) => path.startsWith(EMITTED) || directoryExists?.(path) === true
  const program = ts.createProgram(sources.map(emittedPath), { ...options, rootDir: ROOT }, host)
  return { program, checker: program.getTypeChecker() }
}

function resolve(checker: ts.TypeChecker, symbol: ts.Symbol): ts.Symbol {
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
}

/** The report of one entry. */
class ApiReport {
  readonly text: string
  /** Names that declarations mention and that no entry exports, with the name of the first such declaration. */
  readonly hiddenNames: ReadonlyMap<string, string>
  private readonly printer = ts.createPrinter({ removeComments: true })
  private readonly own: ReadonlyMap<ts.Symbol, string>
  /** Mentioned, but not exported: still to print; with the name of the first declaration that mentions it. */
  private readonly hidden = new Map<ts.Symbol, string>()
  private readonly imported = new Set<string>()
  /** Name of the declaration at which `collect` looks. */
  private declared = ''

  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly subpath: string,
    private readonly exported: ReadonlyMap<string, ReadonlyMap<ts.Symbol, string>>,
  ) {
    this.own = exported.get(subpath)!
    this.text = this.print()
    this.hiddenNames = new Map([...this.hidden].map(([symbol, by]) => [symbol.name, by]))
  }

  private print(): string {
    const names = [...this.own].sort(([, a], [, b]) => (a < b ? -1 : 1))
    const declarations = names.map(([symbol, name]) => this.declare(symbol, name))
    const hidden: [string, string][] = []
    // grows while it is printed
    for (const [symbol] of this.hidden) hidden.push([symbol.name, this.declare(symbol, symbol.name)])
    hidden.sort(([a, textA], [b, textB]) => (a === b ? (textA < textB ? -1 : 1) : a < b ? -1 : 1))
    const head = `// Public surface of '${this.subpath}', written by scripts/api-report.ts.`
    const sections = [head, [...this.imported].sort().join('\n'), ...declarations]
    if (hidden.length > 0) {
      const list = fold([...new Set(hidden.map(([name]) => name))])
      sections.push(`// ---- not exported: ----\n${list}`, ...hidden.map(([, text]) => text))
    }
    return `${sections.filter((text) => text !== '').join('\n\n')}\n`
  }

  /** All declarations of a name; a function has one for each of its signatures. */
  private declare(symbol: ts.Symbol, name: string): string {
    this.declared = name
    const texts = (symbol.declarations ?? []).map((declaration) => {
      if (ts.isSourceFile(declaration)) return this.declareModule(symbol, name)
      const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
      this.collect(declaration)
      const plain = ts.transform(statement as ts.Statement, [simplify(declaration)]).transformed[0]
      const file = declaration.getSourceFile()
      const text = this.printer.printNode(ts.EmitHint.Unspecified, plain, file)
      const alias = symbol.name === name ? '' : `// exported as ${name}\n`
      return alias + text.replace(/^export (default )?/, '').replace(/^declare /, '')
    })
    return texts.join('\n')
  }

  private declareModule(symbol: ts.Symbol, name: string): string {
    const members = this.checker.getExportsOfModule(symbol).map((member) => resolve(this.checker, member))
    const texts = members
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((member) => this.declare(member, member.name))
    return `namespace ${name} {\n${texts.join('\n').replace(/^/gm, '    ')}\n}`
  }

  /** Notes the symbols that a declaration mentions and that this entry does not export. */
  private collect(node: ts.Node): void {
    if (isPrivate(node)) return
    if (ts.isIdentifier(node)) {
      const found = this.checker.getSymbolAtLocation(node)
      if (found) this.note(resolve(this.checker, found))
    }
    ts.forEachChild(node, (child) => this.collect(child))
  }

  private note(symbol: ts.Symbol): void {
    if (this.own.has(symbol)) return
    const [declaration] = symbol.declarations ?? []
    if (!declaration?.getSourceFile().fileName.startsWith(EMITTED)) return
    // members, parameters and type parameters belong to what declares them
    const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
    if (statement.parent === undefined || !ts.isSourceFile(statement.parent)) return
    for (const [subpath, symbols] of this.exported) {
      const name = symbols.get(symbol)
      if (name === undefined) continue
      this.imported.add(`import { ${name} } from '${subpath}'`)
      return
    }
    if (!this.hidden.has(symbol)) this.hidden.set(symbol, this.declared)
  }
}

const isPrivate = (node: ts.Node): boolean =>
  (ts.isClassElement(node) &&
    ts.canHaveModifiers(node) &&
    (ts.getModifiers(node) ?? []).some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword) &&
    !ts.isConstructorDeclaration(node)) ||
  (ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name))

/** One variable of a statement, members sorted and without private ones, no paths of modules. */
function simplify(declaration: ts.Declaration): ts.TransformerFactory<ts.Statement> {
  return ({ factory }) => {
    const visit = (node: ts.Node): ts.Node | undefined => {
      if (isPrivate(node)) return undefined
      const inner = ts.visitEachChild(node, visit, undefined)
      if (ts.isImportTypeNode(inner) && inner.qualifier && !inner.isTypeOf)
        return factory.createTypeReferenceNode(inner.qualifier, inner.typeArguments)
      if (ts.isVariableDeclarationList(inner)) {
        const [one] = (node as ts.VariableDeclarationList).declarations.filter((item) => item === declaration)
        const visited = ts.visitNode(one, visit) as ts.VariableDeclaration
        return factory.updateVariableDeclarationList(inner, [visited])
      }
      if (ts.isInterfaceDeclaration(inner)) {
        const { modifiers, name, typeParameters, heritageClauses, members } = inner
        return factory.updateInterfaceDeclaration(
          ...([inner, modifiers, name, typeParameters, heritageClauses, sortMembers(members)] as const),
        )
      }
      if (ts.isClassDeclaration(inner)) {
        const { modifiers, name, typeParameters, heritageClauses, members } = inner
        return factory.updateClassDeclaration(
          ...([inner, modifiers, name, typeParameters, heritageClauses, sortMembers(members)] as const),
        )
      }
      return inner
    }
    return (statement) => visit(statement) as ts.Statement
  }
}

/** By name; signatures of the same method stay in their order, which matters. */
function sortMembers<T extends ts.ClassElement | ts.TypeElement>(members: ts.NodeArray<T>): T[] {
  const nameOf = ({ name }: T): string => (name && 'text' in name ? name.text : '')
  return [...members].sort((a, b) => (nameOf(a) === nameOf(b) ? 0 : nameOf(a) < nameOf(b) ? -1 : 1))
}

/** Names in lines of comments. */
function fold(names: readonly string[]): string {
  const lines = ['//']
  for (const name of names) {
    if (lines[lines.length - 1].length + name.length + 2 > LINE_WIDTH) lines.push('//')
    lines[lines.length - 1] += ` ${name},`
  }
  return lines.join('\n').replace(/,$/, '')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const reports = createApiReports()
  mkdirSync(API_FOLDER, { recursive: true })
  for (const name of readdirSync(API_FOLDER)) if (!reports.has(name)) rmSync(join(API_FOLDER, name))
  for (const [name, { text }] of reports) writeFileSync(join(API_FOLDER, name), text)
  console.log(`Wrote ${reports.size} reports to api/.`)
}
