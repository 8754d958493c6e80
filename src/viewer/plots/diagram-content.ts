import { type Curve, createCurves, type SignalTable } from '../../results/index.ts'
import type { Diagram } from '../store/index.ts'
import type { Palette } from './palette.ts'
import type { PlotContent } from './plot-frame.ts'
import { computeXRange } from './value-range.ts'

/** Available curves of a diagram: during a live run, signals may be added later. */
export function createDiagramCurves(table: SignalTable, { names, xName }: Diagram): Curve[] {
  const x = xName !== undefined && table.has(xName) ? table.signal(xName) : undefined
  return names.flatMap((name) => {
    if (!table.has(name) || name === xName) return []
    // only signals with the same points can be drawn over each other
    if (x !== undefined && table.signal(name).header.axis !== x.header.axis) return []
    return createCurves(table, [name], x?.name)
  })
}

/** Content of a diagram. */
export function createContent(
  table: SignalTable,
  diagram: Diagram,
  curves: readonly Curve[],
  zoom: readonly [number, number],
  palette: Palette,
): PlotContent {
  const unitNames = curves.map(({ name }) => table.signal(name).unit)
  const units = [...new Set(unitNames)].slice(0, 2)
  const { xName } = diagram
  const isOverTime = xName === undefined
  return {
    curves,
    units: units.length > 0 ? units : [''],
    // a third unit shares the right axis
    unitOfCurve: unitNames.map((unit) => (units.includes(unit) ? units.indexOf(unit) : units.length - 1)),
    xLabel: isOverTime
      ? `Time [${timeUnit(table)}]`
      : printLabel(xName, table.has(xName) ? table.signal(xName).unit : ''),
    xRange: isOverTime ? zoom : computeXRange(curves),
    marks: isOverTime ? table.segments.slice(1).map(({ startTime }) => startTime) : [],
    palette,
  }
}

function timeUnit(table: SignalTable): string {
  const [name] = table.axes.keys()
  return name === undefined ? 's' : table.signal(name).unit
}

function printLabel(name: string, unit: string): string {
  return unit === '' || unit === '1' ? name : `${name} [${unit}]`
}
