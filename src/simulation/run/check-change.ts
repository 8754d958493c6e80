import { VarioError } from '../../base/index.ts'
import type { Translation } from '../../compiler/index.ts'
import type { EvaluatedModel, FlatModel } from '../../model/index.ts'
import { retranslate } from './retranslate.ts'

/**
 * Makes sure that a run can go on with other values of parameters.
 * @throws VarioError 'CHANGE' that says what only a new run can have
 */
export function checkChange(
  flat: FlatModel,
  translation: Translation,
  before: EvaluatedModel,
  after: EvaluatedModel,
): void {
  for (const [name, { init, start }] of after.attributes) {
    const old = before.attributes.get(name)
    if (!areEqual(init, old?.init) || !areEqual(start, old?.start))
      throw refuse(`${name}: a start value has no meaning in the midst of a run. Begin a new run with it.`)
  }
  for (const [name, value] of after.parameters)
    if (sizeOf(value) !== sizeOf(before.parameters.get(name)))
      throw refuse(`${name}: an array cannot get another size in the midst of a run. Begin a new run.`)
  if (retranslate(flat, translation, after) !== translation)
    throw refuse('With these values other equations determine the model. Begin a new run with them.')
}

function refuse(message: string): VarioError {
  return new VarioError('CHANGE', message)
}

function sizeOf(value: unknown): number {
  return value instanceof Float64Array || Array.isArray(value) ? value.length : -1
}

function areEqual(a: unknown, b: unknown): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true
  return typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b)
}
