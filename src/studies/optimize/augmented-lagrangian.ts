/**
 * Minimization with bounds and constraints c(x) <= 0, h(x) = 0 by the augmented Lagrangian [Nocedal & Wright 2006, sections 17.3, 17.4;
 * Conn, Gould & Toint 1991]:
 *
 *   L(x) = f + Σ ((max(0, μ_i + ρ c_i))² - μ_i²)/(2 ρ) + Σ (λ_j h_j + ρ h_j²/2)                      (1)
 *   μ_i ← max(0, μ_i + ρ c_i),   λ_j ← λ_j + ρ h_j                                                  (2)
 *
 * L is minimized within the bounds by a projected quasi-Newton method: BFGS with damping, in the variables that no bound holds.
 */
import { createDenseLu, factorDenseLu, solveDenseLu } from '../../math/index.ts'

/** Values at a point: f, and constraints (nInequality, then nEquality). */
export interface PointValues {
  readonly f: number
  readonly constraints: Float64Array
}

/** The same with derivatives; rows of constraints row-major (m × n). */
export interface PointDerivatives extends PointValues {
  readonly gradient: Float64Array
  readonly jacobian: Float64Array
}

/** A problem in scaled variables of size 1, with values of size 1. */
export interface ConstrainedProblem {
  readonly start: Float64Array
  readonly lower: Float64Array
  readonly upper: Float64Array
  readonly nInequality: number
  readonly nEquality: number
  /** null: not defined here. */
  evaluate(x: Float64Array): PointValues | null
  differentiate(x: Float64Array): PointDerivatives | null
}

/** Why a search has ended. */
export type GradientEnd = 'converged' | 'precision' | 'limit' | 'infeasible' | 'start'

export interface GradientResult {
  readonly x: Float64Array
  readonly values: PointValues
  readonly end: GradientEnd
  /** Multipliers of the constraints, in the scale of the problem. */
  readonly multipliers: Float64Array
}

/** Violation of constraints that counts as none. */
const FEASIBLE = 1e-7
const FIRST_PENALTY = 10
const PENALTY_GROWTH = 10
const LARGEST_PENALTY = 1e9
const MAX_OUTER = 40
const MAX_INNER = 300
const ARMIJO = 1e-4
const MAX_HALVINGS = 40

/**
 * @param tolerance projected gradient at which the search ends
 * @param isOver true when there are no evaluations left
 */
export function minimizeConstrained(
  problem: ConstrainedProblem,
  tolerance: number,
  isOver: () => boolean,
): GradientResult {
  const { nInequality, nEquality, lower, upper } = problem
  const m = nInequality + nEquality
  const multipliers = new Float64Array(m)
  let penalty = FIRST_PENALTY
  let x: Float64Array = problem.start.map((value, j) => Math.min(Math.max(value, lower[j]), upper[j]))
  let known = problem.differentiate(x)
  if (known === null)
    return { x, values: { f: Number.NaN, constraints: new Float64Array(m) }, end: 'start', multipliers }
  let violation = Infinity
  let end: GradientEnd = 'limit'
  for (let k = 0; k < MAX_OUTER; k++) {
    // early searches need not be precise
    const wanted = m === 0 ? tolerance : Math.max(tolerance, 10 ** (-2 - k))
    const inner = new InnerSearch(problem, multipliers, penalty)
    const found = inner.run(x, known, wanted, isOver)
    x = found.x
    known = found.at
    const now = worst(known.constraints, multipliers, nInequality, penalty)
    for (let i = 0; i < m; i++)
      multipliers[i] = nextMultiplier(i < nInequality, multipliers[i], penalty, known.constraints[i])
    if (found.isOver) break
    if (now <= FEASIBLE && wanted <= tolerance) {
      end = found.isStuck ? 'precision' : 'converged'
      break
    }
    if (now > 0.25 * violation && now > FEASIBLE) penalty *= PENALTY_GROWTH
    violation = now
    if (penalty > LARGEST_PENALTY) {
      end = 'infeasible'
      break
    }
  }
  if (end === 'limit' && !isOver() && violation > FEASIBLE) end = 'infeasible'
  return { x, values: { f: known.f, constraints: known.constraints }, end, multipliers }
}

function nextMultiplier(isInequality: boolean, multiplier: number, penalty: number, c: number): number {
  const next = multiplier + penalty * c // (2)
  return isInequality ? Math.max(0, next) : next
}

/** The largest violation, or slack of a constraint with a multiplier. */
function worst(c: Float64Array, multipliers: Float64Array, nInequality: number, penalty: number): number {
  let largest = 0
  for (let i = 0; i < c.length; i++)
    largest = Math.max(largest, Math.abs(i < nInequality ? Math.max(c[i], -multipliers[i] / penalty) : c[i]))
  return largest
}

/** Minimizes L within the bounds. */
class InnerSearch {
  private readonly n: number
  private readonly hessian: Float64Array

  constructor(
    private readonly problem: ConstrainedProblem,
    private readonly multipliers: Float64Array,
    private readonly penalty: number,
  ) {
    this.n = problem.start.length
    this.hessian = new Float64Array(this.n * this.n)
    this.resetHessian(1)
  }

  run(
    start: Float64Array,
    known: PointDerivatives,
    tolerance: number,
    isOver: () => boolean,
  ): { x: Float64Array; at: PointDerivatives; isOver: boolean; isStuck: boolean } {
    let x = start
    let at = known
    let gradient = this.gradientOf(at)
    let isFirst = true
    let isFresh = true
    for (let k = 0; k < MAX_INNER; k++) {
      if (this.projectedNorm(x, gradient) <= tolerance) return { x, at, isOver: false, isStuck: false }
      if (isOver()) return { x, at, isOver: true, isStuck: false }
      const step = this.search(x, this.valueOf(at), gradient, this.direction(x, gradient))
      const next = step && this.problem.differentiate(step)
      if (!next) {
        if (isFresh) return { x, at, isOver: false, isStuck: true }
        this.resetHessian(1)
        isFresh = true
        isFirst = true
        continue
      }
      const after = this.gradientOf(next)
      this.update(x, step, gradient, after, isFirst)
      isFirst = false
      isFresh = false
      x = step
      at = next
      gradient = after
    }
    return { x, at, isOver: false, isStuck: true }
  }

  /** L, eq. 1. */
  private valueOf({ f, constraints }: PointValues): number {
    const { multipliers, penalty, problem } = this
    let sum = f
    constraints.forEach((c, i) => {
      if (i < problem.nInequality)
        sum += (Math.max(0, multipliers[i] + penalty * c) ** 2 - multipliers[i] ** 2) / (2 * penalty)
      else sum += multipliers[i] * c + 0.5 * penalty * c * c
    })
    return sum
  }

  private gradientOf({ gradient, constraints, jacobian }: PointDerivatives): Float64Array {
    const { n, multipliers, penalty, problem } = this
    const out = gradient.slice()
    constraints.forEach((c, i) => {
      const weight = nextMultiplier(i < problem.nInequality, multipliers[i], penalty, c)
      for (let j = 0; j < n; j++) out[j] += weight * jacobian[i * n + j]
    })
    return out
  }

  private projectedNorm(x: Float64Array, gradient: Float64Array): number {
    let largest = 0
    for (let j = 0; j < x.length; j++) {
      const moved = Math.min(Math.max(x[j] - gradient[j], this.problem.lower[j]), this.problem.upper[j])
      largest = Math.max(largest, Math.abs(moved - x[j]))
    }
    return largest
  }

  /** The quasi-Newton step in the variables that no bound holds. */
  private direction(x: Float64Array, gradient: Float64Array): Float64Array {
    const { n, hessian, problem } = this
    const { lower, upper } = problem
    const free = Array.from({ length: n }, (_, j) => j).filter(
      (j) => !((x[j] <= lower[j] && gradient[j] > 0) || (x[j] >= upper[j] && gradient[j] < 0)),
    )
    const lu = createDenseLu(free.length)
    const right = Float64Array.from(free, (j) => -gradient[j])
    free.forEach((i, r) => {
      free.forEach((j, c) => {
        lu.a[r * free.length + c] = hessian[i * n + j]
      })
    })
    const out = new Float64Array(n)
    if (free.length > 0 && factorDenseLu(lu) === 0) solveDenseLu(lu, right)
    free.forEach((j, k) => {
      out[j] = right[k]
    })
    return out
  }

  /** A point along the projected direction where L is smaller; null: there is none. */
  private search(
    x: Float64Array,
    value: number,
    gradient: Float64Array,
    direction: Float64Array,
  ): Float64Array | null {
    const { lower, upper } = this.problem
    for (let k = 0, length = 1; k < MAX_HALVINGS; k++) {
      const trial = x.map((each, j) => Math.min(Math.max(each + length * direction[j], lower[j]), upper[j]))
      let slope = 0
      for (let j = 0; j < x.length; j++) slope += gradient[j] * (trial[j] - x[j])
      if (slope >= 0) {
        length *= 0.5
        continue
      }
      const at = this.problem.evaluate(trial)
      const found = at === null ? Number.NaN : this.valueOf(at)
      if (found <= value + ARMIJO * slope) return trial
      // the minimum of the parabola through both values and the slope
      const parabola = (-0.5 * slope) / (found - value - slope)
      length *= Number.isFinite(found) ? Math.min(0.5, Math.max(0.1, parabola)) : 0.2
    }
    return null
  }

  /** BFGS with the damping of Powell. */
  private update(
    x: Float64Array,
    next: Float64Array,
    before: Float64Array,
    after: Float64Array,
    isFirst: boolean,
  ): void {
    const { n, hessian } = this
    const s = next.map((value, j) => value - x[j])
    const y = after.map((value, j) => value - before[j])
    const sy = dot(s, y)
    const ss = dot(s, s)
    if (!(ss > 0)) return
    // the size of the curvature is known from the first step on
    if (isFirst && sy > 0) this.resetHessian(dot(y, y) / sy)
    const Bs = new Float64Array(n)
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) Bs[i] += hessian[i * n + j] * s[j]
    const sBs = dot(s, Bs)
    const theta = sy >= 0.2 * sBs ? 1 : (0.8 * sBs) / (sBs - sy)
    const r = y.map((value, j) => theta * value + (1 - theta) * Bs[j])
    const sr = dot(s, r)
    if (!(sr > 0 && sBs > 0)) return
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++) hessian[i * n + j] += (r[i] * r[j]) / sr - (Bs[i] * Bs[j]) / sBs
  }

  private resetHessian(size: number): void {
    const { n, hessian } = this
    hessian.fill(0)
    for (let j = 0; j < n; j++) hessian[j * n + j] = size
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
