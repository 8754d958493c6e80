/** The flat model: variables and equations by their full names, its units, the values of its parameters. */
export {
  type EvaluatedAttributes,
  type EvaluatedModel,
  evaluateModel,
  evaluateParameters,
  type MergeTree,
  withTypes,
} from './evaluate-parameters.ts'
export { findOccurrences } from './find-occurrences.ts'
export {
  type Decision,
  type FlatAssert,
  type FlatEquation,
  type FlatMemory,
  type FlatModel,
  type FlatParameter,
  type FlatVariable,
  type FlatWhen,
  hasInitialProblem,
  isInternal,
  isModelInput,
  type ValueOrExpr,
} from './flat-model.ts'
export { FunctionTable } from './function-table.ts'
export { hasSameDecisions } from './has-same-decisions.ts'
export { listVaryingParameters } from './list-varying-parameters.ts'
export { ParameterEvaluator } from './parameter-evaluator.ts'
export { type ParameterSeed, ParameterTangents } from './parameter-tangents.ts'
export { selectStructureChanges } from './structural-overrides.ts'
