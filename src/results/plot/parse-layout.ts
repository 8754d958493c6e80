import { InputError } from '../../base/index.ts'

/** One diagram with its own options. */
export interface DiagramOptions {
  /** Signals, or elements of them: `C.v`, `r[2:3]`. */
  readonly curves: string | readonly string[]
  /** Text above the diagram. */
  readonly heading?: string
  /** Scalar signal on the horizontal axis instead of the time. */
  readonly xAxis?: string
  readonly logX?: boolean
  readonly logY?: boolean
}

/** One diagram: the name of one curve, a list of curves, or both with options. */
export type Diagram = string | readonly string[] | DiagramOptions

/** One row of a figure: a diagram, or several side by side. */
export type PlotRow = Diagram | { readonly columns: readonly Diagram[] }

/**
 * Content of a figure. A text is one diagram with one curve; a list is a column of rows. In such a list:
 *
 * - a text is a diagram with one curve: `['x', 'v']` gives two diagrams, one below the other,
 * - a list of texts is one diagram with several curves: `[['R.v', 'C.v']]`,
 * - `{ columns: [...] }` puts diagrams side by side: `[{ columns: ['x', ['v', 'a']] }, 'f']`,
 * - `{ curves, heading, xAxis, logX, logY }` is a diagram with its own options.
 */
export type PlotLayout = string | DiagramOptions | readonly PlotRow[]

/** A diagram with all defaults filled in. */
export interface DiagramSpec {
  readonly curves: readonly string[]
  readonly heading: string
  readonly xAxis: string | undefined
  readonly logX: boolean
  readonly logY: boolean
}

/** Rows of diagrams from a layout; `defaults` apply to omitted options of a diagram. */
export function parseLayout(layout: PlotLayout, defaults: Partial<DiagramSpec>): DiagramSpec[][] {
  const rows = isList(layout) ? layout : [layout as Diagram]
  if (rows.length === 0) throw new InputError('layout', 'at least one diagram', layout)
  return rows.map((row, i) => {
    const path = `layout[${i}]`
    if (typeof row === 'object' && row !== null && 'columns' in row) {
      if (!isList(row.columns) || row.columns.length === 0) {
        throw new InputError(`${path}.columns`, 'a list of diagrams', row.columns)
      }
      return row.columns.map((diagram, k) =>
        parseDiagram(`${path}.columns[${k}]`, diagram as Diagram, defaults),
      )
    }
    return [parseDiagram(path, row as Diagram, defaults)]
  })
}

function parseDiagram(path: string, diagram: Diagram, defaults: Partial<DiagramSpec>): DiagramSpec {
  const options: DiagramOptions =
    typeof diagram === 'object' && diagram !== null && 'curves' in diagram
      ? diagram
      : { curves: diagram as string }
  const curves = typeof options.curves === 'string' ? [options.curves] : options.curves
  if (!isList(curves) || curves.length === 0 || curves.some((name) => typeof name !== 'string')) {
    throw new InputError(path, 'the name of a signal, a list of names, or { columns: [...] }', diagram)
  }
  return {
    curves: curves as readonly string[],
    heading: options.heading ?? '',
    xAxis: options.xAxis ?? defaults.xAxis,
    logX: options.logX ?? defaults.logX ?? false,
    logY: options.logY ?? defaults.logY ?? false,
  }
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value)
}
