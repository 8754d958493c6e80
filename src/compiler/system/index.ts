/** Equations with their unknowns, blocks, and errors of their structure. */
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
export { type DescribeConflicts, describeConflicts } from './conflicts.ts'
export { createSystem, type ExpandedEquation, expandEquations } from './expanded-equation.ts'
export { isNonZeroFactor, isZeroFactor, parameterValue } from './parameter-factors.ts'
export { describeEquation, StructureError } from './structure-error.ts'
export {
  baseOfDerivative,
  createConstantNames,
  createInputNames,
  createKnownNames,
  derivativeName,
  nameDerivatives,
  printSystemEquation,
  System,
  type SystemEquation,
} from './system.ts'
export { assertDetermined } from './undetermined.ts'
