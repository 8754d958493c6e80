/** Models as JSON. The format is described by `modelJsonSchema`. */
import { describe, InputError } from '../base/index.ts'
import {
  type Expr,
  type FunctionInfo,
  mapStatement,
  printExpr,
  renameCalls,
  visitExpr,
} from '../symbolic/index.ts'
import { findFunctionName } from './function-registry.ts'
import {
  type ConnectList,
  type EquationsNode,
  type ExprNode,
  isExpr,
  isModel,
  isPar,
  isPlainObject,
  isQuantity,
  isReservedKey,
  isVar,
  type MemberNode,
  type ModelNode,
  type ParNode,
} from './nodes.ts'
import { printStatement } from './print-model.ts'

/** Anything that JSON can hold. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/**
 * The model as a JSON value, ready for `JSON.stringify`; `modelFromJson` reads it back. Functions are written as their
 * registered names.
 *
 * @throws InputError at a function that is not registered, and at objects that JSON cannot hold
 */
export function modelToJson(model: ModelNode): Json {
  if (!isModel(model)) throw new InputError('modelToJson', 'a model', model)
  return encodeModel(model, 'model')
}

/**
 * Modifications of a model as a JSON value, encoded as the values in a model.
 *
 * @throws InputError as `modelToJson`
 */
export function mergeToJson(merge: Readonly<Record<string, unknown>>): Json {
  return encodeValue(merge, 'merge')
}

function encodeModel(model: ModelNode, path: string): Json {
  const result: Record<string, Json> = { _class: 'Model' }
  for (const [key, value] of Object.entries(model.members)) {
    const at = `${path}.${key}`
    result[key] = isReservedKey(key) ? encodeReserved(key, value, at) : encodeMember(value as MemberNode, at)
  }
  return result
}

function encodeReserved(key: string, value: unknown, path: string): Json {
  if (key === 'equations' || key === 'initialEquations') return encodeEquations(value as EquationsNode, path)
  if (key === 'connect') return (value as ConnectList).map((tuple) => [...tuple])
  if (key === 'if' || key === 'for' || key === '_scope' || key === '_machine' || key === '_bus')
    return encodeValue(value, path)
  return key === 'build' ? encodeFunction(value, path) : (value as string)
}

function encodeMember(member: MemberNode, path: string): Json {
  if (isModel(member)) return encodeModel(member, path)
  if (isPar(member)) return encodePar(member, path)
  if (isVar(member)) return { _class: 'Var', ...encodeAttributes(member, path) }
  return member.map((item, i) => encodeModel(item, `${path}[${i + 1}]`))
}

/** Encodes a parameter; one with only a number, a Boolean or a text is written as that value. */
function encodePar(member: ParNode, path: string): Json {
  const attributes = encodeAttributes(member, path)
  const { value } = attributes
  const isPlain = Object.keys(attributes).length === 1 && (typeof value !== 'object' || value === null)
  return isPlain ? value : { _class: 'Par', ...attributes }
}

function encodeAttributes(node: object, path: string): Record<string, Json> {
  const result: Record<string, Json> = {}
  for (const [name, value] of Object.entries(node)) {
    if (name !== '_class') result[name] = encodeValue(value, `${path}.${name}`)
  }
  return result
}

function encodeValue(value: unknown, path: string): Json {
  if (typeof value === 'number') return Number.isFinite(value) ? value : { _number: String(value) }
  if (typeof value === 'boolean' || typeof value === 'string' || value === null) return value
  if (isExpr(value)) return encodeExpr(value, path)
  if (isQuantity(value)) return { _value: encodeValue(value.value, path), _unit: value.unit }
  if (typeof value === 'function') return encodeFunction(value, path)
  // 3D parts in a list are their records
  if (isPar(value) && Object.keys(value).length === 2) return encodeValue(value.value, path)
  if (Array.isArray(value)) return value.map((item, i) => encodeValue(item, `${path}[${i}]`))
  if (value instanceof Float64Array || value instanceof Float32Array || value instanceof Int32Array) {
    return { _array: value.constructor.name, values: Array.from(value, (item) => encodeValue(item, path)) }
  }
  if (!isPlainObject(value)) {
    throw new InputError(
      path,
      'a value that JSON can hold (number, text, array, record, registered function)',
      describe(value),
    )
  }
  const entries = Object.entries(value).map(([key, item]): [string, Json] => [
    key,
    encodeValue(item, `${path}.${key}`),
  ])
  const record = Object.fromEntries(entries)
  return Object.keys(record).some((key) => key.startsWith('_')) ? { _record: record } : record
}

function encodeFunction(value: unknown, path: string): Json {
  const name = findFunctionName(value)
  if (name === undefined)
    throw new InputError(path, 'a function that is registered by registerFunction(name, f)', value)
  return { _function: name }
}

function encodeExpr(node: ExprNode, path: string): Json {
  const text = printExpr(withRegisteredNames(node.expr, node.functions, path))
  return node.up === 0 ? { _expr: text } : { _expr: text, up: node.up }
}

function encodeEquations(equations: EquationsNode, path: string): Json {
  return equations.blocks.flatMap(({ statements, functions }) =>
    statements.map((statement) => {
      const change = (expr: Expr): Expr => withRegisteredNames(expr, functions, path)
      return printStatement(mapStatement(statement, change))
    }),
  )
}

/** Replaces interpolated functions by their registered names; other objects cannot be written. */
function withRegisteredNames(expr: Expr, functions: ReadonlyMap<string, FunctionInfo>, path: string): Expr {
  const names = new Map<string, string>()
  visitExpr(expr, (node) => {
    if (node.kind === 'object')
      throw new InputError(path, 'equations without objects of the program', node.value)
    const info = node.kind === 'call' ? functions.get(node.fn) : undefined
    if (info === undefined || node.kind !== 'call') return
    const name = findFunctionName(info.evaluate)
    if (name === undefined)
      throw new InputError(path, 'functions that are registered by registerFunction(name, f)', info.evaluate)
    names.set(node.fn, name)
  })
  return renameCalls(expr, names)
}
