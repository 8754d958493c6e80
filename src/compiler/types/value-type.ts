import type { Rank } from '../values/index.ts'

/** What an expression is, before anything runs; 'unknown': only the run will tell. */
export type ValueType = Rank | 'string' | 'unknown'

/** How messages call a type. */
const WORDS: Readonly<Record<ValueType, string>> = {
  scalar: 'a number',
  boolean: 'a Boolean',
  vector: 'a vector',
  matrix: 'a matrix',
  string: 'a text',
  object: 'an object',
  unknown: 'something unknown',
}

/** `a number`, `a vector`, … */
export function describeType(type: ValueType): string {
  return WORDS[type]
}

/** True for arrays of numbers. */
export function isArrayType(type: ValueType): boolean {
  return type === 'vector' || type === 'matrix'
}

/** The type of what two expressions have in common; null if they do not fit together. */
export function unite(a: ValueType, b: ValueType): ValueType | null {
  if (a === b || b === 'unknown') return a
  return a === 'unknown' ? b : null
}
