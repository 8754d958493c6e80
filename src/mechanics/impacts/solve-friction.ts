/**
 * Solves the complementarity problem of contacts with friction. The contacts take turns until the equations of their
 * present modes lead to a solution; if they do not, pyramids instead of cones show other modes, with an increasing
 * number of edges; then all modes are tried. A solution is accepted only if its residual is zero up to rounding.
 */
import { solveModes } from './contact-modes.ts'
import { solveFaceted } from './faceted-friction.ts'
import {
  computeAfter,
  computeOwnResidual,
  computeResidual,
  type FrictionProblem,
} from './friction-problem.ts'
import { takeTurns } from './take-turns.ts'

/** Turns before the modes are solved, and once more. */
const TURNS = [10, 20, 40]
/** Edges of the pyramids. */
const EDGES = [8, 6, 10, 16]
/** Maximum number of contacts, those with the largest residuals, of which all modes are tried: 3 of each. */
const MAX_VARIED = 4
/**
 * Impulses larger than this multiple of those that stop the fastest contact, or that restitution requires, are invalid:
 * they come from mobilities that are zero up to rounding, because friction jams.
 */
const MAX_IMPULSE = 1e8
/** Modes of a contact; otherwise it slides. */
const OPEN = 0
const STUCK = 1
/** Sliding velocities below this fraction of the velocities before have no direction. */
const NO_SLIP = 1e-6
/** Maximum number of variables of the larger pyramids. */
const MAX_VARIABLES = 400
/** Residual caused by rounding; … */
const FULFILLED = 1e-10
/** … by mobilities that have lost digits. */
const TOLERATED = 1e-8

/** @returns impulses [N.s] (3n); null if none were found */
export function solveFriction(problem: FrictionProblem): Float64Array<ArrayBuffer> | null {
  return new Search(problem).run()
}

class Search {
  /** The solution with the smallest residual. */
  private readonly best: Float64Array<ArrayBuffer>
  private residual = Number.POSITIVE_INFINITY

  /** The largest valid impulse, in the units of each contact. */
  private readonly limit: number

  constructor(private readonly problem: FrictionProblem) {
    const { n, u, after, least } = problem
    this.best = new Float64Array(3 * n)
    let fastest = 0
    for (let i = 0; i < 3 * n; i++) {
      const unit = this.unitOf(Math.floor(i / 3))
      if (unit > 0) fastest = Math.max(fastest, Math.abs(u[i]) / unit)
    }
    // restitution: contacts that have been stopped are at rest
    for (let k = 0; k < n; k++) {
      const unit = this.unitOf(k)
      if (unit > 0) fastest = Math.max(fastest, after[k] / unit, least[k] * unit)
    }
    this.limit = MAX_IMPULSE * fastest
  }

  run(): Float64Array<ArrayBuffer> | null {
    if (this.takeTurns() || this.tryPyramids() || this.residual <= TOLERATED) return this.best
    return null
  }

  private takeTurns(): boolean {
    const lambda = new Float64Array(3 * this.problem.n)
    for (const nTurn of TURNS) {
      const isSettled = takeTurns(this.problem, lambda, nTurn)
      if (this.finish(lambda)) return true
      if (isSettled) break
    }
    return false
  }

  private tryPyramids(): boolean {
    const { n, mu } = this.problem
    const starts = [this.best.slice()]
    const edges = mu.some((value) => value > 0)
      ? EDGES.filter((m, i) => i === 0 || m * n < MAX_VARIABLES)
      : [0]
    for (const [k, nEdge] of edges.entries()) {
      const start = solveFaceted(this.problem, nEdge, k)
      if (start === null) continue
      if (this.finish(start)) return true
      starts.push(start)
    }
    return starts.some((start) => this.varyModes(start))
  }

  /** True if the modes of λ lead to a solution. */
  private finish(lambda: Float64Array): boolean {
    const answer = lambda.slice()
    solveModes(this.problem, answer)
    return this.check(answer) || this.check(lambda)
  }

  private check(lambda: Float64Array): boolean {
    for (let k = 0; k < this.problem.n; k++) if (lambda[3 * k] * this.unitOf(k) > this.limit) return false
    const residual = computeResidual(this.problem, lambda)
    if (residual < this.residual) {
      this.residual = residual
      this.best.set(lambda)
    }
    return residual <= FULFILLED
  }

  /** Root of the mobility of contact k along its normal [kg^-1/2]. */
  private unitOf(k: number): number {
    const { n, W } = this.problem
    return Math.sqrt(Math.max(0, W[(3 * n + 1) * 3 * k]))
  }

  /** True if any modes of some contacts lead to a solution, with directions near those of λ. */
  private varyModes(lambda: Float64Array): boolean {
    const { problem } = this
    const { n, W, u, mu, least } = problem
    const residuals = Array.from({ length: n }, (_, k) => computeOwnResidual(problem, lambda, k))
    const varied = [...residuals.keys()].sort((i, j) => residuals[j] - residuals[i]).slice(0, MAX_VARIED)
    const start = new Float64Array(3 * n)
    for (let code = 0; code < 3 ** varied.length; code++) {
      start.set(lambda)
      varied.forEach((k, i) => {
        const o = 3 * k
        const mode = Math.floor(code / 3 ** i) % 3
        const own = W[(3 * n + 1) * o]
        start.fill(0, o, o + 3)
        if (!(own > 0) || (mode === OPEN && least[k] === 0)) return
        // an open contact has its smallest impulse, and slides
        start[o] = mode === OPEN ? least[k] : Math.max(lambda[o], least[k] + Math.abs(u[o]) / own)
        if (mode === STUCK) return
        const slip = [1, 2].map((r) => computeAfter(problem, lambda, k, r))
        const hasDirection = Math.hypot(...slip) > NO_SLIP * Math.hypot(u[o], u[o + 1], u[o + 2])
        const [t1, t2] = hasDirection ? slip : [-lambda[o + 1], -lambda[o + 2]]
        const size = Math.hypot(t1, t2) || 1
        start[o + 1] = (-mu[k] * start[o] * t1) / size
        start[o + 2] = (-mu[k] * start[o] * t2) / size
      })
      if (this.finish(start)) return true
    }
    return false
  }
}
