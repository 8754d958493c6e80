import { dataOf, type EvaluatedValue, isMatrix, isNumeric, negate, sameShape } from '../../symbolic/index.ts'

/** Returns the value itself, or a copy of an array. */
export function copyValue(value: EvaluatedValue): EvaluatedValue {
  if (value instanceof Float64Array) return value.slice()
  return isMatrix(value) ? { ...value, data: value.data.slice() } : value
}

/** Returns sign·value; a positive sign is also valid for values without a negative. */
export function withSign(sign: 1 | -1, value: EvaluatedValue): EvaluatedValue {
  return sign > 0 ? value : (negate(value) as EvaluatedValue)
}

/** True for the same number, Boolean, text or object, or an array of the same numbers. */
export function isSameValue(a: EvaluatedValue, b: EvaluatedValue): boolean {
  if (!isNumeric(a) || !isNumeric(b)) return Object.is(a, b)
  if (!sameShape(a, b)) return false
  const other = dataOf(b)
  return dataOf(a).every((value, i) => Object.is(value, other[i]))
}
