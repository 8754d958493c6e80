/** Derivatives of a run with respect to parameters and start values, along with it. */
export { differentiateStart, type StartDerivatives } from './differentiate-start.ts'
export { RunDirection } from './run-direction.ts'
export {
  RunTangents,
  refuse,
  refuseDirection,
  type TangentRows,
} from './run-tangents.ts'
