/** Equations with their unknowns: alias elimination, index reduction, sorting into blocks, errors of the structure. */
export { addSlopes } from './add-slopes.ts'
export { assertUsedDetermined } from './assert-used-determined.ts'
export { balanceArrays } from './balance-arrays.ts'
export {
  type Assignment,
  type Block,
  blockExpressions,
  blockTargets,
  callsMemory,
  mapTexts,
  type Residual,
  type SystemBlock,
} from './blocks.ts'
export { shareCalls } from './common-subexpressions.ts'
export { createConstraints, isConstraint } from './constraints.ts'
export { describeConflicts } from './describe-conflicts.ts'
export {
  type Alias,
  type Equality,
  eliminateAliases,
  replace,
  replaceInCondition,
} from './eliminate-aliases.ts'
export {
  baseOfDerivative,
  createInputNames,
  createKnownNames,
  derivativeName,
  nameDerivatives,
  System,
} from './equation-set.ts'
export { createSystem, type ExpandedEquation, expandEquations } from './expand-equations.ts'
export type { Jumps, SourcedJumps } from './jumping-equations.ts'
export { isNonZeroFactor, isZeroFactor, parameterValue } from './parameter-factors.ts'
export { reduceSystem } from './reduce-index.ts'
export { type Division, sortIntoAssignments } from './sort-into-blocks.ts'
export { StructureError } from './structure-error.ts'
