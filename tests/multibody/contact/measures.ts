/** What the tests of contacts read from results. */
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

/** Largest deviation of total and dissipated energy from the total energy at the start [J]. */
export function energyBalance(result: SignalTable): number {
  const total = result.values('world.totalEnergy')
  const dissipated = result.values('world.dissipatedEnergy')
  return total.reduce((worst, energy, k) => Math.max(worst, Math.abs(energy + dissipated[k] - total[0])), 0)
}

/** Largest absolute difference of two vectors. */
export function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((worst, value, k) => Math.max(worst, Math.abs(value - b[k])), 0)
}

/** A contact as the attributes of a result list it. */
export interface ListedContact {
  readonly obj1: string
  readonly obj2: string
  /** Beginning and end [s]; null: it lasts. */
  readonly start: number
  readonly end: number | null
  /** Rate of penetration at the beginning [m/s]. */
  readonly velocity: number
}

/** All contacts of a run, in the order of their beginning. */
export function contactsOf(result: SignalTable): readonly ListedContact[] {
  return (result.attributes['contacts'] ?? []) as unknown as readonly ListedContact[]
}
