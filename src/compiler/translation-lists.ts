import type { FlatModel } from '../model/index.ts'
import { collectNames, type Expr } from '../symbolic/index.ts'
import {
  type Assignment,
  type Block,
  baseOfDerivative,
  createInputNames,
  derivativeName,
  type EquationSet,
} from './equations/index.ts'
import type { Condition } from './events-and-clocks/index.ts'
import type { InputDerivative, StateInfo } from './translation.ts'
import type { Rank } from './value-store/index.ts'

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

/** Lists the unknowns selected as states, in the order of their first occurrence. */
export function listStates(
  { names }: EquationSet,
  isState: Uint8Array,
  rankOf: (name: string) => Rank,
): StateInfo[] {
  return names
    .filter((_, v) => isState[v])
    .map((name) => ({ name, derivative: derivativeName(name), rank: rankOf(name) }))
}

/** Derivatives of top-level inputs needed by the model, each with the first equation that needs it. */
export function listInputDerivatives(
  model: FlatModel,
  blocks: readonly Block[],
  conditions: readonly Condition[],
): InputDerivative[] {
  const isInput = createInputNames(model)
  const found = new Map<string, InputDerivative>()
  const look = (expr: Expr, text: string): void => {
    for (const name of collectNames(expr)) {
      if (!name.startsWith('der(') || !isInput(name) || found.has(name)) continue
      const input = baseOfDerivative(name)
      found.set(name, { name, input, order: (name.length - input.length) / 'der()'.length, text })
    }
  }
  for (const block of blocks) {
    const parts = block.kind === 'assign' ? [block] : [...block.inner, ...block.residuals]
    for (const { value, text } of parts) look(value, text)
  }
  for (const condition of conditions) {
    if (condition.kind === 'state') look(condition.left, condition.text)
    look(condition.right, condition.text)
  }
  return [...found.values()]
}
