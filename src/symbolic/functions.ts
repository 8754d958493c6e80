import type { Expr } from './expr.ts'
import type { MatrixValue } from './values.ts'

/** Shape of a result; 'like': the shape of the arguments (element-wise). */
export type ResultShape = 'scalar' | 'vector' | 'matrix' | 'object' | 'boolean' | 'like'

/** An input of a function, for calls with its name: `f(x, y = 2)`. The inputs `s.x` and `s.v` are the fields of a record `s`. */
export interface FunctionInput {
  readonly name: string
  /** Its value where a call leaves it out: an expression of the inputs before it. */
  readonly value?: Expr
  /**
   * Number of dimensions of an array of Booleans, whose elements are the numbers 0 and 1; 0 for other inputs. Without it,
   * the type is not known.
   */
  readonly booleans?: number
}

/** Properties of a function in equations, for the symbolic engine. */
export interface FunctionInfo {
  /** Name under which equations call it. */
  readonly name: string
  /** The function itself: numbers (or arrays as Float64Array, opaque objects) in and out. */
  readonly evaluate: (...args: never[]) => unknown
  /** The inputs in their order, if calls may name them. */
  readonly inputs?: readonly FunctionInput[]
  /** Names of the results in their order, if some are fields of records: `s.x`, `s.v`. */
  readonly outputs?: readonly string[]
  /** Number of results; > 1: returns an array of them. Default 1. */
  readonly results?: number
  /** Shape of the result (default 'scalar'); for several results one for all, or a list. */
  readonly shape?: ResultShape | readonly ResultShape[]
  /**
   * Number of dimensions of each result that is an array of Booleans, whose elements are the numbers 0 and 1; 0 for other
   * results.
   */
  readonly booleans?: readonly number[]
  /** Unit of the result, in SI or another notation of its dimension; for several results a list, '' without unit. */
  readonly unit?: string | readonly string[]
  /** Partial derivatives as expressions of the arguments, one per argument; null: independent or not differentiable. */
  readonly derivative?: (args: readonly Expr[]) => readonly (Expr | null)[]
  /**
   * The function that computes the total time derivative, called with (args…, der(args)…): the name of a registered one,
   * or the function itself, which then belongs to the same memory.
   */
  readonly derivativeFunction?: string | FunctionInfo
  /**
   * Arguments, counted from 0, in which the function is jointly linear: it is A*(these arguments) + b, where A and b
   * depend on the other arguments (and on the memory). A block of equations with such calls is solved as a linear one.
   */
  readonly linearIn?: readonly number[]
  /**
   * The partial derivatives, in one of two forms, both called with the same arguments as the function. It replaces
   * `derivative`.
   * - A list of functions, one per argument, null for none: small functions with few arguments. For a vector and a
   *   vector argument: a matrix with one row per result.
   * - One function that returns them all as a matrix: the rows are the scalar results in sequence (elements of
   *   a vector
   *   result, or several results), the columns the elements of the arguments of `linearIn`, or of all arguments without
   *   it. It is called once for the whole matrix of a block of equations. The matrix is copied: the function may return
   *   the same object every time.
   */
  readonly jacobian?: readonly (FunctionInfo | null)[] | JacobianFunction
  /**
   * True if the function that returns the whole matrix is called with a list of arguments, counted from 0, before the
   * arguments themselves, and returns the columns of these alone (default false): for columns that take time and are
   * seldom needed.
   */
  readonly selectsColumns?: boolean
  /**
   * The function that computes the arguments of `linearIn` from the results: called with the same arguments, but with
   * the results instead of those of `linearIn`. As many scalars as there are results. Used where the results are known
   * and nothing else determines the arguments: forward dynamics for the inverse dynamics of a mechanism.
   */
  readonly inverse?: FunctionInfo
  /**
   * The expression that replaces a call in equations, from those of its arguments: for functions that cause events. It may
   * call registered functions.
   */
  readonly expand?: (args: readonly Expr[]) => Expr
  /**
   * For a function with a separate memory at each of its places in the equations: how a call is replaced, from the
   * expressions of its arguments. `isFixed` is true for expressions of parameters.
   */
  readonly remember?: (args: readonly Expr[], isFixed: (expr: Expr) => boolean) => Remembered
  /** True if it never writes into its arguments: it gets arrays of the model themselves, not copies. */
  readonly readsOnly?: boolean
  /**
   * True if it and its derivatives jump only at events, so that equations which are differentiated need not be searched
   * for jumps (default false).
   */
  readonly isSmooth?: boolean
  /**
   * True if it reads or writes more than its arguments: the memory of a component. It is called in every evaluation of
   * the model, its result is never constant, and it has no derivative with respect to time unless `derivativeFunction`
   * is given. Flattening sets it for functions of a build hook.
   * @internal
   */
  readonly hasMemory?: boolean
  /**
   * True if the result is always 0 and only orders the calls: those with the result as an argument come later, and
   * nothing else depends on it (default false).
   * @internal
   */
  readonly isOrdering?: boolean
  /**
   * Message of the error where a function with memory would have to be differentiated with respect to time.
   * @internal
   */
  readonly derivativeProblem?: string
  /**
   * Path of the component whose memory is `this` during calls in a run. Flattening sets it for functions of a build
   * hook.
   * @internal
   */
  readonly memoryOf?: string
}

/** A call with a memory. */
export interface Remembered {
  /** Makes the memory for one run: a `ComponentMemory`, whose methods are the functions below. */
  readonly memory: () => object
  /** Called in every evaluation: takes values into the memory; its result is not used. */
  readonly record: MemoryCall
  /** Replaces the call: it depends on the memory and on its own arguments. */
  readonly read: MemoryCall
  /** The value of the call from that of `read`; without it, they are the same. */
  readonly value?: (read: Expr) => Expr
}

/** A call of a function with these arguments. */
export interface MemoryCall {
  readonly info: FunctionInfo
  readonly args: readonly Expr[]
}

/** Properties of a function without its name. */
export type FunctionProperties = Omit<FunctionInfo, 'name' | 'evaluate'>

const described = new WeakMap<object, FunctionProperties>()

/** Gives a function the properties that equations use if they call it as `${f}(x)`. Returns the function. */
export function describeFunction<F extends FunctionInfo['evaluate']>(
  evaluate: F,
  properties: FunctionProperties,
): F {
  described.set(evaluate, properties)
  return evaluate
}

/** The properties of a function by `describeFunction`. */
export function propertiesOf(evaluate: object): FunctionProperties {
  return described.get(evaluate) ?? {}
}

/** Computes all partial derivatives of a function, row-major. */
export type JacobianFunction = (...args: never[]) => MatrixValue

/** One place in the equations at which the Jacobian of a function is multiplied by the derivatives of its arguments. */
export interface JacobianSite {
  readonly info: FunctionInfo
  /** Number of arguments of the function. */
  readonly nArgs: number
  /** Arguments, counted from 0, whose elements are the columns. */
  readonly columns: readonly number[]
  /** True if only directions, not arguments, change from one start of the tangents to the next: one matrix suffices. */
  readonly isAlongDirections: boolean
}

/** Shape of result `k`, counted from 0; of a vector: its element. */
export function shapeOfResult({ shape = 'scalar', results = 1 }: FunctionInfo, k: number): ResultShape {
  if (results === 1) return 'scalar'
  return typeof shape === 'string' ? shape : (shape[k] ?? 'scalar')
}

/** Shape of what a call returns: several scalars are a vector, several results of other shapes an object. */
export function shapeOfCall(info: FunctionInfo): ResultShape {
  const { shape = 'scalar', results = 1 } = info
  if (results === 1) return typeof shape === 'string' ? shape : shape[0]
  for (let k = 0; k < results; k++) if (shapeOfResult(info, k) !== 'scalar') return 'object'
  return 'vector'
}
