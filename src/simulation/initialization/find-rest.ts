/**
 * States of rest: x with f(x) = 0, by steps of the implicit Euler method,
 *
 *   (1/δ − A) d = f(x),   A = ∂f/∂x                                                                        (1)
 *
 * which become Newton steps as δ grows [Kelley and Keyes 1998, pseudo-transient continuation]. Bodies begin every step
 * without a velocity, so the energy falls from step to step and the path ends in a minimum; nothing bounces, and bodies
 * that nothing holds do not drift. If a deviation grows, δ stays below its time constant: longer steps would lead to an
 * unstable rest.
 */
import { VarioError } from '../../base/index.ts'
import {
  computeGrowthRate,
  computeSpectralRadius,
  createDenseLu,
  factorDenseLu,
  solveDenseLu,
} from '../../math/index.ts'

/** A model at a fixed time. */
export interface RestProblem {
  readonly n: number
  /** Typical sizes of the states (n), and their names. */
  readonly nominals: Float64Array
  readonly nameOf: (i: number) => string
  /** Derivatives of the states `x`. */
  evaluate(x: Float64Array, dx: Float64Array): void
  /** Moves states to where their constraints hold. */
  project(x: Float64Array): void
  /** Settles the model at `x`: contacts begin and end. */
  settle(x: Float64Array): void
  /** A step ends at `x`, where bodies stop; from here on forces may depend on the path. */
  passStep(x: Float64Array): void
  /** Longest step from `x` on that cannot miss an event [s]. */
  longestStep(x: Float64Array): number
}

export interface Rest {
  readonly x: Float64Array
  /** Growth rate of the fastest growing deviation [1/s]; 0: none grows. */
  readonly growthRate: number
}

interface Linear {
  /** (n × n), row by row. */
  readonly A: Float64Array
  readonly growthRate: number
  /** Rounding errors of the derivatives because of those of the states (n). */
  readonly noise: Float64Array
  /** A second, or the time constant of the fastest motion if that is longer [s]. */
  readonly unit: number
}

const MAX_STEPS = 500
/** First, shortest and longest step, in units of time. */
const FIRST_STEP = 1e-3
const SHORTEST_STEP = 1e-12
const LONGEST_STEP = 1e6
/** Steps at least this long are Newton steps, in units of time. */
const NEWTON_STEP = 1e3
/** A Newton step that moves states by less, relative to their sizes, has converged. */
const ARRIVED = 1e-8
/** Derivatives below this, relative to the sizes of states, in units of time squared (accelerations), are zero. */
const AT_REST = 1e-10
/**
 * Fraction of the longest step that is taken: from rest, eq. (1) moves bodies twice as far as they get in this time.
 * With a half, it is half of the allowed distance.
 */
const SAFE_PART = 0.5
/** Rounding errors of states, relative to their sizes: the accuracy to which loops are closed. */
const ROUNDING = 1e-14
/** States this large, relative to their sizes, do not come to rest. */
const RUNAWAY = 1e12
/** Nonlinear fraction of a step above which it is rejected, and below which the next one is longer. */
const TOO_NONLINEAR = 0.5
const LINEAR = 0.1
/**
 * Differences for A, relative to the sizes of the states: for bodies in contact 1e5 of them are a penetration, which
 * must change by a small fraction of itself only. And the resulting noise in the square of a growth rate.
 */
const DIFFERENCE = 1e-7
const NOISE = 1e-9

/** Searches a state of rest, starting at `x`. */
export function findRest(problem: RestProblem, x: Float64Array): Rest {
  const { n } = problem
  const f = new Float64Array(n)
  const next = new Float64Array(n)
  const fNext = new Float64Array(n)
  problem.settle(x)
  problem.passStep(x)
  problem.evaluate(x, f)
  let linear = linearize(problem, x, f)
  let delta = FIRST_STEP * linear.unit
  for (let k = 0; k < MAX_STEPS; k++) {
    const { growthRate, noise, unit } = linear
    if (sizeOf(problem, x) > RUNAWAY) break
    if (sizeOf(problem, f, noise) <= AT_REST / (unit * unit)) return { x: x.slice(), growthRate }
    const limit = growthRate > 0 ? 0.5 / growthRate : LONGEST_STEP * unit
    delta = Math.min(delta, limit, SAFE_PART * problem.longestStep(x))
    const step = computeStep(linear.A, f, delta)
    const arrives = delta >= NEWTON_STEP * unit && sizeOf(problem, step) <= ARRIVED
    for (let i = 0; i < n; i++) next[i] = x[i] + step[i]
    const error = tryStep(problem, next, fNext, f, step, delta, noise)
    if (!(error < TOO_NONLINEAR)) {
      delta /= 4
      if (delta < SHORTEST_STEP * unit) break
      // contacts that the trial has ended and that begin again may follow another law
      problem.settle(x)
      if (arrives) return { x: x.slice(), growthRate }
      problem.evaluate(x, fNext)
      if (fNext.every((value, i) => value === f[i])) continue
      f.set(fNext)
      linear = linearize(problem, x, f)
      continue
    }
    x.set(next)
    problem.passStep(x)
    problem.evaluate(x, f)
    linear = linearize(problem, x, f)
    if (arrives) return { x: x.slice(), growthRate: linear.growthRate }
    delta = Math.min(LONGEST_STEP * linear.unit, delta * (error < LINEAR ? 3 : 1.5))
  }
  throw noRest(problem, f)
}

/** Growth rate of deviations from a state of rest [1/s]. */
export function computeRestGrowth(problem: RestProblem, x: Float64Array): number {
  const f = new Float64Array(problem.n)
  problem.evaluate(x, f)
  return linearize(problem, x, f).growthRate
}

/** Makes the step; returns the fraction of it that eq. (1) does not describe. */
function tryStep(
  problem: RestProblem,
  next: Float64Array,
  fNext: Float64Array,
  f: Float64Array,
  step: Float64Array,
  delta: number,
  noise: Float64Array,
): number {
  try {
    problem.project(next)
    problem.settle(next)
    problem.evaluate(next, fNext)
  } catch (error) {
    // a shorter step may succeed if loops cannot follow or equations have no solution
    if (error instanceof VarioError) return Number.NaN
    throw error
  }
  const rate = step.map((d) => d / delta)
  const difference = fNext.map((value, i) => value - rate[i])
  return sizeOf(problem, difference, noise) / Math.max(sizeOf(problem, f), sizeOf(problem, rate))
}

function computeStep(A: Float64Array, f: Float64Array, delta: number): Float64Array {
  const n = f.length
  const lu = createDenseLu(n)
  for (let i = 0; i < n * n; i++) lu.a[i] = -A[i]
  for (let i = 0; i < n; i++) lu.a[n * i + i] += 1 / delta
  factorDenseLu(lu)
  const step = f.slice()
  solveDenseLu(lu, step)
  return step
}

/** Computes A by central differences, in directions that constraints allow; `f` are the derivatives at `x`. */
function linearize(problem: RestProblem, x: Float64Array, f: Float64Array): Linear {
  const { n, nominals } = problem
  const A = new Float64Array(n * n)
  const scaled = new Float64Array(n * n)
  const noise = new Float64Array(n)
  const [above, below] = [new Float64Array(n), new Float64Array(n)]
  for (let j = 0; j < n; j++) {
    const h = DIFFERENCE * nominals[j]
    for (const [sign, out] of [
      [1, above],
      [-1, below],
    ] as const) {
      const moved = x.slice()
      moved[j] += sign * h
      problem.project(moved)
      problem.evaluate(moved, out)
    }
    for (let i = 0; i < n; i++) {
      A[n * i + j] = (above[i] - below[i]) / (2 * h)
      scaled[n * i + j] = (A[n * i + j] * nominals[j]) / nominals[i]
      noise[i] += ROUNDING * Math.abs(A[n * i + j]) * Math.max(nominals[j], Math.abs(x[j]))
    }
  }
  const norm = scaled.reduce((max, a) => Math.max(max, Math.abs(a)), 0)
  const rate = computeSpectralRadius(scaled, n)
  // differences resolve a rate only if the residual derivatives are smaller than its square
  const isSlow = rate < 1 && rate * rate > NOISE * sizeOf(problem, f)
  const growthRate = computeGrowthRate(scaled, n)
  const grows = growthRate > Math.sqrt(NOISE) * (isSlow ? rate : Math.sqrt(norm))
  return { A, noise, growthRate: grows ? growthRate : 0, unit: isSlow ? 1 / rate : 1 }
}

/** Largest value beyond its noise, relative to the sizes of the states. */
function sizeOf({ nominals }: RestProblem, values: Float64Array, noise?: Float64Array): number {
  let size = 0
  for (let i = 0; i < values.length; i++) {
    const relative = Math.max(0, Math.abs(values[i]) - (noise?.[i] ?? 0)) / nominals[i]
    if (!(relative <= size)) size = relative
  }
  return size
}

function noRest({ nominals, nameOf }: RestProblem, f: Float64Array): VarioError {
  let worst = 0
  f.forEach((value, i) => {
    if (Math.abs(value) / nominals[i] > Math.abs(f[worst]) / nominals[worst]) worst = i
  })
  const state = nameOf(worst)
  return new VarioError(
    'EQUILIBRIUM',
    `equilibrium: expected a state of rest, got none from the start values: ${state} keeps changing. A body that nothing ` +
      'holds falls, turns or slides forever. Hold it, or begin with other start values.',
    { state, derivative: f[worst] },
  )
}
