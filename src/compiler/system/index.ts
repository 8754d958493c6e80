/** Equations with their unknowns, blocks, and errors of their structure. */

export { assertDetermined } from './assert-determined.ts'
export { assertUsedDetermined } from './assert-used-determined.ts'
export {
  type Assignment,
  type Block,
  blockExpressions,
  blockTargets,
  callsMemory,
  mapTexts,
  type Residual,
  type SystemBlock,
} from './block.ts'
export { type DescribeConflicts, describeConflicts } from './describe-conflicts.ts'
export { createSystem, type ExpandedEquation, expandEquations } from './expanded-equation.ts'
export { isNonZeroFactor, isZeroFactor, parameterValue } from './parameter-factors.ts'
export { describeEquation, MissingEquationError, StructureError } from './structure-error.ts'
export {
  baseOfDerivative,
  createConstantNames,
  createInputNames,
  createKnownNames,
  derivativeName,
  impulseName,
  nameDerivatives,
  printSystemEquation,
  System,
  type SystemEquation,
} from './system.ts'
