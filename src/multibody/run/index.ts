/** The world as a component of a model: its memory, elements, islands and actions. */
export { WorldMemory } from './world-memory.ts'
