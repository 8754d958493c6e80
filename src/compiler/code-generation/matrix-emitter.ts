import type { CallExpr, Expr, IfExpr, IndexExpr } from '../../symbolic/index.ts'
import { localName, notSupported } from './emit-texts.ts'

/** Interface of the matrix emitter to the emitter of other expressions. */
export interface MatrixHost {
  value(e: Expr): string
  part(e: IndexExpr): string
  choice(e: IfExpr, code: (part: Expr) => string): string
  functionCall(e: CallExpr): string
  scoped(action: () => string): string
  withLocal<T>(variable: string, action: () => T): T
}

/** Operators that act on whole matrices. */
const OPERATORS: ReadonlySet<string> = new Set(['+', '-', '*', '/', '^', 'neg', '.+', '.-', '.*', './', '.^'])

/** Translates expressions with matrix values: calls of the functions that the interpreter also calls. */
export class MatrixEmitter {
  constructor(private readonly host: MatrixHost) {}

  matrix(e: Expr): string {
    const { host } = this
    if (e.kind === 'array') return `r.matrixOfRows([${e.elements.map((row) => host.value(row)).join(', ')}])`
    if (e.kind === 'if') return host.choice(e, (part) => host.value(part))
    if (e.kind === 'index') return host.part(e)
    if (e.kind === 'comprehension') {
      const range = host.value(e.range)
      const row = host.withLocal(e.variable, () => host.scoped(() => host.value(e.body)))
      return `r.matrixOfRows(Array.from(${range}, (${localName(e.variable)}) => ${row}))`
    }
    if (e.kind !== 'call') throw notSupported(e, 'a matrix')
    if (!OPERATORS.has(e.fn)) return host.functionCall(e)
    const args = e.args.map((arg) => host.value(arg)).join(', ')
    return `r.apply(${JSON.stringify(e.fn)}, ${args})`
  }
}
