import { parseUnit } from '../base/index.ts'
import type { Signal } from './signal.ts'
import { splitIndices } from './signal-name.ts'

/** The derivative of a signal with respect to time, over the same axis. */
export interface SignalSlope {
  readonly signal: Signal
  /** Conversion factor to the unit of the signal per unit of the axis. */
  readonly scale: number
}

/** Lookup of signals. */
interface Signals {
  has(name: string): boolean
  signal(name: string): Signal
}

/** The derivative of a state, or of elements of one, if the table has it: `C.der(v)` for `C.v`. */
export function findSlope(table: Signals, { header, nElement }: Signal): SignalSlope | undefined {
  const { baseKind, axis } = header
  if (baseKind !== 'state' || axis === undefined) return undefined
  const name = derivativeName(header.name)
  if (!table.has(name)) return undefined
  const signal = table.signal(name)
  const hasUnits = header.elementUnits === undefined && signal.header.elementUnits === undefined
  if (signal.nElement !== nElement || signal.header.axis !== axis || !hasUnits) return undefined
  try {
    const perSecond = parseUnit(signal.unit).factor / parseUnit(header.unit).factor
    return { signal, scale: perSecond * parseUnit(table.signal(axis.name).unit).factor }
  } catch {
    // a unit that the table keeps only as a text
    return undefined
  }
}

/** `arm.der(r)[2]` for `arm.r[2]`. */
function derivativeName(name: string): string {
  const parts = splitIndices(name)
  const base = parts?.base ?? name
  const dot = base.lastIndexOf('.')
  return `${base.slice(0, dot + 1)}der(${base.slice(dot + 1)})${parts ? `[${parts.indices}]` : ''}`
}
