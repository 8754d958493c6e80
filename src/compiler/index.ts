/** Compiles a flat model to sorted, solved equations and code. */
export { hasNewElements } from './arrays/index.ts'
export { type LoadedCode, loadCode, loadTangents, type TangentWriter } from './code/index.ts'
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
export {
  preName,
  type StateCondition,
  type TimeCondition,
  tickedFlag,
  type WhenClause,
} from './events/index.ts'
export { evaluateInRun, Interpreter } from './interpreter/index.ts'
export { printTranslation, reportTranslation, type TranslationReport } from './report/index.ts'
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
  divideModel,
  findFrozenValues,
  findMutualConditions,
  findSelfDependentConditions,
  hasGuards,
  type StartKind,
  StartValues,
} from './translation/index.ts'
export {
  ArrayServices,
  bindEntry,
  bindFunctions,
  type CodeServices,
  copyValue,
  isSameValue,
  type Slot,
  ValueStore,
  withSign,
} from './values/index.ts'
