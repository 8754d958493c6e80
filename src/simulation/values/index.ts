/** Slots of the generated code, read and written by name. */
export type { Evaluation, StateAccess, VariableAccess } from './model-access.ts'
export { ModelValues } from './model-values.ts'
export { elementsOf, gatherTangents, lengthOfSlot, scatterTangents } from './slot-access.ts'
export { SlotVector } from './slot-vector.ts'
