/** Converts the nested tree of `simulate({ merge })` to new values of single parameters and variables. */
import { convert, InputError, toSI, UnitError, unknownName } from '../../base/index.ts'
import { checkAttributes, PAR_ATTRIBUTES, VAR_ATTRIBUTES } from '../attributes.ts'
import { quantity } from '../declarations.ts'
import { isExpr, isPar, isPlainObject, isQuantity, isVar, type Value, type ValueType } from '../nodes.ts'
import { mergeRecord } from '../records.ts'
import { withPositions } from '../typed-values.ts'
import {
  type FlatModel,
  type FlatParameter,
  type FlatVariable,
  isInternal,
  type ValueOrExpr,
} from './flat-model.ts'

/** Declarations that replace those of the flat model, by full name. */
export interface Overrides {
  readonly parameters: Map<string, FlatParameter>
  readonly variables: Map<string, FlatVariable>
}

/** True if the value of a parameter is a function that equations call, under any name. */
function isCalled({ functions }: FlatModel, { value }: FlatParameter): boolean {
  if (!('literal' in value) || typeof value.literal !== 'function') return false
  for (const { evaluate } of functions.values()) if (evaluate === value.literal) return true
  return false
}

export function applyOverrides(flat: FlatModel, merge: Readonly<Record<string, unknown>>): Overrides {
  if (!isPlainObject(merge)) throw new InputError('merge', 'a map { name: value, … } of new values', merge)
  const overrides: Overrides = { parameters: new Map(), variables: new Map() }
  const names = Object.keys(merge).length === 0 ? EMPTY : collectComponents(flat)
  const visit = (path: string, key: string, value: unknown): void => {
    if (value === undefined) return
    const name = path === '' ? key : `${path}.${key}`
    const parameter = flat.parameters.get(name)
    const variable = flat.variables.get(name) ?? flat.unused.get(name)
    const length = names.arrays.get(name)
    if (parameter !== undefined && isCalled(flat, parameter)) {
      throw new InputError(`merge.${name}`, 'a new model, because equations call this function', value)
    }
    const final = (parameter ?? variable)?.final
    if (final !== undefined)
      throw new InputError(`merge.${name}`, `no new value, because it was made final ${final}`, value)
    if (parameter !== undefined) overrides.parameters.set(name, overrideParameter(parameter, value))
    else if (variable !== undefined) overrides.variables.set(name, overrideVariable(variable, value))
    else if (length !== undefined) visitArray(path, key, value, length)
    else if (names.members.has(name)) visitMap(name, value)
    else throw unknownName(`merge.${name}`, key, [...(names.members.get(path) ?? [])])
  }
  const visitMap = (path: string, value: unknown): void => {
    if (!isPlainObject(value))
      throw new InputError(`merge.${path}`, 'a map { … }, because it is a sub-model', value)
    for (const [key, item] of Object.entries(value)) visit(path, key, item)
  }
  const visitArray = (path: string, key: string, value: unknown, length: number): void => {
    const items = isPlainObject(value) ? Array.from({ length }, () => value) : value
    if (!Array.isArray(items) || items.length !== length) {
      const name = path === '' ? key : `${path}.${key}`
      throw new InputError(`merge.${name}`, `a map { … } for all, or a list of ${length} maps or null`, value)
    }
    for (const [i, item] of items.entries()) if (item !== null) visit(path, `${key}[${i + 1}]`, item)
  }
  for (const [key, value] of Object.entries(merge)) visit('', key, value)
  return overrides
}

interface Components {
  /** Names of the members by path of the component. */
  readonly members: ReadonlyMap<string, ReadonlySet<string>>
  /** Lengths of the arrays of sub-models by path. */
  readonly arrays: ReadonlyMap<string, number>
}

const EMPTY: Components = { members: new Map(), arrays: new Map() }

function collectComponents(flat: FlatModel): Components {
  const members = new Map<string, Set<string>>()
  const arrays = new Map<string, number>()
  for (const map of [flat.parameters, flat.variables, flat.unused]) {
    for (const [name, declared] of map) if (!isInternal(name, declared)) addPath(name, members, arrays)
  }
  return { members, arrays }
}

function addPath(name: string, members: Map<string, Set<string>>, arrays: Map<string, number>): void {
  for (let rest = name; ; ) {
    const dot = rest.lastIndexOf('.')
    const [path, key] = [rest.slice(0, Math.max(dot, 0)), rest.slice(dot + 1)]
    const known = members.get(path)
    if (known?.has(key)) return
    if (known === undefined) members.set(path, new Set([key]))
    else known.add(key)
    const element = /^(.*)\[(\d+)\]$/.exec(rest)
    if (element !== null) arrays.set(element[1], Math.max(arrays.get(element[1]) ?? 0, Number(element[2])))
    if (dot < 0) return
    rest = path
  }
}

function overrideParameter(parameter: FlatParameter, value: unknown): FlatParameter {
  const path = `merge.${parameter.name}`
  const old = 'literal' in parameter.value ? parameter.value.literal : undefined
  if (isPar(value) || (isPlainObject(value) && isAttributeMap(value))) {
    const attributes = withoutClass(value)
    checkAttributes(path, attributes, PAR_ATTRIBUTES)
    for (const [name, item] of Object.entries(attributes))
      if (name !== 'value' && name !== 'unit')
        throw new InputError(`${path}.${name}`, 'a value and its unit; anything else needs a new model', item)
    const given = readAttributes(path, parameter, attributes)
    return given === undefined ? parameter : overrideParameter(parameter, given)
  }
  if (isPlainObject(value) && isPlainObject(old))
    return { ...parameter, value: { literal: mergeRecord(old, value) } }
  return { ...parameter, value: readValue(path, ofType(path, parameter.type, value), parameter.unit) }
}

/** The value of `{ value, unit }`: numbers with another unit than the declared one are converted. */
function readAttributes(
  path: string,
  parameter: FlatParameter,
  attributes: { readonly value?: unknown; readonly unit?: string },
): unknown {
  const { value, unit } = attributes
  const isOther = unit !== undefined && unit !== parameter.unit
  if (!isOther) return value
  if (value === undefined)
    throw new InputError(path, 'a value, because another unit alone needs a new model', attributes)
  if (isExpr(value) || isQuantity(value))
    throw new InputError(`${path}.unit`, 'no unit beside an expression or a quantity', unit)
  return quantity(value as number, unit!)
}

/** Overrides a variable; a plain value is the new `init`, or the new `start` of a variable without `init`. */
function overrideVariable(variable: FlatVariable, value: unknown): FlatVariable {
  const path = `merge.${variable.name}`
  if (!isPlainObject(value) && !isVar(value)) {
    const name = variable.init !== undefined ? 'init' : 'start'
    return {
      ...withoutDefault(variable),
      [name]: readValue(path, ofType(path, variable.type, value), variable.unit),
    }
  }
  const attributes = Object.fromEntries(
    Object.entries(withoutClass(value)).map(([name, item]) => [name, ofType(path, variable.type, item)]),
  )
  checkAttributes(path, attributes, VAR_ATTRIBUTES)
  const result: Record<string, unknown> = {
    ...(attributes.init === undefined ? variable : withoutDefault(variable)),
  }
  for (const [name, item] of Object.entries(attributes)) {
    if (!['init', 'start', 'min', 'max', 'nominal'].includes(name)) {
      throw new InputError(
        `${path}.${name}`,
        'init, start, min, max or nominal; anything else needs a new model',
        item,
      )
    }
    if (item !== undefined)
      result[name] = readValue(`${path}.${name}`, ofType(path, variable.type, item), variable.unit)
  }
  return result as unknown as FlatVariable
}

/** Removes the mark of a default: a value that the user writes replaces it. */
function withoutDefault({ isDefault: _, ...variable }: FlatVariable): FlatVariable {
  return variable
}

/** Names of an enumeration as numbers. */
function ofType(path: string, type: ValueType | undefined, value: unknown): unknown {
  return Array.isArray(type) ? withPositions(path, value, type) : value
}

function readValue(path: string, value: unknown, unit: string | undefined): ValueOrExpr {
  if (value === null) throw new InputError(path, 'a value', value)
  if (isExpr(value)) return { expr: value.expr }
  if (!isQuantity(value)) return { literal: value as Value }
  try {
    return { literal: convertNumbers(value.value, value.unit, unit) }
  } catch (error) {
    if (!(error instanceof UnitError)) throw error
    throw new UnitError(`${path}: ${error.message}`, error.fields)
  }
}

/** Converts numbers to the declared unit; a declaration without unit takes SI values. */
function convertNumbers(value: unknown, from: string, to: string | undefined): Value {
  if (typeof value !== 'number') {
    return Array.from(value as ArrayLike<unknown>, (item) => convertNumbers(item, from, to))
  }
  return to === undefined ? toSI(value, from) : convert(value, from, to)
}

function isAttributeMap(value: object): boolean {
  const keys = Object.keys(value)
  return keys.length > 0 && keys.every((key) => key in PAR_ATTRIBUTES)
}

function withoutClass(value: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== '_class'))
}
