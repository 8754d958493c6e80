/** The modeling language: models, merging, flattening, evaluation of parameters. */

export type { AnyComponent, Component, Members, Modification, ModificationOf } from './definition/index.ts'
export {
  type BuildContext,
  type BuildResult,
  type EquationsNode,
  type ExprNode,
  equations,
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
  type FlatAssert,
  type FlatEquation,
  type FlatModel,
  type FlatWhen,
  isModelInput,
  listVaryingParameters,
} from './flat/index.ts'
export { flatten } from './flatten/index.ts'
export { equalModels, printModel } from './inspect/index.ts'
export { registerRecordOwner } from './instances/index.ts'
export {
  mergeToJson,
  modelFromJson,
  modelJsonSchema,
  modelToJson,
} from './json/index.ts'
export { Model, merge } from './merge/index.ts'
export { type EvaluatedModel, evaluateModel, evaluateParameters, type MergeTree } from './parameters/index.ts'
