/** One suite for all methods: failures of the model, limits of the steps. */
import { type OdeProblem, SolverError } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { ALL_METHODS, catchError, solveWith } from './support/methods.ts'
import { ERROR_FACTOR, LINES, OSCILLATOR, TOLERANCE, TOLERANCES } from './support/shared-suite.ts'

describe.each(ALL_METHODS)('%s', (method) => {
  describe('failures', () => {
    const breaking = (outcome: 'retry' | undefined, value: number): OdeProblem => ({
      n: 3,
      f: (t, _x, dx) => {
        dx[0] = 1
        dx[1] = t > 0.7 ? value : 1
        dx[2] = 1
        return t > 0.7 ? outcome : undefined
      },
    })
    const options = { t0: 0, tEnd: 2, x0: [0, 0, 0] }

    it.each([Number.NaN, Number.POSITIVE_INFINITY])('include an f that becomes %d after a while', (value) => {
      const error = catchError(SolverError, () => solveWith(method, breaking(undefined, value), options))
      expect([error.code, error.component]).toEqual(['NON_FINITE', 1])
      expect(error.message).toContain('component 1')
      expect(error.t).toBeLessThanOrEqual(0.7)
      // Steps shrink down to the resolution of the time, 4 eps |t|; the last rejected one is at most a factor of 8 above.
      expect(0.7 - error.t).toBeLessThan(100 * EPS)
      expect(error.h).toBeLessThan(100 * EPS)
      expect(error.stats.steps).toBeGreaterThan(0)
      expect(error.stats.rejected).toBeGreaterThan(10)
    })

    it('prevent the integration if f fails at the start', () => {
      const problem: OdeProblem = {
        n: 2,
        f: (_t, _x, dx) => {
          dx[0] = 1
          dx[1] = Number.NaN
        },
      }
      const error = catchError(SolverError, () => solveWith(method, problem, { t0: 3, tEnd: 4, x0: [0, 0] }))
      expect([error.code, error.component, error.t]).toEqual(['NON_FINITE', 1, 3])
    })

    it('cause a retry with smaller steps if they are recoverable', () => {
      let failures = 3
      const problem: OdeProblem = {
        n: 2,
        f: (t, x, dx) => {
          OSCILLATOR.f(t, x, dx)
          if (t <= 1 || failures === 0) return
          failures--
          dx.fill(Number.NaN)
          return 'retry'
        },
      }
      const run = solveWith(method, problem, { t0: 0, tEnd: 2, x0: [1, 0], ...TOLERANCES })
      expect([failures, run.t, run.reason]).toEqual([0, 2, 'end'])
      expect(run.stats.rejected).toBeGreaterThanOrEqual(3)
      expect(Math.abs(run.x[0] - Math.cos(2))).toBeLessThan(ERROR_FACTOR * TOLERANCE)
    })

    it('never result from accidental return values of arrow functions', () => {
      // JavaScript code without types: the value of the assignment is returned.
      const f = ((_t: number, x: Float64Array, dx: Float64Array) =>
        (dx[0] = -x[0])) as unknown as OdeProblem['f']
      const run = solveWith(method, { n: 1, f }, { t0: 0, tEnd: 1, x0: [1], ...TOLERANCES })
      expect(Math.abs(run.x[0] - Math.exp(-1))).toBeLessThan(ERROR_FACTOR * TOLERANCE)
    })

    it('appear at their start if they are recoverable but persist', () => {
      const error = catchError(SolverError, () => solveWith(method, breaking('retry', 1), options))
      expect(error.code).toBe('MODEL_FAILURE')
      expect(0.7 - error.t).toBeGreaterThanOrEqual(0)
      expect(0.7 - error.t).toBeLessThan(100 * EPS)
    })

    it('end the run at once if they are fatal', () => {
      let after = 0
      const problem: OdeProblem = {
        n: 1,
        f: (t, _x, dx) => {
          dx[0] = 1
          if (t > 0.7) after++
          return t > 0.7 ? 'abort' : undefined
        },
      }
      const error = catchError(SolverError, () => solveWith(method, problem, { t0: 0, tEnd: 2, x0: [0] }))
      expect([error.code, after]).toEqual(['MODEL_FAILURE', 1])
      expect(error.t).toBeLessThanOrEqual(0.7)
    })

    it('include the index of a failing root function', () => {
      const problem: OdeProblem = {
        ...LINES,
        roots: {
          n: 2,
          g: (t, _x, z) => {
            z[0] = 1
            z[1] = t > 0.5 ? Number.NaN : 1
          },
        },
      }
      const error = catchError(SolverError, () => solveWith(method, problem, { t0: 0, tEnd: 1, x0: [0, 1] }))
      expect([error.code, error.component]).toEqual(['ROOT_FUNCTION', 1])
    })
  })

  describe('step limits', () => {
    const stepsOf = (options: Partial<Parameters<typeof solveWith>[2]>): number[] => {
      const times = [0]
      solveWith(method, OSCILLATOR, {
        t0: 0,
        tEnd: 2,
        x0: [1, 0],
        ...TOLERANCES,
        ...options,
        onStep: (t) => {
          times.push(t)
        },
      })
      return times.slice(1).map((t, k) => t - times[k])
    }

    it('include maxStep', () => {
      const steps = stepsOf({ maxStep: 0.0125 })
      // Differences of two times below 2 are rounded to 2 eps each.
      for (const h of steps) expect(h).toBeLessThanOrEqual(0.0125 + 4 * EPS)
      expect(steps.length).toBeGreaterThanOrEqual(160)
    })

    it('include minStep, except for the last two steps before the end', () => {
      const steps = stepsOf({ minStep: 0.004, rtol: 1e-4, atol: 1e-4 })
      for (const h of steps.slice(0, -2)) expect(h).toBeGreaterThanOrEqual(0.004 * (1 - 1e-9))
    })

    it('give an error if the error test needs steps below minStep', () => {
      const error = catchError(SolverError, () => stepsOf({ minStep: 0.5, rtol: 1e-11, atol: 1e-11 }))
      expect(error.code).toBe('STEP_TOO_SMALL')
      expect(error.component).toBeGreaterThanOrEqual(0)
      expect(error.component).toBeLessThan(2)
    })

    it('include initialStep', () => {
      const steps = stepsOf({ initialStep: 1e-5 })
      expect(Math.abs(steps[0] / 1e-5 - 1)).toBeLessThan(4 * EPS)
    })

    it('include maxSteps', () => {
      const error = catchError(SolverError, () => stepsOf({ maxSteps: 3 }))
      expect([error.code, error.stats.steps]).toEqual(['TOO_MANY_STEPS', 3])
      expect(error.message).toContain('maxSteps = 3')
      expect(error.t).toBeGreaterThan(0)
      const needed = stepsOf({}).length
      expect(stepsOf({ maxSteps: needed }).length).toBe(needed)
    })
  })
})
