import { compile, hasNewElements, isNonZeroFactor, type Translation } from '../compiler/index.ts'
import type { EvaluatedModel, FlatModel } from '../model/index.ts'

/**
 * The translation that fits to the values of a run. The choice of states divides by factors of parameters, and relations are listed for
 * every element: with values that make a factor zero, or with more elements, the model is translated again.
 */
export function retranslate(flat: FlatModel, translation: Translation, values: EvaluatedModel): Translation {
  const { nonZeroFactors, unrolledRanges } = translation
  const isValid =
    nonZeroFactors.every((factor) => isNonZeroFactor(factor, values)) &&
    !unrolledRanges.some((range) => hasNewElements(range, values))
  return isValid ? translation : compile(flat, values)
}
