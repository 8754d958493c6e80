/** The attributes of variables and parameters, and their checks. */
import { InputError, parseUnit, unknownName } from '../base/index.ts'
import {
  type ExprNode,
  isExpr,
  isQuantity,
  type ParAttributes,
  type Scope,
  type VarAttributes,
} from './nodes.ts'

type AttributeKind =
  | 'type'
  | 'final'
  | 'stateSelect'
  | 'scope'
  | 'boolean'
  | 'condition'
  | 'text'
  | 'unit'
  | 'numeric'
  | 'any'

/** Attributes of `Var` and the types of their values. */
export const VAR_ATTRIBUTES: Readonly<Record<keyof VarAttributes, AttributeKind>> = {
  potential: 'boolean',
  flow: 'boolean',
  stream: 'boolean',
  if: 'condition',
  input: 'boolean',
  output: 'boolean',
  init: 'numeric',
  start: 'numeric',
  fixed: 'boolean',
  min: 'numeric',
  max: 'numeric',
  nominal: 'numeric',
  unit: 'unit',
  hideResult: 'boolean',
  info: 'text',
  scope: 'scope',
  stateSelect: 'stateSelect',
  type: 'type',
  final: 'final',
  value: 'any',
}

/** Attributes of `Par` and the types of their values. */
export const PAR_ATTRIBUTES: Readonly<Record<keyof ParAttributes | 'value', AttributeKind>> = {
  value: 'any',
  fixed: 'boolean',
  unit: 'unit',
  min: 'numeric',
  max: 'numeric',
  info: 'text',
  scope: 'scope',
  type: 'type',
  final: 'final',
}

/** Attributes whose values may be expressions. */
export const VALUE_ATTRIBUTES = ['value', 'init', 'start', 'min', 'max', 'nominal'] as const

/**
 * Checks the names of attributes and the types of their values; accepts `null`, which deletes an attribute in a merge.
 */
export function checkAttributes(
  path: string,
  attributes: Readonly<Record<string, unknown>>,
  allowed: Readonly<Record<string, AttributeKind>>,
): void {
  for (const [name, value] of Object.entries(attributes)) {
    const kind = Object.hasOwn(allowed, name) ? allowed[name] : undefined
    if (kind === undefined) throw unknownName(`${path}.${name}`, name, Object.keys(allowed))
    if (value === null || value === undefined) continue
    if (kind === 'boolean' && typeof value !== 'boolean')
      throw new InputError(`${path}.${name}`, 'true or false', value)
    if (kind === 'stateSelect' && !STATE_SELECT.includes(value as string))
      throw new InputError(`${path}.${name}`, STATE_SELECT.map((each) => `'${each}'`).join(', '), value)
    if (kind === 'type' && value !== 'Integer' && value !== 'Boolean' && !isNames(value))
      throw new InputError(`${path}.${name}`, "'Integer', 'Boolean' or an Enumeration", value)
    if (kind === 'final' && typeof value !== 'boolean' && !isLevel(value))
      throw new InputError(`${path}.${name}`, 'true or false', value)
    if (kind === 'scope') checkScope(`${path}.${name}`, value)
    if (kind === 'condition') checkCondition(`${path}.${name}`, value)
    if ((kind === 'text' || kind === 'unit') && typeof value !== 'string') {
      throw new InputError(`${path}.${name}`, 'a text', value)
    }
    if (kind === 'unit') parseUnit(value as string)
    if (kind === 'numeric' && !isNumeric(value)) {
      throw new InputError(`${path}.${name}`, 'a number, an array of numbers, a quantity or an expr', value)
    }
  }
}

const STATE_SELECT: readonly string[] = ['never', 'avoid', 'default', 'prefer', 'always']

function isNames(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
}

function isLevel(value: unknown): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0
}

/** Checks the role in a global environment. */
export function checkScope(path: string, value: unknown): asserts value is Scope {
  if (value !== 'inner' && value !== 'outer') throw new InputError(path, "'inner' or 'outer'", value)
}

/** Checks the value of `if`: true, false or an expression of parameters. */
export function checkCondition(path: string, value: unknown): asserts value is boolean | ExprNode {
  if (typeof value !== 'boolean' && !isExpr(value))
    throw new InputError(path, 'true, false or an expr`…` of parameters', value)
}

function isNumeric(value: unknown): boolean {
  if (typeof value === 'number' || typeof value === 'boolean' || isExpr(value) || isQuantity(value))
    return true
  return ArrayBuffer.isView(value) || (Array.isArray(value) && value.every(isNumeric))
}
