import { hasGuards } from '../../compiler/index.ts'
import type { CscPattern } from '../../math/index.ts'
import { createSolver, type IntegrateOptions, type OdeProblem, type Solver } from '../../ode/index.ts'
import type { ModelRuntime } from '../runtime/index.ts'
import type { SegmentSolver } from './segment-solver.ts'
import type { StateConstraints } from './state-constraints.ts'

/**
 * Output points serve as looks if they are at most this number of look intervals apart: separate looks at a run with
 * 400 points and loops took a quarter of its time (examples/stewart-platform.ts, 666 looks beside 24 steps).
 */
const COARSEST_LOOKS = 2

/**
 * The solver of a segment. At a restart it passes on the hints of components with memory. If states couple that did not
 * before, Jacobians have another pattern: then another solver continues from the same point.
 */
export class ModelSolver implements SegmentSolver {
  /** True if islands of the model have separate steps. */
  readonly isInIslands: boolean
  private solver: Solver
  private pattern: CscPattern | undefined
  private slidingVersion: number | undefined
  /** Statistics of the solvers before the current one. */
  private past: Solver['stats'] | null = null

  /**
   * @param createProblem the problem with its current pattern
   * @param before the solver of the segment before: unchanged islands continue; null: none
   */
  constructor(
    private readonly runtime: ModelRuntime,
    private readonly createProblem: () => OdeProblem,
    private readonly options: IntegrateOptions & { readonly lookInterval: number },
    /** Time between output points [s], at which the solver gets evaluations of the equations. */
    private readonly outputInterval: number,
    before: SegmentSolver | null = null,
    /** Nonlinear constraints between states, which hold at the ends of steps; null: there are none. */
    private readonly constraints: StateConstraints | null = null,
  ) {
    runtime.memories.takeNewCoupling()
    const problem = createProblem()
    this.pattern = problem.sparsity
    this.slidingVersion = runtime.sliding?.version
    this.isInIslands = problem.islands !== undefined
    const last = before instanceof ModelSolver ? before.solver : undefined
    this.solver = this.createSolver(problem, { ...options, ...this.expectation() }, last)
  }

  private createSolver(problem: OdeProblem, options: IntegrateOptions, before?: Solver): Solver {
    // output points are looks; islands have no equations or functions of users that could change between steps
    const isLookedAt = this.isInIslands || this.outputInterval <= COARSEST_LOOKS * this.options.lookInterval
    const looks = isLookedAt ? { lookInterval: Number.POSITIVE_INFINITY } : {}
    const solver = createSolver(problem, { ...options, ...looks }, before)
    solver.trustsSmoothSteps = !hasGuards(this.runtime.translation)
    return solver
  }

  get t(): number {
    return this.solver.t
  }

  get x(): Float64Array {
    return this.solver.x
  }

  get crossing(): Int8Array {
    return this.solver.crossing
  }

  get stats(): Solver['stats'] {
    return this.past ? addStatistics(this.past, this.solver.stats) : this.solver.stats
  }

  next(tStop: number, tLimit: number): ReturnType<Solver['next']> {
    return this.solver.next(tStop, tLimit)
  }

  interpolate(t: number, out: Float64Array): void {
    this.solver.interpolate(t, out)
    this.constraints?.project(t, out)
  }

  isMissedAt(t: number, x: Float64Array, fx: Float64Array): boolean {
    return this.solver.isMissedAt(t, x, fx)
  }

  goBack(tGood: number, tMissed: number): boolean {
    return this.solver.goBack(tGood, tMissed)
  }

  skipTo(t: number): void {
    this.solver.t = t
  }

  restart(tEnd: number): void {
    const { runtime, solver } = this
    this.constraints?.updateScale(solver.t, solver.x)
    this.constraints?.project(solver.t, solver.x)
    const hasNewCoupling = runtime.memories.takeNewCoupling()
    if (this.slidingVersion !== runtime.sliding?.version) {
      // Means of branches have no exact Jacobian, and another pattern.
      this.goOnWith(this.createProblem(), tEnd)
      return
    }
    if (hasNewCoupling && !this.isInIslands && this.goOnWithNewPattern(tEnd)) return
    solver.restart(tEnd, runtime.memories.expectation)
  }

  /** False: the current pattern contains the new one. */
  private goOnWithNewPattern(tEnd: number): boolean {
    const { pattern } = this
    if (pattern === undefined) return false
    const problem = this.createProblem()
    const { sparsity } = problem
    if (sparsity !== undefined && isContained(sparsity, pattern)) return false
    this.goOnWith(problem, tEnd)
    return true
  }

  /** Continues with another solver from the same point. */
  private goOnWith(problem: OdeProblem, tEnd: number): void {
    const { solver } = this
    this.slidingVersion = this.runtime.sliding?.version
    this.pattern = problem.sparsity
    this.past = this.stats
    const { h } = solver.stepper
    this.solver = this.createSolver(problem, {
      ...this.options,
      t0: solver.t,
      x0: solver.x,
      tEnd,
      ...(h > 0 && { initialStep: h }),
      ...this.expectation(),
    })
  }

  private expectation(): Pick<IntegrateOptions, 'expect'> {
    const { expectation } = this.runtime.memories
    return expectation === undefined ? {} : { expect: expectation }
  }
}

/** True if all entries of one pattern are in the other one. */
function isContained(inner: CscPattern, outer: CscPattern): boolean {
  for (let j = 0; j < inner.nCols; j++) {
    let p = outer.colPtr[j]
    const end = outer.colPtr[j + 1]
    for (let q = inner.colPtr[j]; q < inner.colPtr[j + 1]; q++) {
      while (p < end && outer.rowIdx[p] < inner.rowIdx[q]) p++
      if (p === end || outer.rowIdx[p] !== inner.rowIdx[q]) return false
    }
  }
  return true
}

function addStatistics(a: Solver['stats'], b: Solver['stats']): Solver['stats'] {
  const sum = { ...a }
  for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += b[name]
  return sum
}
