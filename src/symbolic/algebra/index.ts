/** Derivatives, simplification and solving of expressions. */
export {
  type DifferentiationContext,
  differentiateAlong,
  differentiateTime,
  expandDerivatives,
  hasDerivative,
  partial,
} from './differentiate.ts'
export { type LinearSolution, linearFactor, solveFor } from './linear-factor.ts'
export type { ShapeContext } from './shape.ts'
export { simplify } from './simplify.ts'
