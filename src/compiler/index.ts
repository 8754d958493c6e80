/**
 * From a flat model to sorted equations and code: the stages, the translated model as data, and data derived from it.
 */
export { assignSlots } from './assign-slots.ts'
export {
  type LoadedCode,
  loadAlgorithm,
  loadCode,
  loadTangents,
  type TangentWriter,
  type Writer,
} from './code-generation/index.ts'
export { compile } from './compile.ts'
export { type ConditionTangents, createConditionTangents } from './condition-tangents.ts'
export { type Block, Consequences } from './consequences.ts'
export { divideModel } from './divide-model.ts'
export {
  type Assignment,
  blockTargets,
  type ConstraintFunctions,
  type CoreConstraint,
  createConstraintFunctions,
  hasOtherRank,
  isNonZeroFactor,
  isZeroFactor,
  type OmittedConstraint,
  StructureError,
  type SystemBlock,
} from './equations/index.ts'
export { evaluateInRun } from './evaluate-in-run.ts'
export {
  type ClockDefinition,
  preName,
  type StateCondition,
  stateOfRate,
  type TimeCondition,
  type WhenClause,
} from './events-and-clocks/index.ts'
export {
  findMutualConditions,
  findSelfDependentConditions,
  listMutualConditions,
  type MutualConditions,
} from './find-mutual-conditions.ts'
export { findFrozenValues, hasGuards } from './frozen-values.ts'
export { HOMOTOPY_INPUT, hasHomotopy, withHomotopyInput } from './homotopy.ts'
export { listDerivatives, listDifferentiated, resolveInitialEquation } from './initial-sides.ts'
export { Interpreter } from './interpreter.ts'
export { type LogSection, printTranslation } from './print-translation.ts'
export { reportTranslation } from './report-translation.ts'
export { splitBlocks } from './split-blocks.ts'
export { findStartSources, type StartKind, StartValues } from './start-values.ts'
export {
  type Dependencies,
  findDependencies,
  findRemembered,
  findStatesBehind,
  findStatesOfEach,
} from './state-dependencies.ts'
export {
  createConstraintProgram,
  createResponseProgram,
  createTangentProgram,
  emitTangents,
} from './tangent-code.ts'
export {
  differentiateExpression,
  differentiateSystem,
  listNames,
  type TangentProgram,
} from './tangent-program.ts'
export type { InputDerivative, Translation } from './translation.ts'
export { listInputDerivatives, listNotes, listStates } from './translation-lists.ts'
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
