/** The translated model as data, and what is derived from it. */

export { type Block, Consequences } from './consequences.ts'
export { divideModel } from './divide-model.ts'
export { findDynamicMemory, hasGuards } from './dynamic-memory.ts'
export { findMutualConditions, findSelfDependentConditions } from './mutual-conditions.ts'
export { findStartSources, StartValues } from './start-values.ts'
export type { InputDerivative, StateInfo, Translation } from './translation.ts'
export { copyValue, isSameValue, withSign } from './values.ts'
export { findLostStates, ZeroTerms } from './zero-terms.ts'
