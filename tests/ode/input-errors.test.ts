/** Invalid input: every error names the place, the found and the expected value; failures of a run report its state. */

import { InputError, VarioError } from 'vario'
import {
  type DaeProblem,
  type IntegrateDaeOptions,
  type IntegrateOptions,
  integrate,
  integrateDae,
  type Method,
  type OdeProblem,
  SolverError,
} from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { EPS } from '../../src/base/index.ts'
import { createDensePattern } from '../../src/math/index.ts'
import { catchError } from './support/methods.ts'

const PROBLEM: OdeProblem = {
  n: 2,
  f: (_t, x, dx) => {
    dx[0] = x[1]
    dx[1] = -x[0]
  },
}
const OPTIONS: IntegrateOptions = { t0: 0, tEnd: 1, x0: [1, 0] }
const DAE: DaeProblem = {
  n: 2,
  residual: (_t, y, yp, res) => {
    res[0] = yp[0] - y[1]
    res[1] = yp[1] + y[0]
  },
}
const DAE_OPTIONS: IntegrateDaeOptions = { t0: 0, tEnd: 1, y0: [1, 0] }
const withRoots = (roots: object): OdeProblem =>
  ({ ...PROBLEM, roots: { n: 2, g: () => {}, ...roots } }) as unknown as OdeProblem

/** A row: name, invalid options, path of the error, texts of its message for the found and the expected value. */
type Row = readonly [string, Record<string, unknown>, string, string, string]

const WRONG_OPTIONS: readonly Row[] = [
  ['negative rtol', { rtol: -1e-6 }, 'rtol', '100 eps', '-0.000001'],
  ['rtol below 100 eps', { rtol: 99 * EPS }, 'rtol', '100 eps', '2.19'],
  ['rtol of 1', { rtol: 1 }, 'rtol', 'below 1', '1'],
  ['NaN as rtol', { rtol: Number.NaN }, 'rtol', '100 eps', 'NaN'],
  ['negative atol', { atol: -1 }, 'atol', 'positive', '-1'],
  ['atol 0', { atol: 0 }, 'atol', 'positive', '0'],
  ['one negative atol', { atol: [1e-6, -1e-6] }, 'atol[1]', 'positive', '-0.000001'],
  ['too few atol', { atol: [1e-6] }, 'atol', '2 elements', '[0.000001]'],
  ['NaN in atol', { atol: [1e-6, Number.NaN] }, 'atol[1]', 'finite', 'NaN'],
  ['stop before start', { tEnd: -1 }, 'tEnd', 'after t0 = 0', '-1'],
  ['an endless interval', { tEnd: Number.POSITIVE_INFINITY }, 'tEnd', 'finite', 'Infinity'],
  ['NaN as start', { t0: Number.NaN }, 't0', 'finite', 'NaN'],
  ['negative initialStep', { initialStep: -1 }, 'initialStep', 'positive', '-1'],
  ['negative minStep', { minStep: -1 }, 'minStep', '>= 0', '-1'],
  ['maxStep 0', { maxStep: 0 }, 'maxStep', 'positive', '0'],
  ['minStep above maxStep', { minStep: 2, maxStep: 1 }, 'minStep', 'maxStep = 1', '2'],
  ['maxSteps 0', { maxSteps: 0 }, 'maxSteps', '1', '0'],
  ['output before the start', { outputTimes: [-1, 0.5] }, 'outputTimes[0]', '[0, 1]', '-1'],
  ['output after the end', { outputTimes: [0.5, 2] }, 'outputTimes[1]', '[0, 1]', '2'],
  ['output times that descend', { outputTimes: [0.5, 0.2] }, 'outputTimes[1]', 'ascending', '0.2'],
  ['NaN as output time', { outputTimes: [Number.NaN] }, 'outputTimes[0]', '[0, 1]', 'NaN'],
  ['stop times that descend', { eventTimes: [0.5, 0.2] }, 'eventTimes[1]', 'ascending', '0.2'],
  ['stop after the end', { eventTimes: [3] }, 'eventTimes[0]', '[0, 1]', '3'],
]

const WRONG_ODE_OPTIONS: readonly Row[] = [
  ['too few initial values', { x0: [1] }, 'x0', '2 elements', '[1]'],
  ['too many initial values', { x0: [1, 2, 3] }, 'x0', '2 elements', '[1, 2, 3]'],
  ['no initial values', { x0: undefined }, 'x0', '2 elements', 'undefined'],
  ['NaN as initial value', { x0: [1, Number.NaN] }, 'x0[1]', 'finite', 'NaN'],
  ['an infinite initial value', { x0: [Number.NEGATIVE_INFINITY, 0] }, 'x0[0]', 'finite', '-Infinity'],
  ['a misspelled method', { method: 'radua5' }, 'method', "did you mean 'radau5'?", "'radua5'"],
  [
    'an unknown method',
    { method: 'euler' },
    'method',
    "'auto' | 'tsit5' | 'dop853' | 'bdf' | 'radau5'",
    "'euler'",
  ],
]

const WRONG_DAE_OPTIONS: readonly Row[] = [
  ['too few initial values', { y0: [1] }, 'y0', '2 elements', '[1]'],
  ['NaN as initial value', { y0: [1, Number.NaN] }, 'y0[1]', 'finite', 'NaN'],
  ['too many initial derivatives', { yp0: [1, 2, 3] }, 'yp0', '2 elements', '[1, 2, 3]'],
  ['NaN as derivative', { yp0: [Number.NaN, 0] }, 'yp0[0]', 'finite', 'NaN'],
  ['a negative constraint tolerance', { constraintTolerance: -1 }, 'constraintTolerance', '>= 0', '-1'],
]

function assertMessage(error: InputError, path: string, expected: string, found: string): void {
  expect(error.path).toBe(path)
  expect(error.code).toBe('INPUT')
  expect(error).toBeInstanceOf(VarioError)
  expect(error.message.startsWith(`${path}: expected `)).toBe(true)
  expect(error.message).toContain(expected)
  expect(error.message).toContain(`got ${found}`)
  expect(error.fields['path']).toBe(path)
}

describe('options of integrate', () => {
  it.each([...WRONG_OPTIONS, ...WRONG_ODE_OPTIONS])('%s', (_name, options, path, expected, found) => {
    const error = catchError(InputError, () =>
      integrate(PROBLEM, { ...OPTIONS, ...options } as IntegrateOptions),
    )
    assertMessage(error, path, expected, found)
  })

  it('may be at their limits', () => {
    const options = { ...OPTIONS, tEnd: 1e-3, rtol: 100 * EPS, atol: 1e-12 }
    expect(integrate(PROBLEM, options).t).toBe(1e-3)
    expect(integrate(PROBLEM, { ...OPTIONS, x0: new Float32Array([1, 0]), atol: [1e-6, 1e-3] }).t).toBe(1)
  })
})

describe('options of integrateDae', () => {
  it.each([...WRONG_OPTIONS, ...WRONG_DAE_OPTIONS])('%s', (_name, options, path, expected, found) => {
    const error = catchError(InputError, () =>
      integrateDae(DAE, { ...DAE_OPTIONS, ...options } as IntegrateDaeOptions),
    )
    assertMessage(error, path, expected, found)
  })
})

describe('problems', () => {
  it.each([
    ['a negative size', { ...PROBLEM, n: -1 }, 'problem.n', '>= 0', '-1'],
    ['half a state', { ...PROBLEM, n: 1.5 }, 'problem.n', 'integer', '1.5'],
    ['no function', { n: 2 }, 'problem.f', 'function', 'undefined'],
    [
      'a pattern of the wrong size',
      { ...PROBLEM, sparsity: createDensePattern(3, 3) },
      'problem.sparsity',
      '2 × 2',
      "'3 × 3'",
    ],
    ['root functions without g', withRoots({ g: undefined }), 'problem.roots.g', 'function', 'undefined'],
    ['half a root function', withRoots({ n: 0.5 }), 'problem.roots.n', 'integer', '0.5'],
    ['too few directions', withRoots({ direction: [1] }), 'problem.roots.direction', '2 elements', '[1]'],
    ['a wrong direction', withRoots({ direction: [0, 2] }), 'problem.roots.direction[1]', '-1, 0 or 1', '2'],
    ['negative check points', withRoots({ checkPoints: -1 }), 'problem.roots.checkPoints', '>= 0', '-1'],
    [
      'no check interval',
      withRoots({ checkInterval: 0 }),
      'problem.roots.checkInterval',
      'a positive number',
      '0',
    ],
  ])('%s', (_name, problem, path, expected, found) => {
    const error = catchError(InputError, () => integrate(problem as OdeProblem, OPTIONS))
    assertMessage(error, path, expected, found)
  })

  it('reject a DAE with marks of the wrong size, or without a residual', () => {
    const marks = catchError(InputError, () => integrateDae({ ...DAE, differential: [true] }, DAE_OPTIONS))
    assertMessage(marks, 'problem.differential', '2 elements', '[true]')
    const missing = { n: 2 } as unknown as DaeProblem
    const residual = catchError(InputError, () => integrateDae(missing, DAE_OPTIONS))
    assertMessage(residual, 'problem.residual', 'function', 'undefined')
  })
})

describe('failures of a run', () => {
  const METHODS: readonly Method[] = ['auto', 'tsit5', 'dop853', 'bdf', 'radau5']

  it.each(METHODS)('%s: a root function that is NaN is reported before the first step', (method) => {
    const problem: OdeProblem = {
      ...PROBLEM,
      roots: {
        n: 2,
        g: (_t, _x, z) => {
          z[0] = 1
          z[1] = Number.NaN
        },
      },
    }
    const error = catchError(SolverError, () => integrate(problem, { ...OPTIONS, t0: 0.5, method }))
    expect([error.code, error.component, error.t, error.stats.steps]).toEqual(['ROOT_FUNCTION', 1, 0.5, 0])
    expect(error.message).toContain('Root function 1 is NaN at t = 0.5')
  })

  it('a root function can report a failure itself', () => {
    const problem: OdeProblem = { ...PROBLEM, roots: { n: 1, g: (t) => (t > 0.5 ? 'abort' : undefined) } }
    const error = catchError(SolverError, () => integrate(problem, { ...OPTIONS, method: 'tsit5' }))
    expect(error.code).toBe('ROOT_FUNCTION')
    expect(error.message).toContain("'abort'")
  })

  it.each(METHODS)('%s: the error contains the state of the run', (method) => {
    const problem: OdeProblem = {
      n: 2,
      f: (_t, x, dx) => {
        dx[0] = 1
        dx[1] = x[1] * x[1]
      },
    }
    // x1 = 1 / (1 - t) has a pole at t = 1.
    const error = catchError(SolverError, () => integrate(problem, { t0: 0, tEnd: 2, x0: [0, 1], method }))
    expect(error.code).toMatch(/^(STEP_TOO_SMALL|NON_FINITE|NEWTON_FAILURE)$/)
    expect(error.component).toBe(1)
    expect(error.method).toContain(method)
    // The relative tolerance of 1e-6 allows x1 to be followed up to 1e10 or more, and the pole to be wrong by some
    // tolerances.
    expect(Math.abs(error.t - 1)).toBeLessThan(1e-3)
    expect(error.h).toBeGreaterThan(0)
    expect(error.h).toBeLessThan(1e-6)
    expect(error.order).toBeGreaterThanOrEqual(1)
    expect(error.stats.steps).toBeGreaterThan(10)
    expect(error.message).toContain(`t = ${error.t}`)
    expect(error.message).toContain(`after ${error.stats.steps} steps`)
    expect(error.fields).toMatchObject({ t: error.t, h: error.h, component: 1, method: error.method })
  })

  it('a Newton iteration that cannot converge is reported', () => {
    // The sign of the Jacobian is wrong, and steps must not become small.
    const problem: OdeProblem = {
      n: 2,
      f: (t, x, dx) => {
        dx[0] = 0
        dx[1] = -1e6 * (x[1] - Math.sin(t))
      },
      jacobian: (_t, _x, J) => {
        J[3] = 1e6
      },
    }
    for (const method of ['bdf', 'radau5'] as const) {
      const error = catchError(SolverError, () =>
        integrate(problem, { t0: 0, tEnd: 1, x0: [1, 1], method, minStep: 1e-3, initialStep: 0.1 }),
      )
      expect([error.code, error.component]).toEqual(['NEWTON_FAILURE', 1])
      expect(error.message).toContain('Jacobian')
    }
  })

  it('a singular matrix is reported', () => {
    const problem: OdeProblem = {
      ...PROBLEM,
      jacobian: (_t, _x, J) => {
        J[3] = Number.NaN
      },
    }
    for (const method of ['bdf', 'radau5'] as const) {
      const error = catchError(SolverError, () => integrate(problem, { ...OPTIONS, method }))
      expect([error.code, error.component]).toEqual(['SINGULAR_MATRIX', 1])
    }
  })

  it('an implicit problem with a redundant equation is reported', () => {
    const problem: DaeProblem = {
      n: 2,
      residual: (_t, y, yp, res) => {
        res[0] = yp[0] + y[1]
        res[1] = 2 * (yp[0] + y[1])
      },
    }
    const error = catchError(SolverError, () => integrateDae(problem, { ...DAE_OPTIONS, yp0: [0, 0] }))
    expect(['SINGULAR_MATRIX', 'INITIALIZATION']).toContain(error.code)
  })
})
