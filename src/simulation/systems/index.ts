/** Values of a running model, and systems of algebraic equations between them: Newton's method, least norms. */
export { createFirstGuess } from './first-guess.ts'
export { ModelValues } from './model-values.ts'
export { elementsOf, gatherTangents, lengthOfSlot, scatterTangents } from './slot-access.ts'
export { SlotVector } from './slot-vector.ts'
export { type SystemAccess, type SystemHost, SystemInMemory } from './system-access.ts'
export { SystemSolver } from './system-solver.ts'
export { computeTermSizes } from './term-sizes.ts'
