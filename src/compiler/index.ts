export type { Assignment, Block, Residual, SystemBlock } from './blocks.ts'
export { blockTargets } from './blocks.ts'
export {
  ArrayServices,
  bindEntry,
  bindFunctions,
  type CodeServices,
  type GeneratedCode,
  type LoadedCode,
  loadCode,
  loadTangents,
  Memory,
  type Rank,
  type Slot,
  type TangentWriter,
} from './code/index.ts'
export { compile } from './compile.ts'
export { type ConditionTangents, createConditionTangents } from './condition-tangents.ts'
export { divideModel } from './divide-model.ts'
export { findDynamicMemory, hasGuards } from './dynamic-memory.ts'
export type { Alias } from './eliminate-aliases.ts'
export { evaluateInMemory } from './evaluate-in-memory.ts'
export {
  type ClockDefinition,
  type Condition,
  preName,
  type SampleMemory,
  type StartRequirement,
  type StateCondition,
  tickedFlag,
  type WhenClause,
} from './event-definitions.ts'
export { Interpreter } from './interpret.ts'
export { LOG_SECTIONS, type LogSection, printTranslation } from './log.ts'
export { findMutualConditions, findSelfDependentConditions } from './mutual-conditions.ts'
export { isNonZeroFactor, isZeroFactor } from './parameter-factors.ts'
export { type Dependencies, findDependencies, findStatesBehind } from './sparsity.ts'
export { StartValues } from './start-values.ts'
export { MissingEquationError, StructureError } from './structure-error.ts'
export { createTangentProgram, emitTangents } from './tangent-code.ts'
export type { TangentProgram, TangentStep } from './tangents.ts'
export type { InputDerivative, StateInfo, Translation } from './translation.ts'
export { hasNewElements } from './unroll-comprehensions.ts'
export { copyValue, isSameValue, withSign } from './values.ts'
