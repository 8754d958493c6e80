/**
 * Columns of a linear differential equation along a known solution x(t) of another one,
 *
 *   S' = J(t) S + B(t),   S n × m,                                                                    (1)
 *
 * as sensitivities are: J = ∂f/∂x, B = ∂f/∂p [Dickinson & Gelinas 1976; Maly & Petzold 1996, staggered]. Solved by the 3-stage
 * Radau IIA method, whose stages are one linear system for all columns,
 *
 *   (I - h A ⊗ J_i) K = J_i S0 + B_i,   S1 = S0 + h Σ a_3j K_j,                                       (2)
 *
 * with its own steps, by the error estimate of RADAU5 [Hairer & Wanner 1996, IV.8]. Between the ends of steps, S is the cubic
 * through the stages.
 */
import { createDenseLu, type DenseLu, factorDenseLu, solveDenseLu } from '../../math/index.ts'
import { C1, C2, E1, E2, E3, GAMMA } from '../radau5/index.ts'

const SQRT6 = Math.sqrt(6)
/** The Runge-Kutta matrix, row-major (3 × 3) [Hairer & Wanner 1996, table IV.5.6]. */
const A = [
  ...[(88 - 7 * SQRT6) / 360, (296 - 169 * SQRT6) / 1800, (-2 + 3 * SQRT6) / 225],
  ...[(296 + 169 * SQRT6) / 1800, (88 + 7 * SQRT6) / 360, (-2 - 3 * SQRT6) / 225],
  ...[(16 - SQRT6) / 36, (16 + SQRT6) / 36, 1 / 9],
]
const NODES = [0, C1, C2, 1]

/** Factors of the step size. */
const SAFETY = 0.9
const SHORTEST_FACTOR = 0.2
const LONGEST_FACTOR = 6
/** First step of an interval at least, as a part of it. */
const FIRST_STEP = 0.05
/** Steps shorter than this part of the interval are a failure. */
const SHORTEST_STEP = 1e-9

/** A linear problem. */
export interface VariationalProblem {
  readonly n: number
  /** Number of columns. */
  readonly m: number
  /** Writes J (n × n) and B (n × m), row-major, at the time t [s]. */
  evaluate(t: number, J: Float64Array, B: Float64Array): void
  /** Relative tolerance of the norm of a column, and absolute tolerance of its elements (n × m). */
  readonly rtol: number
  readonly atol: Float64Array
}

/** A step: S at its nodes 0, c1, c2, 1 (4 × n × m). */
interface Piece {
  readonly t: number
  readonly h: number
  readonly values: Float64Array
}

/** Solves a linear problem from one point of the known solution to the next. */
export class VariationalSolver {
  /** S at the end of the last step, row-major (n × m). */
  readonly S: Float64Array
  /** Steps of the last interval. */
  private pieces: Piece[] = []
  private h = Infinity
  private isNew = true
  private readonly J: Float64Array[]
  private readonly B: Float64Array[]
  private readonly stages: DenseLu
  private readonly estimator: DenseLu
  private readonly right: Float64Array
  private readonly column: Float64Array

  constructor(
    private readonly problem: VariationalProblem,
    /** Time reached [s]. */
    public t: number,
  ) {
    const { n, m } = problem
    this.S = new Float64Array(n * m)
    const four = <T>(create: () => T): T[] => [create(), create(), create(), create()]
    this.J = four(() => new Float64Array(n * n))
    this.B = four(() => new Float64Array(n * m))
    this.stages = createDenseLu(3 * n)
    this.estimator = createDenseLu(n)
    this.right = new Float64Array(3 * n * m)
    this.column = new Float64Array(3 * n)
  }

  /** Continues from other values, after an event; `S` has been changed. */
  restart(): void {
    this.isNew = true
    this.h = Infinity
    this.pieces = []
  }

  /** Integrates to `tEnd` [s], up to which the solution is known. False: the steps become too short. */
  advance(tEnd: number): boolean {
    const { n, m, evaluate } = this.problem
    this.pieces = []
    const span = tEnd - this.t
    if (!(span > 0)) return true
    if (n * m === 0) {
      this.t = tEnd
      return true
    }
    if (this.isNew) evaluate(this.t, this.J[0], this.B[0])
    this.isNew = false
    // the steps of the known solution suit it roughly
    this.h = Math.max(this.h, FIRST_STEP * span)
    while (this.t < tEnd) {
      const rest = tEnd - this.t
      // no short last step
      const isLast = this.h >= 0.99 * rest
      const h = isLast ? rest : Math.min(this.h, 0.5 * rest)
      if (h < SHORTEST_STEP * span) return false
      const error = this.step(h)
      const wished = SAFETY * error ** -0.25
      if (!(error <= 1)) {
        this.h = h * Math.max(SHORTEST_FACTOR, wished || SHORTEST_FACTOR)
        continue
      }
      this.accept(isLast ? tEnd : this.t + h, h)
      const next = h * Math.min(LONGEST_FACTOR, Math.max(SHORTEST_FACTOR, wished))
      // a step that the end has cut short says little about longer ones
      this.h = isLast ? Math.max(this.h < Infinity ? this.h : 0, next) : next
    }
    return true
  }

  /** Writes S at a time of the last interval [s]. */
  valueAt(t: number, out: Float64Array): void {
    const { pieces, S } = this
    let k = pieces.length - 1
    if (k < 0 || t === this.t) {
      out.set(S)
      return
    }
    while (k > 0 && t < pieces[k].t) k--
    const piece = pieces[k]
    const s = (t - piece.t) / piece.h
    const { values } = piece
    out.fill(0)
    for (let i = 0; i < 4; i++) {
      let weight = 1
      for (let j = 0; j < 4; j++) if (j !== i) weight *= (s - NODES[j]) / (NODES[i] - NODES[j])
      for (let k = 0; k < out.length; k++) out[k] += weight * values[i * out.length + k]
    }
  }

  /** Returns to an earlier time of the last interval [s]. */
  goBack(t: number): void {
    if (t >= this.t) return
    const values = new Float64Array(this.S.length)
    this.valueAt(t, values)
    this.S.set(values)
    this.t = t
    this.restart()
  }

  /** Tries a step; the stages are in `right`, column by column (m × 3 × n). Returns the scaled error. */
  private step(h: number): number {
    const { J, B, stages, right, column, t, problem } = this
    const { n, m } = problem
    for (let i = 1; i <= 3; i++) problem.evaluate(t + NODES[i] * h, J[i], B[i])
    const { a } = stages
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        const factor = -h * A[3 * i + j]
        for (let r = 0; r < n; r++) {
          const row = (i * n + r) * 3 * n + j * n
          for (let c = 0; c < n; c++) a[row + c] = factor * J[i + 1][r * n + c]
          if (i === j) a[row + r] += 1
        }
      }
    if (factorDenseLu(stages) !== 0) return Infinity
    this.setEstimator(h)
    if (factorDenseLu(this.estimator) !== 0) return Infinity
    let worst = 0
    for (let c = 0; c < m; c++) {
      // eq. 2
      for (let i = 0; i < 3; i++) for (let r = 0; r < n; r++) column[i * n + r] = this.slope(i + 1, r, c)
      solveDenseLu(stages, column)
      right.set(column, 3 * n * c)
      worst = Math.max(worst, this.estimate(h, c))
    }
    return Number.isNaN(worst) ? Infinity : worst
  }

  /** J S0 + B of a node, one element. */
  private slope(node: number, r: number, c: number): number {
    const { S, problem } = this
    const { n, m } = problem
    const J = this.J[node]
    let sum = this.B[node][r * m + c]
    for (let k = 0; k < n; k++) sum += J[r * n + k] * S[k * m + c]
    return sum
  }

  private setEstimator(h: number): void {
    const { estimator, problem } = this
    const { n } = problem
    for (let k = 0; k < n * n; k++) estimator.a[k] = -this.J[0][k]
    for (let r = 0; r < n; r++) estimator.a[r * n + r] += GAMMA / h
  }

  /** Scaled error of a column, whose stages are in `column`. */
  private estimate(h: number, c: number): number {
    const { S, column, problem, estimator } = this
    const { n, m, rtol, atol } = problem
    const error = new Float64Array(n)
    for (let r = 0; r < n; r++) {
      let sum = this.slope(0, r, c)
      const weights = [E1, E2, E3]
      for (let i = 0; i < 3; i++)
        for (let j = 0; j < 3; j++) sum += weights[i] * A[3 * i + j] * column[j * n + r]
      error[r] = sum
    }
    solveDenseLu(estimator, error)
    let norm = 0
    for (let r = 0; r < n; r++) {
      const s0 = S[r * m + c]
      let s1 = s0
      for (let j = 0; j < 3; j++) s1 += h * A[6 + j] * column[j * n + r]
      const scale = atol[r * m + c] + rtol * Math.max(Math.abs(s0), Math.abs(s1))
      norm += (error[r] / scale) ** 2
    }
    return Math.sqrt(norm / n)
  }

  private accept(t: number, h: number): void {
    const { S, right, problem, J, B } = this
    const { n, m } = problem
    const values = new Float64Array(4 * n * m)
    values.set(S)
    for (let c = 0; c < m; c++)
      for (let i = 0; i < 3; i++)
        for (let r = 0; r < n; r++) {
          let sum = S[r * m + c]
          for (let j = 0; j < 3; j++) sum += h * A[3 * i + j] * right[3 * n * c + j * n + r]
          values[(i + 1) * n * m + r * m + c] = sum
        }
    this.pieces.push({ t: this.t, h, values })
    S.set(values.subarray(3 * n * m))
    this.t = t
    // the end is the start of the next step
    J[0].set(J[3])
    B[0].set(B[3])
  }
}
