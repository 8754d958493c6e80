/** Number formats of the viewer: short, with a true minus sign, and of constant width while values change. */

import type { SignalHeader } from '../../results/index.ts'

/** Five digits: `0.12346`, `1.2346e-7`, `−12.346`; `–` for a missing value. */
export function printNumber(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  if (value === 0) return '0'
  const size = Math.abs(value)
  const text = size >= 1e5 || size < 1e-3 ? value.toExponential(4) : value.toPrecision(5)
  return text.replace('e+', 'e').replaceAll('-', '−')
}

/** A number that stays constant: without trailing zeros. */
export function printConstant(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15
    ? String(value).replace('-', '−')
    : printNumber(value)
        .replace(/(\.\d*?)0+(?=e|$)/, '$1')
        .replace(/\.(?=e|$)/, '')
}

/** A time within a range, with enough decimals to distinguish its points. */
export function printSeconds(value: number, duration: number): string {
  const decimals =
    duration > 0 ? Math.min(12, Math.max(0, 4 - Math.floor(Math.log10(duration) + 1e-9) - 1)) : 3
  return value.toFixed(decimals).replace('-', '−')
}

/** ` m/s`, with a leading space; empty without a unit. */
export function printUnit(unit: string): string {
  return unit === '' || unit === '1' ? '' : ` ${unit}`
}

/** Maximum number of displayed elements of an array. */
const MAX_ELEMENTS = 9

/** Values of a signal: one number, Boolean or name of an enumeration, or `[1, 2, 3]`. */
export function printValues(
  values: ArrayLike<number>,
  isScalar: boolean,
  { type, valueNames }: Pick<SignalHeader, 'type' | 'valueNames'>,
  isConstant = false,
): string {
  const print = (value: number): string =>
    type === 'boolean' && !Number.isNaN(value)
      ? String(value !== 0)
      : (valueNames?.[value - 1] ?? (isConstant ? printConstant(value) : printNumber(value)))
  if (isScalar) return print(values[0])
  const shown = Array.from({ length: Math.min(values.length, MAX_ELEMENTS) }, (_, k) => print(values[k]))
  return `[${shown.join(', ')}${values.length > MAX_ELEMENTS ? ', …' : ''}]`
}

/** Minimum and maximum digits of tick labels: doubles have no more. */
const [MIN_DIGITS, MAX_DIGITS] = [6, 15]

/** Labels of axis ticks, with enough digits to distinguish neighbors; uPlot passes null for ticks without a label. */
export function printTicks(ticks: readonly (number | null)[]): string[] {
  const values = ticks.filter((tick) => tick !== null)
  const largest = Math.max(...values.map(Math.abs))
  const step = Math.abs(values[1] - values[0])
  // two more than the step needs, which is 1, 2, 2.5 or 5 times a power of ten
  const needed = Math.ceil(Math.log10(largest / step)) + 2
  const digits = Number.isFinite(needed) ? Math.min(MAX_DIGITS, Math.max(MIN_DIGITS, needed)) : MIN_DIGITS
  return ticks.map((tick) => (tick === null ? '' : printTick(tick, digits)))
}

function printTick(value: number, digits: number): string {
  const size = Math.abs(value)
  const text =
    size !== 0 && (size >= 1e5 || size < 1e-3)
      ? value.toExponential(digits === MIN_DIGITS ? 3 : digits - 1).replace(/\.?0+e/, 'e')
      : String(Number(value.toPrecision(digits)))
  return text.replace('e+', 'e').replaceAll('-', '−')
}
