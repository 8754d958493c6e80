import { assertOneOf } from '../base/index.ts'
import { AutoStepper } from './auto.ts'
import { createBdf } from './bdf/index.ts'
import { createDop853, createTsit5 } from './explicit-runge-kutta/index.ts'
import { IslandsStepper } from './islands-stepper.ts'
import { createRadau5 } from './radau5/index.ts'
import {
  assertInterval,
  assertProblem,
  createStatistics,
  type EvaluateDefect,
  type OdeProblem,
  type Outcome,
  type RunOptions,
  type RunRecord,
  readClock,
  resolveTolerances,
  run,
  Solver,
  type SolverEvent,
  type Statistics,
  type Stepper,
  type StepperOptions,
  toVector,
  type WatchedRoots,
} from './stepping/index.ts'

/** Options of {@link integrate}. */
export interface IntegrateOptions extends RunOptions<SolverEvent> {
  /** Initial state (n). */
  readonly x0: ArrayLike<number>
  /** Integration method (default 'auto'). */
  readonly method?: Method
}

/** End of a run, and its cost. */
export interface OdeRun extends RunRecord {
  /** Time reached [s]. */
  readonly t: number
  /** State at `t` (n). */
  readonly x: Float64Array
  readonly stats: Statistics
}

/**
 * Integrates dx/dt = f(t, x) from t0 to tEnd.
 *
 * @throws InputError for wrong input, SolverError if the run cannot be finished.
 */
export function integrate(problem: OdeProblem, options: IntegrateOptions): OdeRun {
  assertInterval(options.t0, options.tEnd)
  const begin = readClock()
  const solver = createSolver(problem, options)
  const record = run(solver, options, options.onEvent)
  solver.stats.cpuTime = readClock() - begin
  return { t: solver.t, x: solver.x, stats: solver.stats, ...record }
}

/**
 * Creates a solver that stands at t0, for callers with a step loop that calls `next` and `restart`.
 *
 * @param before the solver of another problem, which has reached t0 and is not used any more. Its islands whose keys
 * and values also occur in the new problem continue their steps.
 */
export function createSolver(problem: OdeProblem, options: IntegrateOptions, before?: Solver): Solver {
  const functions = { f: problem.f, ...(problem.roots && { 'roots.g': problem.roots.g }) }
  assertProblem(problem, functions)
  const limits = resolveTolerances(options, problem.n)
  const x0 = toVector('x0', options.x0, problem.n)
  const method = options.method ?? 'auto'
  assertOneOf('method', method, Object.keys(METHODS))

  problem.takeTolerances?.(limits.atol)
  const stepper = METHODS[method](problem, limits, createStatistics(), before?.stepper)
  const solver = new Solver(
    stepper,
    'f',
    createWatchedRoots(problem, stepper),
    limits,
    problem.watch,
    problem.project,
    createDefect(problem, stepper.stats),
  )
  solver.x.set(x0)
  solver.start(options.t0, options.tEnd, limits.initialStep, options.expect)
  return solver
}

/** h (f(t, x) - slope). */
function createDefect({ n, f }: OdeProblem, stats: Statistics): EvaluateDefect {
  return (t, x, slope, h, out) => {
    stats.f++
    if (f(t, x, out) !== undefined) return false
    for (let i = 0; i < n; i++) out[i] = h * (out[i] - slope[i])
    return true
  }
}

function createWatchedRoots(problem: OdeProblem, stepper: Stepper): WatchedRoots | null {
  const { roots, n } = problem
  if (!roots) return null
  const x = new Float64Array(n)
  return {
    ...roots,
    onDenseOutput(t: number, z: Float64Array): Outcome {
      stepper.interpolate(t, x)
      return roots.g(t, x, z)
    },
    atStart: (t: number, z: Float64Array): Outcome => roots.g(t, stepper.x, z),
  }
}

/** Creates the stepper of a method; `before`: that of another problem, which has reached the start of this one. */
type StepperFactory = (
  problem: OdeProblem,
  options: StepperOptions,
  stats: Statistics,
  before?: Stepper,
) => Stepper

/**
 * - `auto`: starts with tsit5, switches to radau5, for large problems to bdf, and back, based on measurements.
 * - `tsit5`: explicit Runge-Kutta of order 5, for moderate accuracy.
 * - `dop853`: explicit Runge-Kutta of order 8, for high accuracy.
 * - `bdf`: variable-order BDF, for stiff problems with long smooth phases.
 * - `radau5`: implicit Runge-Kutta of order 5, for stiff problems with many events or high accuracy.
 */
export type Method = 'auto' | 'tsit5' | 'dop853' | 'bdf' | 'radau5'

/** The methods for explicit problems, by name. */
export const METHODS: Readonly<Record<Method, StepperFactory>> = {
  auto: (problem, options, stats, before) => {
    const { n, islands } = problem
    if (!islands) return new AutoStepper(problem, options, stats)
    if (before instanceof IslandsStepper) return before.passOn(n, islands, options)
    return new IslandsStepper(n, islands, options, stats)
  },
  tsit5: createTsit5,
  dop853: createDop853,
  bdf: createBdf,
  radau5: createRadau5,
}
