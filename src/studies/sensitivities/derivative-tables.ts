/** Tables of derivatives, and tables of neighboring runs along them. */
import { divideUnits, parseUnit, printUnit } from '../../base/index.ts'
import { type Signal, SignalTable } from '../../results/index.ts'

/** The unit of a derivative; differences of temperatures are in K. */
export function derivativeUnit(unit: string, of: string): string {
  if (of === '') return unit === 'degC' ? 'K' : unit
  try {
    return printUnit(divideUnits(parseUnit(unit), parseUnit(of)))
  } catch {
    // a unit that tables keep only as a text
    return ''
  }
}

/** True for signals that have derivatives: numbers over the first time axis. */
export function isDifferentiable(signal: Signal, table: SignalTable): boolean {
  const { axis, aliasOf, baseKind, type, constant } = signal.header
  return (
    axis !== undefined &&
    axis.time === table.time &&
    aliasOf === undefined &&
    baseKind !== 'time' &&
    type === 'real' &&
    constant === undefined
  )
}

/**
 * A table over the points of a run with derivatives instead of values, under the same names: those of states have slopes, so that
 * they are interpolated like the states.
 *
 * @param values by name (nPoint × nElement); signals without are left out
 */
export function createDerivativeTable(
  run: SignalTable,
  values: ReadonlyMap<string, Float64Array>,
  parameterUnit: string,
): SignalTable {
  const table = new SignalTable()
  const first = run.axes.values().next().value
  if (first === undefined) return table
  table.addTime({ name: first.name, values: first.time, segmentStarts: first.segmentStarts })
  for (const name of run.names) {
    const { header, size, unit, info } = run.signal(name)
    const found = values.get(name)
    if (found !== undefined) {
      const { baseKind: kind, elementUnits } = header
      const units = elementUnits?.map((each) => derivativeUnit(each, parameterUnit))
      if (kind === 'time' || kind === 'parameter') continue
      table.add({ name, size, info, kind, unit: units ?? derivativeUnit(unit, parameterUnit), values: found })
    } else if (header.aliasOf !== undefined && table.has(header.aliasOf))
      table.addAlias({ name, of: header.aliasOf, negated: header.sign === -1 })
  }
  return table
}

/** How a run changes: values and times of its points, and parameters. */
export interface Shift {
  /** Changes of values by name, along the motion of events (nPoint × nElement). */
  readonly values: ReadonlyMap<string, Float64Array>
  /** Changes of times [s] (nPoint). */
  readonly times: Float64Array
  /** Changes of scalar parameters by name. */
  readonly parameters: ReadonlyMap<string, number>
}

/** The run moved along its derivatives by a small part of them; null: its events would change their order. */
export function shiftRun(
  run: SignalTable,
  { values, times, parameters }: Shift,
  by: number,
): SignalTable | null {
  const shifted = new SignalTable(run.attributes)
  const axes = [...run.axes.values()]
  const [first] = axes
  const time = first.time.map((t, i) => t + by * times[i])
  for (let i = 1; i < time.length; i++) if (!(time[i] >= time[i - 1])) return null
  for (const axis of axes)
    shifted.addTime({ ...axis, values: axis === first ? time : axis.time, segmentStarts: axis.segmentStarts })
  for (const name of run.names) {
    const { header, size, unit, info, data } = run.signal(name)
    const { baseKind, kind, axis, type, aliasOf, elementUnits, text, constant, valueNames } = header
    const declaration = { name, info, size, unit: elementUnits ?? unit, ...(valueNames && { valueNames }) }
    if (kind === 'time') continue
    if (aliasOf !== undefined) shifted.addAlias({ name, of: aliasOf, negated: header.sign === -1 })
    else if (text !== undefined) shifted.addParameter({ ...declaration, value: text })
    else if (baseKind === 'parameter') {
      const change = parameters.get(name)
      const flags = type === 'boolean' && Array.from(constant!, (value) => value !== 0)
      const value = flags || (change === undefined ? constant! : [constant![0] + by * change])
      shifted.addParameter({ ...declaration, value: size.length === 0 ? value[0] : value })
    } else {
      const change = values.get(name)
      const moved = change ? data.values.map((value, k) => value + by * change[k]) : data.values
      shifted.add({
        ...declaration,
        ...{
          kind: baseKind as Exclude<typeof baseKind, 'time' | 'parameter'>,
          type: type as 'real',
          axis: axis!.name,
        },
        ...{ values: moved, missing: data.missing },
      })
    }
  }
  return shifted
}
