/** Derivatives of signals and measures with respect to parameters: exact ones, and differences of runs. */
export { planDerivatives, withValues } from './derivative-parameter.ts'
export { runExactly } from './exact-run.ts'
export {
  createExactTable,
  DERIVATIVE_TOLERANCE,
  differentiateMeasures,
  type SensitivityOptions,
  sensitivities,
} from './sensitivities.ts'
export {
  type DifferentiatedParameter,
  type Means,
  type MeasureDerivative,
  SensitivityResult,
} from './sensitivity-result.ts'
