/** Difference quotients instead of the user's Jacobian. */

import type { OdeProblem } from 'vario/ode'
import { expect, it } from 'vitest'
import { JacobianEvaluator } from '../../src/ode/jacobian/jacobian-evaluator.ts'
import { RightHandSide } from '../../src/ode/stepping/right-hand-side.ts'
import { createStatistics } from '../../src/ode/stepping/statistics.ts'

/** A position far from zero near which f saturates within 3e-8, such as the load of a hard rolling body. */
const [PLACE, WIDTH] = [7, 3e-8]
const problem: OdeProblem = {
  n: 1,
  f: (_t, x, dx) => {
    dx[0] = 1 + Math.tanh((x[0] - PLACE) / WIDTH)
  },
}

/** Relative error of the derivative at PLACE, which is 1/WIDTH. */
function errorOf(rtol: number, atol: number): number {
  const jacobian = new JacobianEvaluator(
    problem,
    new RightHandSide(problem, createStatistics()),
    Float64Array.of(rtol),
  )
  const weight = 1 / (rtol * PLACE + atol)
  jacobian.update(0, Float64Array.of(PLACE), Float64Array.of(1), 1e-3, Float64Array.of(weight))
  return jacobian.values[0] * WIDTH - 1
}

it('increments of a component with an absolute tolerance alone follow the tolerance, not the component', () => {
  // an increment σ = 3e-10 has the error (σ/WIDTH)²/3 = 3e-5, and the rounding of the argument one of 2e-6
  expect(Math.abs(errorOf(0, 1e-7))).toBeLessThan(1e-4)
  // √eps·7 = 1e-7 is more than three widths: a relative tolerance promises no more
  expect(errorOf(1e-6, 1e-7)).toBeLessThan(-0.5)
})

it('increments do not become smaller than rounding errors allow', () => {
  // 1000 eps·7 = 1.6e-12: the increment is 800 times the spacing of numbers near 7, and one of them is 0.1 % of it
  expect(Math.abs(errorOf(0, 1e-30))).toBeLessThan(2e-3)
})
