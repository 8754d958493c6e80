/** The world as a component of a model: its memory, elements, islands and actions. */
export { checkProgram } from './action-runner.ts'
export type { ActionProgram } from './actions.ts'
export { WorldMemory } from './world-memory.ts'
