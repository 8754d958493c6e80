/**
 * Heat conduction in a rod of 1000 elements, one end held at 1, the other at 0. Each element depends only on its
 * neighbors; with this sparsity pattern, the solver needs three extra evaluations of f for a whole Jacobian instead of
 * a thousand, and factorizes it in time proportional to n.
 *
 *   npx tsx examples/heat-rod.ts
 */
import { createPatternFromRows } from 'vario/math'
import { integrate, type OdeRun } from 'vario/ode'
import { isMain } from './support/is-main.ts'

const N = 1000
const END_TIME = 0.1

export interface HeatRod {
  readonly run: OdeRun
  /** Temperatures of the discretized rod at the end, by the closed form (n). */
  readonly exact: Float64Array
}

export function simulateHeatRod(): HeatRod {
  const k = (N + 1) ** 2
  const neighbors = Array.from({ length: N }, (_, i) => [i - 1, i, i + 1].filter((j) => j >= 0 && j < N))
  const run = integrate(
    {
      n: N,
      f: (_t, x, dx) => {
        for (let i = 0; i < N; i++) {
          const left = i > 0 ? x[i - 1] : 1
          const right = i < N - 1 ? x[i + 1] : 0
          dx[i] = k * (left - 2 * x[i] + right)
        }
      },
      sparsity: createPatternFromRows(N, neighbors),
    },
    { method: 'bdf', t0: 0, x0: new Float64Array(N), tEnd: END_TIME, rtol: 1e-6, atol: 1e-6 },
  )
  return { run, exact: computeTemperatures(END_TIME) }
}

/** The steady profile minus its sine modes, each of which decays with its own eigenvalue of the difference operator. */
function computeTemperatures(t: number): Float64Array {
  const m = N + 1
  const x = Float64Array.from({ length: N }, (_, i) => 1 - (i + 1) / m)
  for (let mode = 1; mode <= N; mode++) {
    const angle = (mode * Math.PI) / (2 * m)
    const amplitude = Math.exp(-4 * m * m * Math.sin(angle) ** 2 * t) / (m * Math.tan(angle))
    for (let i = 0; i < N; i++) x[i] -= amplitude * Math.sin(2 * angle * (i + 1))
  }
  return x
}

if (isMain(import.meta.url)) {
  const { run, exact } = simulateHeatRod()
  const error = Math.max(...run.x.map((value, i) => Math.abs(value - exact[i])))
  const { steps, f, fJacobian, jacobians, lu, cpuTime } = run.stats
  console.log(
    `n = ${N}: ${steps} steps in ${(1000 * cpuTime).toFixed(0)} ms, error ${error.toExponential(1)}`,
  )
  console.log(`  ${f} evaluations of f, and ${fJacobian} for ${jacobians} Jacobians; ${lu} factorizations`)
  console.log(`  temperature in the middle ${run.x[N / 2].toFixed(6)}`)
}
