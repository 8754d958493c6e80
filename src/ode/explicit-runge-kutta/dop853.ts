import type { OdeProblem, Statistics, Stepper, StepperOptions } from '../stepping/index.ts'
import { Dop853Interpolant } from './dop853-interpolant.ts'

/**
 * Explicit Runge–Kutta method of order 8 with 12 evaluations of f per step, and 3 more in steps that are interpolated
 * [Hairer, Nørsett & Wanner 1993, II.5, DOP853].
 */
class Dop853Stepper extends Dop853Interpolant {
  override readonly name = 'dop853'
}

export function createDop853(problem: OdeProblem, options: StepperOptions, stats: Statistics): Stepper {
  return new Dop853Stepper(problem, options, stats)
}
