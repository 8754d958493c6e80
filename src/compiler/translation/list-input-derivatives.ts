import type { FlatModel } from '../../model/index.ts'
import { collectNames, type Expr } from '../../symbolic/index.ts'
import type { Block } from '../equations/index.ts'
import { baseOfDerivative, createInputNames } from '../equations/index.ts'
import type { Condition } from '../events-and-clocks/index.ts'
import type { InputDerivative } from './translation.ts'

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
