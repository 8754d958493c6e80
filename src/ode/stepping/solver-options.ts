import {
  assertFinite,
  assertInteger,
  assertLength,
  assertNonNegative,
  assertPositive,
  EPS,
  InputError,
} from '../../base/index.ts'
import type { CscPattern } from '../../math/index.ts'
import type { RootFunctions, SparseRows } from './problem.ts'
import type { StepperOptions } from './stepper.ts'

/** Smallest relative tolerance that double precision can honor. */
export const MIN_RTOL = 100 * EPS
export const DEFAULT_RTOL = 1e-6
export const DEFAULT_ATOL = 1e-6
const DEFAULT_MAX_STEPS = 1_000_000

/** Accuracy and step limits, common to all methods. */
export interface ToleranceOptions {
  /**
   * Relative tolerance per step, at least 100 eps (default 1e-6): one number or one per component, of which some may be
   * 0. Such a component is measured against its absolute tolerance alone, as a position whose small changes matter
   * wherever it is.
   */
  readonly rtol?: number | ArrayLike<number>
  /**
   * Absolute tolerance per step, positive: one number or one per component, in its unit (default 1e-6). Copied; a
   * problem that needs smaller ones requests them by `OdeProblem.takeTolerances`.
   */
  readonly atol?: number | ArrayLike<number>
  /** First step size [s] (default: estimated). */
  readonly initialStep?: number
  /** Smallest step size [s] (default 0: the resolution of the time). */
  readonly minStep?: number
  /** Largest step size [s] (default: none). */
  readonly maxStep?: number
  /**
   * Longest time inside of a step without a look at the equations [s] (default: none). The error estimate of a step
   * cannot see what happens between the stages; looks find it if it lasts this long, and shorter steps are made there.
   */
  readonly lookInterval?: number
  /** Largest number of steps of the run (default 1 000 000). */
  readonly maxSteps?: number
}

export interface ResolvedTolerances extends StepperOptions {
  readonly initialStep: number
  readonly maxSteps: number
}

export function resolveTolerances(options: ToleranceOptions, n: number): ResolvedTolerances {
  const rtols = resolveRtol(options.rtol ?? DEFAULT_RTOL, n)
  const rtol =
    typeof options.rtol === 'number' || n === 0 ? Number(options.rtol ?? DEFAULT_RTOL) : findLargest(rtols)
  const initialStep = options.initialStep ?? 0
  if (options.initialStep !== undefined) assertPositive('initialStep', initialStep)
  const minStep = options.minStep ?? 0
  assertNonNegative('minStep', minStep)
  const maxStep = options.maxStep ?? Infinity
  if (!(maxStep > 0)) throw new InputError('maxStep', 'a positive number [s]', maxStep)
  if (minStep > maxStep) throw new InputError('minStep', `at most maxStep = ${maxStep}`, minStep)
  const lookInterval = options.lookInterval ?? Infinity
  if (!(lookInterval > 0)) throw new InputError('lookInterval', 'a positive number [s]', lookInterval)
  const maxSteps = options.maxSteps ?? DEFAULT_MAX_STEPS
  if (!(maxSteps >= 1)) throw new InputError('maxSteps', 'a number ≥ 1', maxSteps)
  return {
    rtol,
    rtols,
    atol: resolveAtol(options.atol ?? DEFAULT_ATOL, n),
    initialStep,
    minStep,
    maxStep,
    lookInterval,
    maxSteps,
  }
}

function resolveRtol(rtol: number | ArrayLike<number>, n: number): Float64Array {
  const isValid = (value: number): boolean => value >= MIN_RTOL && value < 1
  const expected = `a number from ${MIN_RTOL.toPrecision(3)} (100 eps) to below 1`
  if (typeof rtol === 'number' || rtol === null) {
    if (!isValid(rtol)) throw new InputError('rtol', expected, rtol)
    return new Float64Array(n).fill(rtol)
  }
  const values = toVector('rtol', rtol, n)
  for (let i = 0; i < n; i++)
    if (values[i] !== 0 && !isValid(values[i]))
      throw new InputError(`rtol[${i}]`, `0, or ${expected}`, values[i])
  if (n > 0 && findLargest(values) === 0)
    throw new InputError('rtol', 'at least one number that is not 0', rtol)
  return values
}

/** A loop, as a hundred thousand numbers are too many arguments of a function. */
function findLargest(values: Float64Array): number {
  let largest = values[0]
  for (let i = 1; i < values.length; i++) if (values[i] > largest) largest = values[i]
  return largest
}

function resolveAtol(atol: number | ArrayLike<number>, n: number): Float64Array {
  if (typeof atol === 'number') {
    assertPositive('atol', atol)
    return new Float64Array(n).fill(atol)
  }
  const values = toVector('atol', atol, n)
  for (let i = 0; i < n; i++) if (!(values[i] > 0)) assertPositive(`atol[${i}]`, values[i])
  return values
}

/** A copy of a vector given by the user, of the right size and finite. */
export function toVector(path: string, values: ArrayLike<number>, n: number): Float64Array {
  assertLength(path, values, n)
  const vector = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    // the path is made for an error only: a thousand bodies have a separate solver after every change of structure
    if (!Number.isFinite(values[i])) assertFinite(`${path}[${i}]`, values[i])
    vector[i] = values[i]
  }
  return vector
}

export function assertInterval(t0: number, tEnd: number): void {
  assertFinite('t0', t0)
  assertFinite('tEnd', tEnd)
  if (tEnd < t0) throw new InputError('tEnd', `a time at or after t0 = ${t0} [s]`, tEnd)
}

/** Sorted copy of times within [t0, tEnd]. */
export function toTimes(path: string, times: ArrayLike<number>, t0: number, tEnd: number): Float64Array {
  const sorted = Float64Array.from(times)
  for (let i = 0; i < sorted.length; i++) {
    if (!(sorted[i] >= t0 && sorted[i] <= tEnd)) {
      throw new InputError(`${path}[${i}]`, `a time within [${t0}, ${tEnd}] [s]`, sorted[i])
    }
    if (i > 0 && sorted[i] < sorted[i - 1]) {
      throw new InputError(
        `${path}[${i}]`,
        `times in ascending order (${sorted[i - 1]} comes before)`,
        sorted[i],
      )
    }
  }
  return sorted
}

/** Checks that a problem is complete and consistent. */
export function assertProblem(
  problem: {
    n: number
    sparsity?: CscPattern
    sparseRows?: SparseRows
    roots?: Pick<RootFunctions, 'n' | 'direction' | 'renewed' | 'checkPoints' | 'checkInterval'>
  },
  functions: Record<string, unknown>,
): void {
  assertInteger('problem.n', problem.n, 0)
  for (const name of Object.keys(functions)) {
    if (typeof functions[name] !== 'function')
      throw new InputError(`problem.${name}`, 'a function', functions[name])
  }
  const { sparsity, sparseRows, roots, n } = problem
  if (sparsity && (sparsity.nRows !== n || sparsity.nCols !== n)) {
    throw new InputError(
      'problem.sparsity',
      `a pattern of ${n} × ${n}`,
      `${sparsity.nRows} × ${sparsity.nCols}`,
    )
  }
  if (sparseRows) assertSparseRows(sparseRows, n)
  if (!roots) return
  assertInteger('problem.roots.n', roots.n, 0)
  if (roots.checkPoints !== undefined) assertInteger('problem.roots.checkPoints', roots.checkPoints, 0)
  if (roots.checkInterval !== undefined) assertPositive('problem.roots.checkInterval', roots.checkInterval)
  if (roots.renewed !== undefined) assertLength('problem.roots.renewed', roots.renewed, roots.n)
  if (roots.direction === undefined) return
  assertLength('problem.roots.direction', roots.direction, roots.n)
  for (let i = 0; i < roots.n; i++) {
    const d = roots.direction[i]
    if (d !== -1 && d !== 0 && d !== 1) throw new InputError(`problem.roots.direction[${i}]`, '-1, 0 or 1', d)
  }
}

function assertSparseRows({ rows, rowPtr, colIdx }: SparseRows, n: number): void {
  const path = 'problem.sparseRows'
  const assertAscending = (name: string, list: Int32Array, start: number, end: number): void => {
    for (let p = start; p < end; p++) {
      const isOk = list[p] >= 0 && list[p] < n && (p === start || list[p] > list[p - 1])
      if (!isOk)
        throw new InputError(`${path}.${name}[${p}]`, `ascending numbers from 0 to ${n - 1}`, list[p])
    }
  }
  assertAscending('rows', rows, 0, rows.length)
  assertLength(`${path}.rowPtr`, rowPtr, rows.length + 1)
  if (rowPtr[0] !== 0) throw new InputError(`${path}.rowPtr[0]`, '0', rowPtr[0])
  assertLength(`${path}.colIdx`, colIdx, rowPtr[rows.length])
  for (let k = 0; k < rows.length; k++) assertAscending('colIdx', colIdx, rowPtr[k], rowPtr[k + 1])
}
