/** Any single call of the model may fail: the run ends with this call, or continues unaffected. */
import { integrateDae, type OdeProblem, SolverError } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { pendulumGgl, withJacobian } from '../../benchmarks/ode/problems/index.ts'
import { ALL_METHODS, catchError, solveWith } from './support/methods.ts'

const TOLERANCE = 1e-5
type Outcome = 'abort' | 'retry' | undefined

/** Counts calls; call number `fails` has the outcome. */
function countCalls(fails: number, outcome: Outcome): { count: number; next: () => Outcome } {
  const calls = {
    count: 0,
    next: () => (++calls.count === fails ? outcome : undefined),
  }
  return calls
}

/**
 * Numbers of failing calls for a run with n calls: all of the first ones, then some; the last one has nothing left to
 * end.
 */
const listCalls = (n: number): number[] =>
  Array.from({ length: n }, (_, k) => k + 1).filter((k) => k < n && (k <= 40 || k % 7 === 0))

describe.each(ALL_METHODS)('%s', (method) => {
  // x' = -30 (x - cos t), and y with an event at 1, after which it decreases
  const run = (calls: { next: () => Outcome }) => {
    let slope = 1
    const problem: OdeProblem = {
      n: 2,
      f: (t, x, dx) => {
        dx[0] = -30 * (x[0] - Math.cos(t))
        dx[1] = slope
        return calls.next()
      },
      roots: {
        n: 1,
        g: (_t, x, z) => {
          z[0] = x[1] - 1
        },
      },
    }
    const onEvent = (): void => {
      slope = -1
    }
    return solveWith(method, problem, {
      t0: 0,
      tEnd: 1.5,
      x0: [1, 0],
      rtol: TOLERANCE,
      atol: TOLERANCE,
      onEvent,
    })
  }
  const whole = countCalls(0, undefined)
  const end = run(whole).x.slice()

  it('no call follows the call that ends the run', () => {
    for (const k of listCalls(whole.count)) {
      const calls = countCalls(k, 'abort')
      const error = catchError(SolverError, () => run(calls))
      expect([error.code, calls.count]).toEqual(['MODEL_FAILURE', k])
    }
  })

  it('one recoverable failure does not affect the result', () => {
    let nFailed = 0
    for (const k of listCalls(whole.count)) {
      const calls = countCalls(k, 'retry')
      try {
        const { x } = run(calls)
        // the steps differ: errors of the size of the tolerance, 30 of them at most
        expect(Math.abs(x[0] - end[0])).toBeLessThan(30 * TOLERANCE)
        expect(Math.abs(x[1] - end[1])).toBeLessThan(30 * TOLERANCE)
      } catch (error) {
        // at an accepted point a smaller step is not possible
        if (!(error instanceof SolverError)) throw error
        expect(error.code).toBe('MODEL_FAILURE')
        nFailed++
      }
    }
    expect(nFailed).toBeLessThan(10)
  })
})

it('calls of a differential-algebraic equation with hidden constraints, and of its Jacobian, can fail in the same way', () => {
  const { t0, y0, yp0, ignoreAlgebraicErrors = false } = pendulumGgl
  const { residual, jacobian, ...problem } = withJacobian(pendulumGgl)
  const run = (calls: { next: () => Outcome }, hasJacobian: boolean) =>
    integrateDae(
      {
        ...problem,
        residual: (...args) => residual(...args) ?? calls.next(),
        ...(hasJacobian && { jacobian: (...args) => jacobian!(...args) ?? calls.next() }),
      },
      {
        ...{ t0, tEnd: t0 + 0.2, y0, yp0, ignoreAlgebraicErrors },
        ...{ rtol: TOLERANCE, atol: TOLERANCE, constraintTolerance: 1e-10 },
      },
    )
  for (const hasJacobian of [true, false]) {
    const whole = countCalls(0, undefined)
    run(whole, hasJacobian)
    for (const k of listCalls(whole.count)) {
      const calls = countCalls(k, 'abort')
      const error = catchError(SolverError, () => run(calls, hasJacobian))
      expect([error.code, calls.count]).toEqual(['MODEL_FAILURE', k])
    }
  }
})
