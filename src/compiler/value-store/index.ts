/**
 * The values of a running model: their slots, the arrays that hold them, and the functions that generated code calls.
 */
export { ArrayServices } from './array-services.ts'
export { bindEntry, bindFunctions, MemoryFunction } from './bind-functions.ts'
export type { CodeServices } from './code-services.ts'
export {
  copyValue,
  createTangentSlots,
  isSameValue,
  type Rank,
  type RankOf,
  type Slot,
  type SlotOf,
  slotCode,
  tangentName,
  ValueStore,
  withSign,
} from './value-store.ts'
