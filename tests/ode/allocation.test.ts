/** Memory allocated by a step: workspaces are created once. */
import { memoryUsage } from 'node:process'
import { createDaeSolver, createSolver, type Method, type Solver } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { kepler, type OdeTestProblem, oregonator } from '../../benchmarks/ode/problems/index.ts'
import { toImplicit } from './support/methods.ts'

/** Steps until everything is compiled; uncompiled code keeps its doubles on the heap. */
const WARM_UP = 20_000
const STEPS = 2_000
/**
 * Number of windows; a garbage collection inside a window makes its difference too small, a compilation too large, so
 * their median counts.
 */
const WINDOWS = 15
/**
 * Bytes per step. Measured after warm-up: 160 to 350, the boxed doubles of a few calls that are not inlined, 16 bytes
 * each. One array allocated in every step would add at least 100, for the problems with n = 3 and 4 here.
 */
const MAX_BYTES = 700

/** Median of the bytes per step over several windows. */
function measureAllocation(solver: Solver, tEnd: number): number {
  for (let k = 0; k < WARM_UP; k++) solver.next(tEnd)
  const windows: number[] = []
  while (windows.length < WINDOWS) {
    const before = memoryUsage()
    for (let k = 0; k < STEPS; k++) solver.next(tEnd)
    const after = memoryUsage()
    const bytes = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers
    if (bytes > 0) windows.push(bytes / STEPS)
  }
  windows.sort((a, b) => a - b)
  return windows[WINDOWS >> 1]
}

const OPTIONS = { t0: 0, tEnd: 1e9, rtol: 1e-6, atol: 1e-6 }

describe('bytes per step', () => {
  it.each([
    ['tsit5', kepler],
    ['dop853', kepler],
    ['bdf', oregonator],
    ['radau5', oregonator],
    ['auto', oregonator],
  ] as readonly [Method, OdeTestProblem][])('%s allocates no arrays', (method, test) => {
    const solver = createSolver(test.problem, { ...OPTIONS, x0: test.x0, method })
    expect(measureAllocation(solver, OPTIONS.tEnd)).toBeLessThan(MAX_BYTES)
  })

  it('daeBdf allocates no arrays', () => {
    const solver = createDaeSolver(toImplicit(oregonator.problem), { ...OPTIONS, y0: oregonator.x0 })
    expect(measureAllocation(solver, OPTIONS.tEnd)).toBeLessThan(MAX_BYTES)
  })

  it('root functions allocate no arrays', () => {
    const problem = {
      ...kepler.problem,
      roots: {
        n: 1,
        g: (_t: number, x: Float64Array, z: Float64Array) => {
          z[0] = x[0] + 10
        },
      },
    }
    const solver = createSolver(problem, { ...OPTIONS, x0: kepler.x0, method: 'tsit5' })
    expect(measureAllocation(solver, OPTIONS.tEnd)).toBeLessThan(MAX_BYTES)
  })
})
