import type { Complex } from './complex.ts'
import { compressRows } from './compress-rows.ts'
import { compose, identity, largest, type Mat, multiply, slice, transpose, zeros } from './matrix.ts'
import { balanceSystem, findEigenvalues } from './poles-and-zeros.ts'
import { readSystem, type StateSpace } from './state-space.ts'

/** The part of a system that its inputs reach, or its outputs see. */
export interface Reachability {
  /** Number of states that are reached or seen. */
  readonly rank: number
  readonly isComplete: boolean
  /** Poles of the rest. */
  readonly remaining: Complex[]
}

/** The states that inputs can move: all of them, if any poles can be placed by a feedback. */
export function controllability(system: StateSpace): Reachability {
  const { A, B } = readSystem('system', system)
  return findReachable(A, B)
}

/** The states that outputs show: all of them, if an estimator can find them. */
export function observability(system: StateSpace): Reachability {
  const { A, C } = readSystem('system', system)
  return findReachable(transpose(A), transpose(C))
}

/** The reachable part, after scaling. */
export function findReachable(A: Mat, B: Mat): Reachability {
  const balanced = balanceSystem({ A, B, C: zeros(0, A.nRows), D: zeros(0, B.nCols) })
  const { rank, rest } = createStaircase(balanced.A, balanced.B)
  return { rank, isComplete: rank === A.nRows, remaining: findEigenvalues(rest) }
}

/**
 * Staircase form by orthogonal transformations: the inputs of a stage are the states of the one before. The first `rank`
 * columns of Q span the reachable states, and `rest` is the matrix of the others.
 */
export function createStaircase(A: Mat, B: Mat): { Q: Mat; rank: number; rest: Mat } {
  const n = A.nRows
  const tolerance = Math.max(largest(A), largest(B)) * Number.EPSILON * 10 * n * Math.sqrt(n + 1)
  let [a, b] = [A, B]
  let Q = identity(n)
  let rank = 0
  for (;;) {
    const left = a.nRows
    const { Q: U, rank: r } = compressRows(b, tolerance)
    if (r === 0) return { Q, rank, rest: a }
    // columns of Q from `rank` on
    Q = compose([[slice(Q, 0, n, 0, rank), multiply(slice(Q, 0, n, rank, n), U)]])
    const turned = multiply(transpose(U), a, U)
    a = slice(turned, r, left, r, left)
    b = slice(turned, r, left, 0, r)
    rank += r
  }
}
