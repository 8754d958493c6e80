import { VALUE_ATTRIBUTES } from './attributes.ts'
import {
  createModelNode,
  isExpr,
  isModel,
  isModelArray,
  isPar,
  isVar,
  type ModelNode,
  membersOf,
} from './nodes.ts'

/**
 * `value` placed `levels` deeper than where it was written: expressions in it that are looked up outside of it are looked up
 * so many levels further outside. `depth` counts the models between `value` and the expression; an expression inside a
 * model stays as it is if its scope is inside as well.
 */
export function shiftScope<T>(value: T, levels: number, depth = -1): T {
  if (levels === 0) return value
  return (shift(value, levels, depth) ?? value) as T
}

/** The shifted value, or undefined if nothing in it changes. */
function shift(value: unknown, levels: number, depth: number): unknown {
  if (isExpr(value)) return value.up > depth ? Object.freeze({ ...value, up: value.up + levels }) : undefined
  if (isModel(value)) return shiftModel(value, levels, depth + 1)
  if (isModelArray(value)) {
    const shifted = value.map((item) => shift(item, levels, depth))
    return shifted.some((item) => item !== undefined)
      ? Object.freeze(shifted.map((item, i) => item ?? value[i]))
      : undefined
  }
  // declarations and maps of their attributes
  if (isVar(value) || isPar(value) || isAttributeMap(value)) {
    const node = value as Readonly<Record<string, unknown>>
    const changes: Record<string, unknown> = {}
    for (const name of VALUE_ATTRIBUTES) {
      const shifted = Object.hasOwn(node, name) ? shift(node[name], levels, depth) : undefined
      if (shifted !== undefined) changes[name] = shifted
    }
    return Object.keys(changes).length > 0 ? Object.freeze({ ...node, ...changes }) : undefined
  }
  return undefined
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

function isAttributeMap(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype &&
    !('_class' in value)
  )
}
