/** Runs of the explicit steppers, step by step, and problems for them. */

import type { OdeProblem } from 'vario/ode'
import { expect } from 'vitest'
import { createDop853 } from '../../../src/ode/explicit-runge-kutta/dop853.ts'
import { createTsit5 } from '../../../src/ode/explicit-runge-kutta/tsit5.ts'
import { createStatistics } from '../../../src/ode/stepping/statistics.ts'
import { OK } from '../../../src/ode/stepping/status.ts'
import type { Stepper, StepperOptions } from '../../../src/ode/stepping/stepper.ts'

export type Create = (problem: OdeProblem, options: StepperOptions, stats: Stepper['stats']) => Stepper
export const METHODS: readonly [string, Create][] = [
  ['tsit5', createTsit5],
  ['dop853', createDop853],
]

interface Setting {
  rtol?: number
  atol?: number | number[]
  minStep?: number
  maxStep?: number
}

export function createStepper(
  create: Create,
  problem: OdeProblem,
  x0: number[],
  setting: Setting = {},
): Stepper {
  const { rtol = 1e-6, atol = 1e-6, minStep = 0, maxStep = Number.POSITIVE_INFINITY } = setting
  const tolerances = new Float64Array(problem.n)
  for (let i = 0; i < problem.n; i++) tolerances[i] = typeof atol === 'number' ? atol : atol[i]
  const stepper = create(
    problem,
    {
      rtol,
      rtols: new Float64Array(problem.n).fill(rtol),
      atol: tolerances,
      minStep,
      maxStep,
      lookInterval: Infinity,
    },
    createStatistics(),
  )
  stepper.x.set(x0)
  return stepper
}

/** Steps to tEnd; `onStep` receives every accepted step. */
export function run(stepper: Stepper, t0: number, tEnd: number, hGuess = 0, onStep?: () => void): void {
  expect(stepper.start(t0, tEnd, hGuess)).toBe(OK)
  while (stepper.t < tEnd) {
    expect(stepper.step(tEnd)).toBe(OK)
    onStep?.()
  }
  expect(stepper.t).toBe(tEnd)
}

/** Nonlinear, coupled and time-dependent, with the solution (exp(sin t), 1 / (1 + t²)). */
export const CLOSED_FORM: OdeProblem = {
  n: 2,
  f: (t, x, dx) => {
    dx[0] = x[0] * Math.cos(t) + (x[1] * (1 + t * t) - 1)
    dx[1] = (-2 * t * x[1] * x[1] * x[0]) / Math.exp(Math.sin(t))
  },
}
export const errorOfClosedForm = (t: number, x: Float64Array): number =>
  Math.max(Math.abs(x[0] - Math.exp(Math.sin(t))), Math.abs(x[1] - 1 / (1 + t * t)))

/** Kepler's problem with the eccentricity 0.6 from the pericenter: period 2π, energy -1/2. */
export const KEPLER: OdeProblem = {
  n: 4,
  f: (_t, x, dx) => {
    const r2 = x[0] * x[0] + x[1] * x[1]
    const r3 = r2 * Math.sqrt(r2)
    dx[0] = x[2]
    dx[1] = x[3]
    dx[2] = -x[0] / r3
    dx[3] = -x[1] / r3
  },
}
export const KEPLER_X0 = [0.4, 0, 0, 2]
