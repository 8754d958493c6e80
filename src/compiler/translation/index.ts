/** The translated model as data, and data derived from it. */
export { assertStateSelect } from './assert-state-select.ts'
export { assignSlots } from './assign-slots.ts'
export { type Block, Consequences } from './consequences.ts'
export { divideModel } from './divide-model.ts'
export {
  findMutualConditions,
  findSelfDependentConditions,
  listMutualConditions,
  type MutualConditions,
} from './find-mutual-conditions.ts'
export { findFrozenValues, hasGuards } from './frozen-values.ts'
export { splitBlocks } from './split-blocks.ts'
export { findStartSources, listNamesWithStart, type StartKind, StartValues } from './start-values.ts'
export {
  checkDivisions,
  translateWithoutZeroTerms,
  type WithoutZeroTerms,
} from './translate-without-zero-terms.ts'
export type { InputDerivative, Translation } from './translation.ts'
export { listInputDerivatives, listNotes, listStates } from './translation-lists.ts'
