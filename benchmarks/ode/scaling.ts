/** Sparse linear algebra on a growing heat rod: the time per step and state should not depend on the number of states. */
import type { Method } from 'vario/ode'
import { type Effort, printTable, runIsolated } from '../harness.ts'
import type { ProblemTask } from './comparison.ts'
import { heatRod } from './problems/index.ts'
import { formatTime, type SolverRow } from './solver-row.ts'

const SIZES = [100, 1000, 10_000]
const METHODS: readonly Method[] = ['bdf', 'radau5']
const TOLERANCE = 1e-6

export const scaledProblems = SIZES.map((n) => heatRod(n))

export function measureScaling(peers: readonly SolverRow[], effort: Effort): SolverRow[] {
  const settings = METHODS.map((method) => ({ method, tolerance: TOLERANCE, atolFactor: 1 }))
  const rows = SIZES.flatMap((n) => {
    const task: ProblemTask = { kind: 'problem', problem: `heat-rod-${n}-sparse`, settings, effort }
    const own = runIsolated<SolverRow[]>(task) ?? []
    const band = peers.filter(
      ({ problem, solver, tolerance, origin }) =>
        problem === `heat-rod-${n}` &&
        solver.endsWith('band') &&
        tolerance === TOLERANCE &&
        origin === 'native',
    )
    return [...own, ...band].map((row) => ({ ...row, n }))
  })
  printTable(
    `Heat rod, tridiagonal Jacobian, tolerance ${TOLERANCE.toExponential()}`,
    ['n', 'solver', 'steps', 'f (+ for J)', 'jac', 'lu', 'error', 'ms', 'µs/step', 'ns/step/n'],
    rows.map((row) => {
      const perStep = (row.usMin ?? NaN) / (row.steps ?? NaN)
      return [
        String(row.n),
        row.solver,
        row.failure ?? String(row.steps),
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
