/**
 * The language: models as trees of variables, parameters and equations; merging, printing, comparing, JSON;
 * flattening.
 */
export {
  type ArrayExpr,
  type BooleanExpr,
  type CallExpr,
  type ComprehensionExpr,
  describeFunction,
  type EndExpr,
  type EvaluatedValue,
  type Expr,
  type ExprBase,
  type FunctionInfo,
  type FunctionInput,
  type IfExpr,
  type IndexExpr,
  type JacobianFunction,
  type MatrixValue,
  type MemberExpr,
  type MemoryCall,
  type NameExpr,
  type NumberExpr,
  type ObjectExpr,
  type Position,
  type RangeExpr,
  type Remembered,
  type ResultShape,
  type Source,
  type StringExpr,
  type TupleExpr,
} from '../symbolic/index.ts'
export { Bus } from './bus.ts'
export { Constant, Par, quantity, redeclare, Var } from './declarations.ts'
export { defineFunction } from './define-function.ts'
export { Enumeration, type EnumerationValues } from './enumeration.ts'
export { equalModels } from './equal-models.ts'
export {
  type EvaluatedAttributes,
  type EvaluatedModel,
  evaluateModel,
  evaluateParameters,
  type FlatAssert,
  type FlatEquation,
  type FlatModel,
  type FlatParameter,
  type FlatVariable,
  type FlatWhen,
  findOccurrences,
  hasInitialProblem,
  hasSameDecisions,
  isInternal,
  isModelInput,
  listVaryingParameters,
  type MergeTree,
  type ParameterSeed,
  ParameterTangents,
  selectStructureChanges,
  type ValueOrExpr,
  withTypes,
} from './flat-model/index.ts'
export { atReference, findPresent, flatten, registerRecordOwner } from './flattening/index.ts'
export { registerFunction } from './function-registry.ts'
export { describeReplacements } from './merge.ts'
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
  type EquationsNode,
  type ExprNode,
  type ForRange,
  type HostFunction,
  isExpr as isExprNode,
  isModel,
  isPar,
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
  type Transition,
  type Value,
  type ValueType,
  type VarAttributes,
  type VarNode,
} from './nodes.ts'
export { printModel } from './print-model.ts'
export { toPlainRecord } from './records.ts'
export { inner, outer } from './scopes.ts'
export { type MachineMembers, StateMachine, type States } from './state-machine.ts'
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
export { checkUnits } from './unit-checks/index.ts'
