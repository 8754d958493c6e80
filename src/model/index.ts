/** The modeling language: models, merging, flattening, evaluation of parameters. */
export { describeFunction } from '../symbolic/index.ts'

export type { AnyComponent, Component, Members, Modification, ModificationOf } from './definition/index.ts'
export {
  type BuildContext,
  type BuildResult,
  type EquationsNode,
  type ExprNode,
  equalModels,
  equations,
  equationsOnDemand,
  expr,
  isExpr as isExprNode,
  isModel,
  isPar,
  isQuantity,
  isVar,
  type MemberNode,
  Model,
  type ModelNode,
  membersOf,
  merge,
  mergeToJson,
  modelFromJson,
  modelJsonSchema,
  modelToJson,
  Par,
  type ParNode,
  printModel,
  type Quantity,
  quantity,
  type RecordReference,
  type RecordVariable,
  redeclare,
  registerFunction,
  toPlainRecord,
  Var,
  type VarNode,
} from './definition/index.ts'
export {
  type EvaluatedModel,
  evaluateModel,
  evaluateParameters,
  type FlatAssert,
  type FlatEquation,
  type FlatModel,
  type FlatWhen,
  isModelInput,
  listVaryingParameters,
  type MergeTree,
} from './flat-model/index.ts'
export { flatten, registerRecordOwner } from './flattening/index.ts'
export { checkUnits } from './unit-checks/index.ts'
