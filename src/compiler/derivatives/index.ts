/** Derivatives of the equations: products with the Jacobian, slopes of conditions, sparsity. */
export { addSlopes } from './condition-slopes.ts'
export { type ConditionTangents, createConditionTangents } from './condition-tangents.ts'
export { listInputDerivatives } from './input-derivatives.ts'
export { type Dependencies, findDependencies, findStatesBehind } from './sparsity.ts'
export { createTangentProgram, emitTangents } from './tangent-code.ts'
export { differentiateSystem, type TangentProgram } from './tangents.ts'
