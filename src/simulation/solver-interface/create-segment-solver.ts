/** The solver of a segment, chosen by the options and the constraints of the model. */
import type { EvaluatedModel } from '../../model/index.ts'
import type { Method, OdeProblem } from '../../ode/index.ts'
import { DEFAULT_INTERVALS, type ModelRuntime, type ResolvedOptions } from '../runtime/index.ts'
import { RunTolerances } from './inner-tolerances.ts'
import type { ModelProblem } from './model-problem.ts'
import { ModelSolver } from './model-solver.ts'
import type { SegmentSolver } from './segment-solver.ts'
import type { StateConstraints } from './state-constraints.ts'

/** Data for a solver. */
export interface SegmentStart {
  readonly runtime: ModelRuntime
  readonly problem: ModelProblem
  /** Nonlinear constraints between states; null: there are none. */
  readonly constraints: StateConstraints | null
  readonly values: EvaluatedModel
  readonly options: ResolvedOptions
  /** Start of the segment [s], and states. */
  readonly t: number
  readonly x: Float64Array
  /** The solver of the segment before; null: it is the first one. */
  readonly before: SegmentSolver | null
}

export function createSegmentSolver(start: SegmentStart): SegmentSolver {
  const { runtime, problem, constraints, values, options } = start
  const { solver, stopTime, tolerance, maxStep, maxSteps } = options
  const limits = {
    t0: start.t,
    x0: start.x,
    tEnd: stopTime,
    rtol: problem.relativeTolerances(tolerance),
    atol: problem.absoluteTolerances(values, tolerance),
    // a run without duration has no intervals
    lookInterval: findLookInterval(options) || Infinity,
    ...(maxStep !== undefined && { maxStep }),
    ...(maxSteps !== undefined && { maxSteps }),
  }
  const tolerances = new RunTolerances(tolerance, runtime.nState)
  const create = (method: Method): OdeProblem => watchClosely(problem.create(method, tolerances), options)
  const { interval } = options
  const createOnManifold = (): OdeProblem =>
    constraints ? withConstraints(create(solver), constraints) : create(solver)
  constraints?.updateScale(start.t, start.x)
  constraints?.project(start.t, start.x)
  const method = { method: solver, ...limits }
  return new ModelSolver(runtime, createOnManifold, method, interval, start.before, constraints)
}

/** Moves ends of steps to the constraints, which the derivatives fulfill. */
function withConstraints(problem: OdeProblem, constraints: StateConstraints): OdeProblem {
  const { project } = problem
  return {
    ...problem,
    project: (t, x) => {
      const outcome = project?.(t, x) ?? false
      if (outcome === 'shorter') return outcome
      const before = x.slice()
      if (!constraints.project(t, x)) return 'shorter'
      return outcome || x.some((value, k) => value !== before[k])
    },
  }
}

/**
 * Sets the time between two checks of event indicators. A step may be as long as the simulation if there is nothing to
 * integrate. The resolution of the output determines which events must be found: a condition that holds for an output
 * interval is never missed. The checks cost as much as the output points.
 */
function watchClosely(problem: OdeProblem, options: ResolvedOptions): OdeProblem {
  const { startTime, stopTime } = options
  if (!problem.roots || stopTime === startTime) return problem
  return { ...problem, roots: { ...problem.roots, checkInterval: findLookInterval(options) } }
}

/** Time between two output points [s], at most that of the default. */
export function findLookInterval({ startTime, stopTime, interval }: ResolvedOptions): number {
  return Math.min(interval, (stopTime - startTime) / DEFAULT_INTERVALS)
}
