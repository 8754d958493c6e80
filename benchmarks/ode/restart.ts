/** Cost of an event: an oscillator without events, with 1000 that are only located, and with as many restarts. */
import { integrate, type Method, type OdeProblem, type OdeRun } from 'vario/ode'
import { type Effort, measure, printTable, runIsolated } from '../harness.ts'
import { formatTime } from './solver-row.ts'

const METHODS: readonly Method[] = ['tsit5', 'dop853', 'bdf', 'radau5', 'auto']
const EVENTS = 1000
const TOLERANCES = [1e-6, 1e-8]
/** Maximum difference of the end values from cos and -sin: some thousand half periods of accumulated error. */
const MAX_ERROR = 0.1

/** x'' = -x from x = 1: a zero of x in every half period. */
const oscillator: OdeProblem = {
  n: 2,
  f: (_t, x, dx) => {
    dx[0] = x[1]
    dx[1] = -x[0]
  },
}
const watched: OdeProblem = {
  ...oscillator,
  roots: {
    n: 1,
    g: (_t, x, z) => {
      z[0] = x[0]
    },
  },
}

export interface RestartTask {
  readonly kind: 'restart'
  readonly method: Method
  readonly tolerance: number
  readonly effort: Effort
}

interface RestartRow {
  readonly method: Method
  readonly tolerance: number
  /** Without events, with located events, with restarts: steps, evaluations with those for Jacobians, µs. */
  readonly steps: readonly number[]
  readonly f: readonly number[]
  readonly us: readonly number[]
}

export function measureRestarts(effort: Effort): RestartRow[] {
  const rows = METHODS.flatMap((method) =>
    TOLERANCES.flatMap((tolerance) => {
      const task: RestartTask = { kind: 'restart', method, tolerance, effort }
      return runIsolated<RestartRow>(task) ?? []
    }),
  )
  printTable(
    `Cost of an event, from ${EVENTS} zeros of x'' = -x: watched and located, and with a restart`,
    ['method', 'tol', 'steps', 'f', 'µs', 'located: f', 'µs', 'restart: steps', 'f', 'µs'],
    rows.map(({ method, tolerance, steps, f, us }) => [
      method,
      tolerance.toExponential(),
      String(steps[0]),
      String(f[0]),
      formatTime(us[0]),
      formatPerEvent(f, 1),
      formatPerEvent(us, 1),
      formatPerEvent(steps, 2),
      formatPerEvent(f, 2),
      formatPerEvent(us, 2),
    ]),
  )
  return rows
}

function formatPerEvent(values: readonly number[], variant: number): string {
  return ((values[variant] - values[0]) / EVENTS).toFixed(2)
}

/** In the child process. */
export function runRestartTask({ method, tolerance, effort }: RestartTask): RestartRow {
  const tEnd = EVENTS * Math.PI
  const options = { method, t0: 0, x0: [1, 0], tEnd, rtol: tolerance, atol: tolerance }
  const variants = [
    { name: 'none', run: () => integrate(oscillator, options) },
    { name: 'located', run: () => integrate(watched, { ...options, onEvent: () => 'continue' }) },
    { name: 'restart', run: () => integrate(watched, { ...options, onEvent: () => undefined }) },
  ]
  const measured = measure<OdeRun>(variants, effort, (runs) => {
    for (const run of runs) {
      if (!(Math.abs(run.x[0] - Math.cos(tEnd)) < MAX_ERROR))
        throw new Error(`${method}: x(tEnd) = ${run.x[0]}`)
    }
  })
  return {
    method,
    tolerance,
    steps: measured.map(({ result }) => result.stats.steps),
    f: measured.map(({ result }) => result.stats.f + result.stats.fJacobian),
    us: measured.map(({ min }) => min),
  }
}
