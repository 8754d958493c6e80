/** Definition of a model: variables, parameters, equations, merging; printing, comparing, JSON. */
export { checkAttributes, PAR_ATTRIBUTES, VALUE_ATTRIBUTES, VAR_ATTRIBUTES } from './attributes.ts'
export { Par, quantity, redeclare, Var } from './declarations.ts'
export { equalModels } from './equal-models.ts'
export { findFunction, registerFunction } from './function-registry.ts'
export { extendModel } from './merge.ts'
export { Model, merge } from './model.ts'
export { modelFromJson } from './model-from-json.ts'
export { modelJsonSchema } from './model-json-schema.ts'
export { type Json, mergeToJson, modelToJson } from './model-to-json.ts'
export {
  type AttributeValue,
  type BuildContext,
  type BuildHook,
  type BuildResult,
  type ConnectList,
  createModelNode,
  type EquationBlock,
  type EquationsNode,
  type ExprNode,
  type ForRange,
  type HostFunction,
  isEquations,
  isExpr,
  isModel,
  isPar,
  isPlainObject,
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
  type RecordReference,
  type RecordVariable,
  type RedeclareNode,
  type ReservedKey,
  type Scope,
  scopeOfMember,
  type Value,
  type VarAttributes,
  type VarNode,
} from './nodes.ts'
export { REFUSED } from './normalize-member.ts'
export { printModel } from './print-model.ts'
export { hasDeferred, mapRecord, mergeRecord, plainPart, toPlainRecord } from './records.ts'
export { inner, outer } from './scopes.ts'
export { equations, equationsOnDemand, expr } from './templates.ts'
export type {
  AnyComponent,
  AttributesOf,
  Component,
  DeclaredOf,
  ElementModification,
  Extension,
  Members,
  Merged,
  MergedMember,
  Modification,
  ModificationOf,
  PartialRecord,
  Simplify,
  Unwrapped,
  ValueOf,
} from './types.ts'
