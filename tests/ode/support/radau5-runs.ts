/** Runs of radau5, step by step. */

import type { OdeProblem } from 'vario/ode'
import { expect } from 'vitest'
import type { OdeTestProblem } from '../../../benchmarks/ode/problems/index.ts'
import { createRadau5 } from '../../../src/ode/radau5/radau5.ts'
import { createStatistics } from '../../../src/ode/stepping/statistics.ts'
import { OK } from '../../../src/ode/stepping/status.ts'
import type { Stepper, StepperOptions } from '../../../src/ode/stepping/stepper.ts'

/** More steps than any run here needs: an endless loop fails instead of hanging. */
const MAX_STEPS = 20_000

export function create(problem: OdeProblem, tol: number, options: Partial<StepperOptions> = {}): Stepper {
  const atol = new Float64Array(problem.n).fill(tol)
  const all = {
    rtol: tol,
    rtols: atol,
    atol,
    minStep: 0,
    maxStep: Infinity,
    lookInterval: Infinity,
    ...options,
  }
  return createRadau5(problem, all, createStatistics())
}

/** Integrates from t0 to tEnd and returns the last status. */
export function run(stepper: Stepper, x0: readonly number[], t0: number, tEnd: number, hGuess = 0): number {
  stepper.x.set(x0)
  let status = stepper.start(t0, tEnd, hGuess)
  for (let k = 0; status === OK && stepper.t < tEnd; k++) {
    expect(k).toBeLessThan(MAX_STEPS)
    status = stepper.step(tEnd)
  }
  return status
}

export function solve(test: OdeTestProblem, tol: number, problem: OdeProblem = test.problem): Stepper {
  const stepper = create(problem, tol)
  expect(run(stepper, test.x0, test.t0, test.tEnd)).toBe(OK)
  expect(stepper.t).toBe(test.tEnd)
  return stepper
}
