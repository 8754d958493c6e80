/** The running model: values, code, systems and services. */
export { type MeanOfBranches, ModelRuntime } from './model-runtime.ts'
export { ModelTangents } from './model-tangents.ts'
