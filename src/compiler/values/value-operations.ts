import { dataOf, type EvaluatedValue, isMatrix, isNumeric, negate, sameShape } from '../../symbolic/index.ts'

/** The value itself, or for an array one of its own. */
export function copyValue(value: EvaluatedValue): EvaluatedValue {
  if (value instanceof Float64Array) return value.slice()
  return isMatrix(value) ? { ...value, data: value.data.slice() } : value
}

/** sign·value; a positive sign also goes with what has no negative. */
export function withSign(sign: 1 | -1, value: EvaluatedValue): EvaluatedValue {
  return sign > 0 ? value : (negate(value) as EvaluatedValue)
}

/** The same number, Boolean, text or object, or an array of the same numbers. */
export function isSameValue(a: EvaluatedValue, b: EvaluatedValue): boolean {
  if (!isNumeric(a) || !isNumeric(b)) return Object.is(a, b)
  if (!sameShape(a, b)) return false
  const other = dataOf(b)
  return dataOf(a).every((value, i) => Object.is(value, other[i]))
}
