/**
 * Statements with loops and branches become plain ones: equations, `when` clauses, calls. Knows nothing of components.
 */
export { expandStatements } from './expand-statements.ts'
export {
  mapPlain,
  type PlainBlock,
  type PlainEquation,
  type PlainStatement,
  type PlainWhen,
} from './plain-statement.ts'
