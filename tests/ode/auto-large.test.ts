/** `auto` on large stiff problems: it continues with BDF as long as it is not interrupted. */
import { createPatternFromRows } from 'vario/math'
import { integrate, type Method, type OdeProblem, SolverError } from 'vario/ode'
import { describe, expect, it } from 'vitest'
import { catchError } from './support/methods.ts'

/**
 * A rod of n points, u_i' = n² (u_{i-1} - 2 u_i + u_{i+1}) + s_i(t) with u = 0 at its ends. With sources s such that
 * u_i = cos t · sin(π i/(n + 1)) is the solution: the sine is an eigenvector of the differences, to -4 n² sin²(π/2/(n +
 * 1)).
 */
function createRod(n: number, isAborted: (t: number) => boolean = () => false): OdeProblem {
  const d = n ** 2
  const lambda = 4 * d * Math.sin(Math.PI / 2 / (n + 1)) ** 2
  const rows = Array.from({ length: n }, (_, i) => [i - 1, i, i + 1].filter((j) => j >= 0 && j < n))
  return {
    n,
    sparsity: createPatternFromRows(n, rows),
    f: (t, u, du) => {
      const source = lambda * Math.cos(t) - Math.sin(t)
      for (let i = 0; i < n; i++) {
        const left = i > 0 ? u[i - 1] : 0
        const right = i < n - 1 ? u[i + 1] : 0
        du[i] = d * (left - 2 * u[i] + right) + source * shapeAt(n, i)
      }
      return isAborted(t) ? 'abort' : undefined
    },
  }
}

const shapeAt = (n: number, i: number): number => Math.sin((Math.PI * (i + 1)) / (n + 1))
const solution = (n: number, t: number): number[] =>
  Array.from({ length: n }, (_, i) => Math.cos(t) * shapeAt(n, i))
const largestDifference = (x: ArrayLike<number>, y: readonly number[]): number =>
  Math.max(...y.map((value, i) => Math.abs(value - x[i])))

const SIZES = [49, 50, 120, 300]
const TOLERANCES = [1e-4, 1e-6, 1e-8, 1e-10, 1e-12]

describe.each(SIZES)('a rod of %i points', (n) => {
  it.each(TOLERANCES)('meets the tolerance %f', (tolerance) => {
    const options = { t0: 0, x0: solution(n, 0), tEnd: 10, rtol: tolerance, atol: tolerance }
    const run = integrate(createRod(n), { ...options, method: 'auto' })
    // Errors of BDF have one sign, and the slowest mode of the rod keeps them for 1/π² s: a few tolerances.
    expect(largestDifference(run.x, solution(n, 10))).toBeLessThan(5 * tolerance)
  })

  it('costs fewer evaluations than with radau5', () => {
    const count = (method: Method): number => {
      const options = { t0: 0, x0: solution(n, 0), tEnd: 10, rtol: 1e-8, atol: 1e-8, method }
      const { stats } = integrate(createRod(n), options)
      return stats.f + stats.fJacobian
    }
    // a seventh per step and three times as many steps, plus the explicit ones at the start
    if (n >= 50) expect(count('auto')).toBeLessThan(0.6 * count('radau5'))
    else expect(count('auto')).toBeLessThan(1.2 * count('radau5'))
  })

  it('selects the expected method', () => {
    const options = { t0: 0, x0: solution(n, 0), tEnd: 10, rtol: 1e-8, atol: 1e-8 }
    // trials for the first step extend far
    let nCall = 0
    const error = catchError(SolverError, () =>
      integrate(
        createRod(n, (t) => ++nCall > 50 && t > 8),
        { ...options, method: 'auto' },
      ),
    )
    expect(error.method).toBe(n >= 50 ? 'auto: bdf' : 'auto: radau5')
  })
})

describe('damped-out oscillations, which BDF has to follow', () => {
  // A row of masses between springs, one end of which moves slowly: all frequencies are far above that of the motion.
  const nMass = 30
  const n = 2 * nMass
  const createRow = (k: number, c: number): OdeProblem => {
    const rows = Array.from({ length: n }, (_, j) =>
      j % 2 === 0 ? [j + 1] : [j - 3, j - 1, j, j + 1].filter((i) => i >= 0 && i < n),
    )
    return {
      n,
      sparsity: createPatternFromRows(n, rows),
      f: (t, x, dx) => {
        for (let i = 0; i < n; i += 2) {
          const left = i > 0 ? x[i - 2] : Math.sin(t)
          const right = i < n - 2 ? x[i + 2] : 0
          dx[i] = x[i + 1]
          dx[i + 1] = k * (left - 2 * x[i] + right) - c * x[i + 1]
        }
      },
    }
  }
  // the row is straight between its ends
  const x0 = Array.from({ length: n }, (_, j) => (j % 2 === 0 ? 0 : 1 - (j + 1) / 2 / (nMass + 1)))

  it.each([
    { k: 1e6, c: 0, tolerance: 1e-4 },
    { k: 1e6, c: 0, tolerance: 1e-6 },
    { k: 1e6, c: 100, tolerance: 1e-6 },
    { k: 1e8, c: 0, tolerance: 1e-4 },
    { k: 1e8, c: 0, tolerance: 1e-8 },
    { k: 1e8, c: 1, tolerance: 1e-6 },
    { k: 1e8, c: 100, tolerance: 1e-6 },
  ])('cost little more than with radau5: k = $k, c = $c at $tolerance', ({ k, c, tolerance }) => {
    const options = { t0: 0, x0, tEnd: 10, rtol: tolerance, atol: tolerance }
    const run = integrate(createRow(k, c), { ...options, method: 'auto' })
    const implicit = integrate(createRow(k, c), { ...options, method: 'radau5' })
    // bdf needs 30 000 steps with k = 1e6 and 300 000 with 1e8; a few windows of 35 steps detect that
    expect(run.stats.f).toBeLessThan(1.5 * implicit.stats.f + 500)
    // statically, x falls linearly along the row; the largest deviation is that of inertia, n²/8/k, and of damping, c n²/8/k
    const deviation = ((1 + c) * nMass ** 2) / 8 / k
    const middle = Math.sin(10) * (1 - 15 / (nMass + 1))
    expect(Math.abs(run.x[28] - middle)).toBeLessThan(2 * deviation + 10 * tolerance)
  })
})

describe('events', () => {
  const n = 101
  const middle = 50

  it.each([1e-4, 1e-6, 1e-8])('occur completely and at the right times, at %f', (tolerance) => {
    // the middle, where the sine is 1, passes 0.5 when the cosine does
    const exact: number[] = []
    for (let k = 0; k < 4; k++) exact.push(Math.PI / 3 + 2 * Math.PI * k, (5 * Math.PI) / 3 + 2 * Math.PI * k)
    for (const changes of [false, true]) {
      const found: number[] = []
      integrate(
        { ...createRod(n), roots: { n: 1, g: (_t, x, z) => void (z[0] = x[middle] - 0.5) } },
        {
          t0: 0,
          x0: solution(n, 0),
          tEnd: 8 * Math.PI,
          rtol: tolerance,
          atol: tolerance,
          onEvent: (event) => {
            found.push(event.t)
            return changes ? undefined : 'continue'
          },
        },
      )
      expect(found.length).toBe(exact.length)
      // the slope is 0.87 there; dense output has up to three times the error of the ends of steps
      for (let k = 0; k < exact.length; k++)
        expect(Math.abs(found[k] - exact[k])).toBeLessThan(20 * tolerance)
    }
  })

  it('agree with radau5 at a finer tolerance if they change the equations', () => {
    // Heating of the middle is switched on and off when its temperature rises to 0.6 or falls to 0.4.
    const createThermostat = (): { problem: OdeProblem; switchOver: () => void } => {
      let heat = 1
      const rod = createRod(n)
      const problem: OdeProblem = {
        ...rod,
        f: (_t, u, du) => {
          for (let i = 0; i < n; i++) {
            const left = i > 0 ? u[i - 1] : 0
            const right = i < n - 1 ? u[i + 1] : 0
            du[i] = 0.1 * n ** 2 * (left - 2 * u[i] + right)
          }
          du[middle] += 4 * heat * n
        },
        roots: { n: 1, g: (_t, x, z) => void (z[0] = x[middle] - (heat > 0 ? 0.6 : 0.4)) },
      }
      return { problem, switchOver: () => void (heat = 1 - heat) }
    }
    const listTimes = (method: Method, tolerance: number): number[] => {
      const { problem, switchOver } = createThermostat()
      const times: number[] = []
      integrate(problem, {
        method,
        t0: 0,
        x0: new Array<number>(n).fill(0),
        tEnd: 0.3,
        rtol: tolerance,
        atol: tolerance,
        onEvent: (event) => {
          times.push(event.t)
          switchOver()
        },
      })
      return times
    }
    const exact = listTimes('radau5', 1e-11)
    expect(exact.length).toBeGreaterThan(10)
    for (const tolerance of [1e-5, 1e-7]) {
      const times = listTimes('auto', tolerance)
      expect(times.length).toBe(exact.length)
      // tsit5 alone has 30 tolerances after ten times as many events: each moves the next ones
      times.forEach((t, k) => {
        expect(Math.abs(t - exact[k])).toBeLessThan(20 * tolerance)
      })
    }
  })
})
