import { VarioError } from '../../base/index.ts'
import {
  dataOf,
  type EvaluatedValue,
  type Expr,
  isMatrix,
  isNumeric,
  type MatrixValue,
  negate,
  sameShape,
} from '../../symbolic/index.ts'

/** The values of a running model in their slots. */
export class ValueStore {
  /** Scalars, and Booleans as 0 or 1. */
  readonly v: Float64Array
  /** Vectors and matrices. */
  readonly a: (Float64Array | MatrixValue)[]
  readonly o: unknown[]
  /** Conditions: 1 = true; frozen between events. */
  readonly c: Uint8Array
  /** Derivatives of the scalars and arrays along a direction, in the same places. */
  readonly d: Float64Array
  readonly e: (Float64Array | MatrixValue)[]

  constructor(nScalar: number, nArray: number, nObject: number, nCondition: number) {
    this.v = new Float64Array(nScalar)
    this.a = Array.from({ length: nArray }, () => EMPTY)
    this.o = new Array<unknown>(nObject).fill(undefined)
    this.c = new Uint8Array(nCondition)
    this.d = new Float64Array(nScalar)
    this.e = Array.from({ length: nArray }, () => EMPTY)
  }

  read(slot: Slot): EvaluatedValue {
    if (slot.isTangent) return slot.rank === 'scalar' ? this.d[slot.index] : this.e[slot.index]
    switch (slot.rank) {
      case 'scalar':
        return this.v[slot.index]
      case 'boolean':
        return this.v[slot.index] !== 0
      case 'object':
        return this.o[slot.index] as EvaluatedValue
      default:
        return this.a[slot.index]
    }
  }

  /** Stores a value; vectors and matrices are copied. */
  write(slot: Slot, value: EvaluatedValue, name: string): void {
    if (slot.isTangent) {
      if (slot.rank === 'scalar') this.d[slot.index] = value as number
      else if (slot.rank === 'vector' && typeof value === 'number')
        vectorIn(this.e, slot.index, (this.a[slot.index] as Float64Array).length).fill(value)
      else this.e[slot.index] = value as Float64Array | MatrixValue
      return
    }
    switch (slot.rank) {
      case 'scalar':
      case 'boolean':
        if (typeof value !== 'number' && typeof value !== 'boolean') throw wrongRank(name, slot, value)
        this.v[slot.index] = Number(value)
        break
      case 'object':
        this.o[slot.index] = value
        break
      case 'vector':
        if (typeof value === 'number') {
          // a number fills all elements
          fillVector(this.a[slot.index], value)
          break
        }
        // several numbers returned by a function form a vector
        if (!(value instanceof Float64Array || Array.isArray(value))) throw wrongRank(name, slot, value)
        this.a[slot.index] = Float64Array.from(value)
        break
      case 'matrix':
        if (typeof value === 'number') {
          this.a[slot.index] = filledLike(this.a[slot.index], value)
          break
        }
        if (!isMatrix(value)) throw wrongRank(name, slot, value)
        this.a[slot.index] = { ...value, data: value.data.slice() }
    }
  }
}

/** An array of still unknown size. */
const EMPTY = new Float64Array(0)

function wrongRank(name: string, slot: Slot, value: unknown): VarioError {
  return new VarioError(
    'SHAPE',
    `${name}: expected a ${slot.rank}, got ${Array.isArray(value) ? 'a list' : typeof value}.`,
  )
}

/** The vector in a slot, with the given length. */
export function vectorIn(store: (Float64Array | MatrixValue)[], slot: number, length: number): Float64Array {
  const old = store[slot]
  if (old instanceof Float64Array && old.length === length && old !== EMPTY) return old
  const fresh = new Float64Array(length)
  store[slot] = fresh
  return fresh
}

/** Sets all elements of a vector of known length. */
export function fillVector(vector: Float64Array | MatrixValue, value: number): void {
  if (vector === EMPTY) throw unknownSize('vector')
  ;(vector as Float64Array).fill(value)
}

/** A matrix of equal elements, of the size of the given one. */
export function filledLike(old: Float64Array | MatrixValue, value: number): MatrixValue {
  if (isMatrix(old)) return { ...old, data: new Float64Array(old.data.length).fill(value) }
  throw unknownSize('matrix')
}

function unknownSize(what: 'vector' | 'matrix'): VarioError {
  const message = `Expected a ${what} of known size, got a number for all its elements. Give the ${what} a start value.`
  return new VarioError('SHAPE', message)
}

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

/** Type of an expression at run time. Sizes of vectors and matrices are known only then. */
export type Rank = 'scalar' | 'boolean' | 'vector' | 'matrix' | 'object'

/** Returns the rank of an expression. */
export type RankOf = (expr: Expr) => Rank

/**
 * Place of a name among the values of a running model:
 * - scalars and Booleans (0 or 1): `v[slot]`, one Float64Array for all;
 * - vectors (Float64Array) and matrices ({ rows, cols, data }): `a[slot]`;
 * - objects: `o[slot]`.
 */
export interface Slot {
  readonly rank: Rank
  readonly index: number
  /** Refers to the derivative of the value along a direction: `d[slot]` and `e[slot]`. */
  readonly isTangent?: true
}

/** Slot of a full name; undefined for a name that the model does not contain. */
export type SlotOf = (name: string) => Slot | undefined

/** JavaScript code that reads a slot. */
export function slotCode(slot: Slot): string {
  if (slot.isTangent) return `${slot.rank === 'scalar' ? 'd' : 'e'}[${slot.index}]`
  if (slot.rank === 'scalar') return `v[${slot.index}]`
  if (slot.rank === 'boolean') return `(v[${slot.index}] !== 0)`
  return slot.rank === 'object' ? `o[${slot.index}]` : `a[${slot.index}]`
}

/** Name of the tangent of a variable. */
export function tangentName(variable: string): string {
  return `$d(${variable})`
}

/** Slots of names and of their tangents. */
export function createTangentSlots(slotOf: SlotOf): SlotOf {
  return (fullName) => {
    if (!fullName.startsWith('$d(')) return slotOf(fullName)
    const slot = slotOf(fullName.slice(3, -1))
    return slot && { ...slot, isTangent: true }
  }
}
