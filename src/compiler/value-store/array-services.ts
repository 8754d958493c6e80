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
  type JacobianSite,
  type MatrixValue,
  matrixOfBlocks,
  negate,
  sizeOfDimension,
} from '../../symbolic/index.ts'
import type { Functions } from './bind-functions.ts'
import { JacobianProducts } from './jacobian-products.ts'
import { filledLike, fillVector, type ValueStore, vectorIn } from './value-store.ts'

/** Array operations for generated code. */
export class ArrayServices {
  private readonly products: JacobianProducts

  constructor(
    protected readonly store: ValueStore,
    readonly functions: Functions,
  ) {
    this.products = new JacobianProducts(functions)
  }

  /**
   * Marks Jacobians of functions as outdated after a change of values. Called before the first of several directions.
   */
  startTangents(): void {
    this.products.start()
  }

  /** The Jacobian of a function times the derivatives of its arguments. */
  jacobianTimes(site: JacobianSite, ...values: EvaluatedValue[]): EvaluatedValue {
    return this.products.multiply(site, values)
  }

  /** The vector of a slot with the given length. */
  vector(slot: number, length: number): Float64Array {
    return vectorIn(this.store.a, slot, length)
  }

  /** The derivative of the vector of a slot, with the given length. */
  tangentVector(slot: number, length: number): Float64Array {
    return vectorIn(this.store.e, slot, length)
  }

  /** Common length of all operands of an expression. */
  sameLength(text: string, first: number, ...others: number[]): number {
    for (const other of others) {
      if (other === first) continue
      throw new VarioError('SHAPE', `${text}: expected vectors of equal lengths, got ${first} and ${other}.`)
    }
    return first
  }

  /** Number of elements of `from:step:to`. */
  countRange(from: number, step: number, to: number): number {
    return countRange(from, step, to)
  }

  /**
   * Applies an operator to arrays; a number in a sum is combined with every element, see
   * `EvaluationContext.spreadsNumbers`.
   */
  apply(operator: string, a: EvaluatedValue, b?: EvaluatedValue): EvaluatedValue {
    if (b === undefined) return negate(a) as EvaluatedValue
    const fn = operator === '+' || operator === '-' ? `.${operator}` : operator
    return applyBinary(fn, a, b) as EvaluatedValue
  }

  /** Applies a function of numbers to arrays. */
  applyFunction(info: FunctionInfo, ...values: EvaluatedValue[]): EvaluatedValue {
    return applyFunction(info, values)
  }

  result(results: ArrayLike<EvaluatedValue>, index: number): EvaluatedValue {
    if (index < results.length) return results[index]
    const message = `Results of a function: expected at least ${index + 1}, got ${results.length}. Give their number: registerFunction(…, { results }).`
    throw new VarioError('SHAPE', message)
  }

  /** Throws the error for a missing element; `place` counts from 0. */
  outOfRange(vector: Float64Array, place: number): never {
    const message = Number.isInteger(place)
      ? `Subscript: expected ${vector.length === 0 ? 'no subscript, because the array is empty' : `1 to ${vector.length}`}, got ${place + 1}.`
      : `Expected an integer as subscript, got ${place + 1}.`
    throw new VarioError('EVALUATION', message, { subscript: place + 1 })
  }

  matrixOfRows(rows: readonly Float64Array[]): EvaluatedValue {
    return collect(rows)
  }

  matrixOfBlocks(rows: readonly (readonly EvaluatedValue[])[]): EvaluatedValue {
    return matrixOfBlocks(rows)
  }

  /** Elements, rows, columns or blocks of an array. */
  part(array: EvaluatedValue, ...subscripts: EvaluatedValue[]): EvaluatedValue {
    return elementsAt(array, subscripts)
  }

  /** Number of elements of an array along a dimension, counted from 0: the value of `end`. */
  sizeOf(array: EvaluatedValue, dimension: number, nSubscript: number): number {
    return sizeOfDimension(array, dimension, nSubscript)
  }

  /**
   * Checks the result of a function without declared shape, or an element of a list of any values: a number or Boolean.
   */
  scalar(value: unknown, text: string): number | boolean {
    if (typeof value === 'number' || typeof value === 'boolean') return value
    throw new VarioError(
      'SHAPE',
      `${text}: expected a number or a Boolean, got ${describeValue(value)}. ` +
        "Declare another type of result: registerFunction(…, { shape: 'vector' }).",
    )
  }

  /**
   * Copies a value to the vector of a slot. A loop of its own in every equation takes V8 longer to optimize than many
   * runs last (0.4 s for 100 equations), and twice the time of a call until then.
   */
  setVector(slot: number, value: Float64Array): void {
    const target = vectorIn(this.store.a, slot, value.length)
    for (let i = 0; i < value.length; i++) target[i] = value[i]
  }

  /** Sets all elements of the vector of a slot, whose length is known. */
  filledVector(slot: number, value: number): void {
    fillVector(this.store.a[slot], value)
  }

  /** Sets all elements of the derivative of the vector of a slot. */
  filledTangent(slot: number, value: number): void {
    vectorIn(this.store.e, slot, (this.store.a[slot] as Float64Array).length).fill(value)
  }

  /** A matrix with all elements equal to a number, of the size of the existing one. */
  filledMatrix(slot: number, value: number): MatrixValue {
    return filledLike(this.store.a[slot], value)
  }
}
