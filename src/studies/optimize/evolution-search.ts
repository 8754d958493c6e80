/**
 * CMA-ES with restarts in two regimes, BIPOP [Hansen 2009]: populations that double, and small ones with short steps, which share the
 * evaluations. Points outside of bounds are mirrored into them.
 */
import { computeNormalQuantile, RandomNumbers, STREAM } from '../sampling/index.ts'
import { CmaEs, defaultPopulation } from './cma-es.ts'

/** Space of a search: scaled coordinates, in which steps have the size 1. */
export interface SearchSpace {
  readonly start: Float64Array
  /** Bounds (n); infinite without. */
  readonly lower: Float64Array
  readonly upper: Float64Array
}

/** Options of the search. */
export interface EvolutionOptions {
  readonly seed: number
  /** Most restarts. */
  readonly restarts: number
  /** Most evaluations. */
  readonly maxRuns: number
  /** First standard deviation, as a part of the scale of each parameter. */
  readonly spread: number
  /** Ends the search as soon as a value is not above it. */
  readonly target: number
}

/** The outcome: its best point, and why the search has ended. */
export interface EvolutionResult {
  readonly x: Float64Array
  readonly value: number
  readonly nRun: number
  readonly termination: 'converged' | 'limit' | 'target'
}

/**
 * Asks for populations of points within the bounds, and takes their values.
 *
 * @yields points; the values are those of `next`
 */
export function* searchByEvolution(
  { start, lower, upper }: SearchSpace,
  { seed, restarts, maxRuns, spread, target }: EvolutionOptions,
): Generator<readonly Float64Array[], EvolutionResult, ArrayLike<number>> {
  const n = start.length
  const random = new RandomNumbers(seed, STREAM.search)
  const lambda = defaultPopulation(n)
  let [best, value, nRun, nGeneration] = [start.slice(), Infinity, 0, 0]
  /** Evaluations of both regimes after the first search, and number of large ones. */
  let [large, small, doublings] = [0, 0, 0]
  let termination: EvolutionResult['termination'] = 'converged'
  search: for (let k = 0; k <= restarts; k++) {
    const draw = (place: number): number => random.uniform(-1 - k + 2 ** 31, place)
    const isLarge = k > 0 && large <= small
    if (isLarge) doublings++
    const size =
      k === 0
        ? lambda
        : isLarge
          ? lambda * 2 ** doublings
          : Math.max(2, Math.floor(lambda * (0.5 * 2 ** doublings) ** (draw(n) ** 2)))
    const sigma = k === 0 || isLarge ? spread : spread * 10 ** (-2 * draw(n + 1))
    const mean = start.slice()
    if (k > 0)
      for (let j = 0; j < n; j++) {
        const u = draw(j)
        const isBounded = upper[j] - lower[j] < Infinity
        mean[j] = isBounded ? lower[j] + u * (upper[j] - lower[j]) : start[j] + computeNormalQuantile(u)
      }
    const first = nGeneration
    const strategy = new CmaEs(
      mean,
      sigma,
      (generation, place) => computeNormalQuantile(random.uniform(first + generation, place)),
      Math.max(4, size),
    )
    const before = nRun
    while (strategy.end === null) {
      if (nRun + strategy.lambda > maxRuns) {
        termination = 'limit'
        break search
      }
      const points = strategy.ask().map((x) => x.map((each, j) => mirror(each, lower[j], upper[j])))
      const values = yield points
      nRun += points.length
      nGeneration++
      for (let i = 0; i < points.length; i++)
        if (values[i] < value) {
          value = values[i]
          best = points[i]
        }
      if (value <= target) {
        termination = 'target'
        break search
      }
      strategy.tell(values)
    }
    if (k > 0 && isLarge) large += nRun - before
    else if (k > 0) small += nRun - before
  }
  return { x: best, value, nRun, termination }
}

/** The point within bounds to which mirrors at them lead. */
export function mirror(x: number, lower: number, upper: number): number {
  if (x >= lower && x <= upper) return x
  if (!(upper - lower < Infinity)) return x < lower ? 2 * lower - x : 2 * upper - x
  const width = upper - lower
  const rest = (((x - lower) % (2 * width)) + 2 * width) % (2 * width)
  return lower + (rest <= width ? rest : 2 * width - rest)
}
