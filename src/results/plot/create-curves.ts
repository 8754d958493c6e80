import { InputError } from '../../base/index.ts'
import type { Signal } from '../signal.ts'
import type { SignalTable } from '../signal-table.ts'

/** Style of a curve: connected points, steps that hold the value, separate marks, or a line across the diagram. */
export type CurveStyle = 'line' | 'step' | 'marks' | 'constant'

/** One curve: points (x[i], y[i]), with gaps where y is not a finite number. */
export interface Curve {
  /** `R.v`, `r[2]` */
  readonly name: string
  /** `R.v [V]`: name and unit. */
  readonly label: string
  readonly style: CurveStyle
  readonly isBoolean: boolean
  /** Names of the values 1, 2, … of an enumeration. */
  readonly valueNames: readonly string[] | undefined
  /** Values on the horizontal axis (nPoint); empty for a constant. */
  readonly x: Float64Array
  /** Values on the vertical axis (nPoint); one for a constant. */
  readonly y: Float64Array
  /** True if x never decreases. */
  readonly isMonotone: boolean
  /** Points before which the curve is interrupted: segments that do not continue the previous one. */
  readonly breaks: ReadonlySet<number>
}

/** Name and unit, as in legends and on axes. */
export function printLabel(name: string, unit: string): string {
  return unit === '' || unit === '1' ? name : `${name} [${unit}]`
}

/** The curves of the named signals, one per element of an array signal. */
export function createCurves(
  table: SignalTable,
  names: readonly string[],
  xAxis: string | undefined,
): Curve[] {
  const x = xAxis === undefined ? undefined : table.signal(xAxis)
  if (x !== undefined && x.nElement !== 1) throw new InputError('xAxis', 'a scalar signal', xAxis)
  return names.flatMap((name) => createSignalCurves(table.signal(name), x))
}

function createSignalCurves(signal: Signal, x: Signal | undefined): Curve[] {
  const { nElement, nPoint, values } = signal
  const axis = signal.header.axis
  if (axis !== undefined && x !== undefined && x.header.axis !== axis) {
    throw new InputError('xAxis', `a signal over '${axis.name}', as '${signal.name}' is`, x.name)
  }
  const xValues = axis === undefined ? new Float64Array(0) : x === undefined ? axis.time : x.values
  const breaks = new Set<number>()
  for (const start of axis?.segmentStarts ?? []) {
    if (start > 0 && axis!.time[start] !== axis!.time[start - 1]) breaks.add(start)
  }
  return Array.from({ length: nElement }, (_, k) => {
    const y = nElement === 1 ? values : new Float64Array(nPoint)
    if (nElement > 1) for (let i = 0; i < nPoint; i++) y[i] = values[i * nElement + k]
    const name = signal.nameOf(k)
    return {
      ...{ name, label: printLabel(name, signal.unitOf(k)), style: styleOf(signal), x: xValues, y, breaks },
      isMonotone: x === undefined || x.kind === 'time',
      isBoolean: signal.header.type === 'boolean',
      valueNames: signal.header.valueNames,
    }
  })
}

function styleOf({ header }: Signal): CurveStyle {
  if (header.axis === undefined) return 'constant'
  if (header.baseKind === 'clocked') return 'marks'
  return header.baseKind === 'discrete' || header.type === 'boolean' || header.valueNames ? 'step' : 'line'
}
