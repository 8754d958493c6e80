/** Derivatives along a direction, for exact Jacobians and slopes of conditions; states on which variables depend. */
export { type ConditionTangents, createConditionTangents } from './condition-tangents.ts'
export { type Dependencies, findDependencies, findStatesBehind } from './state-dependencies.ts'
export { createResponseProgram, createTangentProgram, emitTangents } from './tangent-code.ts'
export { differentiateSystem, type TangentProgram } from './tangent-program.ts'
