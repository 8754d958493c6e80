/** Derivatives of a run: numbers with their units, the means by which they were found, and the estimates of their errors. */
import { assertOneOf } from '../../base/index.ts'
import { SignalTable } from '../../results/index.ts'
import { derivativeUnit } from './derivative-tables.ts'

/** 'exact': from differentiated equations; 'differences': extrapolated differences of runs. */
export type Means = 'exact' | 'differences'

/** A parameter or start value with respect to which a run is differentiated. */
export interface DifferentiatedParameter {
  readonly path: string
  readonly unit: string
  /** Its value in the run, in `unit`. */
  readonly value: number
  readonly means: Means
  /** Why the derivatives are differences; empty for exact ones. */
  readonly reason: string
}

/** The derivative of a measure. */
export interface MeasureDerivative {
  readonly value: number
  /** Estimated error, in the same unit. */
  readonly error: number
  readonly unit: string
  readonly means: Means
}

/** Derivatives with respect to one parameter. */
export interface ParameterDerivatives extends DifferentiatedParameter {
  /** By the names of signals. */
  readonly table: SignalTable
  readonly errors: SignalTable
  /** Of the measures. */
  readonly measures: readonly { readonly value: number; readonly error: number }[]
}

/** Measures of the run. */
export interface MeasuredValue {
  readonly name: string
  readonly value: number
  readonly unit: string
}

/** Result of `sensitivities`. */
export class SensitivityResult {
  /** The run itself. */
  readonly result: SignalTable
  readonly parameters: readonly DifferentiatedParameter[]
  readonly #derivatives: readonly ParameterDerivatives[]
  readonly #measures: readonly MeasuredValue[]

  /** @internal */
  constructor(
    result: SignalTable,
    derivatives: readonly ParameterDerivatives[],
    measures: readonly MeasuredValue[],
  ) {
    this.result = result
    this.#derivatives = derivatives
    this.#measures = measures
    this.parameters = derivatives.map(({ path, unit, value, means, reason }) => ({
      path,
      unit,
      value,
      means,
      reason,
    }))
  }

  /** Points of the run [s]: the output points, and each event twice. */
  get time(): Float64Array {
    return this.result.time
  }

  /** Derivatives of a signal at all points (nPoint × nElement), in `unit`; NaN where there is none. */
  values(signal: string, parameter: string): Float64Array {
    return this.#of(parameter).table.values(signal)
  }

  /** Estimated errors of `values`, in the same unit. */
  errors(signal: string, parameter: string): Float64Array {
    return this.#of(parameter).errors.values(signal)
  }

  /** Derivative of a scalar signal at a time [s], in `unit`; at an event, the one after it. */
  at(signal: string, parameter: string, t: number): number {
    return this.#of(parameter).table.at(signal, t)
  }

  /** Unit of the derivatives of a signal: `V/kOhm`. */
  unit(signal: string, parameter: string): string {
    return this.#of(parameter).table.signal(signal).unit
  }

  /** A measure of the run, in the unit of its signal. */
  measure(name: string): number {
    return this.#measures[this.#numberOf(name)].value
  }

  /** Derivative of a measure. */
  derivative(measure: string, parameter: string): MeasureDerivative {
    const k = this.#numberOf(measure)
    const { measures, unit, means } = this.#of(parameter)
    return { ...measures[k], unit: derivativeUnit(this.#measures[k].unit, unit), means }
  }

  /** All derivatives as signals `d(v)/d(R)`, for diagrams and files. */
  get table(): SignalTable {
    const all = new SignalTable(this.result.attributes)
    const first = this.result.axes.values().next().value
    if (first === undefined) return all
    all.addTime({ name: first.name, values: first.time, segmentStarts: first.segmentStarts })
    for (const { path, table } of this.#derivatives)
      for (const name of table.names) {
        const { header, size, unit, info, values } = table.signal(name)
        if (header.kind === 'time') continue
        all.add({ name: `d(${name})/d(${path})`, size, unit: header.elementUnits ?? unit, info, values })
      }
    return all
  }

  #of(parameter: string): ParameterDerivatives {
    assertOneOf(
      'sensitivities: parameter',
      parameter,
      this.#derivatives.map(({ path }) => path),
    )
    return this.#derivatives.find(({ path }) => path === parameter)!
  }

  #numberOf(measure: string): number {
    const names = this.#measures.map(({ name }) => name)
    assertOneOf('sensitivities: measure', measure, names)
    return names.indexOf(measure)
  }
}
