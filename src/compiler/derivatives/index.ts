/** Derivatives of the equations: products with the Jacobian, slopes of conditions, sparsity. */
export { addSlopes } from './add-slopes.ts'
export { type ConditionTangents, createConditionTangents } from './condition-tangents.ts'
export { type Dependencies, findDependencies, findStatesBehind } from './find-dependencies.ts'
export { listInputDerivatives } from './list-input-derivatives.ts'
export { createTangentProgram, emitTangents } from './tangent-code.ts'
export { differentiateSystem, type TangentProgram } from './tangent-program.ts'
