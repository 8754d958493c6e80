/**
 * Paths through arrays of components become names: `C[i].v`, `C[2:end].p`, `C.v` for the vector of all elements,
 * `[C[i].v for i in 1:n]`.
 */
import {
  type ComprehensionExpr,
  dataOf,
  dependsOn,
  type EvaluatedValue,
  type Expr,
  fold,
  isNumeric,
  number,
  type Position,
  someNode,
  substitute,
  withChildren,
} from '../../symbolic/index.ts'
import { type Instance, isInstanceArray } from './instance.ts'
import { childInstance } from './lookup.ts'
import { modelError } from './model-error.ts'

/** Value of a subscript; undefined if it is not constant. */
export type Constant = (expr: Expr) => EvaluatedValue | undefined

/** One name of a path with its subscripts. */
export interface Segment {
  readonly name: string
  readonly subscripts: readonly Expr[]
}

/** The segments of a path; null for another expression. */
export function segmentsOf(path: Expr): Segment[] | null {
  const last = path.kind === 'index' ? path.subscripts : []
  const node = path.kind === 'index' ? path.base : path
  if (node.kind === 'member') {
    const before = segmentsOf(node.base)
    return before && [...before, { name: node.member, subscripts: last }]
  }
  if (node.kind !== 'name') return null
  const parts = node.name.split('.').map(readSegment)
  const end = parts[parts.length - 1]
  if (last.length > 0 && end.subscripts.length > 0) return null
  return last.length === 0 ? parts : [...parts.slice(0, -1), { ...end, subscripts: last }]
}

function readSegment(text: string): Segment {
  const open = text.indexOf('[')
  if (open < 0) return { name: text, subscripts: [] }
  const subscripts = text.slice(open + 1, -1).split(',')
  return {
    name: text.slice(0, open),
    subscripts: subscripts.map((subscript): Expr => ({ kind: 'number', value: Number(subscript) })),
  }
}

/** Expands the paths in an expression; `scopeOf` returns the component in which the first name of a path is looked up. */
export function expandPaths(expr: Expr, scopeOf: (first: string) => Instance, constant: Constant): Expr {
  const locals: string[] = []
  const isConstant: Constant = (part) =>
    locals.some((name) => dependsOn(part, name)) ? undefined : constant(part)
  const expandAll = (root: Expr): Expr =>
    fold<Expr>(
      root,
      (node, parts) => withChildren(node, parts),
      (node) => {
        if (node.kind === 'comprehension') return expandComprehension(node)
        if (node.kind !== 'name' && node.kind !== 'index' && node.kind !== 'member') return undefined
        const first = segmentsOf(node)?.[0].name
        if (first === undefined || locals.includes(first) || !hasComponent(scopeOf(first), first))
          return undefined
        return expandPath(scopeOf(first), withSubscripts(node, expandAll), isConstant)
      },
    )
  const expandComprehension = (node: ComprehensionExpr): Expr => {
    const range = expandAll(node.range)
    const values = choosesComponents(node, scopeOf) ? isConstant(range) : undefined
    if (values !== undefined && isNumeric(values) && typeof values !== 'number') {
      const elements = Array.from(dataOf(values), (value) =>
        expandAll(substitute(node.body, new Map([[node.variable, number(value)]]))),
      )
      return { kind: 'array', elements, ...(node.pos && { pos: node.pos }) }
    }
    locals.push(node.variable)
    const body = expandAll(node.body)
    locals.pop()
    return withChildren(node, [body, range])
  }
  return expandAll(expr)
}

function hasComponent(scope: Instance, name: string): boolean {
  return scope.children.has(name) || scope.outers.has(name) || countRecords(scope, name) > 0
}

/** Number of records in the list `name` that have variables. */
function countRecords(scope: Instance, name: string): number {
  const { value } = (scope.declarations.get(name) ?? {}) as { readonly value?: unknown }
  const isUsed = Array.isArray(value) && [...scope.inRecords.keys()].some((key) => key.startsWith(`${name}[`))
  return isUsed ? (value as readonly unknown[]).length : 0
}

/** Changes the subscripts in a path. */
function withSubscripts(path: Expr, change: (expr: Expr) => Expr): Expr {
  if (path.kind === 'member') return withChildren(path, [withSubscripts(path.base, change)])
  if (path.kind !== 'index') return path
  return withChildren(path, [withSubscripts(path.base, change), ...path.subscripts.map(change)])
}

/** True if the loop variable chooses components. */
function choosesComponents(
  { body, variable }: ComprehensionExpr,
  scopeOf: (first: string) => Instance,
): boolean {
  return someNode(body, (node) => {
    if (node.kind !== 'member' && node.kind !== 'index') return false
    const first = segmentsOf(node)?.[0].name
    return first !== undefined && hasComponent(scopeOf(first), first) && dependsOn(node, variable)
  })
}

/**
 * The names that a path stands for: one name, an array of names, or an element of one, chosen by a subscript that is not
 * constant. undefined: the path is not one through components of `scope`.
 */
function expandPath(scope: Instance, path: Expr, constant: Constant): Expr | undefined {
  const segments = segmentsOf(path)
  if (segments === null) return undefined
  const { pos } = path
  const walk = (instance: Instance, k: number, prefix: string): Expr | undefined => {
    const { name, subscripts } = segments[k]
    const isLast = k === segments.length - 1
    const child = childInstance(instance, name, pos)
    if (child === undefined && !isLast) return inRecord(instance, k, prefix) ?? unknown(k, prefix)
    if (child === undefined) return elementOf(nameExpr(prefix + name, pos), subscripts, pos)
    const next = (item: Instance, text: string): Expr | undefined =>
      isLast ? nameExpr(prefix + text, pos) : walk(item, k + 1, `${prefix}${text}.`)
    if (!isInstanceArray(child)) return subscripts.length > 0 ? undefined : next(child, name)
    return chooseElements(segments[k], child.length, prefix, (i) => next(child[i - 1], `${name}[${i}]`))
  }
  /** A variable in a record, or in the records of a list. */
  const inRecord = (instance: Instance, k: number, prefix: string): Expr | undefined => {
    const { name, subscripts } = segments[k]
    const last = segments[segments.length - 1]
    const between = segments.slice(k + 1, -1)
    const rest = segments.slice(k + 1).map((segment) => segment.name)
    if (between.some((segment) => segment.subscripts.length > 0)) return undefined
    const variable = (text: string): Expr | undefined => {
      const key = [text, ...rest].join('.')
      return instance.inRecords.has(key)
        ? elementOf(nameExpr(prefix + key, pos), last.subscripts, pos)
        : undefined
    }
    const count = countRecords(instance, name)
    if (count === 0) return subscripts.length > 0 ? undefined : variable(name)
    return chooseElements(segments[k], count, prefix, (i) => variable(`${name}[${i}]`))
  }
  /** A name whose lookup reports the problem. */
  const unknown = (k: number, prefix: string): Expr | undefined => {
    const rest = segments.slice(k)
    const isName = path.kind === 'member' && rest.every(({ subscripts }) => subscripts.length === 0)
    return isName ? nameExpr(prefix + rest.map(({ name }) => name).join('.'), pos) : undefined
  }
  const chooseElements = (
    { name, subscripts }: Segment,
    count: number,
    prefix: string,
    choose: (i: number) => Expr | undefined,
  ): Expr | undefined => {
    const all = Array.from({ length: count }, (_, i) => i + 1)
    if (subscripts.length === 0) return listOf(all.map(choose), pos)
    if (subscripts.length > 1)
      throw modelError(
        scope.path,
        `'${prefix}${name}': expected one subscript, got ${subscripts.length}`,
        pos,
      )
    const subscript = withEnd(subscripts[0], count)
    const value = constantSubscript(subscript, constant)
    if (value === undefined) {
      const base = listOf(all.map(choose), pos)
      return base && { kind: 'index', base, subscripts: [subscript], ...(pos && { pos }) }
    }
    const chosen = typeof value === 'number' ? [value] : value
    for (const i of chosen) {
      const isElement = Number.isInteger(i) && i >= 1 && i <= count
      // the lookup of a plain name reports its problem
      if (subscripts[0].kind === 'number' && !isElement && path.kind !== 'member') return undefined
      if (isElement) continue
      const expected = count === 0 ? 'no elements' : `the elements 1 to ${count}`
      throw modelError(scope.path, `'${prefix}${name}' has ${expected}, got the subscript ${i}`, pos)
    }
    return typeof value === 'number' ? choose(value) : listOf(chosen.map(choose), pos)
  }
  return walk(scope, 0, '')
}

/** A range of constants, evaluated part by part. */
function constantSubscript(subscript: Expr, constant: Constant): number | number[] | undefined {
  const value = constant(subscript)
  if (typeof value === 'number' || value === undefined) return value
  return isNumeric(value) ? Array.from(dataOf(value)) : undefined
}

/** Replaces `end` by the number of elements, except in the subscripts of other arrays. */
function withEnd(subscript: Expr, count: number): Expr {
  return fold<Expr>(
    subscript,
    (node, parts) => (node.kind === 'end' ? { kind: 'number', value: count } : withChildren(node, parts)),
    (node) => (node.kind === 'index' ? node : undefined),
  )
}

function listOf(elements: readonly (Expr | undefined)[], pos: Position | undefined): Expr | undefined {
  if (elements.includes(undefined)) return undefined
  return { kind: 'array', elements: elements as readonly Expr[], isOfComponents: true, ...(pos && { pos }) }
}

function elementOf(base: Expr, subscripts: readonly Expr[], pos: Position | undefined): Expr {
  return subscripts.length === 0 ? base : { kind: 'index', base, subscripts, ...(pos && { pos }) }
}

function nameExpr(name: string, pos: Position | undefined): Expr {
  return { kind: 'name', name, ...(pos && { pos }) }
}
