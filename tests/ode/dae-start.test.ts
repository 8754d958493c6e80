/** Consistent initial values of index-1 problems: given y_d, find y_a and yp. */
import { createDaeSolver, type DaeProblem, integrateDae, SolverError } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { createDensePattern } from '../../src/math/index.ts'
import { catchError } from './support/methods.ts'

/** Start values of a solver: zero interval, without integration. */
function start(
  problem: DaeProblem,
  y0: number[],
  yp0?: number[],
  tolerance = 1e-8,
): { y: number[]; yp: number[]; residuals: number } {
  const options = { t0: 0, tEnd: 1, y0, ...(yp0 && { yp0 }), rtol: tolerance, atol: tolerance }
  const solver = createDaeSolver(problem, options)
  return { y: [...solver.x], yp: [...solver.system.yp], residuals: solver.stats.f }
}

/** x' = -z, 0 = exp z + z - 1 - e - x: for x = 0 the answer is z = 1, x' = -1. */
const EXPONENTIAL: DaeProblem = {
  n: 2,
  differential: [true, false],
  residual: (_t, y, yp, res) => {
    res[0] = yp[0] + y[1]
    res[1] = Math.exp(y[1]) + y[1] - 1 - Math.E - y[0]
  },
}
const withExactMatrix: DaeProblem = {
  ...EXPONENTIAL,
  jacobian: (_t, y, _yp, c, J) => {
    J[0] = c
    J[1] = 1
    J[2] = -1
    J[3] = Math.exp(y[1]) + 1
  },
}

describe('consistent values for given differential variables', () => {
  // The iteration ends when the next displacement is below 1e-4 of the tolerance.
  const accuracy = 1e-4 * 1e-8 * 10

  it.each([
    ['differences', EXPONENTIAL],
    ['an exact matrix', withExactMatrix],
    ['a sparse matrix', { ...EXPONENTIAL, sparsity: createDensePattern(2, 2) }],
  ])('solve nonlinear equations, with %s', (_name, problem) => {
    for (const guess of [0, 0.9, 5, -3]) {
      const { y, yp } = start(problem, [0, guess])
      expect(y[0]).toBe(0)
      expect(Math.abs(y[1] - 1)).toBeLessThan(accuracy)
      expect(Math.abs(yp[0] + 1)).toBeLessThan(accuracy)
    }
  })

  it('follow from guesses where full Newton steps diverge', () => {
    // 0 = atan z - x/4: Newton's method without damping diverges from |z| > 1.39.
    const problem: DaeProblem = {
      n: 2,
      differential: [true, false],
      residual: (_t, y, yp, res) => {
        res[0] = yp[0] - y[1] * y[1]
        res[1] = Math.atan(y[1]) - y[0] / 4
      },
    }
    for (const guess of [3, -3, 10]) {
      const { y, yp } = start(problem, [1, guess])
      const z = Math.tan(0.25)
      expect(Math.abs(y[1] - z)).toBeLessThan(accuracy)
      expect(Math.abs(yp[0] - z * z)).toBeLessThan(accuracy)
    }
  })

  it('follow from guesses near which the residual cannot be evaluated', () => {
    // 0 = log z: a full step from z = 5 leads to 5 - 5 log 5 < 0, where the residual fails or is NaN.
    for (const refuses of [true, false]) {
      const problem: DaeProblem = {
        n: 2,
        differential: [true, false],
        residual: (_t, y, yp, res) => {
          res[0] = yp[0] + y[0]
          res[1] = Math.log(y[1])
          return refuses && y[1] <= 0 ? 'retry' : undefined
        },
      }
      const { y, yp } = start(problem, [2, 5])
      expect(Math.abs(y[1] - 1)).toBeLessThan(accuracy)
      expect(Math.abs(yp[0] + 2)).toBeLessThan(accuracy)
    }
  })

  it('satisfy an implicit mass matrix', () => {
    // (2 1; 1 3) yp = (-y0, -y1): yp = (-(3 y0 - y1), y0 - 2 y1) / 5.
    const problem: DaeProblem = {
      n: 2,
      residual: (_t, y, yp, res) => {
        res[0] = 2 * yp[0] + yp[1] + y[0]
        res[1] = yp[0] + 3 * yp[1] + y[1]
      },
    }
    const { y, yp } = start(problem, [1, -2])
    expect(y).toEqual([1, -2])
    expect(Math.abs(yp[0] + 1)).toBeLessThan(accuracy)
    expect(Math.abs(yp[1] - 1)).toBeLessThan(accuracy)
  })

  it.each([1e-4, 1e-8, 1e-12, 3e-14])('meet the tolerance %d, from zeros', (tolerance) => {
    // x' = v, v' = F, 0 = F + 9 x - 5: differences at zero must not vanish in the rounding errors of 5.
    const problem: DaeProblem = {
      n: 3,
      differential: [true, true, false],
      residual: (_t, y, yp, res) => {
        res[0] = yp[0] - y[1]
        res[1] = yp[1] - y[2]
        res[2] = y[2] + 9 * y[0] - 5
      },
    }
    const { y, yp } = start(problem, [0, 0, 0], undefined, tolerance)
    // A fraction of the tolerance, or rounding errors of 5.
    const accuracy = Math.max(1e-2 * tolerance, 1e-14)
    expect(Math.abs(y[2] - 5)).toBeLessThan(5 * accuracy)
    expect(Math.abs(yp[1] - 5)).toBeLessThan(5 * accuracy)
    expect(yp[0]).toBe(0)
  })
})

describe('given derivatives', () => {
  it('stay unchanged if they are consistent', () => {
    const { y, yp } = start(EXPONENTIAL, [0, 1], [-1, 0])
    expect([...y, ...yp]).toEqual([0, 1, -1, 0])
  })

  it('are corrected if they are inconsistent', () => {
    const { y, yp } = start(EXPONENTIAL, [0, 1], [5, 0])
    expect(y[0]).toBe(0)
    expect(Math.abs(y[1] - 1)).toBeLessThan(1e-10)
    expect(Math.abs(yp[0] + 1)).toBeLessThan(1e-10)
  })

  it('are part of the result of an interval of length 0', () => {
    for (const yp0 of [undefined, [-1, 0]]) {
      const run = integrateDae(EXPONENTIAL, {
        t0: 2,
        tEnd: 2,
        y0: [0, yp0 ? 1 : 0.3],
        ...(yp0 && { yp0 }),
        outputTimes: [2],
        rtol: 1e-8,
        atol: 1e-8,
      })
      expect(Math.abs(run.y[1] - 1)).toBeLessThan(1e-10)
      expect(Math.abs(run.yp[0] + 1)).toBeLessThan(1e-10)
      expect(Array.from(run.output.x)).toEqual([...run.y])
    }
  })
})

describe('inconsistent problems', () => {
  it('give an error with the equation if they do not exist', () => {
    // 0 = z² + 1
    const problem: DaeProblem = {
      n: 3,
      differential: [true, true, false],
      residual: (_t, y, yp, res) => {
        res[0] = yp[0] + y[0]
        res[1] = yp[1] + y[1]
        res[2] = y[2] * y[2] + 1
      },
    }
    const error = catchError(SolverError, () => start(problem, [1, 1, 0.5]))
    expect([error.code, error.component, error.t]).toEqual(['INITIALIZATION', 2, 0])
    expect(error.message).toContain('equation 2')
  })

  it('give an error if an algebraic variable is not marked', () => {
    // All variables count as differential: no derivative can satisfy 0 = y1 - 2.
    const problem: DaeProblem = {
      n: 2,
      residual: (_t, y, yp, res) => {
        res[0] = yp[0] + y[0]
        res[1] = y[1] - 2
      },
    }
    const error = catchError(SolverError, () => start(problem, [1, 0]))
    expect([error.code, error.component]).toEqual(['INITIALIZATION', 1])
    expect(error.message).toContain('differential')
    // With a mark, it is found.
    expect(Math.abs(start({ ...problem, differential: [1, 0] }, [1, 0]).y[1] - 2)).toBeLessThan(1e-10)
  })

  it('give an error for an index above 1', () => {
    // Pendulum with the constraint on position level: λ does not appear in it.
    const problem: DaeProblem = {
      n: 5,
      differential: [true, true, true, true, false],
      residual: (_t, y, yp, res) => {
        res[0] = yp[0] - y[2]
        res[1] = yp[1] - y[3]
        res[2] = yp[2] + y[4] * y[0]
        res[3] = yp[3] + y[4] * y[1] + 9.81
        res[4] = y[0] * y[0] + y[1] * y[1] - 1
      },
    }
    const error = catchError(SolverError, () => start(problem, [1, 0.5, 0, 0, 0]))
    expect(error.code).toBe('INITIALIZATION')
  })
})
