/** Compiles a flat model to sorted, solved equations and code. */
export {
  type LoadedCode,
  loadAlgorithm,
  loadCode,
  loadTangents,
  type TangentWriter,
} from './code-generation/index.ts'
export { compile } from './compile.ts'
export {
  type Alias,
  type Assignment,
  blockTargets,
  hasOtherRank,
  isNonZeroFactor,
  isZeroFactor,
  StructureError,
  type SystemBlock,
} from './equations/index.ts'
export { evaluateInRun } from './evaluate-in-run.ts'
export {
  preName,
  type StateCondition,
  type TimeCondition,
  tickedFlag,
  type WhenClause,
} from './events-and-clocks/index.ts'
export { HOMOTOPY_INPUT, hasHomotopy, withHomotopyInput } from './homotopy.ts'
export { listDerivatives, listDifferentiated, resolveInitialEquation } from './initial-sides.ts'
export { Interpreter } from './interpreter.ts'
export { type LogSection, printTranslation } from './print-translation.ts'
export { reportTranslation } from './report-translation.ts'
export {
  type ConditionTangents,
  createConditionTangents,
  createResponseProgram,
  createTangentProgram,
  type Dependencies,
  emitTangents,
  findDependencies,
  findStatesBehind,
  type TangentProgram,
} from './tangents/index.ts'
export {
  type Block,
  Consequences,
  divideModel,
  findFrozenValues,
  findMutualConditions,
  findSelfDependentConditions,
  hasGuards,
  type InputDerivative,
  listMutualConditions,
  type MutualConditions,
  type StartKind,
  StartValues,
  type Translation,
} from './translation/index.ts'
export type {
  ReportedAlias,
  ReportedAssignment,
  ReportedBlock,
  ReportedCode,
  ReportedEquation,
  ReportedEvents,
  ReportedState,
  ReportedSystem,
  ReportedVariable,
  TranslationReport,
  TranslationStatistics,
} from './translation-report.ts'
export { hasNewElements } from './types-and-arrays/index.ts'
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
} from './value-store/index.ts'
