import { type PlotLayout, parseLayout, type SignalTable } from '../../results/index.ts'

/** Maximum number of curves in an initial diagram. */
const MAX_CURVES = 4
/** Maximum number of initial diagrams. */
const MAX_DIAGRAMS = 2

/** Energy signals of the world of a 3D model. */
const ENERGY = /\.(kinetic|potential|dissipated|total)Energy$/

/** Signals over time, or over another one. */
export interface DiagramChoice {
  readonly names: readonly string[]
  /** Signal on the horizontal axis; undefined: time. */
  readonly xName: string | undefined
}

/**
 * Signals plotted initially: the diagrams that the model file requests, as far as the result has their signals;
 * otherwise scalar states, grouped by unit; without any, energies of the scene or the first position.
 */
export function chooseDiagrams(table: SignalTable, plot?: unknown): DiagramChoice[] {
  const source = table.attributes['source'] as { readonly plot?: unknown } | undefined
  const wanted = readLayout(table, plot ?? source?.plot)
  if (wanted.length > 0) return wanted
  return chooseSignals(table).map((names) => ({ names, xName: undefined }))
}

function readLayout(table: SignalTable, plot: unknown): DiagramChoice[] {
  if (plot === undefined) return []
  try {
    return parseLayout(plot as PlotLayout, {})
      .flat()
      .map(({ curves, xAxis }) => ({ names: curves.filter((name) => table.has(name)), xName: xAxis }))
      .filter(({ names, xName }) => names.length > 0 && (xName === undefined || table.has(xName)))
  } catch {
    // the content of a file is not trusted
    return []
  }
}

function chooseSignals(table: SignalTable): string[][] {
  const scalars = table.names.filter((name) => {
    const { header, nElement } = table.signal(name)
    return header.axis !== undefined && nElement === 1 && header.kind !== 'time'
  })
  const states = scalars.filter((name) => table.signal(name).kind === 'state' && !ENERGY.test(name))
  const energies = scalars.filter((name) => ENERGY.test(name))
  const chosen = [...groupByUnit(table, states), ...groupByUnit(table, energies)].slice(0, MAX_DIAGRAMS)
  if (chosen.length > 0) return chosen
  const position = table.names.find((name) => name.endsWith('.r_abs'))
  if (position !== undefined) return [[1, 2, 3].map((k) => `${position}[${k}]`)]
  return groupByUnit(table, scalars).slice(0, 1)
}

function groupByUnit(table: SignalTable, names: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const { unit } = table.signal(name)
    const group = groups.get(unit) ?? []
    if (group.length < MAX_CURVES) groups.set(unit, [...group, name])
  }
  return [...groups.values()]
}
