/** The equations evaluated without generated code. */
export { evaluateInMemory } from './evaluate-in-memory.ts'
export { Interpreter } from './interpret.ts'
