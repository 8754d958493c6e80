/** Models from JSON, with errors that name the path. */
import { InputError, listNames, suggestName, VarioError } from '../base/index.ts'
import { checkAttributes, PAR_ATTRIBUTES, VAR_ATTRIBUTES } from './attributes.ts'
import { Par, quantity, Var } from './declarations.ts'
import { findFunction, registeredFunctions } from './function-registry.ts'
import { Model } from './model.ts'
import type { EquationsNode, ExprNode, HostFunction, VarAttributes } from './nodes.ts'
import { equations, expr } from './templates.ts'
import type { Component } from './types.ts'

type JsonObject = Readonly<Record<string, unknown>>

/**
 * Reads a model from JSON: a text or the parsed value. Every error names the path, the value found and the value
 * expected. Functions must be registered before.
 */
export function modelFromJson(json: unknown): Component {
  let parsed = json
  if (typeof json === 'string') {
    try {
      parsed = JSON.parse(json)
    } catch (error) {
      const { message } = error as SyntaxError
      // the error of JSON.parse has no field for it
      const position = /at position (\d+)/.exec(message)?.[1]
      throw new VarioError('JSON', `model: expected JSON; ${message}.`, {
        position: position === undefined ? undefined : Number(position),
      })
    }
  }
  return decodeModel(parsed, 'model') as unknown as Component
}

function decodeModel(json: unknown, path: string): ReturnType<typeof Model> {
  const object = expectObject(json, path, "an object with _class: 'Model'")
  if (object['_class'] !== 'Model') throw new InputError(`${path}._class`, "'Model'", object['_class'])
  const members = Object.fromEntries(
    Object.entries(object)
      .filter(([key]) => key !== '_class')
      .map(([key, value]) => [key, decodeMember(key, value, `${path}.${key}`)]),
  )
  return withPath(path, () => Model(members as Parameters<typeof Model>[0]))
}

function decodeMember(key: string, value: unknown, path: string): unknown {
  switch (key) {
    case 'equations':
    case 'initialEquations':
      return decodeEquations(value, path)
    case 'connect':
      return expectList(value, path, 'a list of tuples of paths').map((tuple, i) =>
        expectList(tuple, `${path}[${i}]`, 'a list of paths').map((item, j) =>
          expectText(item, `${path}[${i}][${j}]`),
        ),
      )
    case 'info':
    case 'initial':
      return expectText(value, path)
    case 'if':
    case 'for':
    case '_scope':
    case '_machine':
    case '_bus':
      return decodeValue(value, path)
    case 'build':
      return decodeFunction(expectObject(value, path, '{ _function: name }')['_function'], path)
  }
  const tag = classOf(value)
  if (tag === 'Model') return decodeModel(value, path)
  if (tag === 'Var') return Var(decodeAttributes(value as JsonObject, path, VAR_ATTRIBUTES) as VarAttributes)
  if (tag === 'Par') return decodePar(value as JsonObject, path)
  if (tag !== undefined) throw new InputError(`${path}._class`, "'Model', 'Var' or 'Par'", tag)
  if (Array.isArray(value) && value.some((item) => classOf(item) === 'Model')) {
    return value.map((item, i) => decodeModel(item, `${path}[${i}]`))
  }
  return Par(decodeValue(value, path))
}

function decodePar(object: JsonObject, path: string): unknown {
  const attributes = decodeAttributes(object, path, PAR_ATTRIBUTES)
  if (attributes['value'] === undefined) throw new InputError(`${path}.value`, 'a value', undefined)
  return Par(attributes as { value: unknown })
}

function decodeAttributes(
  object: JsonObject,
  path: string,
  allowed: Parameters<typeof checkAttributes>[2],
): Record<string, unknown> {
  const attributes: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(object)) {
    if (name !== '_class') attributes[name] = decodeValue(value, `${path}.${name}`)
  }
  withPath(path, () => checkAttributes(path, attributes, allowed))
  return attributes
}

function decodeEquations(json: unknown, path: string): EquationsNode {
  const texts = expectList(json, path, 'a list of equations as texts')
  const blocks = texts.map((text, i) => {
    const at = `${path}[${i}]`
    return withPath(at, () => equations(expectText(text, at)).blocks[0])
  })
  const statements = Object.freeze(blocks.flatMap((block) => [...block.statements]))
  return Object.freeze({ _class: 'Equations', blocks: Object.freeze([{ statements, functions: new Map() }]) })
}

function decodeValue(json: unknown, path: string): unknown {
  if (Array.isArray(json)) return json.map((item, i) => decodeValue(item, `${path}[${i}]`))
  if (typeof json !== 'object' || json === null) return json
  const object = json as JsonObject
  const marker = Object.keys(object).find((key) => key.startsWith('_'))
  if (marker === undefined) return decodeRecord(object, path)
  expectKeys(object, marker, path)
  switch (marker) {
    case '_record':
      return decodeRecord(expectObject(object['_record'], path, 'a record'), path)
    case '_number':
      return decodeNumber(object['_number'], path)
    case '_expr':
      return decodeExpr(object, path)
    case '_function':
      return decodeFunction(object['_function'], path)
    case '_array':
      return decodeArray(object, path)
  }
  return decodeQuantity(object, path)
}

/** Keys of the objects that encode values, by their markers. */
const MARKED: Readonly<Record<string, readonly string[]>> = {
  _expr: ['_expr', 'up'],
  _value: ['_value', '_unit'],
  _unit: ['_value', '_unit'],
  _function: ['_function'],
  _array: ['_array', 'values'],
  _number: ['_number'],
  _record: ['_record'],
}

function expectKeys(object: JsonObject, marker: string, path: string): void {
  if (!Object.hasOwn(MARKED, marker)) {
    const kinds =
      '{ _expr }, { _value, _unit }, { _function }, { _array, values }, { _number } or { _record }'
    throw new InputError(path, `a value, ${kinds}`, object)
  }
  const allowed = MARKED[marker]
  const other = Object.keys(object).find((key) => !allowed.includes(key))
  if (other !== undefined)
    throw new InputError(
      `${path}.${other}`,
      `nothing but ${allowed.join(', ')} beside ${marker}`,
      object[other],
    )
}

function decodeQuantity(object: JsonObject, path: string): unknown {
  const unit = expectText(object['_unit'], `${path}._unit`)
  const value = decodeValue(object['_value'], `${path}._value`)
  if (typeof value !== 'number' && !Array.isArray(value) && !ArrayBuffer.isView(value))
    throw new InputError(`${path}._value`, 'a number or an array of numbers', value)
  return withPath(path, () => quantity(value as number, unit))
}

const NUMBERS: Readonly<Record<string, number>> = { NaN: Number.NaN, Infinity, '-Infinity': -Infinity }

function decodeNumber(name: unknown, path: string): number {
  if (typeof name === 'string' && Object.hasOwn(NUMBERS, name)) return NUMBERS[name]
  throw new InputError(`${path}._number`, "'NaN', 'Infinity' or '-Infinity'", name)
}

function decodeRecord(object: JsonObject, path: string): JsonObject {
  return Object.fromEntries(
    Object.entries(object).map(([key, value]) => [key, decodeValue(value, `${path}.${key}`)]),
  )
}

function decodeExpr(object: JsonObject, path: string): ExprNode {
  const node = withPath(path, () => expr(expectText(object['_expr'], `${path}._expr`)))
  const up = object['up'] ?? 0
  if (!Number.isInteger(up) || (up as number) < 0)
    throw new InputError(`${path}.up`, 'a number of levels >= 0', up)
  return Object.freeze({ ...node, up: up as number })
}

function decodeFunction(name: unknown, path: string): HostFunction {
  const info = findFunction(expectText(name, path))
  if (info !== undefined) return info.evaluate as HostFunction
  const names = registeredFunctions()
  const expected = `the name of a registered function: ${listNames(names)}${suggestName(name as string, names)}`
  throw new InputError(path, expected, name)
}

const ARRAYS = { Float64Array, Float32Array, Int32Array }

function decodeArray(object: JsonObject, path: string): unknown {
  const kind = object['_array'] as keyof typeof ARRAYS
  if (!Object.hasOwn(ARRAYS, kind))
    throw new InputError(`${path}._array`, Object.keys(ARRAYS).join(', '), kind)
  const values = expectList(object['values'], `${path}.values`, 'a list of numbers')
  return ARRAYS[kind].from(values.map((item) => decodeValue(item, path) as number))
}

function classOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? (value as JsonObject)['_class'] : undefined
}

function expectObject(value: unknown, path: string, expected: string): JsonObject {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  throw new InputError(path, expected, value)
}

function expectList(value: unknown, path: string, expected: string): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new InputError(path, expected, value)
}

function expectText(value: unknown, path: string): string {
  if (typeof value === 'string') return value
  throw new InputError(path, 'a text', value)
}

/** Runs `action` and puts the path in front of errors whose path does not begin at the model. */
function withPath<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    if (!(error instanceof VarioError) || isInside(error.fields.path)) throw error
    throw new VarioError(error.code, `${path}: ${error.message}`, { ...error.fields, path })
  }
}

function isInside(path: unknown): boolean {
  return typeof path === 'string' && /^model\b/.test(path)
}
