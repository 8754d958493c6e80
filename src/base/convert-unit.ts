import { formatDimension, sameDimension } from './dimension.ts'
import { parseUnit } from './parse-unit.ts'
import { type Unit, UnitError } from './unit.ts'

/**
 * `value` in unit `from`, converted to unit `to`. Temperatures are points on their scales: 20 degC are 293.15 K.
 * Temperature differences are converted in K.
 *
 * @throws UnitError if the dimensions differ.
 */
export function convert(value: number, from: string | Unit, to: string | Unit): number {
  const source = asUnit(from)
  const target = asUnit(to)
  if (!sameDimension(source.dimension, target.dimension)) {
    const dimensions = [formatDimension(source.dimension), formatDimension(target.dimension)]
    throw new UnitError(
      `convert: expected a unit of the dimension ${dimensions[1]} of '${written(to)}', got '${written(from)}' with the ` +
        `dimension ${dimensions[0]}.`,
      { from: written(from), to: written(to), dimensions },
    )
  }
  if (source.factor === target.factor && source.offset === target.offset) return value
  if (source.offset === target.offset) return convertByFactor(value, source.factor, target.factor)
  return fromSI(toSI(value, source), target)
}

/** The SI value [SI unit of its dimension] of `value` in `unit`: `toSI(20, 'degC')` is 293.15. */
export function toSI(value: number, unit: string | Unit): number {
  const { factor, offset } = asUnit(unit)
  return convertByFactor(value, factor, 1) + offset
}

/** The value in `unit` of an SI value [SI unit of its dimension]: `fromSI(293.15, 'degC')` is 20. */
export function fromSI(value: number, unit: string | Unit): number {
  const { factor, offset } = asUnit(unit)
  return convertByFactor(value - offset, 1, factor)
}

/** value · source / target; divides where the divisor is an integer, so that 3 mm are exactly the double 0.003. */
function convertByFactor(value: number, source: number, target: number): number {
  const divisor = target / source
  return Number.isInteger(divisor) ? value / divisor : value * (source / target)
}

function asUnit(unit: string | Unit): Unit {
  return typeof unit === 'string' ? parseUnit(unit) : unit
}

function written(unit: string | Unit): string {
  return typeof unit === 'string' ? unit : unit.text
}
