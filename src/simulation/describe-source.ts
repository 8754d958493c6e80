import { VarioError, VERSION } from '../base/index.ts'
import { type MergeTree, type ModelNode, mergeToJson, modelToJson } from '../model/index.ts'
import type { Attribute, Attributes, NewAttributes } from '../results/index.ts'
import type { SimulateOptions } from './runtime/index.ts'
import type { ParameterChange } from './simulation-run.ts'

/**
 * Describes the origin of a result: the version, and as `source` the data to repeat the run, as far as JSON can hold
 * it: `model`, `merge`, and names of options that are not in `experiment`. `incomplete` names the rest.
 *
 * @param added attributes added by the caller of the run; a `source` among them is merged into this one
 */
export function describeSource(
  model: ModelNode,
  options: SimulateOptions,
  changes: readonly ParameterChange[],
  added: Attributes,
): NewAttributes {
  const source = (): Attribute => ({
    ...createSource(model, options, changes),
    ...(added['source'] as Attributes),
  })
  return { version: VERSION, ...added, source }
}

function createSource(
  model: ModelNode,
  { merge = {}, inputs = {}, maxStep, maxSteps, record }: SimulateOptions,
  changes: readonly ParameterChange[],
): Attributes {
  const incomplete: string[] = []
  const encode = (encodeIt: () => unknown): unknown => {
    try {
      return encodeIt()
    } catch (error) {
      if (!(error instanceof VarioError)) throw error
      incomplete.push(error.message)
      return undefined
    }
  }
  const encodeMerge = (tree: MergeTree): unknown => encode(() => mergeToJson(tree))
  for (const name of Object.keys(inputs))
    incomplete.push(`inputs.${name}: a function or table of the program.`)
  const source = {
    model: encode(() => modelToJson(model)),
    merge: Object.keys(merge).length > 0 ? encodeMerge(merge) : undefined,
    ...(maxStep !== undefined && { maxStep }),
    ...(maxSteps !== undefined && { maxSteps }),
    ...(record !== undefined && { record: [...record] }),
    ...(changes.length > 0 && {
      changes: changes.map(({ time, merge: tree }) => ({ time, merge: encodeMerge(tree) })),
    }),
    ...(incomplete.length > 0 && { incomplete }),
  }
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined)) as Attributes
}
