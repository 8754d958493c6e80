/** The world as a component of a model: its memory, elements, contacts, islands and actions. */
export { collectRelated, createConstraints } from './create-elements.ts'
export { collectPositions } from './joint-positions.ts'
export { WorldMemory } from './world-memory.ts'
