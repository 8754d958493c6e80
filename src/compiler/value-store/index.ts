/**
 * The values of a running model: their slots, the arrays that hold them, and the functions that generated code calls.
 */
export { ArrayServices } from './array-services.ts'
export { bindEntry, bindFunctions, MemoryFunction } from './bind-functions.ts'
export type { CodeServices } from './code-services.ts'
export { type Rank, type RankOf, type Slot, type SlotOf, slotCode } from './slot.ts'
export { createTangentSlots, tangentName } from './tangent-slots.ts'
export { copyValue, isSameValue, withSign } from './value-operations.ts'
export { ValueStore } from './value-store.ts'
