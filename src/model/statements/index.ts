/**
 * Statements with loops and branches become plain ones: equations, `when` clauses, calls. Knows nothing of components.
 */
export { expandStatements } from './expand-statements.ts'
export type {
  PlainBlock,
  PlainEquation,
  PlainStatement,
  PlainWhen,
} from './plain-statement.ts'
