/**
 * Levenberg and Marquardt's method for errors g of unknowns within limits:
 *
 *   (Jᵀ J + μ² 1) d = −Jᵀ g,   μ² = λ |g|²                                                              (1)
 *
 * With μ of the size of the errors it converges as fast as Newton's method, even with redundant equations [Fan and Yuan
 * 2005], so that no rank decision is needed. λ follows from the success of the last step. Unknowns at their limits stay
 * there as long as the errors push them outwards.
 */
import { createQr, factorQr, solveQr } from '../dense/index.ts'
import { maxAbs } from '../norms.ts'

/** Unknowns at a point, which moves lead away from: a configuration of joints, for example. */
export interface LeastSquaresProblem {
  /** Number of errors, and of elements of a move. */
  readonly nError: number
  readonly nMove: number
  /** Size of each move: unknowns with a larger size move more (nMove); 0: fixed. */
  readonly sizes: Float64Array
  /** Limits of the move of each unknown from here, down and up (nMove). */
  readonly lower: Float64Array
  readonly upper: Float64Array
  /** Errors (nError) and their derivatives, row-major (nError × nMove), at the present point, and the limits. */
  evaluate(g: Float64Array, J: Float64Array): void
  /** Changes the point by `move`. */
  displace(move: Float64Array): void
  /** Saves the point; the returned function restores it. */
  save(): () => void
}

/** Maximum number of steps. */
const MAX_STEPS = 200
/** Longest step, relative to the sizes: keeps the search on a nearby branch. */
const LONGEST_STEP = 0.5
/** First, smallest and largest λ. */
const FIRST_DAMPING = 1e-3
const LEAST_DAMPING = 1e-6
const LARGEST_DAMPING = 1e16
/** Relative reduction of the errors below which a step makes no progress. */
const NO_PROGRESS = 1e-9
/** Number of such steps in sequence that end the search. */
const PATIENCE = 5

/**
 * Moves until the norm of all errors is at most `tolerance`, or at a local minimum.
 *
 * @returns the norm of the errors
 */
export function minimizeSquares(problem: LeastSquaresProblem, tolerance: number): number {
  const { nError, nMove } = problem
  const [g, gNext] = [new Float64Array(nError), new Float64Array(nError)]
  const [J, JNext] = [new Float64Array(nError * nMove), new Float64Array(nError * nMove)]
  problem.evaluate(g, J)
  let damping = FIRST_DAMPING
  let nIdle = 0
  for (let step = 0; step < MAX_STEPS; step++) {
    const size = sumOfSquares(g)
    if (!(Math.sqrt(size) > tolerance)) break
    const move = computeStep(problem, g, J, damping * Math.min(1, size))
    if (move === null) break
    const restore = problem.save()
    problem.displace(move)
    problem.evaluate(gNext, JNext)
    const next = sumOfSquares(gNext)
    if (!(next < size)) {
      restore()
      problem.evaluate(g, J)
      damping *= 10
      if (damping > LARGEST_DAMPING) break
      continue
    }
    nIdle = size - next > NO_PROGRESS * size ? 0 : nIdle + 1
    if (nIdle >= PATIENCE) break
    damping = Math.max(LEAST_DAMPING, damping * (size - next > 0.5 * size ? 0.1 : 1))
    g.set(gNext)
    J.set(JNext)
  }
  return Math.sqrt(sumOfSquares(g))
}

/** Step of eq. (1) within the limits; null if there is none. */
function computeStep(
  problem: LeastSquaresProblem,
  g: Float64Array,
  J: Float64Array,
  mu2: number,
): Float64Array | null {
  const { nError, nMove, sizes, lower, upper } = problem
  const move = new Float64Array(nMove)
  const rest = g.slice()
  let free = findFree(problem, g, J)
  while (free.length > 0) {
    const part = solveDamped(J, nError, nMove, sizes, free, rest, mu2)
    const largest = free.reduce((max, i, k) => Math.max(max, Math.abs(part[k]) / sizes[i]), 0)
    const factor = Math.min(1, LONGEST_STEP / largest)
    const blocked = free.filter((i, k) => !(part[k] * factor >= lower[i] && part[k] * factor <= upper[i]))
    if (blocked.length === 0) {
      free.forEach((i, k) => {
        move[i] = part[k] * factor
      })
      break
    }
    // the first limits reached are applied, and the other unknowns continue from there
    for (const i of blocked) {
      move[i] = part[free.indexOf(i)] < 0 ? lower[i] : upper[i]
      for (let r = 0; r < nError; r++) rest[r] += J[nMove * r + i] * move[i]
    }
    free = free.filter((i) => !blocked.includes(i))
  }
  return maxAbs(move) > 0 ? move : null
}

/** Unknowns that are not fixed, and not at a limit against which the errors push them. */
function findFree(
  { nError, nMove, sizes, lower, upper }: LeastSquaresProblem,
  g: Float64Array,
  J: Float64Array,
): number[] {
  const free: number[] = []
  for (let i = 0; i < nMove; i++) {
    if (!(sizes[i] > 0)) continue
    let slope = 0
    for (let r = 0; r < nError; r++) slope += J[nMove * r + i] * g[r]
    if ((slope > 0 && lower[i] >= 0) || (slope < 0 && upper[i] <= 0)) continue
    free.push(i)
  }
  return free
}

/** Least squares of [J; μ 1] for some columns, each scaled by its size. */
function solveDamped(
  J: Float64Array,
  nError: number,
  nMove: number,
  sizes: Float64Array,
  columns: readonly number[],
  g: Float64Array,
  mu2: number,
): Float64Array {
  const n = columns.length
  const qr = createQr(nError + n, n)
  const rhs = new Float64Array(nError + n)
  for (let r = 0; r < nError; r++) {
    rhs[r] = -g[r]
    for (let c = 0; c < n; c++) qr.a[n * r + c] = J[nMove * r + columns[c]] * sizes[columns[c]]
  }
  for (let c = 0; c < n; c++) qr.a[n * (nError + c) + c] = Math.sqrt(mu2)
  const x = new Float64Array(n)
  factorQr(qr)
  if (qr.rank > 0) solveQr(qr, rhs, x)
  for (let c = 0; c < n; c++) x[c] *= sizes[columns[c]]
  return x
}

function sumOfSquares(values: Float64Array): number {
  let sum = 0
  for (let i = 0; i < values.length; i++) sum += values[i] * values[i]
  return sum
}
