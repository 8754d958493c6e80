/** The running model: values, code, systems and services. */

export { type MeanOfBranches, ModelRuntime } from './model-runtime.ts'
export { ModelTangents, type TangentHost } from './model-tangents.ts'
