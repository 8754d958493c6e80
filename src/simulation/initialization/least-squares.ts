/**
 * Solution of equations r(z) = 0 with any number of unknowns z near to a guess: Gauss-Newton steps of least norm, by
 * rank-revealing QR, so that equations may follow from each other and unknowns may stay open.
 */
import { VarioError } from '../../base/index.ts'
import { computeNullSpaceQr, createQr, factorQr, solveQr } from '../../math/index.ts'

/** Equations and their unknowns. */
export interface InitialSystem {
  /** Unknowns (n), changed; and their typical sizes (n). */
  readonly z: Float64Array
  readonly sizes: Float64Array
  /** Writes both sides of all equations for the unknowns `z`: errors are their differences. */
  readonly evaluate: (left: Float64Array, right: Float64Array) => void
  /** Number of equations. */
  readonly m: number
}

/** End of the search. */
export interface InitialSolution {
  readonly isFound: boolean
  /** Numbers of the equations that do not hold. */
  readonly violated: readonly number[]
  /** Numbers of the unknowns that equations contain, but do not determine. */
  readonly open: readonly number[]
  /** Numbers of the unknowns that no equation contains. */
  readonly unused: readonly number[]
}

const MAX_ITERATIONS = 80
/** Other guesses, in sizes: where an equation does not depend on an unknown at all, x^3 at 0, there is no direction. */
const OTHER_GUESSES = [0, 1, -1, 10, -10]
/** Smallest part of a step that is tried. */
const MIN_FACTOR = 1e-6
/** Step of central differences, relative to sizes. */
const DIFFERENCE = Math.cbrt(Number.EPSILON)
/** Linear dependence: derivatives by differences have ten digits. */
const RANK_TOLERANCE = 1e-8
/** Part of the unknown in a direction that changes no equation, from which on it is open. */
const OPEN_PART = 1e-5
/** An error is zero up to so much of the larger side, times the tolerance of the run, … */
const OF_SIDES = 0.1
/** … and up to so much of the change that the sizes of the unknowns make. */
const OF_CHANGES = 1e-9

/** Changes the unknowns until the equations hold, to within `tolerance`. */
export function solveInitialSystem(system: InitialSystem, tolerance: number): InitialSolution {
  const { z, sizes } = system
  const start = z.slice()
  let first: InitialSolution | null = null
  for (const offset of OTHER_GUESSES) {
    for (let j = 0; j < z.length; j++) z[j] = start[j] + offset * sizes[j]
    const found = iterate(system, tolerance)
    if (found?.isFound) return found
    first ??= found
  }
  // the messages are about the given start
  z.set(start)
  return iterate(system, tolerance) ?? first ?? { isFound: false, violated: [], open: [], unused: [] }
}

/** Gauss-Newton from the present unknowns; null: the equations cannot be evaluated there. */
function iterate(system: InitialSystem, tolerance: number): InitialSolution | null {
  const { z, sizes, m } = system
  const n = z.length
  const [left, right] = [new Float64Array(m), new Float64Array(m)]
  const read = (out: Float64Array): boolean => {
    if (!canEvaluate(system, left, right)) return false
    for (let i = 0; i < m; i++) out[i] = left[i] - right[i]
    return out.every(Number.isFinite)
  }
  const error = new Float64Array(m)
  if (!read(error)) return null
  const trial = new Float64Array(m)
  const step = new Float64Array(n)
  const old = new Float64Array(n)
  let J = computeJacobian(system, read)
  if (J !== null) {
    read(error)
    const present = describeEnd(system, J, error, [left, right], tolerance)
    if (present.isFound) return present
  }
  for (let k = 0; k < MAX_ITERATIONS && J !== null && n > 0; k++) {
    const weights = findWeights(J, error, m, n)
    const qr = createQr(m, n)
    for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) qr.a[i * n + j] = J[i * n + j] / weights[i]
    if (factorQr(qr, RANK_TOLERANCE) < 0) return null
    solveQr(
      qr,
      error.map((e, i) => -e / weights[i]),
      step,
    )
    const norm = normOf(error, weights)
    if (norm === 0) break
    old.set(z)
    let factor = 1
    let isBetter = false
    while (!isBetter && factor > MIN_FACTOR) {
      for (let j = 0; j < n; j++) z[j] = old[j] + factor * step[j] * Math.max(Math.abs(old[j]), sizes[j])
      isBetter = read(trial) && normOf(trial, weights) < norm
      factor *= 0.5
    }
    if (!isBetter) {
      z.set(old)
      read(error)
      break
    }
    const isSlow = normOf(trial, weights) > 0.9 * norm && norm < Math.sqrt(Number.EPSILON)
    error.set(trial)
    if (isSlow) break
    J = computeJacobian(system, read)
    read(error)
  }
  if (J === null) return null
  return describeEnd(system, J, error, [left, right], tolerance)
}

function canEvaluate(system: InitialSystem, left: Float64Array, right: Float64Array): boolean {
  try {
    system.evaluate(left, right)
    return true
  } catch (error) {
    // equations may have no solution at a point of the search
    if (error instanceof VarioError) return false
    throw error
  }
}

/** ∂r/∂z by central differences, in sizes of the unknowns (m × n); null: not everywhere defined. */
function computeJacobian(
  { z, sizes, m }: InitialSystem,
  read: (out: Float64Array) => boolean,
): Float64Array | null {
  const n = z.length
  const J = new Float64Array(m * n)
  const [above, below] = [new Float64Array(m), new Float64Array(m)]
  for (let j = 0; j < n; j++) {
    const old = z[j]
    const size = Math.max(Math.abs(old), sizes[j])
    z[j] = old + DIFFERENCE * size
    const width = z[j]
    const isAbove = read(above)
    z[j] = old - DIFFERENCE * size
    const isBelow = read(below)
    const h = (width - z[j]) / size
    z[j] = old
    if (!isAbove || !isBelow) return null
    for (let i = 0; i < m; i++) J[i * n + j] = (above[i] - below[i]) / h
  }
  return J
}

/** Largest change of each equation that one unknown makes; of equations without unknowns, their error. */
function findWeights(J: Float64Array, error: Float64Array, m: number, n: number): Float64Array {
  const weights = new Float64Array(m)
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) weights[i] = Math.max(weights[i], Math.abs(J[i * n + j]))
    if (weights[i] === 0) weights[i] = Math.abs(error[i]) || 1
  }
  return weights
}

function normOf(error: Float64Array, weights: Float64Array): number {
  return error.reduce((norm, e, i) => Math.hypot(norm, e / weights[i]), 0)
}

function describeEnd(
  { z, m }: InitialSystem,
  J: Float64Array,
  error: Float64Array,
  [left, right]: readonly [Float64Array, Float64Array],
  tolerance: number,
): InitialSolution {
  const n = z.length
  const isZero = (i: number): boolean => {
    let change = 0
    for (let j = 0; j < n; j++) change = Math.max(change, Math.abs(J[i * n + j]))
    const sides = Math.max(Math.abs(left[i]), Math.abs(right[i]))
    return Math.abs(error[i]) <= OF_SIDES * tolerance * sides + OF_CHANGES * change
  }
  const violated = Array.from({ length: m }, (_, i) => i).filter((i) => !isZero(i))
  const weights = findWeights(J, error, m, n)
  const columns = Array.from({ length: n }, (_, j) => j)
  const isUsed = (j: number): boolean => {
    for (let i = 0; i < m; i++) if (Math.abs(J[i * n + j]) > RANK_TOLERANCE * weights[i]) return true
    return false
  }
  const used = columns.filter(isUsed)
  const qr = createQr(m, used.length)
  for (let i = 0; i < m; i++)
    used.forEach((j, c) => {
      qr.a[i * used.length + c] = J[i * n + j] / weights[i]
    })
  const rank = used.length === 0 ? 0 : factorQr(qr, RANK_TOLERANCE)
  const nNull = used.length - rank
  const basis = new Float64Array(used.length * nNull)
  if (nNull > 0) computeNullSpaceQr(qr, basis)
  const isOpen = (c: number): boolean =>
    basis.subarray(c * nNull, (c + 1) * nNull).some((part) => Math.abs(part) > OPEN_PART)
  return {
    isFound: violated.length === 0,
    violated,
    open: nNull > 0 ? used.filter((_, c) => isOpen(c)) : [],
    unused: columns.filter((j) => !used.includes(j)),
  }
}
