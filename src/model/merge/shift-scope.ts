import {
  createModelNode,
  isExpr,
  isModel,
  isPar,
  isPlainObject,
  isVar,
  type ModelNode,
  membersOf,
} from '../definition/index.ts'

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
  for (const [name, member] of membersOf(model)) {
    const shifted = shift(member, levels, depth)
    if (shifted !== undefined) changes[name] = shifted
  }
  return Object.keys(changes).length > 0
    ? createModelNode({ ...model.members, ...changes } as typeof model.members)
    : undefined
}
