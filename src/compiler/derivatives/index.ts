/** Derivatives of the equations: products with the Jacobian, slopes of conditions, sparsity. */
export { addSlopes } from './condition-slopes.ts'
export { type ConditionTangents, createConditionTangents } from './condition-tangents.ts'
export { listInputDerivatives } from './input-derivatives.ts'
export { type Dependencies, findDependencies, findStatesBehind } from './sparsity.ts'
export { createTangentProgram, emitResidualTangent, emitTangents } from './tangent-code.ts'
export { createTangentSlots, differentiateSystem, type TangentProgram } from './tangents.ts'
