import { derivativeName, type System } from '../equations/index.ts'
import type { Rank } from '../value-store/index.ts'
import type { StateInfo } from './translation.ts'

/** Lists the unknowns selected as states, in the order of the system. */
export function listStates(
  { names }: System,
  isState: Uint8Array,
  rankOf: (name: string) => Rank,
): StateInfo[] {
  return names
    .filter((_, v) => isState[v])
    .map((name) => ({ name, derivative: derivativeName(name), rank: rankOf(name) }))
}
