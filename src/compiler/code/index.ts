/** JavaScript code of the equations, and the memory that it works on. */
export { BlockEmitter, type ResidualForm, TANGENT_ARGUMENTS } from './emit-blocks.ts'
export { createEmitContext } from './emit-context.ts'
export { ExpressionRanks } from './expression-rank.ts'
export type { GeneratedCode } from './generated-code.ts'
export { type LoadedCode, loadCode, loadTangents, type Step, type TangentWriter } from './load.ts'
export { ArrayServices, type CodeServices, Memory } from './memory.ts'
export { bindEntry, bindFunctions } from './memory-functions.ts'
export type { Rank, Slot } from './slots.ts'
