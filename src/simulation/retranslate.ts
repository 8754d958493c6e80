import { VarioError } from '../base/index.ts'
import {
  compile,
  hasNewElements,
  hasOtherRank,
  isNonZeroFactor,
  isZeroFactor,
  type Translation,
} from '../compiler/index.ts'
import { type EvaluatedModel, type FlatModel, hasSameDecisions } from '../model/index.ts'
import { findRedundantConstraints } from './solver-interface/index.ts'

/** Translates a model for the values of a run, without constraints that follow from others. */
export function translateFor(flat: FlatModel, values: EvaluatedModel): Translation {
  const translation = compile(flat, values)
  const redundant = findRedundantConstraints(translation, values)
  if (redundant.length === 0) return translation
  return { ...compile(flat, values, redundant), core: translation.core, omitted: redundant }
}

/**
 * Returns the translation for the values of a run. The choice of states and the order of evaluation divide by factors
 * of parameters, terms with factors that are zero are omitted, and relations are listed for every element: if values
 * make a factor zero, or non-zero, equations redundant, or change the number of elements, the model is translated again.
 */
export function retranslate(flat: FlatModel, translation: Translation, values: EvaluatedModel): Translation {
  const { nonZeroFactors, zeroFactors, ranked, fixed, unrolledRanges, omitted } = translation
  const isValid =
    nonZeroFactors.every((factor) => isNonZeroFactor(factor, values)) &&
    zeroFactors.every((factor) => isZeroFactor(factor, values)) &&
    !ranked.some((part) => hasOtherRank(part, values)) &&
    [...fixed].every(([name, value]) => areEqual(values.parameters.get(name), value)) &&
    !unrolledRanges.some((range) => hasNewElements(range, values)) &&
    areEqual(findRedundantConstraints(translation, values), omitted)
  return isValid ? translation : translateFor(flat, values)
}

/**
 * Checks that a run can continue with other values of parameters.
 *
 * @throws VarioError 'CHANGE' that names the values that need a new run
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
      throw refuse(`${name}: a start value cannot change during a run. Begin a new run with it.`)
  }
  for (const [name, value] of after.parameters)
    if (sizeOf(value) !== sizeOf(before.parameters.get(name)))
      throw refuse(`${name}: an array cannot change its size during a run. Begin a new run.`)
  if (!hasSameDecisions(flat, after) || retranslate(flat, translation, after) !== translation)
    throw refuse('With these values the model has other equations. Begin a new run with them.')
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
