import {
  compile,
  hasNewElements,
  isNonZeroFactor,
  isZeroFactor,
  type Translation,
} from '../../compiler/index.ts'
import type { EvaluatedModel, FlatModel } from '../../model/index.ts'

/**
 * Returns the translation for the values of a run. The choice of states and the order of evaluation divide by factors
 * of parameters, terms with factors that are zero are omitted, and relations are listed for every element: if values
 * make a factor zero, or non-zero, or change the number of elements, the model is translated again.
 */
export function retranslate(flat: FlatModel, translation: Translation, values: EvaluatedModel): Translation {
  const { nonZeroFactors, zeroFactors, unrolledRanges } = translation
  const isValid =
    nonZeroFactors.every((factor) => isNonZeroFactor(factor, values)) &&
    zeroFactors.every((factor) => isZeroFactor(factor, values)) &&
    !unrolledRanges.some((range) => hasNewElements(range, values))
  return isValid ? translation : compile(flat, values)
}
