/** The running model: values, inputs, code, systems and services. */
export { Inputs } from './inputs.ts'
export { type MeanOfBranches, ModelRuntime } from './model-runtime.ts'
export { ModelTangents } from './model-tangents.ts'
