import { VarioError } from '../../base/index.ts'
import {
  applyBinary,
  applyFunction,
  collect,
  countRange,
  describeValue,
  type EvaluatedValue,
  elementsAt,
  type FunctionInfo,
  isMatrix,
  type JacobianSite,
  type MatrixValue,
  negate,
  sizeOfDimension,
} from '../../symbolic/index.ts'
import { JacobianProducts } from './jacobian-products.ts'
import type { Functions } from './memory-functions.ts'
import type { Slot } from './slots.ts'

/** What generated code needs at run time apart from the values: `r`. The simulation adds what concerns events and systems. */
export interface CodeServices {
  readonly table: readonly unknown[]
  /** The functions of the model, as this run calls them. */
  readonly functions: Functions
  solve(system: number): void
  result(results: ArrayLike<EvaluatedValue>, index: number): EvaluatedValue
  startTangents(): void
  jacobianTimes(site: JacobianSite, ...values: EvaluatedValue[]): EvaluatedValue
  flag(name: string): boolean
  clock(index: number): boolean
  sample(index: number, tick: boolean, value: EvaluatedValue): EvaluatedValue
  hold(index: number, tick: boolean, value: EvaluatedValue): EvaluatedValue
  previous(index: number, tick: boolean): EvaluatedValue
}

/** The values of a running model in their slots. */
export class Memory {
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
          // a number stands for all elements
          fillVector(this.a[slot.index], value)
          break
        }
        // several numbers that a function returns are a vector
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

const EMPTY = new Float64Array(0)

function wrongRank(name: string, slot: Slot, value: unknown): VarioError {
  return new VarioError(
    'SHAPE',
    `${name}: expected a ${slot.rank}, found ${Array.isArray(value) ? 'a list' : typeof value}.`,
  )
}

function vectorIn(store: (Float64Array | MatrixValue)[], slot: number, length: number): Float64Array {
  const old = store[slot]
  if (old instanceof Float64Array && old.length === length && old !== EMPTY) return old
  const fresh = new Float64Array(length)
  store[slot] = fresh
  return fresh
}

/** Arrays for generated code. */
export class ArrayServices {
  private readonly products: JacobianProducts

  constructor(
    protected readonly memory: Memory,
    readonly functions: Functions,
  ) {
    this.products = new JacobianProducts(functions)
  }

  /** Values have changed: Jacobians of functions must be computed again. Before the first of several directions. */
  startTangents(): void {
    this.products.start()
  }

  /** The Jacobian of a function times the derivatives of its arguments. */
  jacobianTimes(site: JacobianSite, ...values: EvaluatedValue[]): EvaluatedValue {
    return this.products.multiply(site, values)
  }

  /** The vector of a slot with the given length. */
  vector(slot: number, length: number): Float64Array {
    return vectorIn(this.memory.a, slot, length)
  }

  /** The derivative of the vector of a slot, with the given length. */
  tangentVector(slot: number, length: number): Float64Array {
    return vectorIn(this.memory.e, slot, length)
  }

  /** The length that all operands of an expression have. */
  sameLength(text: string, first: number, ...others: number[]): number {
    for (const other of others) {
      if (other === first) continue
      throw new VarioError(
        'SHAPE',
        `Vectors of different lengths are combined in ${text}: ${first} and ${other}.`,
      )
    }
    return first
  }

  /** Number of elements of `from:step:to`. */
  countRange(from: number, step: number, to: number): number {
    return countRange(from, step, to)
  }

  /** An operator on arrays; a number in a sum goes with every element, see `EvaluationContext.spreadsNumbers`. */
  apply(operator: string, a: EvaluatedValue, b?: EvaluatedValue): EvaluatedValue {
    if (b === undefined) return negate(a) as EvaluatedValue
    const fn = operator === '+' || operator === '-' ? `.${operator}` : operator
    return applyBinary(fn, a, b) as EvaluatedValue
  }

  /** A function of numbers on arrays. */
  applyFunction(info: FunctionInfo, ...values: EvaluatedValue[]): EvaluatedValue {
    return applyFunction(info, values)
  }

  result(results: ArrayLike<EvaluatedValue>, index: number): EvaluatedValue {
    if (index < results.length) return results[index]
    const message = `Result ${index + 1} of a function is wanted, but it has returned ${results.length} result(s).`
    throw new VarioError('SHAPE', message)
  }

  /** An element that is not there; `place` counts from 0. */
  outOfRange(vector: Float64Array, place: number): never {
    const message = Number.isInteger(place)
      ? `Subscript ${place + 1} is out of range: expected 1 to ${vector.length}.`
      : `Expected an integer as subscript, found ${place + 1}.`
    throw new VarioError('EVALUATION', message, { subscript: place + 1 })
  }

  matrixOfRows(rows: readonly Float64Array[]): EvaluatedValue {
    return collect(rows)
  }

  /** Elements, rows, columns or blocks of an array. */
  part(array: EvaluatedValue, ...subscripts: EvaluatedValue[]): EvaluatedValue {
    return elementsAt(array, subscripts)
  }

  /** Elements of an array along a dimension, counted from 0: what `end` means. */
  sizeOf(array: EvaluatedValue, dimension: number, nSubscript: number): number {
    return sizeOfDimension(array, dimension, nSubscript)
  }

  /** A number or Boolean that a function without declared shape, or a list of any values, has given. */
  scalar(value: unknown, text: string): number | boolean {
    if (typeof value === 'number' || typeof value === 'boolean') return value
    throw new VarioError(
      'SHAPE',
      `${text}: expected a number or a Boolean, found ${describeValue(value)}. ` +
        "A function with another result says so: registerFunction(…, { shape: 'vector' }).",
    )
  }

  /** Sets all elements of the vector of a slot, whose length is known. */
  filledVector(slot: number, value: number): void {
    fillVector(this.memory.a[slot], value)
  }

  /** Sets all elements of the derivative of the vector of a slot. */
  filledTangent(slot: number, value: number): void {
    vectorIn(this.memory.e, slot, (this.memory.a[slot] as Float64Array).length).fill(value)
  }

  /** A matrix with all elements equal to a number, as large as the one that is there. */
  filledMatrix(slot: number, value: number): MatrixValue {
    return filledLike(this.memory.a[slot], value)
  }
}

function fillVector(vector: Float64Array | MatrixValue, value: number): void {
  if (vector === EMPTY) throw unknownSize('vector')
  ;(vector as Float64Array).fill(value)
}

function filledLike(old: Float64Array | MatrixValue, value: number): MatrixValue {
  if (isMatrix(old)) return { ...old, data: new Float64Array(old.data.length).fill(value) }
  throw unknownSize('matrix')
}

function unknownSize(what: 'vector' | 'matrix'): VarioError {
  const message = `A number stands for a ${what} of unknown size; give the ${what} a start value.`
  return new VarioError('SHAPE', message)
}
