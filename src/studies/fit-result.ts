/** The result of a fit: values with their uncertainty, and the fitted curves. */
import { assertOneOf } from '../base/index.ts'
import type { MergeTree } from '../model/index.ts'
import { SignalTable } from '../results/index.ts'
import { computeStudentLimit, type LeastSquaresResult, type Termination } from './fit/index.ts'
import type { PlannedParameter } from './plan-parameters.ts'

/** The points of a signal in an experiment, in the unit of results. */
export interface MeasuredSignal {
  readonly name: string
  readonly unit: string
  /** (nPoint) */
  readonly values: Float64Array
  readonly deviations: Float64Array
}

/** A fitted parameter; numbers are in `unit`. */
export interface FittedParameter {
  readonly path: string
  readonly unit: string
  readonly value: number
  /** NaN if a bound holds the value, if the data do not determine it, or if there are not more points than parameters. */
  readonly standardError: number
  /** Ends of the confidence interval. */
  readonly low: number
  readonly high: number
  /** True if a bound holds the value. */
  readonly isAtBound: boolean
}

/** One search of a fit. */
export interface FitSearch {
  readonly start: readonly number[]
  /** Sum of the weighted squares at its end; NaN if the model could not be simulated at the start. */
  readonly sumOfSquares: number
  readonly termination: Termination
}

/** Fitted values of a model. */
export class FitResult {
  readonly parameters: readonly FittedParameter[]
  /** Groups of parameters that the data do not determine: one alone does not act, those of several act alike. */
  readonly undetermined: readonly (readonly string[])[]
  /** Why the best search has ended: 'converged', 'precision' (no better values within rounding errors), 'limit'. */
  readonly termination: Termination
  /** Sum of the weighted squares. */
  readonly sumOfSquares: number
  /** Number of points minus number of parameters that no bound holds. */
  readonly degreesOfFreedom: number
  /** Standard deviation of the weighted residuals: about 1 if `deviations` are right. NaN without degrees of freedom. */
  readonly residualDeviation: number
  /** Weighted residuals, (fitted - measured)/deviation, by experiments, signals, points that were measured. */
  readonly residuals: Float64Array
  /** The fitted values for `simulate(model, { merge })`. */
  readonly merge: MergeTree
  /** For each experiment: the fitted signals at the times of the data, with `….data`, `….residual`, and `….band`, the half width of the confidence interval of the curve. */
  readonly tables: readonly SignalTable[]
  readonly searches: readonly FitSearch[]
  /** Number of simulations. */
  readonly nRun: number
  private readonly covariance: Float64Array

  /** @internal */
  constructor(
    planned: readonly PlannedParameter[],
    found: LeastSquaresResult,
    rest: Pick<FitResult, 'merge' | 'tables' | 'searches' | 'nRun'> & { readonly confidence: number },
  ) {
    const { x, standardErrors, degreesOfFreedom } = found
    const limit =
      degreesOfFreedom > 0 ? computeStudentLimit(1 - rest.confidence, degreesOfFreedom) : Number.NaN
    this.parameters = planned.map(({ path, unit, lower, upper }, k) => ({
      ...{ path, unit, value: x[k], standardError: standardErrors[k] },
      ...{ low: x[k] - limit * standardErrors[k], high: x[k] + limit * standardErrors[k] },
      isAtBound: x[k] === lower || x[k] === upper,
    }))
    this.undetermined = found.undetermined
    this.termination = found.termination
    this.sumOfSquares = found.sumOfSquares
    this.degreesOfFreedom = degreesOfFreedom
    this.residualDeviation = found.residualDeviation
    this.residuals = found.residuals
    this.covariance = found.covariance
    this.merge = rest.merge
    this.tables = rest.tables
    this.searches = rest.searches
    this.nRun = rest.nRun
  }

  /** A parameter by its path. */
  parameter(path: string): FittedParameter {
    return this.parameters[this.find('fit: parameter', path)]
  }

  /** Correlation of the errors of two parameters, from -1 to 1; NaN where one has no standard error. */
  correlation(first: string, second: string): number {
    const i = this.find('fit: correlation', first)
    const j = this.find('fit: correlation', second)
    const { covariance, parameters } = this
    const n = parameters.length
    return covariance[i * n + j] / Math.sqrt(covariance[i * n + i] * covariance[j * n + j])
  }

  private find(where: string, path: string): number {
    const paths = this.parameters.map((parameter) => parameter.path)
    assertOneOf(where, path, paths)
    return paths.indexOf(path)
  }
}

/**
 * Half widths of the confidence intervals of the fitted curves at the points that were measured, in deviations of the data:
 * t √(Jᵢ C Jᵢᵀ) [Bates & Watts 1988, section 2.3.2]. A parameter that a bound holds is a constant in them.
 */
export function computeBands(
  { jacobian, covariance, degreesOfFreedom, residuals }: LeastSquaresResult,
  isAtBound: readonly boolean[],
  confidence: number,
): Float64Array {
  const n = isAtBound.length
  const limit = degreesOfFreedom > 0 ? computeStudentLimit(1 - confidence, degreesOfFreedom) : Number.NaN
  const free = isAtBound.flatMap((isHeld, j) => (isHeld ? [] : [j]))
  return residuals.map((_, i) => {
    let variance = 0
    for (const j of free)
      for (const k of free) variance += jacobian[i * n + j] * covariance[j * n + k] * jacobian[i * n + k]
    return limit * Math.sqrt(Math.max(0, variance))
  })
}

/**
 * The table of an experiment with its fitted curves.
 * @param nextBand the half width at the next point that was measured, in deviations of the data
 */
export function createFitTable(
  time: Float64Array,
  signals: readonly MeasuredSignal[],
  result: SignalTable,
  nextBand: () => number,
): SignalTable {
  const table = new SignalTable()
  table.addTime({ values: time })
  for (const { name, unit, values, deviations } of signals) {
    const fitted = Float64Array.from(time, (t) => result.at(name, t))
    const missing = Uint8Array.from(values, (value) => (Number.isNaN(value) ? 1 : 0))
    table.add({ name, unit, values: fitted })
    const band = values.map((value, i) => (Number.isNaN(value) ? value : deviations[i] * nextBand()))
    table.add({ name: `${name}.data`, unit, values, missing })
    table.add({ name: `${name}.band`, unit, values: band, missing })
    table.add({
      name: `${name}.residual`,
      unit,
      values: fitted.map((value, i) => value - values[i]),
      missing,
    })
  }
  return table
}
