import { type FlatModel, isModelInput } from '../model/index.ts'
import { ExpressionRanks } from './code-generation/index.ts'
import type { Assignment } from './equations/index.ts'
import { preName } from './events-and-clocks/index.ts'
import type { StateInfo, Translation } from './translation.ts'
import type { Rank, Slot } from './value-store/index.ts'

/** Names of a model that have values. */
export interface ValueNames {
  readonly states: readonly StateInfo[]
  /** Unknowns, derivatives of inputs, results of calls. */
  readonly unknowns: readonly string[]
  readonly constraints: readonly Assignment[]
  /** Variables with a left limit. */
  readonly preNames: Iterable<string>
}

/**
 * Assigns a slot to everything that has a value: the time first, then states with their derivatives, then the others.
 */
export function assignSlots(
  model: FlatModel,
  { states, unknowns, constraints, preNames }: ValueNames,
  rankOf: (name: string) => Rank,
): Pick<Translation, 'slots' | 'nScalar' | 'nArray' | 'nObject'> {
  const slots = new Map<string, Slot>()
  const counts = { v: 0, a: 0, o: 0 }
  const place = (name: string, rank: Rank): void => {
    if (slots.has(name)) return
    const store = rank === 'object' ? 'o' : rank === 'scalar' || rank === 'boolean' ? 'v' : 'a'
    slots.set(name, { rank, index: counts[store]++ })
  }
  place('time', 'scalar')
  for (const { name, derivative, rank } of states) {
    place(name, rank)
    place(derivative, rank)
  }
  for (const name of unknowns) place(name, rankOf(name))
  for (const name of model.parameters.keys()) place(name, rankOf(name))
  for (const [name, variable] of model.variables) if (isModelInput(variable)) place(name, rankOf(name))
  const expressions = new ExpressionRanks(model.functions, (name) => slots.get(name))
  for (const { target, value } of constraints) place(target, expressions.rank(value))
  for (const name of preNames) place(preName(name), rankOf(name))
  return { slots, nScalar: counts.v, nArray: counts.a, nObject: counts.o }
}
