/** Numbers as the viewer shows them: short, with a true minus sign, and of the same width while they change. */

/** Five digits: `0.12346`, `1.2346e-7`, `−12.346`; `–` for a value that is missing. */
export function printNumber(value: number): string {
  if (Number.isNaN(value)) return '–'
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞'
  if (value === 0) return '0'
  const size = Math.abs(value)
  const text = size >= 1e5 || size < 1e-3 ? value.toExponential(4) : value.toPrecision(5)
  return text.replace('e+', 'e').replaceAll('-', '−')
}

/** A number that does not change while one looks: without zeros at its end. */
export function printConstant(value: number): string {
  return Number.isInteger(value) && Math.abs(value) < 1e15
    ? String(value).replace('-', '−')
    : printNumber(value)
        .replace(/(\.\d*?)0+(?=e|$)/, '$1')
        .replace(/\.(?=e|$)/, '')
}

/** A time within a range, with as many decimals as tell its points apart. */
export function printSeconds(value: number, duration: number): string {
  const decimals =
    duration > 0 ? Math.min(12, Math.max(0, 4 - Math.floor(Math.log10(duration) + 1e-9) - 1)) : 3
  return value.toFixed(decimals).replace('-', '−')
}

/** ` m/s`, with a space before; empty without a unit. */
export function printUnit(unit: string): string {
  return unit === '' || unit === '1' ? '' : ` ${unit}`
}

/** Elements of an array shown at most. */
const MAX_ELEMENTS = 9

/** Values of a signal: one number, or `[1, 2, 3]`. */
export function printValues(
  values: ArrayLike<number>,
  isScalar: boolean,
  isBoolean: boolean,
  isConstant = false,
): string {
  const print = (value: number): string =>
    isBoolean && !Number.isNaN(value)
      ? String(value !== 0)
      : isConstant
        ? printConstant(value)
        : printNumber(value)
  if (isScalar) return print(values[0])
  const shown = Array.from({ length: Math.min(values.length, MAX_ELEMENTS) }, (_, k) => print(values[k]))
  return `[${shown.join(', ')}${values.length > MAX_ELEMENTS ? ', …' : ''}]`
}
