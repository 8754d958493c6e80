import type { FlatModel } from '../../model/index.ts'
import type { Assignment } from '../equations/index.ts'

/** Facts about a model that the translation reports. */
export interface Remarkable {
  /** Undetermined variables. */
  readonly arbitrary: readonly string[]
  /** Equations that follow from others. */
  readonly redundant: readonly string[]
  /** Equations that were differentiated. */
  readonly differentiated: readonly string[]
  readonly constraints: readonly Assignment[]
}

/** Lists remarks for the log. */
export function listNotes(
  model: FlatModel,
  { arbitrary, redundant, differentiated, constraints }: Remarkable,
): string[] {
  const nRedundant = redundant.length
  return [
    ...model.notes,
    ...arbitrary.map((name) => `${name} is determined by nothing and set to zero.`),
    ...(nRedundant > 0 ? [`${nRedundant} equation(s) follow from the others and were removed.`] : []),
    ...differentiated.map((equation) => `Differentiated: ${equation}`),
    ...constraints.map(({ text }) => `Nonlinear constraint between states, kept by the solver: ${text}`),
  ]
}
