/**
 * Stiff partial differential equations by the method of lines: cost of the choice of `auto` compared with the other
 * methods.
 */
import { createPatternFromRows } from 'vario/math'
import { integrate, type Method, type OdeProblem, type OdeRun } from 'vario/ode'
import { type Effort, measure, printTable, runIsolated } from '../harness.ts'
import { formatTime } from './solver-row.ts'

const METHODS: readonly Method[] = ['auto', 'bdf', 'radau5']
const SIZES = [100, 500]
const TOLERANCES = [1e-4, 1e-6, 1e-8]
/** Tolerance of the reference. */
const EXACT = 1e-11

interface Pde {
  readonly problem: OdeProblem
  readonly x0: readonly number[]
  readonly tEnd: number
}

/** ∂u/∂t = 0.01 ∂²u/∂x² + 10 u² (1 - u), a front, for x = 0 … 1. */
function createFront(n: number): Pde {
  const d = 0.01 * (n + 1) ** 2
  return {
    problem: {
      n,
      f: (_t, u, du) => {
        for (let i = 0; i < n; i++) {
          const left = i > 0 ? u[i - 1] : 1
          const right = i < n - 1 ? u[i + 1] : 0
          du[i] = d * (left - 2 * u[i] + right) + 10 * u[i] * u[i] * (1 - u[i])
        }
      },
    },
    x0: Array.from({ length: n }, (_, i) => (i < n / 4 ? 1 : 0)),
    tEnd: 2,
  }
}

/** Burgers: ∂u/∂t = -u ∂u/∂x + 0.005 ∂²u/∂x². */
function createBurgers(n: number): Pde {
  const dx = 1 / (n + 1)
  const d = 0.005 / dx ** 2
  return {
    problem: {
      n,
      f: (_t, u, du) => {
        for (let i = 0; i < n; i++) {
          const left = i > 0 ? u[i - 1] : 0
          const right = i < n - 1 ? u[i + 1] : 0
          du[i] = d * (left - 2 * u[i] + right) - (right * right - left * left) / (4 * dx)
        }
      },
    },
    x0: Array.from({ length: n }, (_, i) => Math.sin(2 * Math.PI * (i + 1) * dx)),
    tEnd: 1,
  }
}

/** Brusselator with diffusion [Hairer & Wanner 1996, IV.10]: u and v of n/2 points, interleaved. */
function createBrusselator(n: number): Pde {
  const points = n / 2
  const d = 0.02 * (points + 1) ** 2
  const at = (x: Float64Array, i: number, k: number, edge: number): number =>
    i < 0 || i >= points ? edge : x[2 * i + k]
  return {
    problem: {
      n,
      f: (_t, x, dx) => {
        for (let i = 0; i < points; i++) {
          const u = x[2 * i]
          const v = x[2 * i + 1]
          dx[2 * i] = 1 + u * u * v - 4 * u + d * (at(x, i - 1, 0, 1) - 2 * u + at(x, i + 1, 0, 1))
          dx[2 * i + 1] = 3 * u - u * u * v + d * (at(x, i - 1, 1, 3) - 2 * v + at(x, i + 1, 1, 3))
        }
      },
    },
    x0: Array.from({ length: n }, (_, k) =>
      k % 2 === 0 ? 1 + Math.sin((2 * Math.PI * (k / 2 + 1)) / (points + 1)) : 3,
    ),
    tEnd: 10,
  }
}

const PDES = { front: createFront, Burgers: createBurgers, Brusselator: createBrusselator }

export interface PdeTask {
  readonly kind: 'pde'
  readonly name: keyof typeof PDES
  readonly n: number
  readonly effort: Effort
}

interface PdeRow {
  readonly name: string
  readonly n: number
  readonly method: Method
  readonly tolerance: number
  readonly steps: number
  readonly f: number
  readonly error: number
  readonly us: number
}

export function measurePdes(effort: Effort): PdeRow[] {
  const names = Object.keys(PDES) as (keyof typeof PDES)[]
  const rows = names.flatMap((name) =>
    SIZES.flatMap((n) => runIsolated<PdeRow[]>({ kind: 'pde', name, n, effort } satisfies PdeTask) ?? []),
  )
  printTable(
    'Stiff PDEs with banded Jacobians by differences',
    ['problem', 'n', 'tol', 'method', 'steps', 'f', 'error', 'ms'],
    rows.map(({ name, n, tolerance, method, steps, f, error, us }) => [
      name,
      String(n),
      tolerance.toExponential(),
      method,
      String(steps),
      String(f),
      error.toExponential(1),
      formatTime(us / 1000),
    ]),
  )
  return rows
}

/** In the child process. */
export function runPdeTask({ name, n, effort }: PdeTask): PdeRow[] {
  const { problem, x0, tEnd } = PDES[name](n)
  const reach = name === 'Brusselator' ? 3 : 1
  const rows = Array.from({ length: n }, (_, i) => {
    const first = Math.max(0, i - reach)
    return Array.from({ length: Math.min(n - 1, i + reach) - first + 1 }, (_, k) => first + k)
  })
  const sparse: OdeProblem = { ...problem, sparsity: createPatternFromRows(n, rows) }
  const solve = (method: Method, tolerance: number) =>
    integrate(sparse, { method, t0: 0, x0, tEnd, rtol: tolerance, atol: tolerance })
  const exact = solve('radau5', EXACT).x
  return TOLERANCES.flatMap((tolerance) => {
    const variants = METHODS.map((method) => ({ name: method, run: () => solve(method, tolerance) }))
    return measure<OdeRun>(variants, effort).map(({ min, result: { stats, x } }, k) => {
      const error = Math.max(...x.map((value, i) => Math.abs(value - exact[i])))
      const f = stats.f + stats.fJacobian
      return { name, n, method: METHODS[k], tolerance, steps: stats.steps, f, error, us: min }
    })
  })
}
