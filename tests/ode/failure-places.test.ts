/** Failures of a model: every method ends with the same code, at the time of the failure. */
import { type OdeProblem, SolverError } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { ALL_METHODS, type AnyMethod, catchError, solveWith } from './support/methods.ts'

/** Instants [s]: the run starts at 3, the event is at 3.5. */
const START = 3
const EVENT = 3.5
const INSIDE = 3.7

type Failure = 'NaN' | 'infinity' | 'retry' | 'abort' | 'exception'

class Boom extends Error {}

/** A decay, and a slope that crosses zero at the event; it fails from `from` on, or after the event. */
function failing(failure: Failure, from: number): { problem: OdeProblem; afterEvent: () => void } {
  let isAfter = false
  return {
    afterEvent: () => {
      isAfter = true
    },
    problem: {
      n: 2,
      f: (t, x, dx) => {
        dx[0] = -x[0]
        dx[1] = 1
        const fails = from === EVENT ? isAfter : t >= from
        if (!fails) return
        if (failure === 'exception') throw new Boom('of the model')
        if (failure === 'retry' || failure === 'abort') return failure
        dx[1] = failure === 'NaN' ? Number.NaN : Number.POSITIVE_INFINITY
      },
      roots: {
        n: 1,
        g: (_t, x, z) => {
          z[0] = x[1]
        },
      },
    },
  }
}

function solve(method: AnyMethod, failure: Failure, from: number): unknown {
  const { problem, afterEvent } = failing(failure, from)
  return solveWith(method, problem, {
    t0: START,
    tEnd: 5,
    x0: [1, -0.5],
    onEvent: () => {
      afterEvent()
    },
  })
}

const CODES: Record<Exclude<Failure, 'exception'>, string> = {
  NaN: 'NON_FINITE',
  infinity: 'NON_FINITE',
  retry: 'MODEL_FAILURE',
  abort: 'MODEL_FAILURE',
}

const PLACES = [
  ['at the start', START],
  ['inside', INSIDE],
  ['after an event', EVENT],
] as const

describe.each(ALL_METHODS)('%s', (method) => {
  describe.each(PLACES)('%s', (_place, from) => {
    it.each(Object.entries(CODES))('%s gives %s', (failure, code) => {
      const error = catchError(SolverError, () => solve(method, failure as Failure, from))
      expect(error.code).toBe(code)
      // the last point with an evaluation: steps shrink to the resolution of the time, unless the run ends at once
      expect(error.t).toBeLessThanOrEqual(from + 1e-9)
      expect(error.t).toBeGreaterThanOrEqual(failure === 'abort' && from === INSIDE ? START : from - 1e-9)
      if (code === 'NON_FINITE') expect(error.component).toBe(1)
      expect(error.stats.f).toBeGreaterThan(0)
      if (from === START) expect(error.stats.steps).toBe(0)
      // a step beyond both ends before the event in it is located
      if (!(failure === 'abort' && from === INSIDE)) expect(error.stats.events).toBe(from === START ? 0 : 1)
    })

    it('an exception passes unchanged', () => {
      expect(() => solve(method, 'exception', from)).toThrow(Boom)
    })
  })

  it.each([1, 2, 7])('maxSteps ends the run after %d steps', (maxSteps) => {
    const { problem } = failing('NaN', 99)
    const options = { t0: START, tEnd: 5, x0: [1, -9], maxSteps, maxStep: 0.1 }
    const error = catchError(SolverError, () => solveWith(method, problem, options))
    expect([error.code, error.stats.steps]).toEqual(['TOO_MANY_STEPS', maxSteps])
    expect(error.t).toBeLessThanOrEqual(START + 0.1 * maxSteps + 1e-12)
  })

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('a root function that becomes %d ends the run', (value) => {
    const { problem } = failing('NaN', 99)
    const g = (t: number, _x: Float64Array, z: Float64Array): void => {
      z[0] = 1
      z[1] = t > INSIDE ? value : 1
    }
    const error = catchError(SolverError, () =>
      solveWith(method, { ...problem, roots: { n: 2, g } }, { t0: START, tEnd: 5, x0: [1, -0.5] }),
    )
    expect([error.code, error.component]).toEqual(['ROOT_FUNCTION', 1])
  })
})
