import { assertLength, assertNonNegative } from '../base/index.ts'
import { BdfStepper } from './bdf/index.ts'
import { DaeSystem } from './dae/index.ts'
import {
  assertInterval,
  assertProblem,
  createStatistics,
  type DaeProblem,
  type EvaluateDefect,
  type EventResponse,
  type Outcome,
  type RunOptions,
  type RunRecord,
  readClock,
  resolveTolerances,
  run,
  Solver,
  type SolverEvent,
  type Statistics,
  toVector,
  type WatchedRoots,
} from './stepping/index.ts'

/** State at an event of a DAE: as for ODEs, with the variables in `y`, and their derivatives. */
export interface DaeEvent extends Omit<SolverEvent, 'x' | 'xBefore' | 'expect'> {
  /** Variables at `t` (n). The handler may change them; algebraic ones and derivatives are made consistent. */
  readonly y: Float64Array
  /** Derivatives at `t` (n); a guess for those after the event. */
  readonly yp: Float64Array
}

/** Options of {@link integrateDae}. */
export interface IntegrateDaeOptions extends RunOptions<DaeEvent> {
  /** Initial values: the differential ones are kept, algebraic ones are guesses if they are not consistent (n). */
  readonly y0: ArrayLike<number>
  /**
   * Initial derivatives; used as they are if consistent (n). Left out: computed, up to index 2 (then up to n = 500).
   */
  readonly yp0?: ArrayLike<number>
  /**
   * Leaves algebraic variables out of the error test (default false). Needed for multipliers of stabilized problems of
   * index 2, whose local errors do not shrink with the step.
   */
  readonly ignoreAlgebraicErrors?: boolean
  /**
   * Bound on the residuals of the equations without derivatives after every step, in their unit (default: none beyond
   * the Newton iteration, which leaves about a hundredth of the tolerances). Best with an exact Jacobian.
   */
  readonly constraintTolerance?: number
}

/** End of a run, and its cost. */
export interface DaeRun extends RunRecord {
  /** Time reached [s]. */
  readonly t: number
  /** Variables at `t` (n), and their derivatives. */
  readonly y: Float64Array
  readonly yp: Float64Array
  readonly stats: Statistics
}

/**
 * Integrates 0 = F(t, y, yp) from t0 to tEnd with variable-order BDF, from initial values that it makes consistent.
 *
 * @throws InputError for wrong input, SolverError if the run cannot be finished.
 */
export function integrateDae(problem: DaeProblem, options: IntegrateDaeOptions): DaeRun {
  assertInterval(options.t0, options.tEnd)
  const begin = readClock()
  const solver = createDaeSolver(problem, options)
  const { onEvent } = options
  const { system } = solver
  const handle = onEvent
    ? (event: SolverEvent): EventResponse => {
        solver.stepper.interpolateSlope(event.t, system.yp)
        return onEvent({ ...event, y: event.x, yp: system.yp })
      }
    : undefined
  const record = run(solver, options, handle)
  if (solver.t > options.t0) solver.stepper.interpolateSlope(solver.t, system.yp)
  solver.stats.cpuTime = readClock() - begin
  return { t: solver.t, y: solver.x, yp: system.yp, stats: solver.stats, ...record }
}

/** A solver of an implicit problem: `x` holds its variables; `system.yp` is the guess for derivatives at a restart. */
export interface DaeSolver extends Solver {
  /** @internal */
  readonly stepper: BdfStepper
  readonly system: {
    /** Derivatives at the end of the last step, and the guess for those after a restart (n). */
    readonly yp: Float64Array
  }
}

/** Creates a solver that stands at t0, for callers with a step loop that calls `next` and `restart`. */
export function createDaeSolver(problem: DaeProblem, options: IntegrateDaeOptions): DaeSolver {
  const functions = { residual: problem.residual, ...(problem.roots && { 'roots.g': problem.roots.g }) }
  assertProblem(problem, functions)
  const { n } = problem
  if (problem.differential) assertLength('problem.differential', problem.differential, n)
  const limits = {
    ...resolveTolerances(options, n),
    ignoreAlgebraicErrors: options.ignoreAlgebraicErrors ?? false,
    constraintTolerance: options.constraintTolerance ?? 0,
  }
  assertNonNegative('constraintTolerance', limits.constraintTolerance)
  const y0 = toVector('y0', options.y0, n)

  const system = new DaeSystem(problem, limits, createStatistics())
  if (options.yp0) {
    system.yp.set(toVector('yp0', options.yp0, n))
    system.hasSlope = true
  }
  const stepper = new BdfStepper('daeBdf', system, limits)
  const roots = createWatchedRoots(problem, stepper, system)
  const defect: EvaluateDefect = (t, y, yp, _h, out) => {
    system.stats.f++
    if (problem.residual(t, y, yp, out) !== undefined) return false
    for (let i = 0; i < n; i++) out[i] = -out[i]
    return true
  }
  const prepare = (t: number): void => stepper.interpolateSlope(t, system.yp)
  const whole = new Solver(stepper, 'residual', roots, limits, undefined, undefined, defect, prepare)
  const solver = Object.assign(whole, { stepper, system })
  solver.x.set(y0)
  solver.start(options.t0, options.tEnd, limits.initialStep)
  return solver
}

function createWatchedRoots(
  problem: DaeProblem,
  stepper: BdfStepper,
  system: DaeSystem,
): WatchedRoots | null {
  const { roots, n } = problem
  if (!roots) return null
  const y = new Float64Array(n)
  const yp = new Float64Array(n)
  return {
    ...roots,
    onDenseOutput(t: number, z: Float64Array): Outcome {
      stepper.interpolate(t, y)
      stepper.interpolateSlope(t, yp)
      return roots.g(t, y, yp, z)
    },
    atStart: (t: number, z: Float64Array): Outcome => roots.g(t, stepper.x, system.yp, z),
  }
}
