/** The public surface for the compiler: exports of each entry, and their documentation. */
import { join } from 'node:path'
import ts from 'typescript'
import { ROOT } from './project.ts'

export interface PublicExport {
  readonly name: string
  /** Exists at run time; false for a type. */
  readonly isValue: boolean
  /** `file:line` of the declaration. */
  readonly place: string
  readonly isDocumented: boolean
}

/** The compiler options of the project. */
export function readCompilerOptions(): ts.CompilerOptions {
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  return ts.parseJsonConfigFileContent(config, ts.sys, ROOT).options
}

/** The exports of several entries, given as paths from the root of the repository, each sorted by name. */
export function readPublicExports(entries: readonly string[]): Map<string, PublicExport[]> {
  const files = entries.map((entry) => join(ROOT, entry))
  const program = ts.createProgram(files, readCompilerOptions())
  const checker = program.getTypeChecker()
  return new Map(
    entries.map((entry, i) => {
      const module = checker.getSymbolAtLocation(program.getSourceFile(files[i])!)
      const symbols = module ? checker.getExportsOfModule(module) : []
      const exports = symbols.map((symbol) => describeExport(checker, symbol))
      return [entry, exports.sort((a, b) => (a.name < b.name ? -1 : 1))]
    }),
  )
}

function describeExport(checker: ts.TypeChecker, symbol: ts.Symbol): PublicExport {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0
  const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol
  const declarations = target.declarations ?? []
  const file = declarations[0].getSourceFile()
  const { line } = file.getLineAndCharacterOfPosition(declarations[0].getStart())
  return {
    name: symbol.name,
    isValue: (target.flags & ts.SymbolFlags.Value) !== 0 && !isTypeOnly(symbol),
    place: `${file.fileName.slice(ROOT.length)}:${line + 1}`,
    isDocumented: declarations.some(isDocumented),
  }
}

/** A comment before the declaration, or at the head of the file for a namespace. */
function isDocumented(declaration: ts.Declaration): boolean {
  if (ts.isSourceFile(declaration)) return declaration.text.startsWith('/**')
  return ts.getJSDocCommentsAndTags(declaration).length > 0
}

/** True for `export type { X }`, also where X is a class. */
function isTypeOnly(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some(
    (declaration) =>
      ts.isExportSpecifier(declaration) && (declaration.isTypeOnly || declaration.parent.parent.isTypeOnly),
  )
}
