/** Subjects of an optimization: measures of a model, or values of a function, by values of parameters. */
import { EPS, InputError, toSI, VarioError } from '../base/index.ts'
import type { MergeTree, ModelNode } from '../model/index.ts'
import { type InstantiatedModel, instantiate } from '../simulation/index.ts'
import { evaluateMeasure, listSignals, type Measure } from './measures/index.ts'
import type { OptimizedFunction, OptimizeOptions } from './optimize-options.ts'
import {
  listEntries,
  type PlannedParameter,
  type PlannedRange,
  planParameters,
  planRange,
} from './plan-parameters.ts'
import {
  DERIVATIVE_TOLERANCE,
  differentiateMeasures,
  planDerivatives,
  runExactly,
  withValues,
} from './sensitivities/index.ts'
import type { StudySimulateOptions } from './study-definition.ts'
import { withSlope } from './study-runner.ts'

/** Name of the objective of a function that returns one number. */
export const VALUE = 'value'
/** Errors of the measures of two runs with similar values, in tolerances. */
const NOISE_PER_TOLERANCE = 0.01
/** Measures by values of parameters. */
export interface OptimizeSubject {
  readonly names: readonly string[]
  readonly ranges: readonly (PlannedRange & { readonly path: string })[]
  /** Relative error of the measures. */
  readonly noise: number
  /** Measures in the order of their names. */
  measure(x: Float64Array): Float64Array
  /** With derivatives, row-major (nMeasure × n); null: they are not known. */
  differentiate(x: Float64Array): { values: Float64Array; jacobian: Float64Array } | null
  measureAll(points: readonly Float64Array[]): Promise<Float64Array[]>
  merge(x: Float64Array): MergeTree
}

/** A function of values by name. */
export class OfFunction implements OptimizeSubject {
  readonly ranges: readonly (PlannedRange & { readonly path: string })[]
  readonly names: readonly string[]
  readonly noise = EPS

  constructor(
    private readonly evaluate: OptimizedFunction,
    { parameters, measure, simulate, study, minimize, maximize, constraints = {} }: OptimizeOptions,
  ) {
    for (const [key, value] of Object.entries({ measure, simulate, study }))
      if (value !== undefined)
        throw new InputError(`optimize: ${key}`, 'this option only beside a model', value)
    this.ranges = listEntries('optimize: parameters', parameters).map(([path, parameter]) => ({
      path,
      ...planRange(`optimize: parameters['${path}']`, parameter),
    }))
    const objective = minimize ?? maximize ?? VALUE
    this.names = [...new Set([objective, ...Object.keys(constraints)])]
  }

  measure(x: Float64Array): Float64Array {
    const values = Object.fromEntries(this.ranges.map(({ path }, j) => [path, x[j]]))
    const found = this.evaluate(values)
    return Float64Array.from(this.names, (name) => {
      const value: unknown = typeof found === 'number' ? (name === VALUE ? found : undefined) : found?.[name]
      if (typeof value !== 'number')
        throw new InputError(`optimize: the function`, `a number '${name}'`, value ?? found)
      return value
    })
  }

  differentiate(): null {
    return null
  }

  async measureAll(points: readonly Float64Array[]): Promise<Float64Array[]> {
    return points.map((x) => this.measure(x))
  }

  merge(): MergeTree {
    return {}
  }
}

/** A model with measures. */
export class OfModel implements OptimizeSubject {
  readonly ranges: readonly PlannedParameter[]
  readonly names: readonly string[]
  readonly noise: number
  private readonly model: InstantiatedModel
  private readonly measures: readonly Measure[]
  private readonly simulate: StudySimulateOptions
  private isExact = true

  constructor(
    private readonly source: ModelNode,
    private readonly options: OptimizeOptions,
  ) {
    const { parameters, measure, simulate, method } = options
    if (typeof measure !== 'object' || measure === null || Object.keys(measure).length === 0)
      throw new InputError('optimize: measure', "measures by name: { end: finalValue('x') }", measure)
    if (typeof simulate !== 'object' || simulate === null)
      throw new InputError('optimize: simulate', 'options of the runs: { stopTime: 10 }', simulate)
    this.model = instantiate(source)
    this.ranges = planParameters('optimize: parameters', this.model.flat, parameters)
    this.names = Object.keys(measure)
    this.measures = Object.values(measure)
    const tolerance = simulate.tolerance ?? (method === 'cma-es' ? undefined : DERIVATIVE_TOLERANCE)
    this.noise = NOISE_PER_TOLERANCE * (tolerance ?? 1e-6)
    const plain = { ...simulate, ...(tolerance !== undefined && { tolerance }) }
    const read = this.measures.map(listSignals)
    const { startTime = 0, interval: _, record: __, ...first } = plain
    const start = read.some((list) => list === null)
      ? undefined
      : this.model.simulate({
          ...first,
          startTime,
          stopTime: startTime,
          merge: this.mergeWith(Float64Array.from(this.ranges, (range) => range.start)),
        })
    const record = start && [
      ...new Set(read.flatMap((list) => list!.flatMap((name) => withSlope(name, start)))),
    ]
    this.simulate = record === undefined ? plain : { record, ...plain }
  }

  measure(x: Float64Array): Float64Array {
    const run = this.model.start({ ...this.simulate, merge: this.mergeWith(x) })
    run.advance()
    const result = run.finish()
    return Float64Array.from(this.names, (name, k) => evaluateMeasure(name, this.measures[k], result))
  }

  differentiate(x: Float64Array): { values: Float64Array; jacobian: Float64Array } | null {
    if (!this.isExact) return null
    const { ranges, model, simulate, names, measures } = this
    const merge = this.mergeWith(x)
    const planned = planDerivatives(
      'optimize: parameters',
      ranges.map(({ path }) => path),
      model.flat,
      merge,
    )
    const run = runExactly(model, { ...simulate, merge }, planned)
    if (!('table' in run) || run.reasons.size > 0) {
      this.isExact = false
      return null
    }
    const measureRun = (table: typeof run.table): Float64Array =>
      Float64Array.from(names, (name, k) => evaluateMeasure(name, measures[k], table))
    const n = ranges.length
    const jacobian = new Float64Array(names.length * n)
    planned.forEach((parameter, j) => {
      const { values } = differentiateMeasures(run, parameter, j, measureRun)
      // from the declared unit to that of the search
      const factor = ranges[j].unit === parameter.unit ? 1 : ratioOf(ranges[j].unit, parameter.unit)
      for (let k = 0; k < names.length; k++) jacobian[k * n + j] = factor * values[k]
    })
    return jacobian.every(Number.isFinite) ? { values: measureRun(run.table), jacobian } : null
  }

  async measureAll(points: readonly Float64Array[]): Promise<Float64Array[]> {
    const { study, measure, seed = 1 } = this.options
    if (study === undefined) return points.map((x) => measureOrNone(() => this.measure(x), this.names.length))
    const { ranges, names } = this
    const vary = points.map((x) =>
      Object.fromEntries(
        ranges.map(({ path, unit, setting }, j) => [
          path,
          unit === '' || unit === setting.unit ? x[j] : { _class: 'Quantity' as const, value: x[j], unit },
        ]),
      ),
    )
    const result = await study(this.source, { vary, seed, simulate: this.simulate, measure: measure! })
    const columns = names.map((name) => result.values(name))
    return points.map((_, k) => Float64Array.from(columns, (column) => column[k]))
  }

  merge(x: Float64Array): MergeTree {
    return withValues(this.model.flat, undefined, this.ranges, x)
  }

  private mergeWith(x: Float64Array): MergeTree {
    return withValues(this.model.flat, this.options.simulate?.merge, this.ranges, x)
  }
}

/** Size of a unit in another one. */
function ratioOf(unit: string, other: string): number {
  return (toSI(1, unit) - toSI(0, unit)) / (toSI(1, other) - toSI(0, other))
}

/** Values of a point; NaN where there are none. */
function measureOrNone(measure: () => Float64Array, count: number): Float64Array {
  try {
    return measure()
  } catch (error) {
    if (error instanceof VarioError && error.code !== 'INPUT') return new Float64Array(count).fill(Number.NaN)
    throw error
  }
}
