/** From a flat model to sorted, solved equations and code. */
export { hasNewElements } from './arrays/index.ts'
export {
  ArrayServices,
  bindEntry,
  bindFunctions,
  type CodeServices,
  type LoadedCode,
  loadCode,
  loadTangents,
  Memory,
  type Slot,
  type TangentWriter,
} from './code/index.ts'
export { compile } from './compile.ts'
export type { TangentProgram } from './derivatives/index.ts'
export {
  type ConditionTangents,
  createConditionTangents,
  createTangentProgram,
  type Dependencies,
  emitTangents,
  findDependencies,
  findStatesBehind,
} from './derivatives/index.ts'
export { preName, type StateCondition, tickedFlag, type WhenClause } from './events/index.ts'
export { evaluateInMemory, Interpreter } from './interpreter/index.ts'
export { LOG_SECTIONS, type LogSection, printTranslation } from './log.ts'
export type { Alias } from './solve/index.ts'
export type { SystemBlock } from './system/index.ts'
export {
  type Assignment,
  blockTargets,
  isNonZeroFactor,
  isZeroFactor,
  StructureError,
} from './system/index.ts'
export type { InputDerivative, Translation } from './translation/index.ts'
export {
  type Block,
  Consequences,
  copyValue,
  divideModel,
  findDynamicMemory,
  findMutualConditions,
  findSelfDependentConditions,
  hasGuards,
  isSameValue,
  StartValues,
  withSign,
} from './translation/index.ts'
