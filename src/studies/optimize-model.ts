/** Best parameters of a model or a function: objective and constraints are measures. */
import { assertInteger, assertKnownKeys, assertOneOf, InputError, VarioError } from '../base/index.ts'
import { isModel, type MergeTree, type ModelNode } from '../model/index.ts'
import { DifferenceColumns } from './fit/index.ts'
import {
  type ConstrainedProblem,
  type GradientEnd,
  type Limit,
  minimizeConstrained,
  type PointDerivatives,
  readLimits,
  searchByEvolution,
  violationOf,
} from './optimize/index.ts'
import type { OptimizedFunction, OptimizeOptions } from './optimize-options.ts'
import { OfFunction, OfModel, type OptimizeSubject, VALUE } from './optimize-subject.ts'
import { createUnitPoints } from './sampling/index.ts'

/** Why a search has ended: 'precision': no better values within rounding errors; 'limit': no evaluations are left. */
export type OptimizeEnd = 'converged' | 'precision' | 'limit'

/** Best values that were found. */
export interface Optimum {
  /** Values of the parameters, in their units. */
  readonly values: Readonly<Record<string, number>>
  /** The same for `simulate(model, { merge })`; empty for a function. */
  readonly merge: MergeTree
  /** The objective. */
  readonly value: number
  /** All measures at this point. */
  readonly measures: Readonly<Record<string, number>>
  /** How the objective changes with the limits: ∂value/∂limit by the names of constrained measures (gradients only). */
  readonly multipliers: Readonly<Record<string, number>>
  readonly termination: OptimizeEnd
  /** Number of runs or calls. */
  readonly nRun: number
}

const OPTIONS: readonly (keyof OptimizeOptions)[] = [
  ...([
    'parameters',
    'measure',
    'simulate',
    'minimize',
    'maximize',
    'constraints',
    'method',
    'starts',
  ] as const),
  ...(['restarts', 'seed', 'maxRuns', 'tolerance', 'study'] as const),
]
const MAX_RUNS = 10_000
const TOLERANCE = 1e-6
/** Violation of a limit, relative to its size, that counts as none. */
const FEASIBLE = 1e-6
/** Ratio of positive bounds from which starts have equal ratios. */
const WIDE = 100
/** First steps of an evolution strategy, as a part of the bounds. */
const SPREAD = 0.3

/**
 * Finds the parameters for which a measure of a model, or a function, is smallest or largest, within bounds and limits.
 *
 * @throws VarioError 'OPTIMIZE' if no point fulfills the limits, or if there are no values at the start
 */
export async function optimize(
  model: ModelNode | OptimizedFunction,
  options: OptimizeOptions,
): Promise<Optimum> {
  assertKnownKeys('optimize', options, OPTIONS)
  // models are functions, too
  const subject = isModel(model)
    ? new OfModel(model, options)
    : new OfFunction(model as OptimizedFunction, options)
  const search = new Optimization(subject, options)
  return options.method === 'cma-es' ? search.evolve() : search.descend()
}

class Optimization {
  private readonly objective: number
  private readonly sign: 1 | -1
  private readonly limits: readonly Limit[]
  private readonly nInequality: number
  /** Origin and size of the scaled parameters. */
  private readonly origin: Float64Array
  private readonly size: Float64Array
  private readonly lower: Float64Array
  private readonly upper: Float64Array
  private readonly maxRuns: number
  private nRun = 0

  constructor(
    private readonly subject: OptimizeSubject,
    private readonly options: OptimizeOptions,
  ) {
    const { minimize, maximize, constraints = {}, method = 'gradient' } = options
    const { starts = 1, restarts = 0, seed = 1, maxRuns = MAX_RUNS, tolerance = TOLERANCE } = options
    assertOneOf('optimize: method', method, ['gradient', 'cma-es'])
    assertInteger('optimize: starts', starts, 1)
    assertInteger('optimize: restarts', restarts, 0)
    assertInteger('optimize: seed', seed, 0)
    assertInteger('optimize: maxRuns', maxRuns, 1)
    if (!(tolerance > 0 && tolerance < 1))
      throw new InputError('optimize: tolerance', 'a number from 0 to 1', tolerance)
    this.maxRuns = maxRuns
    const { names, ranges } = subject
    if (minimize !== undefined && maximize !== undefined)
      throw new InputError('optimize', 'either `minimize` or `maximize`', [minimize, maximize])
    const objective = minimize ?? maximize ?? (names.includes(VALUE) ? VALUE : undefined)
    if (objective === undefined)
      throw new InputError('optimize: minimize', `the name of a measure: ${names.join(', ')}`, objective)
    assertOneOf('optimize: objective', objective, names)
    this.objective = names.indexOf(objective)
    this.sign = maximize === undefined ? 1 : -1
    const limits = Object.entries(constraints).flatMap(([name, each]) => readLimits(name, each, names))
    this.limits = [...limits.filter(({ isEqual }) => !isEqual), ...limits.filter(({ isEqual }) => isEqual)]
    this.nInequality = limits.filter(({ isEqual }) => !isEqual).length
    if (method === 'cma-es' && this.nInequality < limits.length)
      throw new InputError('optimize: constraints', "min and max beside method: 'cma-es'", 'equal')
    const isBounded = ranges.map(({ lower, upper }) => upper - lower < Infinity)
    this.origin = Float64Array.from(ranges, ({ lower, start }, j) => (isBounded[j] ? lower : start))
    this.size = Float64Array.from(ranges, ({ lower, upper, start }, j) =>
      isBounded[j] ? upper - lower : Math.abs(start) || 1,
    )
    this.lower = Float64Array.from(ranges, ({ lower }, j) => (lower - this.origin[j]) / this.size[j])
    this.upper = Float64Array.from(ranges, ({ upper }, j) => (upper - this.origin[j]) / this.size[j])
  }

  // --- by gradients -----------------------------------------------------------------------------

  descend(): Optimum {
    const { tolerance = TOLERANCE } = this.options
    let best:
      | { x: Float64Array; end: GradientEnd; multipliers: Float64Array; f: number; scale: number }
      | undefined
    let problem: unknown
    for (const start of this.listStarts()) {
      let first: Float64Array
      try {
        this.nRun++
        first = this.subject.measure(this.unscale(start))
      } catch (error) {
        if (!(error instanceof VarioError) || error.code === 'INPUT') throw error
        problem = error
        continue
      }
      const f0 = first[this.objective]
      if (!Number.isFinite(f0)) {
        problem = new Error(`${this.subject.names[this.objective]} is ${f0}.`)
        continue
      }
      const scale = Math.abs(f0) || 1
      const found = minimizeConstrained(
        this.createProblem(start, scale),
        tolerance,
        () => this.nRun >= this.maxRuns,
      )
      if (found.end === 'start') continue
      const f = found.values.f * scale
      const isFeasible = found.end !== 'infeasible' && this.isFeasible(found.values.constraints)
      if (!isFeasible) {
        problem = this.describeViolation(found.values.constraints)
        continue
      }
      if (best === undefined || f < best.f) best = { ...found, f, scale }
      if (this.nRun >= this.maxRuns) break
    }
    if (best === undefined) throw noOptimum(problem)
    const multipliers: Record<string, number> = {}
    this.limits.forEach(({ name, sign, size }, k) => {
      const change = (-this.sign * sign * best.multipliers[k] * best.scale) / size
      multipliers[name] = (multipliers[name] ?? 0) + change + 0
    })
    return this.describe(
      best.x,
      best.end === 'precision' || best.end === 'limit' ? best.end : 'converged',
      multipliers,
    )
  }

  private createProblem(start: Float64Array, scale: number): ConstrainedProblem {
    const { subject, limits, nInequality, lower, upper, size } = this
    const n = start.length
    const nMeasure = subject.names.length
    const relative = (x: Float64Array, out: Float64Array): boolean => {
      try {
        this.nRun++
        out.set(subject.measure(this.unscale(x)))
        return out.every(Number.isFinite)
      } catch (error) {
        if (error instanceof VarioError && error.code !== 'INPUT') return false
        throw error
      }
    }
    const differences = new DifferenceColumns(
      relative,
      nMeasure,
      new Float64Array(n).fill(0.01),
      lower,
      upper,
      subject.noise,
    )
    const read = (values: Float64Array) => ({
      f: (this.sign * values[this.objective]) / scale,
      constraints: Float64Array.from(limits, (limit) => violationOf(limit, values)),
    })
    const differentiate = (x: Float64Array): PointDerivatives | null => {
      this.nRun++
      let found: ReturnType<OptimizeSubject['differentiate']>
      try {
        found = subject.differentiate(this.unscale(x))
      } catch (error) {
        if (error instanceof VarioError && error.code !== 'INPUT') return null
        throw error
      }
      let jacobian: Float64Array
      let values: Float64Array
      if (found === null) {
        values = new Float64Array(nMeasure)
        if (!relative(x, values)) return null
        jacobian = new Float64Array(nMeasure * n)
        const column = new Float64Array(nMeasure)
        for (let j = 0; j < n; j++) {
          differences.compute(x, values, j, true, column)
          for (let k = 0; k < nMeasure; k++) jacobian[k * n + j] = column[k]
        }
      } else {
        values = found.values
        jacobian = found.jacobian.map((value, k) => value * size[k % n])
      }
      if (!jacobian.every(Number.isFinite) || !values.every(Number.isFinite)) return null
      const row = (k: number, factor: number): number[] =>
        Array.from(jacobian.subarray(k * n, (k + 1) * n), (value) => factor * value)
      return {
        ...read(values),
        gradient: Float64Array.from(row(this.objective, this.sign / scale)),
        jacobian: Float64Array.from(limits.flatMap((limit) => row(limit.measure, limit.sign / limit.size))),
      }
    }
    return {
      ...{ start, lower, upper, nInequality, nEquality: limits.length - nInequality, differentiate },
      evaluate: (x) => {
        const values = new Float64Array(nMeasure)
        return relative(x, values) ? read(values) : null
      },
    }
  }

  private listStarts(): Float64Array[] {
    const { ranges } = this.subject
    const { starts = 1, seed = 1 } = this.options
    const list = [this.scale(Float64Array.from(ranges, ({ start }) => start))]
    if (starts === 1) return list
    for (const { path, lower, upper } of ranges)
      if (!(upper - lower < Infinity))
        throw new InputError(
          `optimize: parameters['${path}']`,
          'min and max, between which `starts` are chosen',
          [lower, upper],
        )
    const points = createUnitPoints('latin-hypercube', starts - 1, ranges.length, seed)
    for (let k = 0; k < starts - 1; k++)
      list.push(
        this.scale(
          Float64Array.from(ranges, ({ lower, upper }, j) => {
            const u = points.coordinate(k, j)
            return lower > 0 && upper / lower >= WIDE
              ? lower * (upper / lower) ** u
              : lower + u * (upper - lower)
          }),
        ),
      )
    return list
  }

  // --- by evolution -----------------------------------------------------------------------------

  async evolve(): Promise<Optimum> {
    const { subject, limits, lower, upper } = this
    const { restarts = 0, seed = 1 } = this.options
    const start = this.scale(Float64Array.from(subject.ranges, (range) => range.start))
    const options = { seed, restarts, maxRuns: this.maxRuns, spread: SPREAD, target: -Infinity }
    const search = searchByEvolution({ start, lower, upper }, options)
    let best: { x: Float64Array; rank: readonly [number, number] } | undefined
    let step = search.next()
    let worstValue = -Infinity
    while (!step.done) {
      const points = step.value
      const found = await subject.measureAll(points.map((x) => this.unscale(x)))
      this.nRun += points.length
      const ranks = found.map((values) => {
        const violation = limits.reduce((sum, limit) => sum + Math.max(0, violationOf(limit, values)), 0)
        return [violation, this.sign * values[this.objective]] as const
      })
      ranks.forEach((rank, k) => {
        if (Number.isNaN(rank[0]) || !Number.isFinite(rank[1])) return
        if (best === undefined || isBetter(rank, best.rank)) best = { x: points[k], rank }
      })
      // points that violate limits are behind all others
      for (const [violation, value] of ranks)
        if (violation === 0 && Number.isFinite(value)) worstValue = Math.max(worstValue, value)
      const floor = Number.isFinite(worstValue) ? worstValue : 0
      step = search.next(
        ranks.map(([violation, value]) =>
          violation === 0
            ? Number.isFinite(value)
              ? value
              : Number.NaN
            : floor + (Math.abs(floor) + 1) * violation,
        ),
      )
    }
    const { termination } = step.value
    if (best === undefined) throw noOptimum(new Error('No point has finite measures.'))
    if (best.rank[0] > FEASIBLE) throw noOptimum(new Error('The limits are violated at all points.'))
    return this.describe(best.x, termination === 'limit' ? 'limit' : 'converged', {})
  }

  // --- results ----------------------------------------------------------------------------------

  private describe(x: Float64Array, termination: OptimizeEnd, multipliers: Record<string, number>): Optimum {
    const { subject } = this
    const at = this.unscale(x)
    const measures = subject.measure(at)
    return {
      values: Object.fromEntries(subject.ranges.map(({ path }, j) => [path, at[j]])),
      merge: subject.merge(at),
      value: measures[this.objective],
      measures: Object.fromEntries(subject.names.map((name, k) => [name, measures[k]])),
      ...{ multipliers, termination, nRun: this.nRun + 1 },
    }
  }

  private isFeasible(constraints: Float64Array): boolean {
    return constraints.every((c, k) => (k < this.nInequality ? c : Math.abs(c)) <= FEASIBLE)
  }

  private describeViolation(constraints: Float64Array): Error {
    const k = constraints.findIndex((c, i) => (i < this.nInequality ? c : Math.abs(c)) > FEASIBLE)
    const { name, limit, sign, size } = this.limits[Math.max(k, 0)]
    return new Error(
      `The nearest point that was found has ${name} = ${limit + sign * size * constraints[Math.max(k, 0)]}, beside the limit ${limit}.`,
    )
  }

  private scale(x: Float64Array): Float64Array {
    return x.map((value, j) => (value - this.origin[j]) / this.size[j])
  }

  /** Values within the bounds to the last digit. */
  private unscale(x: Float64Array): Float64Array {
    return x.map((value, j) => {
      const { lower, upper } = this.subject.ranges[j]
      return Math.min(Math.max(this.origin[j] + this.size[j] * value, lower), upper)
    })
  }
}

function isBetter(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1])
}

function noOptimum(problem: unknown): VarioError {
  const reason = problem instanceof Error ? ` ${problem.message}` : ''
  return new VarioError(
    'OPTIMIZE',
    `optimize: expected a point with finite measures that fulfills all limits, got none.${reason} Choose another start, wider ` +
      'bounds or limits.',
  )
}
