/** Aliases, index reduction, sorting, and solving equations for their unknowns. */
export { type Alias, type Equality, eliminateAliases, replace } from './eliminate-aliases.ts'
export { reduceSystem } from './index-reduction.ts'
export { sortIntoAssignments } from './sort.ts'
