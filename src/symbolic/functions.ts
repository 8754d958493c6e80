import type { Expr } from './expr.ts'

/** What the symbolic engine knows about a function that equations may call. */
export interface FunctionInfo {
  /** Name under which equations call it. */
  readonly name: string
  /** The function itself: numbers (or arrays as Float64Array, opaque objects) in and out. */
  readonly evaluate: (...args: never[]) => unknown
  /** Number of results; > 1: returns an array of them. Default 1. */
  readonly results?: number
  /** Shape of the result: 'scalar' (default), 'vector', 'matrix', 'object', 'boolean', or 'like' (element-wise). */
  readonly shape?: 'scalar' | 'vector' | 'matrix' | 'object' | 'boolean' | 'like'
  /** Partial derivatives as expressions of the arguments, one per argument; null: does not depend or not differentiable. */
  readonly derivative?: (args: readonly Expr[]) => readonly (Expr | null)[]
  /** Name of a registered function that computes the total time derivative: called with (args…, der(args)…). */
  readonly derivativeFunction?: string
  /**
   * Arguments, counted from 0, in which the function is linear when they change together: it is A*(these arguments) + b, where A and
   * b depend on the other arguments (and on the memory). A block of equations with such calls is solved as a linear one.
   */
  readonly linearIn?: readonly number[]
  /**
   * Functions that compute the partial derivatives, called with the same arguments: one per argument, null where there is none.
   * For a vector and a vector argument: a matrix with one row per result. Takes the place of `derivative`.
   */
  readonly jacobian?: readonly (FunctionInfo | null)[]
  /**
   * Reads or writes more than its arguments: the memory of a component. It is called in every evaluation of the model, its result is
   * never constant, and it has no derivative with respect to time unless `derivativeFunction` gives it.
   */
  readonly hasMemory?: boolean
}
