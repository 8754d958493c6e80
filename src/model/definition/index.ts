/** Definition of a model: variables, parameters, equations, attributes; printing and comparing models. */
export { checkAttributes, PAR_ATTRIBUTES, VALUE_ATTRIBUTES, VAR_ATTRIBUTES } from './attributes.ts'
export { Par, quantity, redeclare, Var } from './declarations.ts'
export { equalModels } from './equal-models.ts'
export { findFunction, findFunctionName, registeredFunctions, registerFunction } from './function-registry.ts'
export {
  type BuildContext,
  type BuildHook,
  type BuildResult,
  type ConnectList,
  createModelNode,
  type EquationBlock,
  type EquationsNode,
  type ExprNode,
  type HostFunction,
  isEquations,
  isExpr,
  isModel,
  isModelArray,
  isPar,
  isPlainObject,
  isQuantity,
  isRedeclare,
  isReservedKey,
  isVar,
  type MemberNode,
  type ModelNode,
  type ModelTree,
  membersOf,
  type ParNode,
  type Quantity,
  type Value,
  type VarAttributes,
  type VarNode,
} from './nodes.ts'
export { normaliseMember, REFUSED } from './normalize-member.ts'
export { printModel, printStatement } from './print-model.ts'
export { hasDeferred, mapRecord, mergeRecord, plainPart, toPlainRecord } from './records.ts'
export { equations, equationsOnDemand, expr } from './templates.ts'
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
export { listNames, unknownName } from './unknown-name.ts'
