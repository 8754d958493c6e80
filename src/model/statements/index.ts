/** Loops, branches and state machines in equations become plain equations and `when` clauses. */
export { expandMachines } from './expand-machines.ts'
export { expandStatements } from './expand-statements.ts'
export {
  mapPlain,
  type PlainBlock,
  type PlainEquation,
  type PlainStatement,
  type PlainWhen,
} from './plain-statement.ts'
export { equationsOfFields, type Fields, withFields } from './record-calls.ts'
