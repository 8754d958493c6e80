/**
 * States of rest: x with f(x) = 0, by steps of the implicit Euler method,
 *
 *   (1/δ − A) d = f(x),   A = ∂f/∂x                                                                        (1)
 *
 * which become Newton steps as δ grows [Kelley and Keyes 1998, pseudo-transient continuation]. The method takes energy out
 * of everything that swings, so that it ends in minima, as a damped motion would. Where something grows, δ stays below its
 * time constant: longer steps would lead to a rest that is not stable.
 */
import { VarioError } from '../../base/index.ts'
import { computeGrowthRate, createDenseLu, factorDenseLu, solveDenseLu } from '../../math/index.ts'

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
  /** A step leads to `x`: forces may depend on the way from here on. */
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
}

const MAX_STEPS = 500
/** First, shortest and longest step [s]. */
const FIRST_STEP = 1e-3
const SHORTEST_STEP = 1e-12
const LONGEST_STEP = 1e6
/** Steps at least so long are Newton steps [s]. */
const NEWTON_STEP = 1e3
/** A Newton step that moves states by less, relative to their sizes, arrives; so do derivatives that are smaller [1/s]. */
const ARRIVED = 1e-8
const AT_REST = 1e-10
/** The same for a Newton step, where rounding errors of stiff forces are larger than what shorter ones change. */
const NEAR = 1e-12
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
  let delta = FIRST_STEP
  problem.settle(x)
  problem.passStep(x)
  problem.evaluate(x, f)
  let linear = linearize(problem, x)
  for (let k = 0; k < MAX_STEPS; k++) {
    const isAtRest = sizeOf(problem, f) <= AT_REST
    const limit = linear.growthRate > 0 ? 0.5 / linear.growthRate : LONGEST_STEP
    delta = Math.min(delta, limit, problem.longestStep(x))
    const step = computeStep(linear.A, f, delta)
    if (sizeOf(problem, x) > RUNAWAY) break
    if (isAtRest) return { x: x.slice(), growthRate: linear.growthRate }
    const arrives = delta >= NEWTON_STEP && sizeOf(problem, step) <= ARRIVED
    for (let i = 0; i < n; i++) next[i] = x[i] + step[i]
    const error = tryStep(problem, next, fNext, f, step, delta)
    if (!(error < TOO_NONLINEAR)) {
      delta /= 4
      if (delta < SHORTEST_STEP) break
      // contacts that the trial has ended and that begin again may follow another law
      problem.settle(x)
      if (arrives || isNear(problem, linear, f)) return { x: x.slice(), growthRate: linear.growthRate }
      problem.evaluate(x, fNext)
      if (fNext.every((value, i) => value === f[i])) continue
      f.set(fNext)
      linear = linearize(problem, x)
      continue
    }
    x.set(next)
    problem.passStep(x)
    problem.evaluate(x, f)
    linear = linearize(problem, x)
    if (arrives) return { x: x.slice(), growthRate: linear.growthRate }
    delta = Math.min(LONGEST_STEP, delta * (error < LINEAR ? 3 : 1.5))
  }
  throw noRest(problem, f)
}

/** Whether a Newton step would change nothing but rounding errors. */
function isNear(problem: RestProblem, { A, growthRate }: Linear, f: Float64Array): boolean {
  return growthRate === 0 && sizeOf(problem, computeStep(A, f, NEWTON_STEP)) <= NEAR
}

/** Makes the step, and tells what part of it eq. (1) did not know. */
function tryStep(
  problem: RestProblem,
  next: Float64Array,
  fNext: Float64Array,
  f: Float64Array,
  step: Float64Array,
  delta: number,
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
  return sizeOf(problem, difference) / Math.max(sizeOf(problem, f), sizeOf(problem, rate))
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

/** A by central differences, in directions that constraints allow, and how fast deviations grow. */
function linearize(problem: RestProblem, x: Float64Array): Linear {
  const { n, nominals } = problem
  const A = new Float64Array(n * n)
  const scaled = new Float64Array(n * n)
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
    }
  }
  const norm = scaled.reduce((max, a) => Math.max(max, Math.abs(a)), 0)
  const growthRate = computeGrowthRate(scaled, n)
  return { A, growthRate: growthRate > Math.sqrt(NOISE * norm) ? growthRate : 0 }
}

/** Largest value, relative to the sizes of the states. */
function sizeOf({ nominals }: RestProblem, values: Float64Array): number {
  let size = 0
  for (let i = 0; i < values.length; i++) {
    const relative = Math.abs(values[i]) / nominals[i]
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
