/** A run with exact derivatives, as far as the equations give them. */
import { VarioError } from '../../base/index.ts'
import type { MergeTree } from '../../model/index.ts'
import type { SignalTable } from '../../results/index.ts'
import type { InstantiatedModel, SimulateOptions, TangentRows } from '../../simulation/index.ts'
import { createDirections, type DerivativeParameter, withValues } from './derivative-parameter.ts'

/** The outcome: the run, and the derivatives with respect to `parameters`; others have no exact ones. */
export interface ExactRun {
  readonly table: SignalTable
  readonly rows: TangentRows
  readonly parameters: readonly DerivativeParameter[]
  /** Why the others have no exact derivatives, by path. */
  readonly reasons: ReadonlyMap<string, string>
}

/**
 * Differentiates with respect to as many parameters as possible.
 *
 * @returns reasons by path, if there are exact derivatives with respect to none of them
 */
export function runExactly(
  model: InstantiatedModel,
  simulate: SimulateOptions,
  parameters: readonly DerivativeParameter[],
): ExactRun | ReadonlyMap<string, string> {
  const reasons = new Map<string, string>()
  for (const { path, seed } of parameters) if (seed === null) reasons.set(path, 'it is part of a record')
  const createMerge = (values: readonly number[]): MergeTree =>
    withValues(model.flat, simulate.merge, parameters, values)
  const values = parameters.map(({ value }) => value)
  const directions = createDirections(parameters, createMerge)
  let seeded = parameters.filter(({ seed }) => seed !== null)
  while (seeded.length > 0) {
    const list = seeded.map(({ seed }) => directions.find((direction) => direction.seed === seed)!)
    try {
      return {
        ...model.differentiate({ ...simulate, merge: createMerge(values) }, list),
        parameters: seeded,
        reasons,
      }
    } catch (error) {
      if (!(error instanceof VarioError)) throw error
      const { index, reason } = error.fields as { index?: number; reason?: string }
      if (error.code !== 'SENSITIVITY' || reason === undefined) throw error
      const concerned = index === undefined ? seeded : [seeded[index]]
      for (const { path } of concerned) reasons.set(path, reason)
      seeded = seeded.filter((parameter) => !concerned.includes(parameter))
    }
  }
  return reasons
}
