import { EPS } from '../../base/index.ts'

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
const REGULARizATION = 1e-13

/** A scalar variable that is computed from the states, with its desired value. */
export interface Wanted {
  readonly name: string
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
  readonly read: (name: string) => number
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
    wanted.forEach(({ name, init }, k) => {
      out[k] = read(name) - init
    })
  }
  const isWithin = (relative: number): boolean =>
    wanted.every(
      ({ init, size = EPS }, k) => Math.abs(error[k]) <= relative * Math.abs(init === 0 ? size : init),
    )
  readErrors(error)
  for (let iteration = 0; iteration < MAX_ITERATIONS && !isWithin(4 * EPS); iteration++) {
    if (!error.every(Number.isFinite)) return false
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
    if (!lambda) return false
    free.forEach((j, c) => {
      step[j] = 0
      for (let k = 0; k < m; k++) step[j] -= nominal[j] * G[c][k] * lambda[k]
    })
    // The step, or a fraction of it that reduces the error
    start.set(x)
    const norm = normOf(error, wanted)
    let factor = 1
    do {
      for (const j of free) x[j] = start[j] + factor * step[j]
      readErrors(error)
      factor *= 0.5
    } while (!(normOf(error, wanted) < norm) && factor > MIN_FACTOR)
    if (!(normOf(error, wanted) < norm)) {
      x.set(start)
      readErrors(error)
      break
    }
  }
  return isWithin(0.1 * tolerance)
}

/** Norm of errors relative to the init values, which gives them equal weights. */
function normOf(error: Float64Array, wanted: readonly Wanted[]): number {
  return wanted.reduce((sum, { init }, k) => sum + (error[k] / (Math.abs(init) || 1)) ** 2, 0)
}

/** (G Gᵀ) λ = r by elimination with pivots; null: singular. `G` by columns. */
function solveNormalEquations(G: readonly Float64Array[], r: Float64Array): Float64Array | null {
  const m = r.length
  const A = Array.from({ length: m }, (_, i) =>
    Float64Array.from({ length: m + 1 }, (_, j) =>
      j === m ? r[i] : G.reduce((sum, column) => sum + column[i] * column[j], 0),
    ),
  )
  for (let i = 0; i < m; i++) A[i][i] *= 1 + REGULARizATION
  for (let k = 0; k < m; k++) {
    let pivot = k
    for (let i = k + 1; i < m; i++) if (Math.abs(A[i][k]) > Math.abs(A[pivot][k])) pivot = i
    if (!(Math.abs(A[pivot][k]) > 0)) return null
    ;[A[k], A[pivot]] = [A[pivot], A[k]]
    for (let i = 0; i < m; i++) {
      if (i === k) continue
      const factor = A[i][k] / A[k][k]
      for (let j = k; j <= m; j++) A[i][j] -= factor * A[k][j]
    }
  }
  return Float64Array.from({ length: m }, (_, i) => A[i][m] / A[i][i])
}
