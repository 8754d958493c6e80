/** Problems of index 2 from y0 alone: multipliers and derivatives follow from the derivatives of constraints. */
import { createDaeSolver, type DaeProblem, integrateDae, SolverError } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import {
  atolFor,
  carAxisGgl,
  mixedError,
  pendulumGgl,
  withJacobian,
} from '../../benchmarks/ode/problems/index.ts'
import { createDensePattern } from '../../src/math/index.ts'
import { catchError } from './support/methods.ts'

interface Case {
  readonly name: string
  readonly problem: DaeProblem
  readonly y0: number[]
  /** Consistent values and derivatives, except for derivatives of algebraic variables. */
  readonly y: number[]
  readonly yp: number[]
  readonly tEnd: number
}

/** The pendulum with both constraints at an angle and an angular velocity: v² - λ - g y = 0, μ = 0. */
function pendulum(angle: number, omega: number): Case {
  const [s, c] = [Math.sin(angle), Math.cos(angle)]
  const state = [s, -c, omega * c, omega * s]
  const lambda = omega * omega + 9.81 * c
  return {
    name: `pendulum at ${angle}`,
    problem: withJacobian(pendulumGgl),
    y0: [...state, 0, 0],
    y: [...state, lambda, 0],
    yp: [omega * c, omega * s, -lambda * s, lambda * c - 9.81, 0, 0],
    tEnd: 10,
  }
}

/** Two capacitors and a source in a loop, a resistor beside the first: the current follows from u1' + u2' = E'. */
function capacitors(C: number, frequency: number, R: number): Case {
  const E = 10
  const u1 = 0.2 * E
  const u2 = E * Math.sin(0.3) - u1
  const i = (E * frequency * Math.cos(0.3) + u1 / (R * C)) / (1 / C + 1 / (2 * C))
  return {
    name: `capacitors of ${C} F at ${frequency} rad/s`,
    problem: {
      n: 3,
      differential: [true, true, false],
      residual: (t, y, yp, res) => {
        res[0] = C * yp[0] + y[0] / R - y[2]
        res[1] = 2 * C * yp[1] - y[2]
        res[2] = y[0] + y[1] - E * Math.sin(frequency * t + 0.3)
      },
      jacobian: (_t, _y, _yp, c, J) => {
        J.set([C * c + 1 / R, 0, -1, 0, 2 * C * c, -1, 1, 1, 0])
      },
    },
    y0: [u1, u2, 0],
    y: [u1, u2, i],
    yp: [(i - u1 / R) / C, i / (2 * C), 0],
    tEnd: 10 / frequency,
  }
}

/** x = exp t, y = exp(-2t), z = exp(2t), with a multiplier that is not linear: 2 z² - 3 z + 1 = 0 at the start, 1 or 1/2. */
const nonlinear: Case = {
  name: 'nonlinear multiplier',
  problem: {
    n: 3,
    differential: [true, true, false],
    residual: (_t, [x, y, z], yp, res) => {
      res[0] = yp[0] - x * y * y * z * z
      res[1] = yp[1] - x * x * y * y + 3 * y * y * z
      res[2] = x * x * y - 1
    },
    jacobian: (_t, [x, y, z], _yp, c, J) => {
      J.set([c - y * y * z * z, -2 * x * y * z * z, -2 * x * y * y * z])
      J.set([-2 * x * y * y, c - 2 * x * x * y + 6 * y * z, 3 * y * y], 3)
      J.set([2 * x * y, x * x, 0], 6)
    },
  },
  y0: [1, 1, 2],
  y: [1, 1, 1],
  yp: [1, -2, 0],
  tEnd: 1,
}

/**
 * x follows the prescribed w: the constraint between differential variables is the sum of two equations. x = sin t, z =
 * cos t.
 */
const follower: Case = {
  name: 'constraint in two equations',
  problem: {
    n: 3,
    differential: [true, false, false],
    residual: (t, [x, w, z], yp, res) => {
      res[0] = yp[0] - z
      res[1] = x - w
      res[2] = w - Math.sin(t)
    },
    jacobian: (_t, _y, _yp, c, J) => {
      J.set([c, 0, -1, 1, -1, 0, 0, 1, 0])
    },
  },
  y0: [0, 0.5, 0],
  y: [0, 0, 1],
  yp: [1, 0, 0],
  tEnd: 1,
}

const CASES: Case[] = [
  pendulum(1, 0),
  pendulum(0.3, 2),
  pendulum(-2, -5),
  capacitors(1, 1, 1),
  capacitors(1e-6, 1e6, 1e3),
  capacitors(1e6, 1e-6, 1e-3),
  capacitors(1e-9, 6e9, 50),
  capacitors(1e-6, 1, 1e6),
  nonlinear,
  follower,
]

/** The same equations in another form: each is a combination of all. */
function mix({ problem }: Case): DaeProblem {
  const { n } = problem
  const part = (i: number, j: number): number => Math.sin(1 + 3 * i + 7 * j * j + i * j) + (i === j ? 1.5 : 0)
  const plain = new Float64Array(n)
  return {
    n,
    ...(problem.differential && { differential: problem.differential }),
    residual: (t, y, yp, res) => {
      problem.residual(t, y, yp, plain)
      for (let i = 0; i < n; i++) res[i] = plain.reduce((sum, value, j) => sum + part(i, j) * value, 0)
    },
  }
}

const distance = (found: ArrayLike<number>, exact: readonly number[]): number =>
  Math.max(...exact.map((value, i) => Math.abs(found[i] - value))) / Math.max(...exact.map(Math.abs))

describe('consistent values', () => {
  it.each(CASES)('$name are found', (test) => {
    const { jacobian: _, ...byDifferences } = test.problem
    const { n } = test.problem
    const forms = {
      exact: test.problem,
      differences: byDifferences,
      sparse: { ...byDifferences, sparsity: createDensePattern(n, n) },
      mixed: mix(test),
    }
    for (const [form, problem] of Object.entries(forms)) {
      for (const tolerance of [1e-3, 1e-6, 1e-9, 1e-12]) {
        const solver = createDaeSolver(problem, {
          t0: 0,
          tEnd: test.tEnd,
          y0: test.y0,
          rtol: tolerance,
          atol: tolerance,
        })
        // A fraction of the tolerance, or the accuracy of differences along the solution, about eps^(4/5), in mixed
        // equations of sizes 1e6 apart.
        const accuracy = Math.max(1e-3 * tolerance, 1e-10)
        const message = `${form} at ${tolerance}`
        expect(distance(solver.x, test.y), message).toBeLessThan(accuracy)
        expect(distance(solver.system.yp, test.yp), message).toBeLessThan(accuracy)
        test.problem.differential &&
          [...solver.x].forEach((value, i) => {
            if (test.problem.differential![i]) expect(value).toBe(test.y0[i])
          })
      }
    }
  })

  it('keep consistent unmarked algebraic variables', () => {
    // Robertson-like: 0 = x + y - 1 with x' = -x: y' = x.
    const problem: DaeProblem = {
      n: 2,
      residual: (_t, y, yp, res) => {
        res[0] = yp[0] + y[0]
        res[1] = y[0] + y[1] - 1
      },
    }
    const run = integrateDae(problem, { t0: 0, tEnd: 2, y0: [1, 0], rtol: 1e-8, atol: 1e-8 })
    expect(Math.abs(run.y[1] - (1 - Math.exp(-2)))).toBeLessThan(1e-6)
    const solver = createDaeSolver(problem, { t0: 0, tEnd: 2, y0: [1, 0] })
    expect(Math.abs(solver.system.yp[1] - 1)).toBeLessThan(1e-9)
  })
})

describe('runs without yp0', () => {
  it.each([pendulumGgl, carAxisGgl])('$name is solved as accurately as with them', (test) => {
    for (const tolerance of [1e-4, 1e-6, 1e-9]) {
      for (const problem of [test.problem, withJacobian(test)]) {
        const { t0, tEnd, y0, yp0 } = test
        const options = { t0, tEnd, y0, rtol: tolerance, atol: atolFor(test, tolerance) }
        const own = integrateDae(problem, { ...options, ignoreAlgebraicErrors: true })
        const given = integrateDae(problem, { ...options, yp0, ignoreAlgebraicErrors: true })
        // Other steps lead to other errors of the same size.
        expect(mixedError(own.y, test.reference)).toBeLessThan(2 * mixedError(given.y, test.reference))
        expect(own.stats.steps).toBeLessThan(1.1 * given.stats.steps)
      }
    }
  })

  it.each([1e-4, 1e-6, 1e-8, 1e-10, 1e-12])('start from a nonlinear multiplier at %d', (tolerance) => {
    const { problem, y0 } = nonlinear
    const options = { t0: 0, tEnd: 1, y0, rtol: tolerance, atol: tolerance, ignoreAlgebraicErrors: true }
    const { y } = integrateDae(problem, options)
    // Errors of some hundred steps, which the growing solution multiplies by up to exp 2.
    expect(Math.abs(y[0] / Math.E - 1)).toBeLessThan(1e3 * tolerance)
    expect(Math.abs(y[1] * Math.exp(2) - 1)).toBeLessThan(1e3 * tolerance)
  })

  it('recompute the multiplier after an event', () => {
    // The source of a capacitor, u = t, goes on with u = 1 + 3 (t - 1) from t = 1 on: the current jumps from C to 3 C.
    const C = 1e-3
    let slope = 1
    const solver = createDaeSolver(
      {
        n: 2,
        differential: [true, false],
        residual: (t, y, yp, res) => {
          res[0] = C * yp[0] - y[1]
          res[1] = y[0] - (slope === 1 ? t : 1 + 3 * (t - 1))
        },
        roots: {
          n: 1,
          g: (_t, y, _yp, z) => {
            z[0] = y[0] - 1
          },
        },
      },
      { t0: 0, tEnd: 2, y0: [0, 0], rtol: 1e-8, atol: 1e-8, ignoreAlgebraicErrors: true },
    )
    expect(Math.abs(solver.x[1] - C)).toBeLessThan(1e-8 * C)
    while (solver.next(2) !== 'event');
    slope = 3
    solver.restart(2)
    expect(Math.abs(solver.x[1] - 3 * C)).toBeLessThan(1e-6 * C)
  })
})

describe('inconsistent problems', () => {
  const start = (problem: DaeProblem, y0: number[], tolerance = 1e-6): SolverError =>
    catchError(SolverError, () =>
      createDaeSolver(problem, { t0: 0, tEnd: 1, y0, rtol: tolerance, atol: tolerance }),
    )

  it('give an error with the equation and its residual, without a change, if differential variables violate a constraint', () => {
    const { problem, y0 } = pendulum(1, 0)
    const y = [...y0]
    y[0] += 1e-3
    const error = start(problem, y)
    expect([error.code, error.component]).toEqual(['INITIALIZATION', 4])
    // ½ ((x + 1e-3)² - x²) = 1e-3 sin 1 + 5e-7
    expect(error.message).toContain('equation 4 has the residual 0.000842')
    expect(error.message).toContain('not changed')
    // The second constraint: speed along the rod.
    const moving = [...y0]
    moving[2] += 0.01 * Math.sin(1)
    moving[3] -= 0.01 * Math.cos(1)
    expect(start(problem, moving).message).toContain('equation 5 has the residual 0.0100')
    // Within the tolerances they are consistent.
    const solver = createDaeSolver(problem, { t0: 0, tEnd: 1, y0: y, rtol: 1e-2, atol: 1e-2 })
    expect(solver.x[0]).toBe(y[0])
  })

  it('give an error if the index is 3', () => {
    const problem: DaeProblem = {
      n: 5,
      differential: [true, true, true, true, false],
      residual: (_t, y, yp, res) => {
        res[0] = yp[0] - y[2]
        res[1] = yp[1] - y[3]
        res[2] = yp[2] + y[4] * y[0]
        res[3] = yp[3] + y[4] * y[1] + 9.81
        res[4] = 0.5 * (y[0] * y[0] + y[1] * y[1] - 1)
      },
    }
    const error = start(problem, [0.6, -0.8, 0, 0, 0])
    expect([error.code, error.component]).toEqual(['INITIALIZATION', 4])
    expect(error.message).toContain('the index is above 2')
  })

  it('give an error if an equation is duplicated', () => {
    const problem: DaeProblem = {
      n: 2,
      differential: [true, false],
      residual: (_t, y, yp, res) => {
        res[0] = yp[0] + y[1]
        res[1] = 2 * yp[0] + 2 * y[1]
      },
    }
    expect(start(problem, [1, 0]).message).toContain('redundant')
  })
})
