import type { OdeProblem, Statistics, StepperOptions } from '../stepping/index.ts'
import { Tsit5Interpolant } from './tsit5-interpolant.ts'

/**
 * Steps on x' = λx with a real λ < 0 are stable for h|λ| below this limit, the first root of |R(-z)| = 1 of the
 * stability function R. If `hLambda` stays close to it, stability and not accuracy determines the step size: the
 * problem is stiff.
 */
export const TSIT5_STABILITY_LIMIT = 3.506846991

/** Explicit Runge–Kutta method of order 5 with 6 evaluations of f per step [Tsitouras 2011]. */
export class Tsit5Stepper extends Tsit5Interpolant {
  override readonly name = 'tsit5'
}

export function createTsit5(problem: OdeProblem, options: StepperOptions, stats: Statistics): Tsit5Stepper {
  return new Tsit5Stepper(problem, options, stats)
}
