import { describe, expect, it } from 'vitest'
import {
  fitByGaussNewton,
  isContracting,
  type LeastSquaresProblem,
  minimizeSquares,
  searchByHalving,
} from '../../src/math/index.ts'

type Point = [number, number]

/** Errors and their derivatives, row-major (2 × 2), of two unknowns. */
interface Errors {
  readonly g: (x: Point) => Point
  readonly J: (x: Point) => number[]
}

/** (10 (y - x²), 1 - x): zero at (1, 1), at the end of a narrow curved valley [Rosenbrock 1960]. */
const ROSENBROCK: Errors = {
  g: ([x, y]) => [10 * (y - x * x), 1 - x],
  J: ([x]) => [-20 * x, 10, -1, 0],
}

function createProblem(
  { g, J }: Errors,
  x: Point,
  lower = [-Infinity, -Infinity],
  upper = [Infinity, Infinity],
): LeastSquaresProblem {
  const limits = { lower: new Float64Array(2), upper: new Float64Array(2) }
  return {
    nError: 2,
    nMove: 2,
    sizes: Float64Array.of(1, 1),
    ...limits,
    evaluate: (out, derivatives) => {
      out.set(g(x))
      derivatives.set(J(x))
      for (let i = 0; i < 2; i++) {
        limits.lower[i] = lower[i] - x[i]
        limits.upper[i] = upper[i] - x[i]
      }
    },
    displace: (move) => {
      for (let i = 0; i < 2; i++) x[i] += move[i]
    },
    save: () => {
      const saved = [...x]
      return () => {
        for (let i = 0; i < 2; i++) x[i] = saved[i]
      }
    },
  }
}

describe('Levenberg and Marquardt', () => {
  it('follows a curved valley to its zero', () => {
    const x: Point = [-1.2, 1]
    expect(minimizeSquares(createProblem(ROSENBROCK, x), 1e-12)).toBeLessThanOrEqual(1e-12)
    // |x - 1| <= |g₂|, |y - 1| <= |g₁|/10 + 2 |x - 1|
    expect(x[0]).toBeCloseTo(1, 12)
    expect(x[1]).toBeCloseTo(1, 11)
  })

  it('converges with equations that depend on each other', () => {
    // both errors are the same: all points of the circle are solutions
    const same: Errors = {
      g: ([x, y]) => [x * x + y * y - 2, x * x + y * y - 2],
      J: ([x, y]) => [2 * x, 2 * y, 2 * x, 2 * y],
    }
    const x: Point = [2, 2]
    expect(minimizeSquares(createProblem(same, x), 1e-12)).toBeLessThanOrEqual(1e-12)
    // from the diagonal, the shortest way is along it
    expect(x[0]).toBeCloseTo(1, 12)
    expect(x[1]).toBeCloseTo(1, 12)
  })

  it('stops at a limit that the errors push against', () => {
    const x: Point = [0, 0]
    // with x <= 0.5, |g|² = 100 (y - x²)² + (1 - x)² has its minimum at (0.5, 0.25): |g| = 0.5
    const rest = minimizeSquares(createProblem(ROSENBROCK, x, [-Infinity, -Infinity], [0.5, Infinity]), 1e-12)
    expect(x[0]).toBe(0.5)
    // the search ends where steps reduce |g|² by less than 1e-9 of it, so that 10 |y - x²| < √(1e-9)·0.5
    expect(Math.abs(x[1] - 0.25)).toBeLessThan(2e-6)
    expect(rest).toBeCloseTo(0.5, 9)
  })

  it('returns the smallest norm if there is no zero', () => {
    // (x, 1): never below 1
    const x: Point = [3, 0]
    const none: Errors = { g: ([a]) => [a, 1], J: () => [1, 0, 0, 0] }
    expect(minimizeSquares(createProblem(none, x), 1e-9)).toBeCloseTo(1, 9)
  })
})

describe('Gauss-Newton iteration', () => {
  /** atan(x) = 0: full Newton steps diverge for |x| > 1.39. */
  function solveAtan(start: number, maxSteps = 50): { readonly x: number; readonly nStep: number } {
    let x = start
    let trial = x
    let nStep = 0
    fitByGaussNewton(
      {
        error: Math.abs(Math.atan(x)),
        isSolved: () => Math.abs(x) < 1e-15,
        computeStep: () => Float64Array.of(-Math.atan(x) * (1 + x * x)),
        leastFactor: () => 1e-6,
        tryStep: (step, factor) => {
          trial = x + factor * step[0]
          return Math.abs(Math.atan(trial))
        },
        accept: () => {
          x = trial
          nStep++
        },
        reject: () => {},
      },
      maxSteps,
    )
    return { x, nStep }
  }

  it('shortens steps that would diverge', () => {
    expect(Math.abs(solveAtan(20).x)).toBeLessThan(1e-15)
  })

  it('takes full steps near the solution: cubic convergence for atan', () => {
    // x → 2x³/3 + …: 0.1, 7e-4, 2e-10, 6e-30
    expect(solveAtan(0.1).nStep).toBe(3)
  })

  it('stays at the present point if no step is better', () => {
    // x² + 1 with the step of a zero: at the minimum nothing is better
    let trial = 0
    const events: string[] = []
    fitByGaussNewton(
      {
        error: 1,
        isSolved: () => false,
        computeStep: () => Float64Array.of(1),
        leastFactor: () => 0.1,
        tryStep: (step, factor) => {
          trial = factor * step[0]
          events.push(String(trial))
          return trial * trial + 1
        },
        accept: () => events.push('accept'),
        reject: () => events.push('reject'),
      },
      5,
    )
    expect(events).toEqual(['1', '0.5', '0.25', '0.125', 'reject'])
  })

  it('ends without a step if there is none', () => {
    let isMoved = false
    const mark = (): void => {
      isMoved = true
    }
    fitByGaussNewton(
      {
        error: 1,
        isSolved: () => false,
        computeStep: () => null,
        leastFactor: () => 0,
        tryStep: () => 0,
        accept: mark,
        reject: mark,
      },
      5,
    )
    expect(isMoved).toBe(false)
  })
})

describe('the line search', () => {
  it('returns the first accepted factor, and 0 beyond the least one', () => {
    expect(searchByHalving((factor) => factor < 0.3, 0)).toBe(0.25)
    expect(searchByHalving((factor) => factor < 0.3, 0.25)).toBe(0.25)
    expect(searchByHalving((factor) => factor < 0.3, 0.26)).toBe(0)
  })

  it('tries the full step in any case', () => {
    expect(searchByHalving(() => true, Infinity)).toBe(1)
    expect(searchByHalving(() => true, NaN)).toBe(1)
  })

  it('accepts half of the contraction of a linear problem', () => {
    // of a linear problem, the next displacement after the fraction λ is 1 - λ times the step
    for (const factor of [1, 0.5, 0.25]) {
      expect(isContracting(1 - factor, 1, factor)).toBe(true)
      expect(isContracting(1, 1, factor)).toBe(false)
    }
  })
})
