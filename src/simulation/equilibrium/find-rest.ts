/**
 * States of rest: x with f(x) = 0, by steps of the implicit Euler method,
 *
 *   (1/δ − A) d = f(x),   A = ∂f/∂x                                                                        (1)
 *
 * which become Newton steps as δ grows [Kelley and Keyes 1998, pseudo-transient continuation]. Bodies begin every step
 * without a velocity, so that energy falls from step to step and the way ends in a minimum; nothing bounces, and what nothing
 * holds does not drift. Where something grows, δ stays below its time constant: longer steps would lead to a rest that is
 * not stable.
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
  /** Carries out what happens at `x`: contacts begin and end. */
  settle(x: Float64Array): void
  /** A step leads to `x`, where bodies stop; forces may depend on the way from here on. */
  passStep(x: Float64Array): void
  /** Longest step from `x` on in which nothing is passed unseen [s]. */
  longestStep(x: Float64Array): number
}

export interface Rest {
  readonly x: Float64Array
  /** How fast a deviation grows [1/s]; 0: none does. */
  readonly growthRate: number
}

interface Linear {
  /** (n × n), row by row. */
  readonly A: Float64Array
  readonly growthRate: number
  /** What rounding errors of the states make of the derivatives (n). */
  readonly noise: Float64Array
  /** A second, or how long the fastest motion takes if that is longer [s]. */
  readonly unit: number
}

const MAX_STEPS = 500
/** First, shortest and longest step, in units of time. */
const FIRST_STEP = 1e-3
const SHORTEST_STEP = 1e-12
const LONGEST_STEP = 1e6
/** Steps at least so long are Newton steps, in units of time. */
const NEWTON_STEP = 1e3
/** A Newton step that moves states by less, relative to their sizes, arrives. */
const ARRIVED = 1e-8
/** So do derivatives that are smaller, relative to the sizes of states, in the square of units of time: accelerations. */
const AT_REST = 1e-10
/**
 * Part of the longest step that is taken: from rest, eq. (1) goes twice as far as bodies come in a time. With a half, it is
 * half as far as they may come.
 */
const SAFE_PART = 0.5
/** Rounding errors of states, relative to their sizes: those to which loops are closed. */
const ROUNDING = 1e-14
/** States that have become so large, relative to their sizes, come to no rest. */
const RUNAWAY = 1e12
/** Part of a step that may be nonlinear, and below which the next one is longer. */
const TOO_NONLINEAR = 0.5
const LINEAR = 0.1
/**
 * Differences for A, relative to the sizes of the states: those of bodies that touch are 1e5 penetrations, which must not
 * change by more than a part of themselves. And what they leave of the square of a growth rate.
 */
const DIFFERENCE = 1e-7
const NOISE = 1e-9

/** Looks for a state of rest, from `x` on. */
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

/** How fast deviations from a state of rest grow [1/s]. */
export function computeRestGrowth(problem: RestProblem, x: Float64Array): number {
  const f = new Float64Array(problem.n)
  problem.evaluate(x, f)
  return linearize(problem, x, f).growthRate
}

/** Makes the step, and tells what part of it eq. (1) did not know. */
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
    // where loops cannot follow, or equations cannot be solved, a shorter step may do
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

/** A by central differences, in directions that constraints allow, and what follows from it; `f` are derivatives at `x`. */
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
  // differences know a rate only if what is there does not leave more of its square
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
    `equilibrium: there is no state of rest, or it was not found from the start values: ${state} goes on ` +
      'changing. Something that nothing holds falls, turns or slides for ever; or begin elsewhere, with other start values.',
    { state, derivative: f[worst] },
  )
}
