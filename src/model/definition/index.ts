/** Definition of a model: variables, parameters, equations, merging; printing, comparing, JSON. */
export { checkAttributes, PAR_ATTRIBUTES, VALUE_ATTRIBUTES, VAR_ATTRIBUTES } from './attributes.ts'
export { Constant, Par, quantity, redeclare, Var } from './declarations.ts'
export { defineFunction } from './define-function.ts'
export { Enumeration, type EnumerationValues } from './enumeration.ts'
export { equalModels } from './equal-models.ts'
export { isFinal, placeOfFinal } from './final-members.ts'
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
  isModelArray,
  isPar,
  isPlainObject,
  isQuantity,
  isVar,
  type Machine,
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
  type StateSelect,
  scopeOfMember,
  type Transition,
  type Value,
  type ValueType,
  type VarAttributes,
  type VarNode,
} from './nodes.ts'
export { REFUSED } from './normalize-member.ts'
export { printModel } from './print-model.ts'
export { hasDeferred, mapRecord, mergeRecord, plainPart, toPlainRecord } from './records.ts'
export { inner, outer } from './scopes.ts'
export { type MachineMembers, StateMachine, type States } from './state-machine.ts'
export { equations, equationsOnDemand, expr } from './templates.ts'
export { positionOf } from './typed-values.ts'
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
