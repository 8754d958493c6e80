/** Values of records: as users write them, and as they are read. Errors name the path of the component and the key. */
import { assertFinite, assertKnownName, assertLength, assertPositive, InputError } from '../../base/index.ts'
import type { SignedAxis } from '../../collision/index.ts'
import { vec3Norm } from '../../math/index.ts'
import type { ExprNode, Quantity } from '../../model/index.ts'

/** A number [SI], an expression of parameters, or a quantity. */
export type NumberValue = number | ExprNode | Quantity<number>

/** Three numbers [SI]. */
export type VectorValue = readonly NumberValue[] | ExprNode | Quantity

/** An axis of a frame, negative with a minus sign, or any direction. */
export type AxisValue = SignedAxis | readonly number[] | ExprNode

/**
 * A start value: the value, or a map as for variables. `init` is kept; `start` is a guess, from which the loops of a
 * mechanism are closed; NaN: none. `nominal` is the typical magnitude of the variable, to which its tolerance is
 * relative.
 */
export type StartValue =
  | NumberValue
  | { readonly init?: NumberValue; readonly start?: NumberValue; readonly nominal?: NumberValue }

/** Three start values; `nominal` is one size for all of them, or one for each. */
export type StartVector =
  | VectorValue
  | {
      readonly init?: VectorValue
      readonly start?: VectorValue
      readonly nominal?: NumberValue | VectorValue
    }

/** A number; `fallback` if it is missing. */
export function readNumber(path: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback
  assertFinite(path, value)
  return value
}

export function readBoolean(path: string, value: unknown, fallback: boolean): boolean {
  if (value === undefined) return fallback
  if (typeof value !== 'boolean') throw new InputError(path, 'true or false', value)
  return value
}

/** `n` numbers; zeros if they are missing. */
export function readVector(path: string, value: unknown, n: number): Float64Array {
  if (value === undefined) return new Float64Array(n)
  const isArray = Array.isArray(value) || value instanceof Float64Array
  const numbers = isArray
    ? Float64Array.from(value as ArrayLike<number>, (x) => (typeof x === 'number' ? x : Number.NaN))
    : null
  if (numbers === null || numbers.length !== n || !numbers.every(Number.isFinite)) {
    throw new InputError(path, `a vector of ${n} finite numbers`, value)
  }
  return numbers
}

/** A start value with its nominal value. */
export interface Start {
  readonly value: number
  /** Typical magnitude, which scales the absolute tolerance; undefined: not given. */
  readonly nominal: number | undefined
  /** True if the user has given the value; otherwise loops may change it. */
  readonly isGiven: boolean
  /** True if it is the guess for a search. */
  readonly isGuess: boolean
  /** True if the user has written NaN: loops determine it. */
  readonly isFree: boolean
}

/**
 * A start value, also as `{ init: value, nominal: size }`, or `{ start: guess }`. NaN: it is free, as a missing one.
 */
export function readStart(path: string, given: unknown): Start {
  const { init, start, nominal, isFree = false } = unwrapStart(path, given)
  if (nominal !== undefined) assertPositive(`${path}.nominal`, nominal)
  return {
    value: readNumber(path, init ?? start, 0),
    nominal,
    isGiven: init !== undefined,
    isGuess: start !== undefined,
    isFree,
  }
}

/** Start values of a vector; `nominal` is one number for all of them, or one for each. */
export function readStartVector(path: string, given: unknown, n: number): readonly Start[] {
  const { init, start, nominal, isFree = false } = unwrapStart(path, given)
  const isGiven = init !== undefined
  const isGuess = start !== undefined
  const values = readVector(path, init ?? start, n)
  const isList = Array.isArray(nominal) || nominal instanceof Float64Array
  if (isList) assertLength(`${path}.nominal`, nominal, n)
  return Array.from(values, (value, k): Start => {
    const own: unknown = isList ? (nominal as ArrayLike<unknown>)[k] : nominal
    if (own === undefined) return { value, nominal: own, isGiven, isGuess, isFree }
    assertPositive(isList ? `${path}.nominal[${k + 1}]` : `${path}.nominal`, own)
    return { value, nominal: own, isGiven, isGuess, isFree }
  })
}

const START_KEYS = ['init', 'start', 'nominal']

interface WrittenStart {
  readonly init?: unknown
  readonly start?: unknown
  readonly nominal?: unknown
  readonly isFree?: boolean
}

function unwrapStart(path: string, given: unknown): WrittenStart {
  const isMap =
    typeof given === 'object' && given !== null && !Array.isArray(given) && !ArrayBuffer.isView(given)
  if (!isMap) return isFreeValue(given) ? { isFree: true } : { init: given }
  if ('_class' in given)
    throw new InputError(path, 'a number, a list, or a map { init } without Var(…)', given)
  for (const key of Object.keys(given)) assertKnownName(`${path}.${key}`, key, START_KEYS)
  const { init, ...others } = given as WrittenStart
  if (init === undefined) return others
  if (isFreeValue(init)) return { ...others, isFree: others.start === undefined }
  if (others.start !== undefined)
    throw new InputError(path, 'either init, which is kept, or start, a guess', given)
  return { ...others, init }
}

/** NaN, or a vector of them. */
function isFreeValue(value: unknown): boolean {
  if (typeof value === 'number') return Number.isNaN(value)
  const isVector = (Array.isArray(value) || value instanceof Float64Array) && value.length > 0
  return (
    isVector && Array.from(value as ArrayLike<unknown>).every((x) => typeof x === 'number' && Number.isNaN(x))
  )
}

const AXES: Readonly<Record<string, readonly number[]>> = {
  x: [1, 0, 0],
  y: [0, 1, 0],
  z: [0, 0, 1],
  '-x': [-1, 0, 0],
  '-y': [0, -1, 0],
  '-z': [0, 0, -1],
}

/** A direction as a unit vector (3). */
export function readAxis(path: string, value: unknown, fallback: string): Float64Array {
  const given = Array.isArray(value) && value.length === 1 ? value[0] : (value ?? fallback)
  if (typeof given === 'string' && Object.hasOwn(AXES, given)) return Float64Array.from(AXES[given])
  const isArray =
    (Array.isArray(given) || given instanceof Float64Array) && (given as ArrayLike<unknown>).length === 3
  const axis = isArray ? Float64Array.from(given as ArrayLike<number>) : new Float64Array(3)
  const length = vec3Norm(axis, 0)
  if (!(length > 0 && Number.isFinite(length))) {
    throw new InputError(
      path,
      "'x' | 'y' | 'z', '-x' | '-y' | '-z', or a non-zero vector of 3 numbers",
      given,
    )
  }
  return axis.map((x) => x / length)
}
