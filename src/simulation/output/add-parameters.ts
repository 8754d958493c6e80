import { fromSI } from '../../base/index.ts'
import type { Translation } from '../../compiler/index.ts'
import type { EvaluatedModel } from '../../model/index.ts'
import type { SignalTable } from '../../results/index.ts'
import { isNonSI } from './signal-names.ts'

/** Adds all parameters of a model to a table. */
export function addParameters(
  table: SignalTable,
  { parameters }: Translation['model'],
  values: EvaluatedModel,
): void {
  for (const [name, value] of values.parameters) {
    const unit = parameters.get(name)?.unit ?? ''
    const convert = (number: number): number => (isNonSI(unit) ? fromSI(number, unit) : number)
    if (typeof value === 'number') table.addParameter({ name, unit, value: convert(value) })
    else if (typeof value === 'boolean' || typeof value === 'string')
      table.addParameter({ name, unit, value })
    else if (value instanceof Float64Array) {
      table.addParameter({ name, unit, value: value.map(convert), size: [value.length] })
    } else if (isMatrixValue(value)) {
      table.addParameter({ name, unit, value: value.data.map(convert), size: [value.rows, value.cols] })
    }
  }
}

function isMatrixValue(value: unknown): value is { rows: number; cols: number; data: Float64Array } {
  return (
    typeof value === 'object' && value !== null && (value as { data?: unknown }).data instanceof Float64Array
  )
}
