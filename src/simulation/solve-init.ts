import { EPS } from '../base/index.ts'
import { type EvaluatedModel, isModelInput } from '../model/index.ts'
import type { ModelRuntime } from './runtime.ts'

/** Iterations at most. */
const MAX_ITERATIONS = 60
/** Guesses beside the start values, in nominal values: where a value does not depend on a state at all, x^3 at 0, there is no direction. */
const OTHER_GUESSES = [0, 1, -1, 10, -10]
/** Smallest part of a step that is tried. */
const MIN_FACTOR = 1e-6
/** Added to the normal equations, relative to their diagonal, for states that a value does not depend on. */
const REGULARISATION = 1e-13

/** A scalar variable that is computed from the states, with its init value. */
interface Wanted {
  readonly name: string
  readonly init: number
}

/**
 * Init values of variables that are computed from states, as `y = x^3` with `init` of y: states without an `init` of their own are guesses,
 * and are changed until the computed variables have their init values (Gauss-Newton, smallest displacement relative to nominal values).
 *
 * @param x the states (n), changed
 * @param evaluate evaluates the model at `x`
 * @returns whether `x` has been changed
 */
export function solveInit(
  runtime: ModelRuntime,
  values: EvaluatedModel,
  tolerance: number,
  x: Float64Array,
  evaluate: () => void,
): boolean {
  const wanted = findWanted(runtime, values, tolerance)
  const free = findFree(runtime, values)
  if (wanted.length === 0 || free.length < wanted.length) return false
  return approach(runtime, wanted, free, runtime.stateNominals(), tolerance, x, evaluate)
}

/**
 * Changes the elements `free` of `x` until variables computed from them have the values that are wanted, to within 0.1 `tolerance`.
 * False: that was not possible, and `x` is what it was.
 */
export function approach(
  runtime: ModelRuntime,
  wanted: readonly Wanted[],
  free: readonly number[],
  nominal: Float64Array,
  tolerance: number,
  x: Float64Array,
  evaluate: () => void,
): boolean {
  const before = x.slice()
  for (const offset of OTHER_GUESSES) {
    x.set(before)
    for (const j of free) x[j] += offset * nominal[j]
    if (improve(runtime, wanted, free, nominal, tolerance, x, evaluate)) return true
  }
  x.set(before)
  evaluate()
  return false
}

/** Gauss-Newton from `x` on; false: it did not come to the values that are wanted. */
function improve(
  runtime: ModelRuntime,
  wanted: readonly Wanted[],
  free: readonly number[],
  nominal: Float64Array,
  tolerance: number,
  x: Float64Array,
  evaluate: () => void,
): boolean {
  const m = wanted.length
  const error = new Float64Array(m)
  const shifted = new Float64Array(m)
  const start = x.slice()
  const step = new Float64Array(x.length)
  const read = (out: Float64Array): void => {
    evaluate()
    wanted.forEach(({ name, init }, k) => {
      out[k] = (runtime.readName(name) as number) - init
    })
  }
  const isWithin = (relative: number): boolean =>
    wanted.every(({ init }, k) => Math.abs(error[k]) <= relative * Math.max(Math.abs(init), EPS))
  read(error)
  for (let iteration = 0; iteration < MAX_ITERATIONS && !isWithin(4 * EPS); iteration++) {
    if (!error.every(Number.isFinite)) return false
    // Derivatives by central differences, scaled by nominal values (m × free)
    const G = free.map((j) => {
      const old = x[j]
      const h = Math.cbrt(EPS) * Math.max(Math.abs(old), nominal[j])
      const column = new Float64Array(m)
      for (const sign of [1, -1]) {
        x[j] = old + sign * h
        read(shifted)
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
    // The step, or the part of it with which the error becomes smaller
    start.set(x)
    const norm = normOf(error, wanted)
    let factor = 1
    do {
      for (const j of free) x[j] = start[j] + factor * step[j]
      read(error)
      factor *= 0.5
    } while (!(normOf(error, wanted) < norm) && factor > MIN_FACTOR)
    if (!(normOf(error, wanted) < norm)) {
      x.set(start)
      read(error)
      break
    }
  }
  return isWithin(0.1 * tolerance)
}

/** Errors relative to the init values, so that all of them count alike. */
function normOf(error: Float64Array, wanted: readonly Wanted[]): number {
  return wanted.reduce((sum, { init }, k) => sum + (error[k] / (Math.abs(init) || 1)) ** 2, 0)
}

/** Variables that are no states and do not have their init values, without those that are states with other parameters only. */
function findWanted(runtime: ModelRuntime, values: EvaluatedModel, tolerance: number): Wanted[] {
  const { lostStates } = runtime.translation
  return findViolated(runtime, values, tolerance).filter(({ name }) => !lostStates.has(name))
}

/** Variables that are no states and do not have their init values. */
export function findViolated(runtime: ModelRuntime, values: EvaluatedModel, tolerance: number): Wanted[] {
  const { states, model } = runtime.translation
  const isState = new Set(states.map((state) => state.name))
  const wanted: Wanted[] = []
  for (const [name, { init }] of values.attributes) {
    const variable = model.variables.get(name)
    // The init value of an input is a default.
    if (typeof init !== 'number' || isState.has(name) || (variable && isModelInput(variable))) continue
    const now = runtime.readName(name)
    if (typeof now !== 'number') continue
    const limit = Math.max(Math.abs(init), Math.abs(now), 0.01 * tolerance) * tolerance
    if (!(Math.abs(init - now) < limit)) wanted.push({ name, init })
  }
  return wanted
}

/** Places of the states whose start values are guesses: neither they nor what is equal to them has an `init` value. */
function findFree(runtime: ModelRuntime, values: EvaluatedModel): number[] {
  const free: number[] = []
  const { states, startSources } = runtime.translation
  const hasInit = (name: string): boolean => values.attributes.get(name)?.init !== undefined
  let k = 0
  for (const { name } of states) {
    const n = runtime.lengthOf(runtime.slot(name))
    const isFixed = hasInit(name) || (startSources.get(name) ?? []).some((source) => hasInit(source.name))
    if (!isFixed) for (let i = 0; i < n; i++) free.push(k + i)
    k += n
  }
  return free
}

/** (G Gᵀ) λ = r by elimination with pivots; null: singular. `G` by columns. */
function solveNormalEquations(G: readonly Float64Array[], r: Float64Array): Float64Array | null {
  const m = r.length
  const A = Array.from({ length: m }, (_, i) =>
    Float64Array.from({ length: m + 1 }, (_, j) =>
      j === m ? r[i] : G.reduce((sum, column) => sum + column[i] * column[j], 0),
    ),
  )
  for (let i = 0; i < m; i++) A[i][i] *= 1 + REGULARISATION
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
