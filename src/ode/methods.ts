import { AutoStepper } from './auto.ts'
import { createBdf } from './bdf/index.ts'
import { createDop853, createTsit5 } from './explicit-runge-kutta/index.ts'
import { IslandsStepper } from './islands-stepper.ts'
import { createRadau5 } from './radau5/index.ts'
import type { OdeProblem, Statistics, Stepper, StepperOptions } from './stepping/index.ts'

/** Creates the stepper of a method; `before`: that of another problem, which has reached the start of this one. */
export type StepperFactory = (
  problem: OdeProblem,
  options: StepperOptions,
  stats: Statistics,
  before?: Stepper,
) => Stepper

/**
 * - `auto`: starts with tsit5, switches to radau5, for large problems to bdf, and back, based on measurements.
 * - `tsit5`: explicit Runge-Kutta of order 5, for moderate accuracy.
 * - `dop853`: explicit Runge-Kutta of order 8, for high accuracy.
 * - `bdf`: variable-order BDF, for stiff problems with long smooth phases.
 * - `radau5`: implicit Runge-Kutta of order 5, for stiff problems with many events or high accuracy.
 */
export type Method = 'auto' | 'tsit5' | 'dop853' | 'bdf' | 'radau5'

/** The methods for explicit problems, by name. */
export const METHODS: Readonly<Record<Method, StepperFactory>> = {
  auto: (problem, options, stats, before) => {
    const { n, islands } = problem
    if (!islands) return new AutoStepper(problem, options, stats)
    if (before instanceof IslandsStepper) return before.passOn(n, islands, options)
    return new IslandsStepper(n, islands, options, stats)
  },
  tsit5: createTsit5,
  dop853: createDop853,
  bdf: createBdf,
  radau5: createRadau5,
}
