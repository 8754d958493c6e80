import type { Rank } from '../value-store/index.ts'

/** Type of an expression before a run; 'unknown': known only during the run. */
export type ValueType = Rank | 'string' | 'unknown'

/** Names of types in messages. */
const WORDS: Readonly<Record<ValueType, string>> = {
  scalar: 'a number',
  boolean: 'a Boolean',
  vector: 'a vector',
  matrix: 'a matrix',
  string: 'a text',
  object: 'an object',
  unknown: 'something unknown',
}

/** Name of a type with its article: `a number`, `a vector`, … */
export function describeType(type: ValueType): string {
  return WORDS[type]
}

/** True for arrays of numbers. */
export function isArrayType(type: ValueType): boolean {
  return type === 'vector' || type === 'matrix'
}

/** Common type of two expressions; null if they are incompatible. */
export function unite(a: ValueType, b: ValueType): ValueType | null {
  if (a === b || b === 'unknown') return a
  return a === 'unknown' ? b : null
}
