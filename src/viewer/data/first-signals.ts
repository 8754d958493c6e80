import type { SignalTable } from '../../results/index.ts'

/** Curves of a diagram that is there from the start, at most. */
const MAX_CURVES = 4
/** Diagrams that are there from the start, at most. */
const MAX_DIAGRAMS = 2

/** What the world of a 3D model says of its energies. */
const ENERGY = /\.(kinetic|potential|dissipated|total)Energy$/

/**
 * What is plotted before somebody has chosen: states that are scalars, those of a unit together; without any, energies of the
 * scene or the first position.
 */
export function chooseFirstSignals(table: SignalTable): string[][] {
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
