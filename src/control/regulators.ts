import { InputError } from '../base/index.ts'
import type { Complex } from './complex.ts'
import {
  add,
  identity,
  type Mat,
  type Matrix,
  multiply,
  readMatrix,
  scale,
  solve,
  subtract,
  toRows,
  transpose,
  zeros,
} from './matrix.ts'
import { findEigenvalues } from './poles-and-zeros.ts'
import { computeFeedback, findRiccati, readWeights, type Weights } from './riccati.ts'
import { readSystem, type StateSpace, type System, toStateSpace } from './state-space.ts'

/** A state feedback u = -K x. */
export interface Regulator {
  /** (number of inputs × n) */
  readonly K: number[][]
  /** The cost from x on is xᵀ X x (n × n). */
  readonly X: number[][]
  /** Poles of the closed loop, the eigenvalues of A - B K. */
  readonly poles: Complex[]
}

/** Linear-quadratic regulator: the feedback u = -K x of a continuous system that minimizes ∫ xᵀ Q x + uᵀ R u + 2 xᵀ N u dt. */
export function lqr(system: Pick<StateSpace, 'A' | 'B' | 'sampleTime'>, weights: Weights): Regulator {
  if (system.sampleTime !== undefined)
    throw new InputError(
      'lqr: system',
      'a continuous system; `dlqr` is for discrete ones',
      `sampleTime ${system.sampleTime} s`,
    )
  return findRegulator('lqr', system, weights, false)
}

/** Linear-quadratic regulator of a discrete system: minimizes Σ xᵀ Q x + uᵀ R u + 2 xᵀ N u. */
export function dlqr(system: Pick<StateSpace, 'A' | 'B' | 'sampleTime'>, weights: Weights): Regulator {
  if (system.sampleTime === undefined)
    throw new InputError(
      'dlqr: system.sampleTime',
      'a period [s]; `discretize` makes a discrete system',
      undefined,
    )
  return findRegulator('dlqr', system, weights, true)
}

function findRegulator(
  where: string,
  { A, B }: Pick<StateSpace, 'A' | 'B'>,
  weights: Weights,
  isDiscrete: boolean,
): Regulator {
  const n = A.length
  const nIn = B[0]?.length ?? 0
  const a = readMatrix('system.A', A, n, n)
  const b = readMatrix('system.B', B, n, nIn)
  const problem = { A: a, B: b, ...readWeights(weights, n, nIn) }
  const X = findRiccati(where, problem, isDiscrete)
  const K = computeFeedback(problem, X, isDiscrete)
  return { K: toRows(K), X: toRows(X), poles: findEigenvalues(subtract(a, multiply(b, K))) }
}

/** Noise of a system: covariances, of continuous systems intensities (power spectral densities). */
export interface Noise {
  /** Of the process: symmetric (n × n, or columns of G squared). */
  readonly Q: Matrix
  /** Of the measurement: symmetric and positive definite (number of outputs squared). */
  readonly R: Matrix
  /** Inputs of the process noise, dx/dt = A x + B u + G w (n × columns); default: the identity. */
  readonly G?: Matrix
}

/** An estimator dx̂/dt = A x̂ + B u + L (y - C x̂ - D u), or of a discrete system the prediction of the next state. */
export interface Estimator {
  /** (n × number of outputs) */
  readonly L: number[][]
  /** Covariance of the error of the estimate (n × n); of a discrete system before the measurement. */
  readonly P: number[][]
  /** Of a discrete system: the update by a measurement, x̂ + M (y - C x̂ - D u) (n × number of outputs). */
  readonly M?: number[][]
  /** Poles of the error, the eigenvalues of A - L C. */
  readonly poles: Complex[]
}

/** Kalman filter in steady state, continuous or discrete as the system is. */
export function kalman(system: StateSpace, noise: Noise): Estimator {
  const read = readSystem('kalman: system', system)
  const { A, C, n, nOut, sampleTime } = read
  const width = noise.G?.[0]?.length ?? n
  const G = noise.G ? readMatrix('kalman: G', noise.G, n, width) : identity(n)
  const w = readWeights({ Q: noise.Q, R: noise.R }, width, nOut)
  const isDiscrete = sampleTime !== undefined
  const dual = {
    ...{ A: transpose(A), B: transpose(C), R: w.R, N: zeros(n, nOut) },
    Q: multiply(G, w.Q, transpose(G)),
  }
  const P = findRiccati('kalman', dual, isDiscrete)
  const L = transpose(computeFeedback(dual, P, isDiscrete))
  const estimator = { L: toRows(L), P: toRows(P), poles: findEigenvalues(subtract(A, multiply(L, C))) }
  if (!isDiscrete) return estimator
  const S = add(w.R, multiply(C, P, transpose(C)))
  return { ...estimator, M: toRows(transpose(solve(S, multiply(C, P))!)) }
}

/**
 * The controller of a state feedback K and an estimator L as a system: from the measurements y of the plant to u = -K x̂.
 * Close the loop by `feedback(plant, controller, 1)`.
 */
export function outputRegulator(plant: StateSpace, K: Matrix, L: Matrix): StateSpace {
  const read = readSystem('plant', plant)
  const { A, B, C, D, n, nIn, nOut, states } = read
  const k = readMatrix('K', K, nIn, n)
  const l = readMatrix('L', L, n, nOut)
  const inner: Mat = add(subtract(subtract(A, multiply(B, k)), multiply(l, C)), multiply(l, D, k))
  const system: System = {
    ...{ A: inner, B: l, C: scale(k, -1), D: zeros(nIn, nOut), n, nIn: nOut, nOut: nIn },
    ...{ sampleTime: read.sampleTime, inputs: read.outputs, outputs: read.inputs },
    states: states.map((name) => `${name} estimate`),
    units: { states: read.units.states, inputs: read.units.outputs, outputs: read.units.inputs },
  }
  return toStateSpace(system)
}
