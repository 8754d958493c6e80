/** Names and units of signals. */
import { divideUnits, parseUnit, printUnit } from '../../base/index.ts'

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
