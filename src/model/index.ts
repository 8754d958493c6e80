/** The modelling language: models, merging, flattening, evaluation of parameters. */
export { checkUnits } from './check-units.ts'
export { Model, merge } from './component.ts'
export { Par, quantity, redeclare, Var } from './declarations.ts'
export { equalModels } from './equal-models.ts'
export {
  type EvaluatedAttributes,
  type EvaluatedModel,
  evaluateModel,
  evaluateParameters,
  type MergeTree,
} from './evaluate-parameters.ts'
export type * from './flat-model.ts'
export { isModelInput } from './flat-model.ts'
export { flatten } from './flatten/flatten.ts'
export { registerFunction } from './function-registry.ts'
export { modelFromJson } from './json/model-from-json.ts'
export { modelJsonSchema } from './json/model-json-schema.ts'
export { type Json, modelToJson } from './json/model-to-json.ts'
export {
  type AttributeValue,
  type BuildContext,
  type BuildHook,
  type BuildResult,
  type ConnectList,
  type EquationsNode,
  type ExprNode,
  type HostFunction,
  isExpr as isExprNode,
  isModel,
  isPar,
  isQuantity,
  isVar,
  type MemberNode,
  type ModelNode,
  type ModelTree,
  membersOf,
  type NumericArray,
  type ParAttributes,
  type ParNode,
  type Quantity,
  type RedeclareNode,
  type VarAttributes,
  type VarNode,
} from './nodes.ts'
export { printModel } from './print-model.ts'
export { registerRecordOwner } from './record-owners.ts'
export { equations, expr } from './templates.ts'
export type {
  AnyComponent,
  Component,
  DeclaredOf,
  Extension,
  Members,
  Merged,
  Modification,
  ModificationOf,
} from './types.ts'
