/** Names and units of signals; parameters as signals. */
import { divideUnits, fromSI, parseUnit, printUnit } from '../base/index.ts'
import type { Translation } from '../compiler/index.ts'
import type { EvaluatedModel } from '../model/index.ts'
import type { SignalTable } from '../results/index.ts'

/** Name of a signal: a derivative belongs to the component of its variable, `C.der(v)`. */
export function signalName(name: string): string {
  if (!name.startsWith('der(')) return name
  const inner = signalName(name.slice(4, -1))
  const dot = inner.lastIndexOf('.')
  return dot < 0 ? `der(${inner})` : `${inner.slice(0, dot + 1)}der(${inner.slice(dot + 1)})`
}

/** Unit of the derivative of a variable. */
export function derivativeUnit(unit: string): string {
  return unit === '' ? '1/s' : printUnit(divideUnits(parseUnit(unit), parseUnit('s')))
}

/** True if values are converted from SI units before they are recorded. */
export function isNonSI(unit: string): boolean {
  if (unit === '') return false
  const { factor, offset } = parseUnit(unit)
  return factor !== 1 || offset !== 0
}

/** Adds all parameters of a model to a table. */
export function addParameters(
  table: SignalTable,
  { parameters }: Translation['model'],
  values: EvaluatedModel,
): void {
  for (const [name, value] of values.parameters) {
    const { unit = '', type } = parameters.get(name) ?? {}
    const names = Array.isArray(type) ? { valueNames: type } : {}
    const convert = (number: number): number => (isNonSI(unit) ? fromSI(number, unit) : number)
    const values = (data: Float64Array): Float64Array | boolean[] =>
      type === 'Boolean' ? Array.from(data, (each) => each === 1) : data.map(convert)
    if (typeof value === 'number') table.addParameter({ name, unit, ...names, value: convert(value) })
    else if (typeof value === 'boolean' || typeof value === 'string')
      table.addParameter({ name, unit, value })
    else if (value instanceof Float64Array) {
      table.addParameter({ name, unit, ...names, value: values(value), size: [value.length] })
    } else if (isMatrixValue(value)) {
      table.addParameter({ name, unit, ...names, value: values(value.data), size: [value.rows, value.cols] })
    }
  }
}

function isMatrixValue(value: unknown): value is { rows: number; cols: number; data: Float64Array } {
  return (
    typeof value === 'object' && value !== null && (value as { data?: unknown }).data instanceof Float64Array
  )
}
