/** Measures of results for the tests of contacts. */
import type { SignalTable } from 'vario'

/** Statistics of the solver. */
export interface RunStatistics {
  readonly steps: number
  readonly rejected: number
  readonly f: number
  readonly events: number
}

/** Statistics of the run that a result comes from. */
export function statisticsOf(result: SignalTable): RunStatistics {
  return result.attributes['statistics'] as unknown as RunStatistics
}

/** Largest rise of the total energy from one point of the result to a later one [J]: zero if it never grows. */
export function energyRise(result: SignalTable): number {
  let [lowest, rise] = [Infinity, 0]
  for (const energy of result.values('world.totalEnergy')) {
    lowest = Math.min(lowest, energy)
    rise = Math.max(rise, energy - lowest)
  }
  return rise
}

/** Largest deviation of total and dissipated energy from the initial total energy [J]. */
export function energyBalance(result: SignalTable): number {
  const total = result.values('world.totalEnergy')
  const dissipated = result.values('world.dissipatedEnergy')
  return total.reduce((worst, energy, k) => Math.max(worst, Math.abs(energy + dissipated[k] - total[0])), 0)
}

/** Largest absolute difference of two vectors. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((worst, value, k) => Math.max(worst, Math.abs(value - b[k])), 0)
}

/** A contact in the attributes of a result. */
export interface ListedContact {
  readonly obj1: string
  readonly obj2: string
  /** Start and end [s]; null: it lasts. */
  readonly start: number
  readonly end: number | null
  /** Rate of penetration at the start [m/s]. */
  readonly velocity: number
}

/** All contacts of a run, in the order of their start. */
export function contactsOf(result: SignalTable): readonly ListedContact[] {
  return (result.attributes['contacts'] ?? []) as unknown as readonly ListedContact[]
}
