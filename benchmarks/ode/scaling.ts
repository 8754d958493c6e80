/**
 * Sparse linear algebra on a growing heat rod: the time per step and state should be independent of the number of
 * states.
 */
import type { Method } from 'vario/ode'
import { type Effort, printTable, runIsolated } from '../harness.ts'
import type { ProblemTask } from './comparison.ts'
import { type NativeProgram, runNative } from './native.ts'
import { heatRod } from './problems/index.ts'
import { formatTime, type SolverRow } from './solver-row.ts'

const SIZES = [100, 1000, 10_000]
const METHODS: readonly Method[] = ['bdf', 'radau5']
const TOLERANCE = 1e-6

export const scaledProblems = SIZES.map((n) => heatRod(n))

export function measureScaling(program: NativeProgram | undefined, effort: Effort): SolverRow[] {
  const settings = METHODS.map((method) => ({ method, tolerance: TOLERANCE, atolFactor: 1 }))
  const rows = scaledProblems.flatMap((problem) => {
    const task: ProblemTask = { kind: 'problem', problem: `${problem.name}-sparse`, settings, effort }
    const own = runIsolated<SolverRow[]>(task) ?? []
    const native = program ? runNative(program, problem, TOLERANCE, effort) : []
    const band = native.filter(({ solver }) => solver.endsWith('band'))
    return [...own, ...band].map((row) => ({ ...row, n: problem.problem.n }))
  })
  printTable(
    `Heat rod, tridiagonal Jacobian, tolerance ${TOLERANCE.toExponential()}`,
    ['n', 'solver', 'steps', 'f (+ for J)', 'jac', 'lu', 'error', 'ms', 'µs/step', 'ns/step/n'],
    rows.map((row) => {
      const perStep = (row.usMin ?? NaN) / (row.steps ?? NaN)
      return [
        String(row.n),
        row.solver,
        row.failure ? 'failed' : String(row.steps),
        `${row.f} (+${row.fJacobian})`,
        String(row.jacobians),
        String(row.lu),
        row.error?.toExponential(1) ?? '',
        formatTime((row.usMin ?? NaN) / 1000),
        formatTime(perStep),
        formatTime((1000 * perStep) / row.n),
      ]
    }),
  )
  return rows
}
