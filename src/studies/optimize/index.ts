/** Best values of parameters: searches by gradients with constraints, and by evolution strategies; no models. */
export {
  type ConstrainedProblem,
  type GradientEnd,
  minimizeConstrained,
  type PointDerivatives,
} from './augmented-lagrangian.ts'
export { searchByEvolution } from './evolution-search.ts'
export { type Limit, type MeasureLimits, readLimits, violationOf } from './measure-limits.ts'
