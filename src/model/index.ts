/** The modeling language: models, merging, flattening, evaluation of parameters. */

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
  type ModelNode,
  membersOf,
  Par,
  type ParNode,
  printModel,
  type Quantity,
  quantity,
  redeclare,
  registerFunction,
  toPlainRecord,
  Var,
  type VarNode,
} from './definition/index.ts'
export {
  checkUnits,
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
export {
  mergeToJson,
  modelFromJson,
  modelJsonSchema,
  modelToJson,
} from './json/index.ts'
export { Model, merge } from './merge/index.ts'
