/** Derivatives of signals and measures of a model with respect to parameters and start values. */
import { assertKnownKeys, EPS, InputError } from '../../base/index.ts'
import { differentiateByExtrapolation, type ExtrapolatedDerivatives } from '../../math/index.ts'
import type { MergeTree, ModelNode } from '../../model/index.ts'
import type { SignalTable } from '../../results/index.ts'
import { type InstantiatedModel, instantiate, type SimulateOptions } from '../../simulation/index.ts'
import { evaluateMeasure, findMeasureUnit, type Measure } from '../measures/index.ts'
import { type DerivativeParameter, planDerivatives, withValues } from './derivative-parameter.ts'
import { createDerivativeTable, type Shift, shiftRun } from './derivative-tables.ts'
import { type DifferenceDerivatives, differentiateRuns } from './difference-runs.ts'
import { type ExactRun, runExactly } from './exact-run.ts'
import { type ParameterDerivatives, SensitivityResult } from './sensitivity-result.ts'

/** Options of `sensitivities`. */
export interface SensitivityOptions {
  /** Paths of parameters and start values: `['R.R', 'C.v.init']`. */
  readonly parameters: readonly string[]
  /** Options of the run; `merge` has the values at which it is differentiated (default of `tolerance`: 1e-8). */
  readonly simulate: Omit<SimulateOptions, 'log' | 'onProgress' | 'stream'>
  /** Measures by name, as of a study. */
  readonly measure?: Readonly<Record<string, Measure>>
}

/** Derivatives amplify the errors of runs. */
export const DERIVATIVE_TOLERANCE = 1e-8
/** The errors of runs are the differences from those with a tolerance that is coarser by this factor. */
const COARSER = 10
/** First step along the derivatives of a run, relative to the size of a parameter. */
const SHIFT = 1e-3

/**
 * Simulates a model with the derivatives of its signals and measures with respect to parameters and start values. They are exact,
 * through events too, where the equations can be differentiated; otherwise extrapolated differences of runs. Each number has an
 * estimate of its error.
 */
export function sensitivities(model: ModelNode, options: SensitivityOptions): SensitivityResult {
  assertKnownKeys('sensitivities', options, ['parameters', 'simulate', 'measure'])
  if (typeof options.simulate !== 'object' || options.simulate === null)
    throw new InputError('sensitivities: simulate', 'options of a run: { stopTime: 10 }', options.simulate)
  return new Differentiation(instantiate(model), options).run()
}

interface NamedMeasure {
  readonly name: string
  readonly measure: Measure
}

class Differentiation {
  private readonly parameters: readonly DerivativeParameter[]
  private readonly measures: readonly NamedMeasure[]
  private readonly simulate: SensitivityOptions['simulate'] & { readonly tolerance: number }

  constructor(
    private readonly model: InstantiatedModel,
    { parameters, simulate, measure = {} }: SensitivityOptions,
  ) {
    this.parameters = planDerivatives('sensitivities: parameters', parameters, model.flat, simulate.merge)
    this.measures = Object.entries(measure).map(([name, each]) => ({ name, measure: each }))
    this.simulate = { ...simulate, tolerance: simulate.tolerance ?? DERIVATIVE_TOLERANCE }
  }

  run(): SensitivityResult {
    const { parameters, simulate, model } = this
    const exact = runExactly(model, simulate, parameters)
    const found = new Map<string, ParameterDerivatives>()
    let result: SignalTable
    if ('table' in exact) {
      result = exact.table
      const merge = this.createMerge(parameters.map(({ value }) => value))
      const coarse = runExactly(
        model,
        { ...simulate, merge, tolerance: this.coarseTolerance },
        exact.parameters,
      )
      exact.parameters.forEach((parameter, j) => {
        const other = 'table' in coarse ? coarse : null
        found.set(parameter.path, this.describeExact(exact, other, parameter, j))
      })
    } else
      result = model.simulate({ ...simulate, merge: this.createMerge(parameters.map(({ value }) => value)) })
    const reasons = 'table' in exact ? exact.reasons : exact
    for (const parameter of parameters)
      if (!found.has(parameter.path))
        found.set(
          parameter.path,
          this.describeDifferences(result, parameter, reasons.get(parameter.path) ?? ''),
        )
    const values = this.evaluate(result)
    return new SensitivityResult(
      result,
      parameters.map(({ path }) => found.get(path)!),
      this.measures.map(({ name, measure }, k) => ({
        ...{ name, value: values[k] },
        unit: findMeasureUnit(measure, result),
      })),
    )
  }

  private createMerge(values: readonly number[]): MergeTree {
    return withValues(this.model.flat, this.simulate.merge, this.parameters, values)
  }

  /** Values of all parameters, by those of some of them. */
  private completeValues(some: readonly DerivativeParameter[], values: readonly number[]): number[] {
    return this.parameters.map((parameter) => values[some.indexOf(parameter)] ?? parameter.value)
  }

  private evaluate(run: SignalTable): Float64Array {
    return Float64Array.from(this.measures, ({ name, measure }) => evaluateMeasure(name, measure, run))
  }

  private describeExact(
    run: ExactRun,
    coarse: ExactRun | null,
    parameter: DerivativeParameter,
    j: number,
  ): ParameterDerivatives {
    const of = (each: ExactRun): RunDerivatives => ({
      values: readFixed(each, parameter, j),
      measures: this.measureAlong(each, parameter, j),
    })
    return this.describe(run.table, parameter, of(run), coarse && of(coarse), { means: 'exact', reason: '' })
  }

  /** Derivatives of the measures, as functions of the points of the run, along its derivatives. */
  private measureAlong(run: ExactRun, parameter: DerivativeParameter, j: number): ExtrapolatedDerivatives {
    return differentiateMeasures(run, parameter, j, (each) => this.evaluate(each))
  }

  private describeDifferences(
    result: SignalTable,
    parameter: DerivativeParameter,
    reason: string,
  ): ParameterDerivatives {
    const { model, simulate } = this
    const of = (tolerance: number, center?: SignalTable): DifferenceDerivatives => {
      const run = (value: number): SignalTable =>
        model.simulate({
          ...simulate,
          tolerance,
          merge: this.createMerge(this.completeValues([parameter], [value])),
        })
      return differentiateRuns(center ?? run(parameter.value), parameter, tolerance, run, (each) =>
        this.evaluate(each),
      )
    }
    const fine = of(simulate.tolerance, result)
    const coarse = of(this.coarseTolerance)
    return this.describe(result, parameter, fine, coarse, { means: 'differences', reason })
  }

  private get coarseTolerance(): number {
    return Math.min(0.1, COARSER * this.simulate.tolerance)
  }

  /** Derivatives with their errors: those of extrapolation, and the difference from those of coarser runs. */
  private describe(
    run: SignalTable,
    { path, unit, value }: DerivativeParameter,
    fine: RunDerivatives,
    coarse: RunDerivatives | null,
    about: Pick<ParameterDerivatives, 'means' | 'reason'>,
  ): ParameterDerivatives {
    const errors = new Map(
      [...fine.values].map(([name, values]) => {
        const others = coarse?.values.get(name)
        const own = fine.errors?.get(name)
        // with another number of events there is nothing to compare with
        const isComparable = others?.length === values.length
        return [
          name,
          values.map((each, i) =>
            isComparable ? Math.abs(each - others[i]) + EPS * Math.abs(each) + (own?.[i] ?? 0) : Number.NaN,
          ),
        ]
      }),
    )
    const { values, errors: own } = fine.measures
    return {
      ...{ path, unit, value },
      ...about,
      table: createDerivativeTable(run, fine.values, unit),
      errors: createDerivativeTable(run, errors, unit),
      measures: this.measures.map((_, k) => ({
        value: values[k],
        error:
          own[k] +
          EPS * Math.abs(values[k]) +
          Math.abs(values[k] - (coarse?.measures.values[k] ?? Number.NaN)),
      })),
    }
  }
}

/** Derivatives of measures, as functions of the points of the run, along its derivatives; the errors are those of differences. */
export function differentiateMeasures(
  run: ExactRun,
  parameter: DerivativeParameter,
  j: number,
  measure: (run: SignalTable) => Float64Array,
): ExtrapolatedDerivatives {
  const shift = readShift(run, parameter, j)
  const evaluate = (by: number): Float64Array | null => {
    const shifted = shiftRun(run.table, shift, by)
    return shifted && measure(shifted)
  }
  return differentiateByExtrapolation(evaluate, SHIFT * parameter.scale, 0)
}

/** Derivatives with respect to one parameter. */
interface RunDerivatives {
  /** By the names of signals. */
  readonly values: ReadonlyMap<string, Float64Array>
  /** Errors of extrapolation; missing: none. */
  readonly errors?: ReadonlyMap<string, Float64Array>
  readonly measures: ExtrapolatedDerivatives
}

/** Derivatives at fixed times by signal, per unit of the parameter. */
function readFixed(
  { rows }: ExactRun,
  { factor }: DerivativeParameter,
  j: number,
): Map<string, Float64Array> {
  return collect(rows, (point, column) => factor * point.values[j * rows.nColumn + column])
}

/** The table of these derivatives, per declared unit of the parameter. */
export function createExactTable(run: ExactRun, parameter: DerivativeParameter, j: number): SignalTable {
  return createDerivativeTable(run.table, readFixed(run, parameter, j), parameter.unit)
}

/** The motion of the points of a run, per unit of the parameter: events take the values along. */
function readShift({ rows }: ExactRun, { factor }: DerivativeParameter, j: number): Shift {
  const values = collect(rows, ({ values: fixed, times, rates }, column) => {
    const moved = times === null || rates === null ? 0 : times[j] * rates[column]
    return factor * (fixed[j * rows.nColumn + column] + moved)
  })
  const times = Float64Array.from(rows.points, (point) => factor * (point.times?.[j] ?? 0))
  const parameters = new Map([...rows.parameters[j]].map(([name, change]) => [name, factor * change]))
  return { values, times, parameters }
}

type Rows = ExactRun['rows']

function collect(
  { signals, points }: Rows,
  read: (point: Rows['points'][number], column: number) => number,
): Map<string, Float64Array> {
  return new Map(
    signals.map(({ name, first, nElement }) => [
      name,
      Float64Array.from({ length: points.length * nElement }, (_, k) =>
        read(points[Math.floor(k / nElement)], first + (k % nElement)),
      ),
    ]),
  )
}
