import { createQr, factorQr, maxAbs, minimizeSquares, searchByHalving, solveQr } from '../../math/index.ts'
import type { SearchProblem } from './search-configuration.ts'

/** Maximum number of steps, and the move relative to the sizes of the joints [rad] below which the search ends. */
const MAX_STEPS = 300
const ARRIVED = 1e-10
/** Relative change of gaps below which a direction does not change them. */
const NO_CHANGE = 1e-9
/** Shortest fraction of a step that is tried. */
const SHORTEST = 1e-3

/** A mechanism that can compute the move to its guess. */
export interface GuessProblem extends SearchProblem {
  /** Computes the move to the guess without regard to the gaps (nMove). */
  computeWayBack(out: Float64Array): void
}

/**
 * With closed gaps and joints that can still move, searches the configuration nearest to the guess: moves along the
 * component of the way to the guess that changes no gap, and closes the gaps caused by curvature. Linear convergence.
 */
export function approachGuess(problem: GuessProblem, tolerance: number): void {
  const { nError, nMove } = problem
  const g = new Float64Array(nError)
  const J = new Float64Array(nError * nMove)
  const back = new Float64Array(nMove)
  for (let step = 0; step < MAX_STEPS; step++) {
    problem.evaluate(g, J)
    problem.computeWayBack(back)
    const move = removeVisible(problem, J, back)
    if (!(relativeSize(problem, move) > ARRIVED) || !tryMove(problem, move, tolerance)) return
  }
}

/** Moves along `move` as far as that approaches the guess. False if it does not. */
function tryMove(problem: GuessProblem, move: Float64Array, tolerance: number): boolean {
  const restore = problem.save()
  const before = problem.measureDistance()
  const part = searchByHalving((factor) => {
    problem.displace(move.map((x) => factor * x))
    const isClosed = minimizeSquares(problem, tolerance) <= 100 * tolerance
    if (isClosed && problem.measureDistance() < before) return true
    restore()
    return false
  }, SHORTEST)
  return part > 0
}

/** Removes from a move the component that changes gaps, and keeps it within the limits. */
function removeVisible(problem: GuessProblem, J: Float64Array, back: Float64Array): Float64Array {
  const { nError, nMove, sizes, lower, upper } = problem
  let columns = Array.from(sizes.keys()).filter((i) => sizes[i] > 0)
  for (;;) {
    const n = columns.length
    const qr = createQr(nError, n)
    const rhs = new Float64Array(nError)
    for (let r = 0; r < nError; r++) {
      for (let c = 0; c < n; c++) {
        const i = columns[c]
        qr.a[n * r + c] = J[nMove * r + i] * sizes[i]
        rhs[r] += J[nMove * r + i] * back[i]
      }
    }
    const x = new Float64Array(n)
    if (nError > 0 && factorQr(qr, NO_CHANGE) > 0) solveQr(qr, rhs, x)
    const move = new Float64Array(nMove)
    for (let c = 0; c < n; c++) move[columns[c]] = back[columns[c]] - sizes[columns[c]] * x[c]
    const blocked = columns.filter(
      (i) => !(move[i] >= Math.min(0, lower[i]) && move[i] <= Math.max(0, upper[i])),
    )
    if (blocked.length === 0) return move
    columns = columns.filter((i) => !blocked.includes(i))
  }
}

function relativeSize({ sizes }: GuessProblem, move: Float64Array): number {
  return maxAbs(move.map((x, i) => (sizes[i] > 0 ? x / sizes[i] : 0)))
}
