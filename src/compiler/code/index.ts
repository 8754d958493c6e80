/** JavaScript code of the equations. */
export { BlockEmitter, type ResidualForm, TANGENT_ARGUMENTS } from './emit-blocks.ts'
export { createEmitContext } from './emit-context.ts'
export { ExpressionRanks } from './expression-rank.ts'
export { generateCode } from './generate-code.ts'
export type { GeneratedCode } from './generated-code.ts'
export { type LoadedCode, loadCode, loadTangents, type Step, type TangentWriter } from './load.ts'
