import { printEquation, printExpr, type Statement } from '../../symbolic/index.ts'

/** Prints a statement as text that the parser can read back. */
export function printStatement(statement: Statement): string {
  switch (statement.kind) {
    case 'equation':
      return printEquation(statement)
    case 'statement':
      return `${statement.fn}(${statement.args.map(printExpr).join(', ')})`
    case 'when': {
      const body = statement.body.map((action) => `${printStatement(action)}; `).join('')
      return `when ${printExpr(statement.condition)} then ${body}end when`
    }
  }
}
