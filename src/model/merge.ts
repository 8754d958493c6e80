/**
 * The merge operator behind `Component({ … })`, `extend` and `merge`: merges the right side into the left one, key by
 * key. Sub-models are merged recursively, `equations` and `connect` are appended, `null` deletes, `redeclare(X)`
 * replaces. Existing keys keep their order; new keys follow.
 */

import { assertOneOf, InputError, unknownName } from '../base/index.ts'
import { checkCondition, checkScope } from './attributes.ts'
import { equalModels } from './equal-models.ts'
import { isFinal, placeOfFinal } from './final-members.ts'
import { mergeDeclaration } from './merge-declaration.ts'
import {
  type ConnectList,
  createModelNode,
  type EquationsNode,
  type ForRange,
  isEquations,
  isExpr,
  isModel,
  isModelArray,
  isPar,
  isPlainObject,
  isRedeclare,
  isReservedKey,
  isVar,
  type Machine,
  type MemberNode,
  type ModelNode,
  type ModelTree,
  scopeOfMember,
} from './nodes.ts'
import { assertMemberName, normalizeMember } from './normalize-member.ts'

interface MergeContext {
  /** Path of the left model, for messages. */
  readonly path: string
  /** True if only existing members may be changed. */
  readonly strict: boolean
  /**
   * Levels between the members and the scope in which the modification is written, by which `expr` nodes are shifted.
   */
  readonly levels: number
}

/** Applies a modification written in the component that contains `model`: existing members only. */
export function modifyModel(model: ModelNode, modification: Readonly<Record<string, unknown>>): ModelTree {
  return mergeTree(model.members, modification, { path: '', strict: true, levels: 1 })
}

/** Applies an extension written in the scope of `model`; it may add members. */
export function extendModel(model: ModelNode, members: Readonly<Record<string, unknown>>): ModelTree {
  return mergeTree(model.members, members, { path: '', strict: false, levels: 0 })
}

function mergeTree(
  base: ModelTree,
  right: Readonly<Record<string, unknown>>,
  context: MergeContext,
): ModelTree {
  // { __proto__: … } written in JavaScript creates an object with another prototype
  if (!isPlainObject(right))
    throw new InputError(context.path || 'model', 'a map { name: value, … } of members', right)
  const result: Record<string, ModelTree[string]> = { ...base }
  for (const [key, value] of Object.entries(right)) {
    if (value === undefined) continue
    const path = context.path === '' ? key : `${context.path}.${key}`
    const merged = isReservedKey(key)
      ? mergeReserved(path, key, base[key], value, context.levels)
      : mergeMember(path, key, base, value, context)
    if (merged === undefined) delete result[key]
    else result[key] = merged
  }
  return result
}

const replacements = new WeakMap<object, Readonly<Record<string, string>>>()

/**
 * Declares what replaces names that `model` lacks although similar records have them: the error of a modification
 * expects it. Copies of the model with the same first member share it. Returns the model.
 */
export function describeReplacements<M extends ModelNode>(
  model: M,
  names: Readonly<Record<string, string>>,
): M {
  const [first] = Object.values(model.members)
  replacements.set(first as object, names)
  return model
}

function findReplacement(base: ModelTree, key: string): string | undefined {
  const [first] = Object.values(base)
  const names = typeof first === 'object' ? replacements.get(first) : undefined
  return names !== undefined && Object.hasOwn(names, key) ? names[key] : undefined
}

/** New value of a member; undefined: deleted. */
function mergeMember(
  path: string,
  key: string,
  base: ModelTree,
  value: unknown,
  context: MergeContext,
): MemberNode | undefined {
  const old = Object.hasOwn(base, key) ? (base[key] as MemberNode) : undefined
  if (old === undefined && (context.strict || value === null)) {
    const replacement = findReplacement(base, key)
    if (replacement !== undefined) throw new InputError(path, replacement, value)
    throw unknownName(
      path,
      key,
      Object.keys(base).filter((name) => !isReservedKey(name)),
    )
  }
  if ((isVar(old) || isPar(old)) && isFinal(old)) {
    if (equalModels(old, value)) return old
    throw new InputError(path, `no new value, because it was made final ${placeOfFinal(path, old)}`, value)
  }
  if (value === null) return undefined
  if (old === undefined || isRedeclare(value)) {
    return shiftScope(normalizeMember(path, key, value), context.levels)
  }
  if (scopeOfMember(old) === 'outer')
    throw new InputError(path, 'a modification of the inner one, because this is outer', value)
  if (isVar(old) || isPar(old)) {
    const merged = mergeDeclaration(path, old, shiftScope(value, context.levels))
    const isNew = context.levels > 0 && merged.final === true
    return isNew ? Object.freeze({ ...merged, final: context.levels }) : merged
  }
  if (isModel(old)) return mergeModel(path, old, value, context)
  return mergeArray(path, old as readonly ModelNode[], value, context)
}

/** Merges onto a sub-model: a map modifies it, a model is merged into it. */
function mergeModel(path: string, old: ModelNode, value: unknown, context: MergeContext): ModelNode {
  if (isModel(value)) {
    const { members } = shiftScope(value, context.levels)
    return createModelNode(mergeTree(old.members, members, { path, strict: false, levels: 0 }))
  }
  if (isPlainObject(value)) {
    return createModelNode(mergeTree(old.members, value, { path, strict: true, levels: context.levels + 1 }))
  }
  throw new InputError(path, 'a map of modifications { … } of this sub-model, or redeclare(…)', value)
}

/** Merges onto an array of sub-models: one map for all, a list of maps (null: unchanged), or a new list of models. */
function mergeArray(
  path: string,
  old: readonly ModelNode[],
  value: unknown,
  context: MergeContext,
): readonly ModelNode[] {
  if (isModelArray(value)) return Object.freeze(value.map((model) => shiftScope(model, context.levels)))
  const changes = isPlainObject(value) ? old.map(() => value) : value
  const isList = Array.isArray(changes) && changes.every((change) => change === null || isPlainObject(change))
  if (!isList || changes.length !== old.length) {
    throw new InputError(
      path,
      `a map { … } for all ${old.length} sub-models, a list of ${old.length} maps or null, or a list of models`,
      value,
    )
  }
  const mergeElement = (model: ModelNode, i: number): ModelNode =>
    changes[i] === null ? model : mergeModel(`${path}[${i + 1}]`, model, changes[i], context)
  return Object.freeze(old.map(mergeElement))
}

function mergeReserved(
  path: string,
  key: string,
  old: unknown,
  value: unknown,
  levels: number,
): ModelTree[string] {
  if (value === null) return undefined
  const replaced = isRedeclare(value)
  const right = replaced ? value.value : value
  switch (key) {
    case 'equations':
    case 'initialEquations':
      checkEquations(path, right)
      return replaced ? right : appendEquations(old as EquationsNode | undefined, right)
    case 'connect':
      checkConnect(path, right)
      return replaced || old === undefined ? right : [...(old as ConnectList), ...right]
    case 'initial':
      assertOneOf(path, right, ['steady'])
      return right
    case 'build':
      if (typeof right !== 'function')
        throw new InputError(path, 'a function (context) => ({ model, memory })', right)
      return right as ModelTree[string]
    case 'if':
      checkCondition(path, right)
      return shiftScope(right, levels)
    case 'for':
      checkRange(path, right)
      return shiftScope(right, levels)
    case '_machine':
      checkMachine(path, right)
      return right
    case '_scope':
      checkScope(path, right)
      return right
    case '_bus':
      if (right !== true) throw new InputError(path, 'true', right)
      return right
    default:
      if (typeof right !== 'string') throw new InputError(path, 'a text', right)
      return right
  }
}

/** Appends blocks; a block on both sides, as from a common base model, counts once. */
function appendEquations(old: EquationsNode | undefined, right: EquationsNode): EquationsNode {
  if (old === undefined) return right
  const added = right.blocks.filter((block) => !old.blocks.includes(block))
  return Object.freeze({ _class: 'Equations', blocks: Object.freeze([...old.blocks, ...added]) })
}

function checkEquations(path: string, value: unknown): asserts value is EquationsNode {
  if (!isEquations(value)) throw new InputError(path, 'equations`…` or equations(text)', value)
}

function checkConnect(path: string, value: unknown): asserts value is ConnectList {
  if (!Array.isArray(value))
    throw new InputError(path, "a list of tuples of paths [['a.p', 'b.p'], …]", value)
  for (const [i, tuple] of value.entries()) {
    const isTuple =
      Array.isArray(tuple) && tuple.length >= 2 && tuple.every((item) => typeof item === 'string')
    if (!isTuple) throw new InputError(`${path}[${i}]`, "a tuple of at least two paths ['a.p', 'b.p']", tuple)
  }
}

function checkRange(path: string, value: unknown): asserts value is ForRange {
  const entries = isPlainObject(value) ? Object.entries(value) : []
  const isRange = (range: unknown): boolean =>
    isExpr(range) || (Array.isArray(range) && range.every((item) => typeof item === 'number'))
  const [name, range] = entries[0] ?? ['', undefined]
  if (entries.length !== 1 || !isRange(range))
    throw new InputError(path, 'the name of one index and its values: for: { i: expr`1:n` }', value)
  assertMemberName(`${path}.${name}`, name)
}

/**
 * Moves `value` down by `levels`: expressions in it with an outer scope are looked up that many levels further outside.
 * `depth` counts the models between `value` and the expression; an expression inside a model with a scope inside it is
 * unchanged.
 */
export function shiftScope<T>(value: T, levels: number, depth = -1): T {
  if (levels === 0) return value
  return (shift(value, levels, depth) ?? value) as T
}

/** Returns the shifted value, or undefined if nothing in it changes. */
function shift(value: unknown, levels: number, depth: number): unknown {
  if (isExpr(value)) return value.up > depth ? Object.freeze({ ...value, up: value.up + levels }) : undefined
  if (isModel(value)) return shiftModel(value, levels, depth + 1)
  // declarations, maps of their attributes, and records
  if (Array.isArray(value)) {
    const shifted = value.map((item) => shift(item, levels, depth))
    return shifted.some((item) => item !== undefined)
      ? Object.freeze(shifted.map((item, i) => item ?? value[i]))
      : undefined
  }
  if (!isVar(value) && !isPar(value) && !isPlainObject(value)) return undefined
  const changes: Record<string, unknown> = {}
  for (const [name, item] of Object.entries(value)) {
    const shifted = shift(item, levels, depth)
    if (shifted !== undefined) changes[name] = shifted
  }
  return Object.keys(changes).length > 0 ? Object.freeze({ ...value, ...changes }) : undefined
}

function shiftModel(model: ModelNode, levels: number, depth: number): unknown {
  const changes: Record<string, unknown> = {}
  for (const [name, member] of Object.entries(model.members)) {
    if (isReservedKey(name) && name !== 'if' && name !== 'for') continue
    const shifted = shift(member, levels, depth)
    if (shifted !== undefined) changes[name] = shifted
  }
  return Object.keys(changes).length > 0
    ? createModelNode({ ...model.members, ...changes } as typeof model.members)
    : undefined
}

const KEYS: readonly string[] = ['from', 'to', 'condition', 'immediate', 'reset', 'synchronize', 'priority']

/** Checks the kinds of the values; the names of states are checked by the translation. */
function checkMachine(path: string, value: unknown): asserts value is Machine {
  if (!isPlainObject(value) || typeof value.initial !== 'string' || !Array.isArray(value.transitions))
    throw new InputError(path, 'the name of the initial state and a list of transitions', value)
  for (const [k, transition] of value.transitions.entries())
    checkTransition(`${path}.transitions[${k}]`, transition)
}

function checkTransition(path: string, value: unknown): void {
  if (!isPlainObject(value)) throw new InputError(path, '{ from, to, condition }', value)
  for (const key of Object.keys(value)) assertOneOf(path, key, KEYS)
  const { from, to, condition, priority = 1 } = value
  for (const [key, item] of Object.entries({ from, to }))
    if (typeof item !== 'string') throw new InputError(`${path}.${key}`, 'the name of a state', item)
  if (!isExpr(condition)) throw new InputError(`${path}.condition`, 'an expr`…`', condition)
  for (const key of ['immediate', 'reset', 'synchronize'])
    if (value[key] !== undefined && typeof value[key] !== 'boolean')
      throw new InputError(`${path}.${key}`, 'true or false', value[key])
  if (typeof priority !== 'number' || !Number.isInteger(priority) || priority < 1)
    throw new InputError(`${path}.priority`, 'a whole number from 1 on', priority)
}
