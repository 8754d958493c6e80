import { evaluate } from '../../symbolic/index.ts'
import type { EvaluatedModel } from './evaluate-parameters.ts'
import type { FlatModel } from './flat-model.ts'

/** True if a model has the same equations with other values of its parameters and start values. */
export function hasSameDecisions({ decisions, functions }: FlatModel, values: EvaluatedModel): boolean {
  const lookup = (name: string) => {
    const attributes = values.attributes.get(name)
    return values.parameters.get(name) ?? attributes?.init ?? attributes?.start
  }
  return decisions.every(
    ({ expr, value, decides }) =>
      decides === 'components' ||
      JSON.stringify(evaluate(expr, { lookup, functions })) === JSON.stringify(value),
  )
}
