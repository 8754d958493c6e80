import {
  createDaeSolver,
  type DaeProblem,
  type DaeSolver,
  type OdeProblem,
  type Solver,
} from '../../ode/index.ts'
import type { SegmentSolver } from './segment-solver.ts'
import type { StateConstraints } from './state-constraints.ts'

/** Bound on the scaled constraints after every step, relative to the tolerance, and its maximum. */
const CONSTRAINT_PART = 0.01
const MAX_CONSTRAINT = 1e-10
/** Tolerance of the multipliers, which are zero except for discretization errors, relative to that of the states. */
const MULTIPLIER_TOLERANCE = 1000

export interface ConstraintSolverOptions {
  readonly t0: number
  readonly x0: Float64Array
  readonly tEnd: number
  readonly rtol: number
  readonly atol: Float64Array
  readonly lookInterval: number
  readonly maxStep?: number
  readonly maxSteps?: number
}

/**
 * Integrates s' = f(t, s) on the manifold 0 = g(t, s) as the stabilized differential-algebraic equation (thesis eq.
 * 2.4)
 *
 *   0 = s' - f(t, s) + D μ,   0 = g(t, s)                         (1)
 *
 * of index 2, where g holds the constraints and all their derivatives, and D = (∂g/∂s)ᵀ at the start of the step. The
 * multipliers μ are zero in the exact solution for every D for which ∂g/∂s D is regular, so D need not be
 * differentiated.
 */
export class ConstraintSolver implements SegmentSolver {
  readonly isInIslands = false
  readonly x: Float64Array
  private readonly solver: DaeSolver
  private readonly D: Float64Array

  constructor(
    private readonly problem: OdeProblem,
    private readonly constraints: StateConstraints,
    options: ConstraintSolverOptions,
  ) {
    const { ns, m } = constraints
    const { t0, x0, tEnd, rtol, atol, maxStep, maxSteps } = options
    this.x = Float64Array.from(x0)
    this.D = new Float64Array(ns * m)
    constraints.updateScale(t0, this.x)
    constraints.project(t0, this.x)
    const y0 = new Float64Array(ns + m)
    const yp0 = new Float64Array(ns + m)
    y0.set(this.x)
    problem.f(t0, this.x, yp0.subarray(0, ns))
    const atolOfAll = new Float64Array(ns + m).fill(MULTIPLIER_TOLERANCE * rtol)
    atolOfAll.set(atol)
    this.solver = createDaeSolver(this.createProblem(), {
      t0,
      tEnd,
      y0,
      yp0,
      rtol,
      atol: atolOfAll,
      ignoreAlgebraicErrors: true,
      constraintTolerance: Math.min(MAX_CONSTRAINT, CONSTRAINT_PART * rtol),
      lookInterval: options.lookInterval,
      ...(maxStep !== undefined && { maxStep }),
      ...(maxSteps !== undefined && { maxSteps }),
    })
  }

  get t(): number {
    return this.solver.t
  }

  get crossing(): Int8Array {
    return this.solver.crossing
  }

  get stats(): Solver['stats'] {
    return this.solver.stats
  }

  next(tStop: number): ReturnType<Solver['next']> {
    const arrival = this.solver.next(tStop)
    this.x.set(this.solver.x.subarray(0, this.constraints.ns))
    // The dense output satisfies the constraints only to within the tolerance.
    this.constraints.project(this.t, this.x)
    return arrival
  }

  interpolate(t: number, out: Float64Array): void {
    const { ns } = this.constraints
    const y = new Float64Array(this.solver.x.length)
    this.solver.interpolate(t, y)
    out.set(y.subarray(0, ns))
    this.constraints.project(t, out)
  }

  /** The solver of the constraints has looks. */
  isMissedAt(): boolean {
    return false
  }

  goBack(): boolean {
    return false
  }

  skipTo(t: number): void {
    this.solver.t = t
  }

  restart(tEnd: number): void {
    const { solver, constraints, x, problem } = this
    const { ns } = constraints
    constraints.updateScale(this.t, x)
    constraints.project(this.t, x)
    solver.x.fill(0)
    solver.x.set(x)
    // derivatives of the multipliers are zero at the start
    problem.f(this.t, x, solver.system.yp.subarray(0, ns))
    solver.restart(tEnd)
  }

  private createProblem(): DaeProblem {
    const { problem, constraints, D } = this
    const { ns, m, F, G } = constraints
    const n = ns + m
    const x = new Float64Array(ns)
    const f = new Float64Array(ns)
    const g = new Float64Array(m)
    const { roots } = problem
    const copy = (y: Float64Array): void => {
      for (let i = 0; i < ns; i++) x[i] = y[i]
    }
    return {
      n,
      differential: Array.from({ length: n }, (_, i) => i < ns),
      residual: (t, y, yp, res) => {
        copy(y)
        const outcome = problem.f(t, x, f)
        if (outcome !== undefined) return outcome
        constraints.read(g)
        for (let i = 0; i < ns; i++) {
          let sum = yp[i] - f[i]
          for (let k = 0; k < m; k++) sum += D[i * m + k] * y[ns + k]
          res[i] = sum
        }
        for (let k = 0; k < m; k++) res[ns + k] = g[k]
        return undefined
      },
      jacobian: (t, y, _yp, c, J) => {
        copy(y)
        const outcome = problem.f(t, x, f)
        if (outcome !== undefined) return outcome
        constraints.differentiate(x, () => problem.f(t, x, f))
        for (let i = 0; i < ns; i++) {
          for (let j = 0; j < ns; j++) J[i * n + j] = -F[i * ns + j]
          J[i * n + i] += c
          for (let k = 0; k < m; k++) {
            D[i * m + k] = G[k * ns + i]
            J[i * n + ns + k] = D[i * m + k]
            J[(ns + k) * n + i] = G[k * ns + i]
          }
        }
        return undefined
      },
      ...(roots && {
        roots: {
          ...roots,
          g: (t: number, y: Float64Array, _yp: Float64Array, z: Float64Array) => {
            copy(y)
            return roots.g(t, x, z)
          },
        },
      }),
    }
  }
}
