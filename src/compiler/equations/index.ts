/** Equations with their unknowns: alias elimination, index reduction, sorting into blocks, errors of the structure. */
export { addSlopes } from './add-slopes.ts'
export { assertUsedDetermined } from './assert-determined.ts'
export { balanceArrays } from './balance-arrays.ts'
export { shareCommonCalls } from './common-subexpressions.ts'
export type { CoreConstraint } from './constraint-core.ts'
export { type ConstraintFunctions, createConstraintFunctions } from './constraint-functions.ts'
export { describeConflicts } from './describe-conflicts.ts'
export {
  type Alias,
  type Equality,
  eliminateAliases,
  replace,
  replaceInCondition,
} from './eliminate-aliases.ts'
export {
  type Assignment,
  type Block,
  blockExpressions,
  blockTargets,
  callsMemory,
  createConstraints,
  isConstraint,
  mapTexts,
  type Residual,
  type SystemBlock,
} from './equation-blocks.ts'
export {
  baseOfDerivative,
  createInputNames,
  createKnownNames,
  derivativeName,
  EquationSet,
  elementName,
  nameDerivatives,
  splitElementName,
} from './equation-set.ts'
export { createEquationSet, type ExpandedEquation, expandEquations } from './expand-derivatives.ts'
export type { Jumps, SourcedJumps } from './jumping-equations.ts'
export { type OmittedConstraint, omitConstraints } from './omit-constraints.ts'
export { isNonZeroFactor, isZeroFactor, parameterValue } from './parameter-factors.ts'
export { reduceIndex } from './reduce-index.ts'
export {
  hasOtherRank,
  type RankedPart,
  type Redundancy,
  removeRedundant,
  type UnknownFacts,
  type WithoutRedundant,
} from './remove-redundant.ts'
export { type Division, sortIntoBlocks } from './sort-into-blocks.ts'
export { StructureError } from './structure-error.ts'
