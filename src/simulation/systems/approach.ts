import { EPS } from '../../base/index.ts'
import { createDenseLu, factorDenseLu, fitByGaussNewton, solveDenseLu } from '../../math/index.ts'

/** Maximum number of iterations. */
const MAX_ITERATIONS = 60
/**
 * Additional guesses besides the start values, in nominal values: where a value does not depend on a state at all, x^3
 * at 0, there is no direction.
 */
const OTHER_GUESSES = [0, 1, -1, 10, -10]
/** Smallest fraction of a step that is tried. */
const MIN_FACTOR = 1e-6
/** Added to the normal equations, relative to their diagonal, for states on which a value does not depend. */
const REGULARIZATION = 1e-13

/** A scalar variable that is computed from the states, with its desired value. */
export interface Wanted {
  readonly name: string
  /** Place of an element of an array, from 0. */
  readonly place?: number
  readonly init: number
  /** Typical size; an init value of zero need not be met exactly. */
  readonly size?: number
}

/** Targets and unknowns of the iteration. */
export interface Approach {
  /** Desired values of variables computed from `x`, to within 0.1 `tolerance`, relative. */
  readonly wanted: readonly Wanted[]
  readonly tolerance: number
  /** Elements of `x` that may change, and the typical sizes of all elements (n). */
  readonly free: readonly number[]
  readonly nominal: Float64Array
  readonly x: Float64Array
  /** Evaluates the functions of `x`, and reads a variable afterwards. */
  readonly evaluate: () => void
  readonly read: (wanted: Wanted) => number
}

/** Changes `x` until the variables have their values. False: that failed, and `x` is unchanged. */
export function approach(target: Approach): boolean {
  const { free, nominal, x, evaluate } = target
  const before = x.slice()
  for (const offset of OTHER_GUESSES) {
    x.set(before)
    for (const j of free) x[j] += offset * nominal[j]
    if (improve(target)) return true
  }
  x.set(before)
  evaluate()
  return false
}

/** Gauss-Newton iteration from `x`; false: it did not reach the desired values. */
function improve({ wanted, tolerance, free, nominal, x, evaluate, read }: Approach): boolean {
  const m = wanted.length
  const error = new Float64Array(m)
  const shifted = new Float64Array(m)
  const start = x.slice()
  const step = new Float64Array(x.length)
  const readErrors = (out: Float64Array): void => {
    evaluate()
    wanted.forEach(({ init }, k) => {
      out[k] = read(wanted[k]) - init
    })
  }
  const isWithin = (relative: number): boolean =>
    wanted.every(
      ({ init, size = EPS }, k) => Math.abs(error[k]) <= relative * Math.abs(init === 0 ? size : init),
    )
  const measure = (): number => {
    readErrors(error)
    return normOf(error, wanted)
  }
  let isLost = false
  const computeStep = (): Float64Array | null => {
    isLost = !error.every(Number.isFinite)
    if (isLost) return null
    // Derivatives by central differences, scaled by nominal values (m × free)
    const G = free.map((j) => {
      const old = x[j]
      const h = Math.cbrt(EPS) * Math.max(Math.abs(old), nominal[j])
      const column = new Float64Array(m)
      for (const sign of [1, -1]) {
        x[j] = old + sign * h
        readErrors(shifted)
        for (let k = 0; k < m; k++) column[k] += (sign * shifted[k] * nominal[j]) / (2 * h)
      }
      x[j] = old
      return column
    })
    const lambda = solveNormalEquations(G, error)
    isLost = lambda === null
    if (lambda === null) return null
    free.forEach((j, c) => {
      step[j] = 0
      for (let k = 0; k < m; k++) step[j] -= nominal[j] * G[c][k] * lambda[k]
    })
    start.set(x)
    return step
  }
  fitByGaussNewton(
    {
      error: measure(),
      isSolved: () => isWithin(4 * EPS),
      computeStep,
      leastFactor: () => MIN_FACTOR,
      tryStep: (_step, factor) => {
        for (const j of free) x[j] = start[j] + factor * step[j]
        return measure()
      },
      accept: () => {},
      reject: () => {
        x.set(start)
        readErrors(error)
      },
    },
    MAX_ITERATIONS,
  )
  return !isLost && isWithin(0.1 * tolerance)
}

/** Norm of errors relative to the init values, which gives them equal weights. */
function normOf(error: Float64Array, wanted: readonly Wanted[]): number {
  return wanted.reduce((sum, { init }, k) => sum + (error[k] / (Math.abs(init) || 1)) ** 2, 0)
}

/** (G Gᵀ) λ = r; null: singular. `G` by columns. */
function solveNormalEquations(G: readonly Float64Array[], r: Float64Array): Float64Array | null {
  const m = r.length
  const lu = createDenseLu(m)
  for (let i = 0; i < m; i++)
    for (let j = 0; j < m; j++) lu.a[m * i + j] = G.reduce((sum, column) => sum + column[i] * column[j], 0)
  for (let i = 0; i < m; i++) lu.a[m * i + i] *= 1 + REGULARIZATION
  if (factorDenseLu(lu) !== 0) return null
  const lambda = r.slice()
  solveDenseLu(lu, lambda)
  return lambda
}
