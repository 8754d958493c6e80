/** Aliases, index reduction, sorting, and solving equations for their unknowns. */

export { createConstraints, isConstraint } from './constraints.ts'
export {
  type Alias,
  type Equality,
  eliminateAliases,
  replace,
  replaceInCondition,
} from './eliminate-aliases.ts'
export type { Jumps, SourcedJumps } from './jumping-equations.ts'
export { reduceSystem } from './reduce-system.ts'
export { type Division, sortIntoAssignments } from './sort-into-assignments.ts'
