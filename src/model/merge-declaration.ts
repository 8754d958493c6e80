/** Merges modifications onto variables and parameters. */
import { describe, InputError } from '../base/index.ts'
import { checkAttributes, PAR_ATTRIBUTES, VAR_ATTRIBUTES } from './attributes.ts'
import {
  isExpr,
  isModel,
  isModelArray,
  isPar,
  isPlainObject,
  isQuantity,
  isVar,
  type ParNode,
  type VarNode,
} from './nodes.ts'
import { mergeRecord } from './records.ts'
import { withPositions, withTypedValues } from './typed-values.ts'

/**
 * `value` merged onto the declaration `old`:
 * - attributes, as a map or as `Var(…)`/`Par(…)`, are merged one by one, `null` deletes one;
 * - a plain value on a parameter becomes its value;
 * - a plain value on a variable sets the first of `init`, `start`, `value` that the variable has; if it has none of
 *   them, an
 *   input gets the `value`, any other variable the `start`;
 * - an `expr` on a variable is its binding; a start value is written `{ init: expr`…` }`;
 * - `Var` on a parameter makes it a variable, `Par` on a variable a parameter; unit, limits and info stay.
 */
export function mergeDeclaration(path: string, old: VarNode | ParNode, value: unknown): VarNode | ParNode {
  if (isModel(value) || isModelArray(value)) {
    const kind = isVar(old) ? 'a variable' : 'a parameter'
    throw new InputError(path, `a value or attributes, because it is ${kind}, or redeclare(…)`, 'a model')
  }
  if (isVar(old)) return mergeOntoVar(path, old, value)
  return mergeOntoPar(path, old, value)
}

function mergeOntoVar(path: string, old: VarNode, given: unknown): VarNode | ParNode {
  const value = ofType(path, old, given)
  if (isPar(value)) return mergeAttributes({ _class: 'Par', ...commonAttributes(old) }, value) as ParNode
  if (isVar(value)) return mergeAttributes(old, value)
  if (isPlainObject(value)) {
    checkAttributes(path, value, VAR_ATTRIBUTES)
    return mergeAttributes(old, value)
  }
  return mergeAttributes(old, { [plainAttribute(old, isExpr(value))]: value })
}

/** A value for a declaration with names of an enumeration as numbers. */
function ofType(path: string, { type }: VarNode | ParNode, value: unknown): unknown {
  if (!Array.isArray(type)) return value
  return isPlainObject(value)
    ? withTypedValues(path, { type, ...value })
    : withPositions(path, value, type as readonly string[])
}

/** Attribute set by a plain value or an expression. */
function plainAttribute(old: VarNode, isExpression: boolean): 'init' | 'start' | 'value' {
  if (isExpression) return 'value'
  if (old.init !== undefined) return 'init'
  if (old.start !== undefined) return 'start'
  return old.value !== undefined || old.input ? 'value' : 'start'
}

function mergeOntoPar(path: string, old: ParNode, given: unknown): VarNode | ParNode {
  const value = ofType(path, old, given)
  if (isVar(value)) return mergeAttributes({ _class: 'Var', ...commonAttributes(old) }, value) as VarNode
  if (isPar(value)) return mergeAttributes(old, value)
  if (isPlainObject(value)) {
    const keys = Object.keys(value)
    const areAttributes = keys.length > 0 && keys.every((key) => key in PAR_ATTRIBUTES)
    if (!areAttributes && isPlainObject(old.value))
      return mergeAttributes(old, { value: mergeRecord(old.value, value) })
    if (!areAttributes && isData(old.value)) {
      throw new InputError(
        path,
        `a value in place of ${describe(old.value)}, or a map of the attributes ` +
          `${Object.keys(PAR_ATTRIBUTES).join(', ')}`,
        value,
      )
    }
    if (areAttributes) checkAttributes(path, value, PAR_ATTRIBUTES)
    return mergeAttributes(old, areAttributes ? value : { value })
  }
  const [expected, found] = [kindOf(old.value), kindOf(value)]
  if (expected !== undefined && found !== undefined && expected !== found)
    throw new InputError(path, expected, value)
  return mergeAttributes(old, { value })
}

/** True for plain values, onto which a map cannot be merged. */
function isData(value: unknown): boolean {
  return kindOf(value) !== undefined || isExpr(value)
}

/** Describes the type of a plain value; undefined if a value of any type may replace it. */
function kindOf(value: unknown): string | undefined {
  if (typeof value === 'number' || isQuantity(value) || ArrayBuffer.isView(value))
    return 'a number or an array of numbers'
  if (Array.isArray(value))
    return value.flat(2).every((item) => typeof item === 'number')
      ? 'a number or an array of numbers'
      : undefined
  if (typeof value === 'boolean') return 'true or false'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'function') return 'a function'
  return undefined
}

function mergeAttributes<T extends VarNode | ParNode | object>(old: T, right: object): T {
  const result: Record<string, unknown> = { ...old }
  for (const [key, value] of Object.entries(right)) {
    if (value === null) delete result[key]
    else if (value !== undefined) result[key] = value
  }
  // a value that the user writes replaces the default
  const isWritten = 'init' in right && right.init !== undefined && !('fixed' in right)
  if (isWritten && result.fixed === false) delete result.fixed
  return Object.freeze(result) as T
}

/** Attributes common to variables and parameters. */
function commonAttributes(old: VarNode | ParNode): object {
  const { unit, min, max, info } = old
  return Object.fromEntries(
    Object.entries({ unit, min, max, info }).filter(([, value]) => value !== undefined),
  )
}
