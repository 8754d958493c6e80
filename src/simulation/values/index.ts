/** Values of a running model by the names of its variables. */
export { ModelValues } from './model-values.ts'
export { elementsOf, gatherTangents, lengthOfSlot, scatterTangents } from './slot-access.ts'
export { SlotVector } from './slot-vector.ts'
