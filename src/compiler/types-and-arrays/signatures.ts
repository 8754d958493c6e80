import type { ValueType } from './value-type.ts'

/** Types that are allowed in a place, and their name in messages. */
export interface Signature {
  readonly types: readonly ValueType[]
  readonly words: string
}

export const NUMBER: Signature = { types: ['scalar'], words: 'a number' }
export const BOOLEAN: Signature = { types: ['boolean'], words: 'a Boolean' }
export const NUMERIC: Signature = {
  types: ['scalar', 'vector', 'matrix'],
  words: 'a number, vector or matrix',
}
const VECTOR: Signature = { types: ['vector'], words: 'a vector' }
const MATRIX: Signature = { types: ['matrix'], words: 'a matrix' }
const ARRAY: Signature = { types: ['vector', 'matrix', 'object'], words: 'an array' }
const TEXT: Signature = { types: ['string'], words: "a unit such as 'h'" }

/**
 * Argument types of a function or an operator of the language; the last entry repeats. `null`: checked elsewhere, or
 * any type.
 */
export interface CallSignature {
  readonly args: readonly (Signature | null)[]
  readonly result?: ValueType
}

const SIGNATURES: ReadonlyMap<string, CallSignature> = new Map<string, CallSignature>([
  ['sample', { args: [null] }],
  ['hold', { args: [null] }],
  ['previous', { args: [null] }],
  ['pre', { args: [null] }],
  ['noEvent', { args: [null] }],
  ['implicitDependency', { args: [null] }],
  ['Clock', { args: [null], result: 'boolean' }],
  ['interval', { args: [null], result: 'scalar' }],
  ['firstTick', { args: [null], result: 'boolean' }],
  ...['subSample', 'superSample', 'shiftSample', 'backSample'].map((fn): [string, CallSignature] => [
    fn,
    { args: [null, NUMBER] },
  ]),
  ['after', { args: [NUMBER, TEXT], result: 'boolean' }],
  ['positive', { args: [NUMBER], result: 'boolean' }],
  ['negative', { args: [NUMBER], result: 'boolean' }],
  ['edge', { args: [BOOLEAN], result: 'boolean' }],
  ['change', { args: [], result: 'boolean' }],
  ['initial', { args: [], result: 'boolean' }],
  ['terminal', { args: [], result: 'boolean' }],
  ['sum', { args: [NUMERIC] }],
  ['norm', { args: [NUMERIC] }],
  ['dot', { args: [VECTOR] }],
  ['cross', { args: [VECTOR] }],
  ['transpose', { args: [MATRIX] }],
  ['diagonal', { args: [VECTOR] }],
  ['skew', { args: [VECTOR] }],
  ['outerProduct', { args: [VECTOR] }],
  ['symmetric', { args: [MATRIX] }],
  ['solve', { args: [MATRIX, { types: ['vector', 'matrix'], words: 'a vector or matrix' }] }],
  ['inv', { args: [MATRIX] }],
  ['det', { args: [MATRIX] }],
  ['product', { args: [NUMERIC] }],
  ['cat', { args: [NUMBER, { types: ['vector', 'matrix'], words: 'a vector or matrix' }] }],
  ['String', { args: [null, NUMBER] }],
  ['ndims', { args: [ARRAY] }],
  ['length', { args: [ARRAY] }],
  ['eachindex', { args: [ARRAY] }],
  ['size', { args: [ARRAY, NUMBER] }],
  ...['zeros', 'ones', 'fill', 'identity', 'linspace'].map((fn): [string, CallSignature] => [
    fn,
    { args: [NUMBER] },
  ]),
])

/** Returns the argument types of a function or operator of the language. */
export function signatureOf(fn: string): CallSignature | undefined {
  return SIGNATURES.get(fn)
}
