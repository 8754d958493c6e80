import { InputError, VarioError } from '../base/index.ts'
import { balanceMatrix, computeRealSchur, createRealSchur, reorderSchur } from '../math/index.ts'
import { printComplex } from './complex.ts'
import { findLyapunov } from './lyapunov.ts'
import {
  add,
  compose,
  identity,
  isPositiveDefinite,
  largest,
  type Mat,
  type Matrix,
  multiply,
  readMatrix,
  readSymmetric,
  scale,
  slice,
  solve,
  subtract,
  symmetric,
  toRows,
  transpose,
} from './matrix.ts'
import { findEigenvalues } from './poles-and-zeros.ts'

/** Weights of a quadratic cost: the integral, or the sum, of xᵀ Q x + uᵀ R u + 2 xᵀ N u. */
export interface Weights {
  /** Symmetric (n × n). */
  readonly Q: Matrix
  /** Symmetric and positive definite (number of inputs squared). */
  readonly R: Matrix
  /** (n × number of inputs); default: zeros. */
  readonly N?: Matrix
}

/** Solves Aᵀ X + X A - (X B + N) R⁻¹ (Bᵀ X + Nᵀ) + Q = 0 for the X that makes A - B R⁻¹ (Bᵀ X + Nᵀ) stable. */
export function solveRiccati(A: Matrix, B: Matrix, weights: Weights): number[][] {
  return toRows(findRiccati('solveRiccati', readProblem(A, B, weights), false))
}

/**
 * Solves X = Aᵀ X A - (Aᵀ X B + N)(R + Bᵀ X B)⁻¹ (Bᵀ X A + Nᵀ) + Q for the X whose feedback takes all eigenvalues into the
 * unit circle.
 */
export function solveDiscreteRiccati(A: Matrix, B: Matrix, weights: Weights): number[][] {
  return toRows(findRiccati('solveDiscreteRiccati', readProblem(A, B, weights), true))
}

/** A problem that has been checked. */
export interface RiccatiProblem {
  readonly A: Mat
  readonly B: Mat
  readonly Q: Mat
  readonly R: Mat
  readonly N: Mat
}

function readProblem(A: Matrix, B: Matrix, weights: Weights): RiccatiProblem {
  const n = A.length
  const nIn = B[0]?.length ?? 0
  return { A: readMatrix('A', A, n, n), B: readMatrix('B', B, n, nIn), ...readWeights(weights, n, nIn) }
}

/** Checks the weights for n states and `nIn` inputs. */
export function readWeights(
  { Q, R, N }: Weights,
  n: number,
  nIn: number,
): Pick<RiccatiProblem, 'Q' | 'R' | 'N'> {
  const zeros = Array.from({ length: n }, () => new Array<number>(nIn).fill(0))
  const r = readSymmetric('R', R, nIn)
  if (!isPositiveDefinite(r)) throw new InputError('R', 'a positive definite matrix', R)
  return { Q: readSymmetric('Q', Q, n), R: r, N: readMatrix('N', N ?? zeros, n, nIn) }
}

/** The feedback of a solution: u = -K x. */
export function computeFeedback({ A, B, R, N }: RiccatiProblem, X: Mat, isDiscrete: boolean): Mat {
  const Bt = transpose(B)
  if (!isDiscrete) return solve(R, add(multiply(Bt, X), transpose(N)))!
  return solve(add(R, multiply(Bt, X, B)), add(multiply(Bt, X, A), transpose(N)))!
}

/** Steps of Newton's method that remove rounding errors of the subspace: one or two are enough. */
const MAX_REFINEMENTS = 5

/** The stabilizing solution; `where` begins messages. */
export function findRiccati(where: string, original: RiccatiProblem, isDiscrete: boolean): Mat {
  const n = original.A.nRows
  if (n === 0) return original.A
  const { problem, d } = scaleStates(original)
  let X = findFromSubspace(problem, isDiscrete)
  if (!X) throw noSolution(where, original, isDiscrete)
  // Newton's method [Kleinman 1968, Hewer 1971], as long as it improves the residual
  let residual = computeResidual(problem, X, isDiscrete)
  for (let k = 0; k < MAX_REFINEMENTS; k++) {
    const next = improve(problem, X, isDiscrete)
    if (!next) break
    const nextResidual = computeResidual(problem, next, isDiscrete)
    if (!(nextResidual < residual)) break
    X = next
    residual = nextResidual
  }
  const closed = findEigenvalues(
    subtract(problem.A, multiply(problem.B, computeFeedback(problem, X, isDiscrete))),
  )
  const isStable = closed.every(({ re, im }) => (isDiscrete ? Math.hypot(re, im) < 1 : re < 0))
  if (!isStable) throw noSolution(where, original, isDiscrete)
  return { ...X, a: X.a.map((x, k) => x / (d[Math.floor(k / n)] * d[k % n])) }
}

/** Terms of the Hamiltonian matrix [A -G; -Q -Aᵀ] of a problem. */
function findHamiltonianTerms({ A, B, Q, R, N }: RiccatiProblem): { A: Mat; G: Mat; Q: Mat } {
  const RN = solve(R, transpose(N))!
  return {
    A: subtract(A, multiply(B, RN)),
    G: symmetric(multiply(B, solve(R, transpose(B))!)),
    Q: symmetric(subtract(Q, multiply(N, RN))),
  }
}

/** The problem in states z = x/d, d powers of two, whose Hamiltonian matrix has rows and columns of similar sizes. */
function scaleStates(problem: RiccatiProblem): { problem: RiccatiProblem; d: Float64Array } {
  const n = problem.A.nRows
  const { A, G, Q } = findHamiltonianTerms(problem)
  const H = compose([
    [A, G],
    [Q, transpose(A)],
  ])
  for (let k = 0; k < 2 * n; k++) H.a[k * (2 * n + 1)] = 0
  const free = balanceMatrix(2 * n, H.a)
  // states and costates are scaled inversely
  const d = free.slice(0, n).map((x, i) => 2 ** Math.round(0.5 * Math.log2(x / free[n + i])))
  const byRow = (m: Mat, sign: 1 | -1): Mat => ({
    ...m,
    a: m.a.map((x, k) => x * d[Math.floor(k / m.nCols)] ** sign),
  })
  const byColumn = (m: Mat): Mat => ({ ...m, a: m.a.map((x, k) => x * d[k % m.nCols]) })
  return {
    d,
    problem: {
      A: byRow(byColumn(problem.A), -1),
      B: byRow(problem.B, -1),
      Q: byRow(byColumn(problem.Q), 1),
      N: byRow(problem.N, 1),
      R: problem.R,
    },
  }
}

/**
 * X from the stable invariant subspace of the Hamiltonian matrix [Laub 1979]. A discrete problem becomes a Hamiltonian
 * matrix by Cayley's transform of its symplectic pencil, for which A may be singular.
 */
function findFromSubspace(problem: RiccatiProblem, isDiscrete: boolean): Mat | null {
  const { A, G, Q } = findHamiltonianTerms(problem)
  const n = A.nRows
  const At = transpose(A)
  let H: Mat | null
  if (isDiscrete) {
    const I = identity(n)
    // (M + L)⁻¹ (M - L) with M = [A 0; -Q I] and L = [I G; 0 Aᵀ]
    const sum = compose([
      [add(A, I), G],
      [scale(Q, -1), add(I, At)],
    ])
    const difference = compose([
      [subtract(A, I), scale(G, -1)],
      [scale(Q, -1), subtract(I, At)],
    ])
    H = solve(sum, difference)
  } else {
    H = compose([
      [A, scale(G, -1)],
      [scale(Q, -1), scale(At, -1)],
    ])
  }
  if (!H) return null
  const schur = createRealSchur(2 * n)
  schur.t.set(H.a)
  if (computeRealSchur(schur) !== 0) return null
  if (reorderSchur(schur, (re) => re < 0) !== n) return null
  const U: Mat = { nRows: 2 * n, nCols: 2 * n, a: schur.u }
  // X U₁ = U₂
  const Xt = solve(transpose(slice(U, 0, n, 0, n)), transpose(slice(U, n, 2 * n, 0, n)))
  return Xt?.a.every(Number.isFinite) ? symmetric(transpose(Xt)) : null
}

/** One step of Newton's method: a Lyapunov equation of the closed loop. */
function improve(problem: RiccatiProblem, X: Mat, isDiscrete: boolean): Mat | null {
  const { A, B, Q, R, N } = problem
  const K = computeFeedback(problem, X, isDiscrete)
  const Kt = transpose(K)
  const closed = subtract(A, multiply(B, K))
  // cost of the feedback
  const NK = multiply(N, K)
  const cost = subtract(subtract(add(Q, multiply(Kt, R, K)), NK), transpose(NK))
  return findLyapunov(transpose(closed), symmetric(cost), isDiscrete)
}

function computeResidual(problem: RiccatiProblem, X: Mat, isDiscrete: boolean): number {
  const { A, B, Q, N } = problem
  const K = computeFeedback(problem, X, isDiscrete)
  const At = transpose(A)
  if (isDiscrete) {
    const middle = multiply(add(multiply(At, X, B), N), K)
    return largest(add(subtract(subtract(multiply(At, X, A), X), middle), Q))
  }
  return largest(add(subtract(add(multiply(At, X), multiply(X, A)), multiply(add(multiply(X, B), N), K)), Q))
}

function noSolution(where: string, { A, B }: RiccatiProblem, isDiscrete: boolean): VarioError {
  const poles = findEigenvalues(A).map(printComplex)
  const limit = isDiscrete ? 'the unit circle' : 'the imaginary axis'
  return new VarioError(
    'RICCATI',
    `${where}: expected a problem with a stabilizing solution, got one without. Every pole that does not decay must be ` +
      `reached by an input (see \`controllability\`), and poles on ${limit} must have a weight in Q. Poles: ` +
      `${poles.slice(0, 10).join(', ')}${poles.length > 10 ? ', …' : ''}; inputs: ${B.nCols}.`,
    { poles },
  )
}
