/** One run of a translated model: memory, code, systems and services. */
export { ModelTangents } from './model-tangents.ts'
export { type MeanOfBranches, ModelRuntime } from './runtime.ts'
