/** Constructors of variables, parameters and values with units. */
import { InputError, parseUnit } from '../base/index.ts'
import { checkAttributes, PAR_ATTRIBUTES, VAR_ATTRIBUTES } from './attributes.ts'
import {
  type AttributeValue,
  type HostFunction,
  isPlainObject,
  type NumericArray,
  type ParAttributes,
  type ParNode,
  type Quantity,
  type RedeclareNode,
  type VarAttributes,
  type VarNode,
} from './nodes.ts'
import { withTypedValues } from './typed-values.ts'

/**
 * A variable: `Var({ init: 0, unit: 'V' })`, `Var({ potential: true })`, `Var(expr`2*x`)`. A first argument other than
 * a map of attributes is the binding `value`.
 */
export function Var(attributes?: VarAttributes): VarNode
export function Var(value: AttributeValue | string | HostFunction, attributes?: VarAttributes): VarNode
export function Var(first?: unknown, second?: VarAttributes): VarNode {
  const attributes =
    first === undefined || isPlainObject(first)
      ? { ...(first ?? {}), ...second }
      : { ...second, value: first }
  const typed = withTypedValues('Var', attributes as Readonly<Record<string, unknown>>)
  checkAttributes('Var', typed, VAR_ATTRIBUTES)
  return Object.freeze({ _class: 'Var' as const, ...(withoutNull(typed) as VarAttributes) })
}

/**
 * A parameter: `Par(1, 'Ohm')`, `Par(0.2, 's', { min: 0, info: 'time constant' })`, `Par({ value: 0.2, min: 0 })`. The
 * value may be a number, a Boolean, a text, an array, a `quantity`, an `expr`, a function or any object.
 */
export function Par<T>(attributes: ParAttributes & { readonly value: T }): ParNode<T>
export function Par<T>(value: T, unit?: string, attributes?: ParAttributes): ParNode<T>
export function Par<T>(value: T, attributes: ParAttributes): ParNode<T>
export function Par(first: unknown, second?: string | ParAttributes, third?: ParAttributes): ParNode {
  const isMap =
    isPlainObject(first) &&
    'value' in first &&
    Object.keys(first).every((key) => Object.hasOwn(PAR_ATTRIBUTES, key))
  const attributes: Record<string, unknown> = isMap ? { ...first } : { value: first }
  if (typeof second === 'string') attributes['unit'] = second
  else Object.assign(attributes, second)
  Object.assign(attributes, third)
  if (attributes['value'] === undefined || attributes['value'] === null) {
    throw new InputError('Par', 'a value', attributes['value'])
  }
  const typed = withTypedValues('Par', attributes)
  checkAttributes('Par', typed, PAR_ATTRIBUTES)
  return Object.freeze({ _class: 'Par' as const, ...(withoutNull(typed) as { value: unknown }) })
}

/**
 * A constant: a parameter that no modification changes, `c: Constant(299792458, 'm/s')`.
 */
export function Constant<T>(value: T, unit?: string, attributes?: ParAttributes): ParNode<T> {
  return Par<T>(value, unit, { ...attributes, final: true })
}

/** Removes attributes that are null: null means absent. */
function withoutNull(attributes: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(attributes).filter(([, value]) => value !== null && value !== undefined),
  )
}

/** `value` written in `unit` and converted where it is used. `Resistor({ R: quantity(2, 'kOhm') })`. */
export function quantity<T extends number | NumericArray>(value: T, unit: string): Quantity<T> {
  if (!isNumbers(value)) throw new InputError('quantity', 'a number or an array of numbers', value)
  if (typeof unit !== 'string') throw new InputError('quantity', "a unit such as 'mm'", unit)
  parseUnit(unit)
  return Object.freeze({ _class: 'Quantity' as const, value, unit })
}

function isNumbers(value: unknown): boolean {
  if (ArrayBuffer.isView(value)) return true
  return typeof value === 'number' || (Array.isArray(value) && value.every(isNumbers))
}

/** Marks a value that replaces the existing member in a merge: `Filter({ R: redeclare(Inductor({ L: 1 })) })`. */
export function redeclare<T>(value: T): RedeclareNode<T> {
  return Object.freeze({ _class: 'Redeclare' as const, value })
}
