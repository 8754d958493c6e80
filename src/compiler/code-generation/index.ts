/** Generates JavaScript code from the equations. */
export { BlockEmitter, type ResidualForm, TANGENT_ARGUMENTS } from './block-emitter.ts'
export { createEmitContext } from './emit-context.ts'
export { ExpressionRanks } from './expression-ranks.ts'
export { generateCode } from './generate-code.ts'
export type { GeneratedCode } from './generated-code.ts'
export { loadAlgorithm } from './load-algorithm.ts'
export {
  type LoadedCode,
  loadCode,
  loadTangents,
  type Step,
  type TangentWriter,
  type Writer,
} from './load-code.ts'
