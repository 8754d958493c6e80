/** Fits parameters of a model to measured signals of one or several experiments. */
import {
  assertInteger,
  assertKnownKeys,
  assertPositive,
  convert,
  InputError,
  toSI,
  VarioError,
} from '../base/index.ts'
import type { MergeTree, ModelNode } from '../model/index.ts'
import type { SignalTable } from '../results/index.ts'
import { type InstantiatedModel, instantiate, mergeTrees } from '../simulation/index.ts'
import { type LeastSquaresResult, minimizeLeastSquares } from './fit/index.ts'
import { computeBands, createFitTable, FitResult, type FitSearch, type MeasuredSignal } from './fit-result.ts'
import { type FitParameter, type PlannedParameter, planParameters } from './plan-parameters.ts'
import { createUnitPoints } from './sampling/index.ts'
import { createExactTable, planDerivatives, runExactly, withValues } from './sensitivities/index.ts'
import { checkSettingUnit } from './settings/index.ts'
import type { StudySimulateOptions } from './study-definition.ts'
import { withSlope } from './study-runner.ts'

/** Measured signals. */
export interface FitData {
  /** Times of the points, ascending [s] (nPoint). */
  readonly time: ArrayLike<number>
  /** Values by the names of signals in results (nPoint each); NaN: not measured. */
  readonly values: Readonly<Record<string, ArrayLike<number>>>
  /** Units of the values (default: those of the signals). */
  readonly units?: Readonly<Record<string, string>>
  /**
   * Standard deviations of the measured values, in their units: of a signal, or of each of its points. The weights of squares are
   * 1/deviation² (default: all are equal).
   */
  readonly deviations?: Readonly<Record<string, number | ArrayLike<number>>>
}

/** An experiment: what was measured, and what was different from the others. */
export interface FitExperiment {
  readonly data: FitData
  /** Values of parameters and start values in this experiment. */
  readonly merge?: MergeTree
  /** Inputs in this experiment. */
  readonly inputs?: NonNullable<StudySimulateOptions['inputs']>
}

/** Options of `fit`. */
export interface FitOptions {
  /** Parameters and start values by their paths: `{ 'motor.R': { start: 1, min: 0 }, 'C.v.init': { start: 0 } }`. */
  readonly parameters: Readonly<Record<string, FitParameter>>
  readonly experiments: readonly FitExperiment[]
  /** Options of all runs (default: until the last point, with tolerance 1e-8). */
  readonly simulate?: Partial<StudySimulateOptions>
  /**
   * Number of searches (default 1). All but the first begin at points of a Latin hypercube within the bounds, with equal ratios if
   * those are positive and far apart; the best result counts.
   */
  readonly starts?: number
  /** Seed of these points (default 1). */
  readonly seed?: number
  /** Probability of the confidence intervals (default 0.95). */
  readonly confidence?: number
}

interface PlannedExperiment {
  readonly time: Float64Array
  readonly signals: readonly MeasuredSignal[]
  readonly simulate: StudySimulateOptions
}

/** Differences of runs need more digits than a diagram does. */
const TOLERANCE = 1e-8
/** Difference of the errors of two runs with similar values, in tolerances: both take about the same steps. */
const NOISE_PER_TOLERANCE = 0.01
/** Ratio of positive bounds from which starts have equal ratios. */
const WIDE = 100

/**
 * Fits parameters of a model to data by weighted least squares within bounds. The model is translated once. Standard errors and
 * intervals follow from the deviation of the data from the fitted curves and from the Jacobian at the solution.
 */
export function fit(model: ModelNode, options: FitOptions): FitResult {
  return new ModelFit(model, options).run()
}

class ModelFit {
  private readonly model: InstantiatedModel
  private readonly parameters: readonly PlannedParameter[]
  private readonly experiments: readonly PlannedExperiment[]
  private readonly nResidual: number
  private readonly tolerance: number
  private nRun = 0
  /** False: differences of runs give the derivatives. */
  private isExact = true
  private problem: unknown

  constructor(
    model: ModelNode,
    private readonly options: FitOptions,
  ) {
    assertKnownKeys('fit', options, ['parameters', 'experiments', 'simulate', 'starts', 'seed', 'confidence'])
    const { starts = 1, seed = 1, confidence = 0.95, simulate = {} } = options
    assertInteger('fit: starts', starts, 1)
    assertInteger('fit: seed', seed, 0)
    if (!(confidence > 0 && confidence < 1))
      throw new InputError('fit: confidence', 'a probability between 0 and 1', confidence)
    this.model = instantiate(model)
    this.tolerance = simulate.tolerance ?? TOLERANCE
    this.parameters = planParameters('fit: parameters', this.model.flat, options.parameters)
    this.experiments = this.planExperiments()
    this.nResidual = 0
    for (const { signals } of this.experiments)
      for (const { values } of signals) for (const value of values) if (!Number.isNaN(value)) this.nResidual++
    if (this.nResidual === 0) throw new InputError('fit: experiments', 'at least one measured value', 'none')
  }

  run(): FitResult {
    const { parameters, options } = this
    const searches: FitSearch[] = []
    let best: LeastSquaresResult | undefined
    for (const start of this.listStarts()) {
      const found = minimizeLeastSquares({
        names: parameters.map(({ path }) => path),
        nResidual: this.nResidual,
        residuals: (x, out) => this.computeResiduals(x, out),
        jacobian: (x, out) => this.computeJacobian(x, out),
        start,
        lower: parameters.map(({ lower }) => lower),
        upper: parameters.map(({ upper }) => upper),
        scales: parameters.map(findScale),
        noise: NOISE_PER_TOLERANCE * this.tolerance,
      })
      const isStarted = found.termination !== 'start'
      const sumOfSquares = isStarted ? found.sumOfSquares : Number.NaN
      searches.push({ start, sumOfSquares, termination: found.termination })
      if (isStarted && !(best !== undefined && best.sumOfSquares <= sumOfSquares)) best = found
    }
    if (best === undefined) {
      const reason = this.problem instanceof Error ? this.problem.message : 'A fitted signal is not finite.'
      throw new VarioError(
        'FIT',
        `fit: expected finite values of the model at the start, got none. ${reason}`,
        {
          hint: 'Choose other start values or bounds.',
        },
      )
    }
    const { confidence = 0.95 } = options
    const isAtBound = parameters.map(({ lower, upper }, k) => best.x[k] === lower || best.x[k] === upper)
    const bands = computeBands(best, isAtBound, confidence)
    let row = 0
    const tables = this.experiments.map(({ time, signals, simulate }) =>
      createFitTable(time, signals, this.simulate(best.x, simulate), () => bands[row++]),
    )
    const merge = this.mergeInto(undefined, best.x)
    return new FitResult(parameters, best, { merge, tables, searches, nRun: this.nRun, confidence })
  }

  private mergeInto(merge: MergeTree | undefined, x: ArrayLike<number>): MergeTree {
    return withValues(this.model.flat, merge, this.parameters, x)
  }

  private simulate(x: Float64Array, simulate: StudySimulateOptions): SignalTable {
    this.nRun++
    const run = this.model.start({ ...simulate, merge: this.mergeInto(simulate.merge, x) })
    run.advance()
    return run.finish()
  }

  /** Writes (fitted - measured)/deviation; false after an error of a run. */
  private computeResiduals(x: Float64Array, out: Float64Array): boolean {
    let k = 0
    try {
      for (const { time, signals, simulate } of this.experiments) {
        const result = this.simulate(x, simulate)
        for (const { name, values, deviations } of signals)
          for (let i = 0; i < time.length; i++)
            if (!Number.isNaN(values[i])) out[k++] = (result.at(name, time[i]) - values[i]) / deviations[i]
      }
      return true
    } catch (error) {
      // no solution for these values: the search goes elsewhere
      this.problem = error
      return false
    }
  }

  /** Writes the exact derivatives of the residuals, and returns their relative error; null: there are none. */
  private computeJacobian(x: Float64Array, out: Float64Array): number | null {
    if (!this.isExact) return null
    const { parameters, model, tolerance } = this
    const paths = parameters.map(({ path }) => path)
    const n = parameters.length
    let row = 0
    for (const { time, signals, simulate } of this.experiments) {
      const merge = this.mergeInto(simulate.merge, x)
      const planned = planDerivatives('fit: parameters', paths, model.flat, merge)
      this.nRun++
      const run = runExactly(model, { ...simulate, merge }, planned)
      if (!('table' in run) || run.reasons.size > 0) {
        this.isExact = false
        return null
      }
      const tables = planned.map((parameter, j) => createExactTable(run, parameter, j))
      // from the declared units to those of the fit
      const factors = parameters.map(({ unit }, j) => sizeOf(unit) / planned[j].factor)
      for (const { name, values, deviations } of signals)
        for (let i = 0; i < time.length; i++) {
          if (Number.isNaN(values[i])) continue
          for (let j = 0; j < n; j++)
            out[row * n + j] = (factors[j] * tables[j].at(name, time[i])) / deviations[i]
          row++
        }
    }
    return out.every(Number.isFinite) ? tolerance : null
  }

  private planExperiments(): PlannedExperiment[] {
    const { experiments } = this.options
    if (!Array.isArray(experiments) || experiments.length === 0)
      throw new InputError('fit: experiments', 'a list of at least one experiment: [{ data }]', experiments)
    const planned = experiments.map((experiment: FitExperiment, k) =>
      this.planExperiment(`fit: experiments[${k}]`, experiment),
    )
    const units = new Set(planned.flatMap(({ signals }) => signals.map(({ unit }) => unit)))
    const isWeighted = experiments.every(({ data }: FitExperiment) =>
      Object.keys(data.values).every((name) => data.deviations?.[name] !== undefined),
    )
    if (units.size > 1 && !isWeighted)
      throw new InputError(
        'fit: experiments, deviations',
        `standard deviations of all signals, as they have different units (${[...units].join(', ')})`,
        'none for some',
      )
    return planned
  }

  private planExperiment(where: string, experiment: FitExperiment): PlannedExperiment {
    assertKnownKeys(where, experiment, ['data', 'merge', 'inputs'])
    const { data, merge: own, inputs } = experiment
    if (typeof data !== 'object' || data === null)
      throw new InputError(`${where}.data`, "{ time: [0, 1], values: { 'C.v': [0, 0.6] } }", data)
    assertKnownKeys(`${where}.data`, data, ['time', 'values', 'units', 'deviations'])
    const { simulate: common = {} } = this.options
    const time = Float64Array.from(data.time)
    const { startTime = 0, stopTime = time[time.length - 1] } = common
    time.forEach((t, i) => {
      if (!(t >= (i === 0 ? startTime : time[i - 1]) && t <= stopTime))
        throw new InputError(
          `${where}.data.time[${i}]`,
          `ascending times from ${startTime} to ${stopTime} [s]`,
          t,
        )
    })
    if (time.length === 0) throw new InputError(`${where}.data.time`, 'at least one time', data.time)
    const merges = [common.merge, own].filter((tree) => tree !== undefined)
    const simulate: StudySimulateOptions = {
      ...common,
      stopTime,
      tolerance: this.tolerance,
      ...(merges.length > 0 && { merge: mergeTrees(merges) }),
      ...(inputs !== undefined && { inputs: { ...common.inputs, ...inputs } }),
    }
    const { interval: _, record: __, ...first } = simulate
    const begin = this.model.simulate({ ...first, startTime, stopTime: startTime })
    const names = Object.keys(data.values)
    for (const key of ['units', 'deviations'] as const)
      if (data[key] !== undefined) assertKnownKeys(`${where}.data.${key}`, data[key], names)
    const signals = names.map((name) => readSignal(`${where}.data`, name, data, time.length, begin))
    const record = simulate.record ?? names.flatMap((name) => withSlope(name, begin))
    return { time, signals, simulate: { ...simulate, record } }
  }

  private listStarts(): number[][] {
    const { parameters } = this
    const { starts = 1, seed = 1 } = this.options
    const list = [parameters.map(({ start }) => start)]
    if (starts === 1) return list
    for (const { where, lower, upper } of parameters)
      if (!(upper - lower < Infinity))
        throw new InputError(where, 'min and max, between which `starts` are chosen', [lower, upper])
    const points = createUnitPoints('latin-hypercube', starts - 1, parameters.length, seed)
    for (let k = 0; k < starts - 1; k++)
      list.push(
        parameters.map(({ lower, upper }, j) => {
          const u = points.coordinate(k, j)
          const isWide = lower > 0 && upper / lower >= WIDE
          return isWide ? lower * (upper / lower) ** u : lower + u * (upper - lower)
        }),
      )
    return list
  }
}

/** A change by 1 in a unit [SI]. */
function sizeOf(unit: string): number {
  return unit === '' ? 1 : toSI(1, unit) - toSI(0, unit)
}

/** Typical size for differences: that of the start, or of the bounds. */
function findScale({ start, lower, upper }: PlannedParameter): number {
  if (start !== 0) return 0.01 * Math.abs(start)
  return upper - lower < Infinity ? 0.1 * (upper - lower) : 1
}

function readSignal(
  where: string,
  name: string,
  data: FitData,
  nPoint: number,
  begin: SignalTable,
): MeasuredSignal {
  const { unit, nElement } = begin.signal(name)
  if (nElement !== 1) throw new InputError(`${where}.values['${name}']`, `a scalar such as ${name}[1]`, name)
  const own = data.units?.[name]
  if (own !== undefined) checkSettingUnit(`${where}.units['${name}']`, own, unit)
  const given = data.values[name]
  if (given.length !== nPoint)
    throw new InputError(`${where}.values['${name}']`, `${nPoint} values, one for each time`, given.length)
  const values = Float64Array.from(given, (value) => (own === undefined ? value : convert(value, own, unit)))
  values.forEach((value, i) => {
    if (value === Infinity || value === -Infinity)
      throw new InputError(`${where}.values['${name}'][${i}]`, 'a finite number, or NaN', value)
  })
  const deviation = data.deviations?.[name] ?? 1
  if (typeof deviation !== 'number' && deviation.length !== nPoint)
    throw new InputError(`${where}.deviations['${name}']`, `${nPoint} values`, deviation.length)
  // a difference of temperatures has no offset
  const size = own === undefined ? 1 : convert(1, own, unit) - convert(0, own, unit)
  const deviations = Float64Array.from({ length: nPoint }, (_, i) => {
    const value = typeof deviation === 'number' ? deviation : deviation[i]
    assertPositive(`${where}.deviations['${name}']`, value)
    return data.deviations?.[name] === undefined ? 1 : value * size
  })
  return { name, unit, values, deviations }
}
